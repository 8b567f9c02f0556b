// An experiment as a page: what its measures spread over, what they depend on, what failed.
//   grid          measures over the last axis of numbers, a curve for each combination of the others; two
//                 axes also as a table
//   other points  histograms, scatter over each axis, correlation, interaction of the two axes that count most
//   sensitivity   Sobol' indices besides
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "analysis/result_columns.h"
#include "analysis/sensitivity.h"
#include "bramah/page.h"
#include "report/results_page.h"
#include "report/study_curves.h"

namespace bramah {
namespace {

constexpr std::size_t kMostPoints = 2000, kMostCurves = 12, kMostRows = 500, kMostReasons = 12;

// What a measure is, where its name does not say it.
std::string what_of(const StudyMeasure& measure) {
  const std::string& what = measure.expression.empty() ? measure.text : measure.expression;
  return what == measure.name ? "" : what;
}

PageTable spread_table(const Results& results, const ResultColumns& columns) {
  PageTable table{
      .title = "Measures",
      .text = columns.part() + (columns.part().empty() ? "" : " ") +
              "Over all runs that have a value; 5 %, 50 %, 95 %: so many of the runs are below.",
      .columns = {{"measure"},
                  {"unit"},
                  {"runs", "", "", 9},
                  {"mean", "", "", 4},
                  {"deviation"},
                  {"least", "", "", 4},
                  {"5 %", "", "", 4},
                  {"50 %", "", "", 4},
                  {"95 %", "", "", 4},
                  {"most", "", "", 4},
                  {"what"}},
      .rows = {}};
  for (std::size_t k = 0; k < results.measures().size(); ++k) {
    const StudyMeasure& measure = results.measures()[k];
    const ShownUnit unit = shown_unit(measure);
    const Spread s = spread_of(columns.measures[k]);
    const auto shown = [&](double value) { return PageCell(value * unit.per_si); };
    table.rows.push_back({{measure.name, unit.unit, static_cast<double>(s.count), shown(s.mean),
                           shown(s.deviation), shown(s.least), shown(s.low), shown(s.median),
                           shown(s.high), shown(s.most), what_of(measure)}});
  }
  return table;
}

PageTable reason_table(const ResultColumns& columns) {
  PageTable table{.title = "What was not done",
                  .text = "Numbers in the reasons are left out: #.",
                  .columns = {{"runs", "", "", 9}, {"share", "%"}, {"reason"}},
                  .rows = {}};
  std::vector<std::pair<long long, std::string>> sorted;
  for (const auto& [reason, count] : columns.reasons) sorted.emplace_back(-count, reason);
  std::sort(sorted.begin(), sorted.end());
  for (const auto& [count, reason] : sorted)
    if (table.rows.size() < kMostReasons)
      table.rows.push_back(
          {{static_cast<double>(-count),
            -100.0 * static_cast<double>(count) / static_cast<double>(columns.count), reason}});
  return table;
}

PageAxis axis_of(const ExperimentAxis& axis) { return {axis.name, axis.unit, false}; }
PageAxis axis_of(const StudyMeasure& measure) {
  return {measure.name, shown_unit(measure).unit, false};
}

bool is_number(const ResultColumns& columns, std::size_t axis) {
  return std::ranges::any_of(columns.axes[axis], [](double x) { return std::isfinite(x); });
}

// ------------------------------------------------------------------------------------------- grid
// The last axis of numbers; -1: none.
int swept_axis(const Results& results) {
  for (std::size_t a = results.axes().size(); a-- > 0;)
    if (!results.axes()[a].words && results.axes()[a].levels != 1) return static_cast<int>(a);
  return -1;
}

std::vector<PagePlot> grid_plots(const Results& results, const ResultColumns& columns) {
  std::vector<PagePlot> plots;
  const int swept = swept_axis(results);
  if (swept < 0) return plots;
  for (std::size_t m = 0; m < results.measures().size(); ++m) {
    const ShownUnit unit = shown_unit(results.measures()[m]);
    PagePlot plot{.title = results.measures()[m].name,
                  .text = what_of(results.measures()[m]),
                  .x = axis_of(results.axes()[static_cast<std::size_t>(swept)]),
                  .y = axis_of(results.measures()[m]),
                  .series = {}};
    std::map<std::string, std::size_t> place;
    for (std::size_t k = 0; k < columns.runs.size(); ++k) {
      std::string curve;
      for (std::size_t a = 0; a < results.axes().size(); ++a)
        if (static_cast<int>(a) != swept)
          curve +=
              (curve.empty() ? "" : ", ") + results.axes()[a].name + " = " + columns.texts[a][k];
      const auto [found, added] = place.emplace(curve, plot.series.size());
      if (added)
        plot.series.push_back({.name = curve.empty() ? "all runs" : curve, .x = {}, .y = {}});
      plot.series[found->second].x.push_back(columns.axes[static_cast<std::size_t>(swept)][k]);
      plot.series[found->second].y.push_back(columns.measures[m][k] * unit.per_si);
    }
    if (plot.series.size() > kMostCurves) {
      plot.text += fmt::format(" The first {} of {} curves.", kMostCurves, plot.series.size());
      plot.series.resize(kMostCurves);
    }
    plots.push_back(std::move(plot));
  }
  return plots;
}

// What was solved for over the first measure: a chart as data sheets have it.
std::optional<PagePlot> found_plot(const Results& results, const ResultColumns& columns) {
  if (results.fact("find").empty() || results.measures().size() < 2) return std::nullopt;
  const StudyMeasure &y = results.measures()[0], &x = results.measures()[1];
  PageSeries series{.name = y.name, .x = columns.measures[1], .y = columns.measures[0]};
  for (double& value : series.x) value *= shown_unit(x).per_si;
  for (double& value : series.y) value *= shown_unit(y).per_si;
  return PagePlot{.title = y.name + " over " + x.name,
                  .text = results.fact("find"),
                  .x = axis_of(x),
                  .y = axis_of(y),
                  .series = {std::move(series)}};
}

// One measure over two axes.
PageTable map_table(const Results& results, const ResultColumns& columns, std::size_t m) {
  const StudyMeasure& measure = results.measures()[m];
  const ShownUnit unit = shown_unit(measure);
  PageTable table{.title = measure.name + (unit.unit.empty() ? "" : " [" + unit.unit + "]"),
                  .text = what_of(measure),
                  .columns = {{results.axes()[0].name + " \\ " + results.axes()[1].name}},
                  .rows = {}};
  std::map<std::string, std::size_t> rows, places;
  for (std::size_t k = 0; k < columns.runs.size(); ++k) {
    const std::string &down = columns.texts[0][k], &across = columns.texts[1][k];
    if (places.emplace(across, places.size()).second) table.columns.push_back({across, "", "", 4});
    if (rows.emplace(down, rows.size()).second) table.rows.push_back({{down}});
    std::vector<PageCell>& cells = table.rows[rows[down]].cells;
    cells.resize(std::max(cells.size(), places[across] + 2));
    if (!columns.notes[k].empty())
      cells[places[across] + 1] = columns.notes[k].substr(0, columns.notes[k].find(':'));
    else
      cells[places[across] + 1] = columns.measures[m][k] * unit.per_si;
  }
  return table;
}

// ----------------------------------------------------------------------------------- other points
PagePlot histogram_plot(const StudyMeasure& measure, const std::vector<double>& values) {
  const ShownUnit unit = shown_unit(measure);
  const Histogram histogram = histogram_of(values);
  PageSeries series{.name = "runs", .x = {}, .y = {}, .points = false};
  const auto go_to = [&](double x, double y) {
    series.x.push_back(x * unit.per_si), series.y.push_back(y);
  };
  const std::vector<double>& middles = histogram.middles;
  const double half = middles.size() > 1 ? 0.5 * (middles[1] - middles[0]) : 0.0;
  for (std::size_t k = 0; k < middles.size(); ++k) {
    if (k == 0) go_to(middles[k] - half, 0.0);
    go_to(middles[k] - half, histogram.counts[k]), go_to(middles[k] + half, histogram.counts[k]);
    if (k + 1 == middles.size()) go_to(middles[k] + half, 0.0);
  }
  return {.title = measure.name + ": how often",
          .text = "Runs in bins of equal width.",
          .x = axis_of(measure),
          .y = {"runs", "", false},
          .series = {std::move(series)}};
}

PagePlot scatter_plot(const Results& results, const ResultColumns& columns, std::size_t axis,
                      std::size_t m) {
  const ShownUnit unit = shown_unit(results.measures()[m]);
  PageSeries series{.name = "runs", .x = {}, .y = {}, .line = false};
  const std::size_t every = columns.runs.size() / kMostPoints + 1;
  for (std::size_t k = 0; k < columns.runs.size(); k += every) {
    series.x.push_back(columns.axes[axis][k]);
    series.y.push_back(columns.measures[m][k] * unit.per_si);
  }
  return {.title = fmt::format("{} over {}", results.measures()[m].name, results.axes()[axis].name),
          .text = every > 1 ? fmt::format("One run in {}.", every) : "",
          .x = axis_of(results.axes()[axis]),
          .y = axis_of(results.measures()[m]),
          .series = {std::move(series)}};
}

PageTable correlation_table(const Results& results, const ResultColumns& columns) {
  PageTable table{.title = "Correlation",
                  .text = "Of the values (Pearson), and in brackets of their ranks (Spearman).",
                  .columns = {{"measure"}},
                  .rows = {}};
  std::vector<std::size_t> numbers;
  for (std::size_t a = 0; a < results.axes().size(); ++a)
    if (is_number(columns, a))
      numbers.push_back(a), table.columns.push_back({results.axes()[a].name});
  for (std::size_t m = 0; m < results.measures().size(); ++m) {
    PageRow row{{results.measures()[m].name}};
    for (const std::size_t a : numbers) {
      const double plain = correlation(columns.axes[a], columns.measures[m]);
      row.cells.emplace_back(
          std::isnan(plain) ? std::string("-")
                            : fmt::format("{:.2f} ({:.2f})", plain,
                                          correlation(columns.axes[a], columns.measures[m], true)));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

// The mean over bins of one axis, for the lower, middle and upper third of another.
std::optional<PagePlot> interaction_plot(const Results& results, const ResultColumns& columns,
                                         std::size_t m) {
  std::vector<std::pair<double, std::size_t>> strength;
  for (std::size_t a = 0; a < results.axes().size(); ++a)
    if (is_number(columns, a)) {
      const double r = correlation(columns.axes[a], columns.measures[m], true);
      strength.emplace_back(std::isnan(r) ? 0.0 : -std::abs(r), a);
    }
  if (strength.size() < 2 || columns.runs.size() < 30) return std::nullopt;
  std::stable_sort(strength.begin(), strength.end());
  const std::size_t a = strength[0].second, b = strength[1].second;
  const ShownUnit unit = shown_unit(results.measures()[m]);
  const Spread over = spread_of(columns.axes[a]);
  std::vector<double> sorted = columns.axes[b];
  std::sort(sorted.begin(), sorted.end());
  const double third[2] = {sorted[sorted.size() / 3], sorted[2 * sorted.size() / 3]};
  constexpr std::size_t kBins = 6;
  constexpr const char* kNames[] = {"lower third of ", "middle third of ", "upper third of "};
  PagePlot plot{
      .title = fmt::format("{}: {} and {}", results.measures()[m].name, results.axes()[a].name,
                           results.axes()[b].name),
      .text = "Means of the runs in each bin. Curves that are not parallel: the axes act together.",
      .x = axis_of(results.axes()[a]),
      .y = axis_of(results.measures()[m]),
      .series = {}};
  double sums[3][kBins] = {}, counts[3][kBins] = {};
  for (std::size_t k = 0; k < columns.runs.size(); ++k) {
    const double x = columns.axes[a][k], y = columns.measures[m][k], z = columns.axes[b][k];
    if (!std::isfinite(y)) continue;
    const auto bin = static_cast<std::size_t>(
        std::clamp((x - over.least) / (over.most - over.least) * kBins, 0.0, kBins - 1.0));
    const std::size_t which = z < third[0] ? 0 : z < third[1] ? 1 : 2;
    sums[which][bin] += y, counts[which][bin] += 1.0;
  }
  for (std::size_t which = 0; which < 3; ++which) {
    PageSeries series{.name = kNames[which] + results.axes()[b].name, .x = {}, .y = {}};
    for (std::size_t bin = 0; bin < kBins; ++bin) {
      if (counts[which][bin] == 0.0) continue;
      series.x.push_back(over.least +
                         (static_cast<double>(bin) + 0.5) * (over.most - over.least) / kBins);
      series.y.push_back(sums[which][bin] / counts[which][bin] * unit.per_si);
    }
    plot.series.push_back(std::move(series));
  }
  return plot;
}

PageTable index_table(const Results& results, const ResultColumns& columns, std::size_t m) {
  const Sensitivity found = sensitivity_of(results, columns, m);
  PageTable table{
      .title = "Sobol' indices of " + results.measures()[m].name,
      .text = fmt::format(
          "Shares of the variance: of the axis alone, and with all that it takes part in; from and "
          "to: "
          "95 % of bootstrap resamples. From {} points{}.",
          found.blocks,
          found.left_out > 0
              ? fmt::format("; {} with a run without a value are left out", found.left_out)
              : ""),
      .columns = {{"axis"}, {"first order"}, {"from"}, {"to"}, {"total"}, {"from"}, {"to"}},
      .rows = {}};
  for (std::size_t a = 0; a < found.first.size(); ++a) {
    const SobolIndex &first = found.first[a], &total = found.total[a];
    table.rows.push_back({{results.axes()[a].name, first.value, first.low, first.high, total.value,
                           total.low, total.high}});
  }
  return table;
}

// ------------------------------------------------------------------------------------------- rows
PageTable run_table(const Results& results, const ResultColumns& columns) {
  PageTable table{.title = "", .text = "", .columns = {{"run", "", "", 9}}, .rows = {}};
  if (columns.runs.size() > kMostRows)
    table.text =
        fmt::format("The first {} of {}; all of them: bramah study --show FOLDER -o rows.csv",
                    kMostRows, columns.runs.size());
  for (const ExperimentAxis& axis : results.axes())
    table.columns.push_back({axis.name, axis.unit, "", 6});
  for (const StudyMeasure& measure : results.measures())
    table.columns.push_back({measure.name, shown_unit(measure).unit, measure.text, 4});
  for (std::size_t k = 0; k < std::min(kMostRows, columns.runs.size()); ++k) {
    PageRow row{{static_cast<double>(columns.runs[k])}, columns.notes[k], false};
    for (std::size_t a = 0; a < results.axes().size(); ++a)
      row.cells.push_back(results.axes()[a].words ? PageCell(columns.texts[a][k])
                                                  : PageCell(columns.axes[a][k]));
    if (row.note.empty())
      for (std::size_t m = 0; m < results.measures().size(); ++m)
        row.cells.emplace_back(columns.measures[m][k] * shown_unit(results.measures()[m]).per_si);
    table.rows.push_back(std::move(row));
  }
  return table;
}

PageSection point_section(const Results& results, const ResultColumns& columns) {
  PageSection section{.title = "What the measures depend on"};
  section.tables.push_back(correlation_table(results, columns));
  for (std::size_t m = 0; m < results.measures().size(); ++m) {
    if (const auto plot = interaction_plot(results, columns, m)) section.plots.push_back(*plot);
    for (std::size_t a = 0; a < results.axes().size(); ++a)
      if (is_number(columns, a)) section.plots.push_back(scatter_plot(results, columns, a, m));
  }
  return section;
}

}  // namespace

Sensitivity sensitivity_of(const Results& results, const ResultColumns& columns, std::size_t m) {
  const long long past = columns.runs.empty() ? 0 : columns.runs.back() + 1;
  std::vector<double> values(static_cast<std::size_t>(past), NAN);
  for (std::size_t k = 0; k < columns.runs.size(); ++k)
    values[static_cast<std::size_t>(columns.runs[k])] = columns.measures[m][k];
  return sobol_indices(values, static_cast<int>(results.axes().size()));
}

void write_results_page(const std::string& path, const Results& results,
                        const std::vector<StudyTakeOff>& take_offs, double growth) {
  const ResultColumns columns = columns_of(results);
  const long long count = columns.count;
  const std::string design = results.fact("design"), model = results.fact("model");
  const bool grid = design == "grid";
  Page page{
      .kind = "Bramah study",
      .title = model == "none" ? "A formula" : model,
      .lead = fmt::format(
          "{} runs over {}, a {} design{}.", count,
          results.axes().size() == 1 ? "one axis" : fmt::format("{} axes", results.axes().size()),
          design, grid ? "" : fmt::format(" with seed {}", results.fact("seed")))};
  if (count < results.runs())
    page.alarm = fmt::format("Incomplete: {} of {} runs. ", count, results.runs());
  PageSection spread{.title = "Outcome"};
  spread.figures = {
      {"Runs", fmt::format("{}", count), fmt::format("of {}", results.runs())},
      {"Not done", fmt::format("{}", columns.failed),
       fmt::format("{:.3g} %", count > 0 ? 100.0 * double(columns.failed) / double(count) : 0.0)}};
  spread.tables.push_back(spread_table(results, columns));
  if (columns.failed > 0) spread.tables.push_back(reason_table(columns));
  PageSection maps{.title = "Over " +
                            (results.axes().empty() ? std::string() : results.axes().back().name)};
  if (grid) {
    if (results.axes().size() == 2)
      for (std::size_t m = 0; m < results.measures().size(); ++m)
        maps.tables.push_back(map_table(results, columns, m));
    maps.plots = grid_plots(results, columns);
    if (const auto plot = found_plot(results, columns))
      maps.plots.insert(maps.plots.begin(), *plot);
    page.sections = {maps, spread};
    if (!take_offs.empty())
      page.sections.insert(page.sections.begin() + 1,
                           PageSection{.tables = {take_off_table(take_offs, growth)}});
  } else {
    for (std::size_t m = 0; m < results.measures().size(); ++m)
      spread.plots.push_back(histogram_plot(results.measures()[m], columns.measures[m]));
    page.sections = {spread};
    PageSection indices{.title = "Who decides"};
    for (std::size_t m = 0; design == "sensitivity" && m < results.measures().size(); ++m)
      indices.tables.push_back(index_table(results, columns, m));
    if (!indices.tables.empty()) page.sections.push_back(indices);
    page.sections.push_back(point_section(results, columns));
  }
  PageSection rows{.title = "Runs"};
  rows.tables = {run_table(results, columns)};
  page.sections.push_back(rows);
  page.facts = {{"Model", model},
                {"Model hash", results.fact("hash")},
                {"Task", results.fact("task")},
                {"Design", design + ", seed " + results.fact("seed")},
                {"Program", results.fact("program")}};
  write_page(path, page);
}

}  // namespace bramah
