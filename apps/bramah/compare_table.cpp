#include "compare_table.h"

#include <fmt/format.h>

#include <cmath>
#include <set>

namespace bramah::app {
namespace {

// A number in a column of this width; "-" for what was not measured.
std::string number(double value, int width, int digits = 3) {
  if (std::isnan(value)) return fmt::format("{:>{}}", "-", width);
  return fmt::format("{:>{}.{}g}", value, width, digits);
}

// `digits` behind the point.
std::string decimals(double value, int width, int digits) {
  if (std::isnan(value)) return fmt::format("{:>{}}", "-", width);
  return fmt::format("{:>{}.{}f}", value, width, digits);
}

std::string heading(bool accelerations) {
  return fmt::format("{:<14}{:<13}{:>6}{:>10}{:>7}{:>9}{:>9}{:>11}{:>9}{:>10}{:>10}{:>10}{}{:>9}\n",
                     "method", "integrator", "step", "error", "order", "press.", "µs/step",
                     "real time", "Newton", "energy", "gap", "rate",
                     accelerations ? "  accelera." : "", "unknowns") +
         fmt::format("{:<27}{:>6}{:>10}{:>7}{:>9}{:>9}{:>11}{:>9}{:>10}{:>10}{:>10}{}\n", "", "ms",
                     "mm", "", "%", "", "x", "mean/max", "J", "mm", "mm/s",
                     accelerations ? "     mm/s2" : "");
}

std::string row_text(const CompareRow& row, bool accelerations) {
  std::string text = fmt::format("{:<14}{:<13}", row.method, row.integrator);
  text += row.step_s > 0.0 ? fmt::format("{:>6g}", row.step_s * 1e3) : fmt::format("{:>6}", "any");
  if (row.outcome == CompareRow::Outcome::refused) return text + "  refused: " + row.reason + "\n";
  if (row.outcome == CompareRow::Outcome::failed)
    return text + fmt::format("  failed at t = {:.4g} s: {}\n", row.failed_at_s, row.reason);
  text += number(row.position_error * 1e3, 10) + decimals(row.order, 7, 2) +
          number(row.pressure_error * 1e2, 9, 2) + decimals(row.us_per_step, 9, 2) +
          decimals(row.real_time_factor, 11, 0) +
          fmt::format("{:>9}", fmt::format("{:.2f}/{}", row.newton_mean, row.newton_max)) +
          number(row.energy_residual, 10) + number(row.gap * 1e3, 10, 2) +
          number(row.rate_gap * 1e3, 10, 2);
  if (accelerations) text += number(row.acceleration_gap * 1e3, 11, 2);
  return text + fmt::format("{:>9}\n", row.unknowns);
}

// One line per method.
std::string orders_text(const Comparison& c) {
  std::string text, method;
  std::set<std::pair<std::string, std::string>> seen;
  for (const CompareRow& row : c.rows) {
    const double order = observed_order(c, row.method, row.integrator);
    if (std::isnan(order) || !seen.emplace(row.method, row.integrator).second) continue;
    text += method == row.method ? ", " : (text.empty() ? "  " : "\n  ") + row.method + " ";
    text += fmt::format("{} {:.2f}", row.integrator, order);
    method = row.method;
  }
  return text.empty() ? "" : "Observed order, fitted to all steps:\n" + text + "\n";
}

}  // namespace

std::string comparison_text(const Comparison& c) {
  bool accelerations = false;
  for (const CompareRow& row : c.rows)
    accelerations = accelerations || !std::isnan(row.acceleration_gap);
  std::string text = fmt::format("{}, {:g} s\n\n", c.model, c.until_s) + heading(accelerations);
  std::string method;
  for (const CompareRow& row : c.rows) {
    if (!method.empty() && method != row.method) text += "\n";
    method = row.method;
    text += row_text(row, accelerations);
  }
  text += "\n" + orders_text(c);
  if (c.reference.problem.empty())
    text += fmt::format(
        "Error: largest over all {}, against the {} reference every {:g} ms; pressures: rms, each "
        "relative to its range.\n",
        c.measure, c.reference.integrator, c.reference.grid_s * 1e3);
  return text + fmt::format("CPU time of stepping alone, least of {} run{}.", c.repeats,
                            c.repeats == 1 ? "" : "s");
}

}  // namespace bramah::app
