// A comparison as a page: the table, and what its columns look like as curves.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "bramah/analysis.h"
#include "bramah/page.h"

namespace bramah {
namespace {

using Value = std::function<double(const CompareRow&)>;

bool is_done(const CompareRow& row) { return row.outcome == CompareRow::Outcome::done; }

double cost(const CompareRow& row) {  // [µs] of CPU per simulated second
  return row.us_per_step / row.step_s;
}

int place(std::vector<std::string>& names, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<int>(found - names.begin());
  names.push_back(name);
  return static_cast<int>(names.size()) - 1;
}

// Methods and integrators of the rows that ran, in their order.
struct Names {
  std::vector<std::string> methods, integrators;

  explicit Names(const Comparison& comparison) {
    for (const CompareRow& row : comparison.rows)
      if (is_done(row)) place(methods, row.method), place(integrators, row.integrator);
  }
  std::string curve(const CompareRow& row) const {
    return methods.size() > 1 ? row.method + ", " + row.integrator : row.integrator;
  }
};

// One curve per method and integrator: colours tell methods apart, dashes integrators. With one
// method alone, both tell integrators apart.
std::vector<PageSeries> curves(const Comparison& comparison, const Value& x, const Value& y) {
  Names names(comparison);
  std::vector<PageSeries> series;
  for (const CompareRow& row : comparison.rows) {
    if (!is_done(row)) continue;
    const std::string name = names.curve(row);
    if (series.empty() || series.back().name != name) {  // rows of a pair are neighbours
      PageSeries fresh;
      fresh.name = name;
      fresh.dash = place(names.integrators, row.integrator);
      fresh.colour = names.methods.size() > 1 ? place(names.methods, row.method) : fresh.dash;
      series.push_back(fresh);
    }
    series.back().x.push_back(x(row));
    series.back().y.push_back(y(row));
  }
  return series;
}

PagePlot plot(const Comparison& c, const std::string& title, const PageAxis& x, const Value& x_of,
              const PageAxis& y, const Value& y_of) {
  PagePlot result{.title = title, .x = x, .y = y, .series = curves(c, x_of, y_of)};
  for (PageSeries& s : result.series)  // nothing above zero: no curve
    if (std::none_of(s.y.begin(), s.y.end(), [](double v) { return v > 0.0; })) s.x.clear();
  std::erase_if(result.series, [](const PageSeries& s) { return s.x.empty(); });
  return result;
}

std::string note(const CompareRow& row) {
  if (row.outcome == CompareRow::Outcome::refused) return "refused: " + row.reason;
  return fmt::format("failed at t = {:.4g} s: {}", row.failed_at_s, row.reason);
}

PageRow table_row(const CompareRow& row) {
  PageRow result;
  result.cells = {row.method, row.integrator};
  result.cells.push_back(row.step_s > 0.0 ? PageCell(row.step_s * 1e3) : PageCell("any"));
  if (!is_done(row)) {
    result.note = note(row);
    result.quiet = row.outcome == CompareRow::Outcome::refused;
    return result;
  }
  for (const double value :
       {row.position_error * 1e3, row.order, row.pressure_error * 1e2, row.us_per_step,
        row.real_time_factor, row.newton_mean, static_cast<double>(row.newton_max),
        row.energy_residual, row.gap * 1e3, row.rate_gap * 1e3, row.acceleration_gap * 1e3,
        static_cast<double>(row.unknowns)})
    result.cells.emplace_back(value);
  return result;
}

PageTable table(const Comparison& c) {
  PageTable result;
  result.columns = {
      {"method"},
      {"integrator"},
      {"step", "ms", "", 3},
      {"error", "mm", "largest over all " + c.measure + ", against the reference"},
      {"order", "", "of the error, against the row with the next longer step", 2},
      {"pressure error", "%", "rms over all pressures, each relative to its range", 2},
      {"a step", "µs", "CPU time of stepping alone, least of all repeats"},
      {"real time", "×", "simulated time over CPU time"},
      {"Newton", "mean", "iterations of one implicit solve, on average"},
      {"Newton", "most", "iterations of one implicit solve, at most", 1},
      {"energy residual", "J", "largest"},
      {"violation", "mm", "of the constraints, largest after any step"},
      {"of rates", "mm/s", "violation of the velocity constraints, largest after any step"},
      {"of accel.", "mm/s²", "violation of the acceleration constraints, largest"},
      {"unknowns", "", "of one implicit solve", 1}};
  for (const CompareRow& row : c.rows) result.rows.push_back(table_row(row));
  result.grouped = 2;
  // A column that nobody measured says nothing.
  for (std::size_t k = result.columns.size(); k-- > 3;) {
    const auto says_nothing = [&](const PageRow& row) {
      const double* value = row.cells.size() > k ? std::get_if<double>(&row.cells[k]) : nullptr;
      return value == nullptr || std::isnan(*value);
    };
    if (!std::all_of(result.rows.begin(), result.rows.end(), says_nothing)) continue;
    result.columns.erase(result.columns.begin() + static_cast<std::ptrdiff_t>(k));
    for (PageRow& row : result.rows)
      if (row.cells.size() > k) row.cells.erase(row.cells.begin() + static_cast<std::ptrdiff_t>(k));
  }
  return result;
}

// The fitted order of each pair.
PageTable orders(const Comparison& c) {
  PageTable result{.title = "Observed order",
                   .text = "Slope of the error over the step, fitted to all steps of a pair.",
                   .columns = {{"method"}, {"integrator"}, {"order", "", "", 3}},
                   .rows = {},
                   .grouped = 1};
  std::vector<std::string> seen;
  for (const CompareRow& row : c.rows) {
    const std::size_t known = seen.size();
    place(seen, row.method + " " + row.integrator);
    const double order = observed_order(c, row.method, row.integrator);
    if (seen.size() == known || std::isnan(order)) continue;
    result.rows.push_back({{row.method, row.integrator, order}});
  }
  return result;
}

// Adds its fitted order to each curve of errors over steps.
void name_slopes(const Comparison& c, PagePlot& errors) {
  const Names names(c);
  for (const CompareRow& row : c.rows) {
    const auto curve =
        std::find_if(errors.series.begin(), errors.series.end(),
                     [&](const PageSeries& s) { return s.name == names.curve(row); });
    const double order = observed_order(c, row.method, row.integrator);
    if (curve != errors.series.end() && !std::isnan(order))
      curve->name += fmt::format(", slope {:.2f}", order);
  }
}

std::vector<PagePlot> plots(const Comparison& c) {
  const auto step = [](const CompareRow& row) { return row.step_s * 1e3; };
  const auto scaled = [](double CompareRow::*field, double factor) {
    return [field, factor](const CompareRow& row) { return row.*field * factor; };
  };
  const PageAxis price{"CPU time per simulated second", "µs", true}, h{"step", "ms", true};
  const PageAxis error{"error", "mm", true};
  const Value error_of = scaled(&CompareRow::position_error, 1e3);
  std::vector<PagePlot> all = {
      plot(c, "Work and precision", price, cost, error, error_of),
      plot(c, "Error over step", h, step, error, error_of),
      plot(c, "Pressure error over step", h, step, {"pressure error", "%", true},
           scaled(&CompareRow::pressure_error, 1e2)),
      plot(c, "Energy residual over step", h, step, {"largest residual", "J", true},
           scaled(&CompareRow::energy_residual, 1.0)),
      plot(c, "Constraint violation", h, step, {"largest gap", "mm", true},
           scaled(&CompareRow::gap, 1e3)),
      plot(c, "Constraint violation: rates", h, step, {"largest rate", "mm/s", true},
           scaled(&CompareRow::rate_gap, 1e3)),
      plot(c, "Constraint violation: accelerations", h, step, {"largest", "mm/s²", true},
           scaled(&CompareRow::acceleration_gap, 1e3)),
      plot(c, "Newton iterations", {"step", "ms", true}, step, {"mean per solve"},
           scaled(&CompareRow::newton_mean, 1.0))};
  name_slopes(c, all[1]);
  all[0].text = "Lower left is better: less error for less time.";
  std::erase_if(all, [](const PagePlot& p) { return p.series.empty(); });
  return all;
}

std::vector<PageFact> facts(const Comparison& c) {
  return {{"Model", c.model},
          {"Model hash", c.hash},
          {"Simulated", fmt::format("{:g} s", c.until_s)},
          {"Reference",
           c.reference.problem.empty()
               ? fmt::format("{}, took {:.2g} s; errors are taken every {:g} ms",
                             c.reference.integrator, c.reference.wall_s, c.reference.grid_s * 1e3)
               : "none: " + c.reference.problem},
          {"Error", "largest over all " + c.measure},
          {"Times", fmt::format("CPU time of stepping alone, least of {} runs", c.repeats)},
          {"Program", "bramah " + c.version}};
}

std::string lead(const Comparison& c) {
  const auto done = std::count_if(c.rows.begin(), c.rows.end(), is_done);
  const auto failed = std::count_if(c.rows.begin(), c.rows.end(), [](const CompareRow& row) {
    return row.outcome == CompareRow::Outcome::failed;
  });
  std::string text = fmt::format("{:g} s simulated {} ways; errors against the {} reference in {}.",
                                 c.until_s, done, c.reference.integrator, c.measure);
  if (failed > 0) text += fmt::format(" {} more failed.", failed);
  return text;
}

}  // namespace

void write_comparison_page(const std::string& path, const Comparison& comparison) {
  Page page{.kind = "Bramah comparison", .title = comparison.model, .lead = lead(comparison)};
  if (!comparison.reference.problem.empty())
    page.alarm = "There is no reference, so no errors: " + comparison.reference.problem;
  PageSection curves_section{.title = "Curves"}, table_section{.title = "All runs"}, order_section;
  curves_section.plots = plots(comparison);
  table_section.tables = {table(comparison)};
  order_section.tables = {orders(comparison)};
  page.sections = {curves_section, table_section};
  if (!order_section.tables[0].rows.empty()) page.sections.push_back(order_section);
  page.facts = facts(comparison);
  write_page(path, page);
}

}  // namespace bramah
