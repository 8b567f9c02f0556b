// A training as a page: errors over epochs [Malysheva2021, Fig. 3.5], the ranking of the starts
// [Table 3.2], and the best network on a signal it has not seen.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bramah/page.h"
#include "bramah/run.h"
#include "bramah/surrogate.h"
#include "report/shown_number.h"
#include "report/study_curves.h"

namespace bramah {
namespace {

// Zero stands for what is not known yet.
double known(double effective) { return effective > 0.0 ? effective : NAN; }

PagePlot error_plot(const TrainedStart& start) {
  PagePlot plot{.title = "Error over epochs",
                .text =
                    "Of the best start: one step ahead first, then over longer and longer runs on "
                    "its own outputs, "
                    "where errors add up.",
                .x = {"epoch"},
                .y = {"mean square error, scaled", "", true},
                .series = {}};
  PageSeries train{.name = "training", .x = {}, .y = {}, .points = false};
  PageSeries check{.name = "validation", .x = {}, .y = {}, .points = false};
  double epoch = 0.0;
  for (const TrainCurvePoint& p : start.curve) {
    epoch += 1.0;
    train.x.push_back(epoch), train.y.push_back(p.train);
    check.x.push_back(epoch), check.y.push_back(p.validate);
  }
  plot.series = {train, check};
  return plot;
}

PagePlot effective_plot(const Training& t) {
  PagePlot plot{
      .title = "Effective parameters",
      .text = fmt::format("Bayesian regularisation's gamma, of {} parameters.", t.parameters),
      .x = {"epoch"},
      .y = {"parameters"},
      .series = {}};
  for (const TrainedStart& start : t.starts) {
    PageSeries line{.name = fmt::format("seed {}", start.seed), .x = {}, .y = {}, .points = false};
    double epoch = 0.0;
    for (const TrainCurvePoint& p : start.curve)
      line.x.push_back(epoch += 1.0), line.y.push_back(known(p.effective));
    plot.series.push_back(line);
  }
  return plot;
}

PageCell error_cell(double value) {
  return std::isfinite(value) ? PageCell(value) : PageCell(std::string("ran away"));
}

PageTable ranking(const Training& t) {
  PageTable table{.title = "Ranking",
                  .text =
                      "Mean squares of outputs scaled to -1..1. Closed loop: the network runs on "
                      "its own outputs for "
                      "10 s of a fresh signal; worst: of all such signals.",
                  .columns = {{"rank"},
                              {"seed"},
                              {"training"},
                              {"validation"},
                              {"test"},
                              {"epochs"},
                              {"effective parameters", "", "", 4},
                              {"closed loop"},
                              {"closed loop, worst"},
                              {"test before tuning"},
                              {"closed loop before tuning"},
                              {"CPU time", "s"}},
                  .rows = {}};
  double rank = 0.0;
  for (const TrainedStart& s : t.starts)
    table.rows.push_back(
        {{rank += 1.0, static_cast<double>(s.seed), s.train, s.validate, s.test,
          static_cast<double>(s.epochs), known(s.effective), error_cell(s.closed_loop),
          error_cell(s.closed_worst), s.open_test, error_cell(s.open_closed_loop), s.cpu_s}});
  return table;
}

// "lift.length [m]" in the units that people read.
struct Shown {
  std::string name;
  ShownUnit unit;
};
Shown shown(const std::string& column) {
  const std::size_t at = column.rfind(" [");
  const std::string name = column.substr(0, at);
  return {name, shown_unit({name, column.substr(at + 2, column.size() - at - 3), ""})};
}

// Inputs alone, outputs with the network's beside them.
std::vector<PagePlot> fresh_plots(const Training& t) {
  std::vector<PagePlot> plots;
  const std::size_t inputs = t.inputs.size();
  for (std::size_t k = 1; k < t.fresh.size();) {
    const Shown what = shown(t.fresh_columns[k]);
    const auto series = [&](std::size_t column, const std::string& name) {
      PageSeries line{.name = name, .x = t.fresh.front(), .y = t.fresh[column], .points = false};
      for (double& y : line.y) y *= what.unit.per_si;
      return line;
    };
    PagePlot plot{
        .title = what.name, .x = {"time", "s"}, .y = {what.name, what.unit.unit}, .series = {}};
    plot.series.push_back(series(k, k <= inputs ? what.name : "machine"));
    if (k > inputs) plot.series.push_back(series(k + 1, "network"));
    k += k <= inputs ? 1 : 2;
    plots.push_back(plot);
  }
  return plots;
}

}  // namespace

void write_training_page(const std::string& path, const Training& t) {
  const TrainedStart& best = t.starts.front();
  Page page{
      .kind = "Bramah training",
      .title = t.model,
      .lead = fmt::format("A network of {} parameters, fitted to {} of {} samples of {:g} ms.",
                          t.parameters, t.fitted, t.samples, 1e3 * t.sample_time_s)};
  PageSection training{.title = "Training"};
  training.figures = {
      {"one step ahead", shown_number(best.test, 3), "mean square on the test part"},
      {"closed loop", shown_number(best.closed_loop, 3), "mean square over a fresh signal"},
      {"effective", best.effective > 0.0 ? fmt::format("{:.0f}", best.effective) : "–",
       fmt::format("of {} parameters", t.parameters)},
      {"CPU time", fmt::format("{:.0f} s", best.cpu_s), "of this start, samples not counted"}};
  if (!(best.closed_loop < 1.0))  // outputs are scaled to -1..1
    page.alarm = fmt::format("The network runs away on its own outputs: a mean square of {}.",
                             shown_number(best.closed_loop, 3));
  training.plots = {error_plot(best)};
  const auto is_known = [](const TrainedStart& s) { return s.effective > 0.0; };
  if (std::ranges::any_of(t.starts, is_known)) training.plots.push_back(effective_plot(t));
  PageSection ranks{.title = "Starts"};
  ranks.tables = {ranking(t)};
  PageSection fresh{
      .title = "On a fresh signal",
      .text = {"The best network runs on its own outputs; it has seen nothing of this signal."}};
  fresh.plots = fresh_plots(t);
  page.sections = {training, ranks, fresh};
  std::string layers;
  for (const int size : t.layers) layers += (layers.empty() ? "" : "-") + fmt::to_string(size);
  page.facts = {{"machine", t.model + ", " + t.hash},
                {"layers", layers},
                {"program", std::string("bramah ") + version()}};
  write_page(path, page);
}

}  // namespace bramah
