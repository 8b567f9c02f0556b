// malysheva2021: figures of circuit 2.
#include <algorithm>
#include <cmath>

#include "reproduce/figures.h"
#include "reproduce/malysheva2021/circuit2.h"

namespace bramah::papers::malysheva::circuit2 {
namespace {

constexpr double kHold = 0.5;  // [s] an input jumps

// The jump behind which the exact p1 changes most.
double liveliest_jump(const Trace& exact, double until) {
  double best = 0.0, most = -1.0;
  for (double jump = kHold; jump < until - kHold; jump += kHold) {
    double low = INFINITY, high = -INFINITY;
    for (std::size_t k = 0; k < exact.t.size(); ++k)
      if (exact.t[k] >= jump && exact.t[k] <= jump + 0.02)
        low = std::min(low, exact.values[kP1][k]), high = std::max(high, exact.values[kP1][k]);
    if (high - low > most) most = high - low, best = jump;
  }
  return best;
}

}  // namespace

std::vector<PagePlot> plots(const Study& s) {
  const double end = s.exact.t.back();
  const double jump = liveliest_jump(s.exact, std::min(end, kStretch));
  const double from = jump - 0.005, to = jump + 0.035;
  const PageAxis bar{"p1", "bar"};
  std::vector<PageSeries> volumes{curve(s.exact, kP1, kBar, "exact", from, to)};
  for (const Trace& run : s.volumes)
    volumes.push_back(curve(run, kP1, kBar, run.which.name, from, to));
  std::vector<PageSeries> whole{curve(s.exact, kP1, kBar, "exact", 0, end)}, errors, detail;
  detail.push_back(curve(s.exact, kP1, kBar, "exact", from, to));
  for (const std::size_t k : {kAdvRk4, kAdvEuler, kAdvHeun, kRosen}) {
    const std::string& name = s.runs[k].which.name;
    whole.push_back(curve(s.runs[k], kP1, kBar, name, 0, end));
    detail.push_back(curve(s.runs[k], kP1, kBar, name, from, to));
    errors.push_back(error_curve(s.runs[k], s.exact, kP1, kBar, name, 0, end));
  }
  return {time_plot("Fig. 4.3: p1 with different pseudo volumes", bar, volumes),
          time_plot("Fig. 4.4: iterations of the inner loop", {"iterations", "", true},
                    {iteration_curve(s.single, "criterion 10", kIterationsTo),
                     iteration_curve(s.adaptive, "criterion 300/10", kIterationsTo)}),
          time_plot("Fig. 4.5: p1 with the adaptive criterion 300/10", bar,
                    {curve(s.exact, kP1, kBar, "exact", 0, end),
                     curve(s.adaptive, kP1, kBar, "AdvPDS 300/10", 0, end)}),
          time_plot("Fig. 4.8: p1, four approaches", bar, whole),
          time_plot("Fig. 4.8: enlarged", bar, detail),
          time_plot("Fig. 4.8: difference to the exact solution", {"difference", "bar"}, errors),
          time_plot("The classical solver", bar,
                    {curve(s.exact, kP1, kBar, "exact", 0, kPdsUntil),
                     curve(s.classical, kP1, kBar, "PDS", 0, kPdsUntil)})};
}

PagePlot work_precision(const Study& s) {
  PagePlot plot{.title = "Error and cost",
                .text =
                    "Lower left is better. The thesis: errors as Table 4.3 prints them, costs "
                    "those of our RK4 at 1 µs over the printed speed-ups.",
                .x = {"CPU per simulated second", "µs", true},
                .y = {"RMSE p1", "Pa", true},
                .series = {}};
  for (std::size_t k = 0; k < kCount; ++k)
    plot.series.push_back({.name = s.runs[k].which.name,
                           .x = {1e6 * s.per_second[k]},
                           .y = {rmse(s.runs[k], s.exact, kP1)}});
  for (std::size_t k = 0; k < std::size(kPrinted); ++k)
    plot.series.push_back({.name = "the thesis: " + s.runs[kAdvRk4 + k].which.name,
                           .x = {1e6 * s.per_second[kReference] / kPrinted[k].speed_up},
                           .y = {kPrinted[k].rmse},
                           .colour = static_cast<int>(kAdvRk4 + k),
                           .dash = 3});
  return plot;
}

}  // namespace bramah::papers::malysheva::circuit2
