// malysheva2021: the crane in its plane, lifted with 5 V on two valves for 5 s. Figs. 2.11
// and 2.12: path of the tip and cost of the recursive formulation (INEF) against a general one.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "reproduce/figures.h"
#include "reproduce/malysheva2021/malysheva2021.h"

namespace bramah::papers::malysheva {
namespace {

constexpr const char* kModel = "patu655_planar";
constexpr double kRow = 0.01;        // [s] between rows: a multiple of every step
constexpr double kThesisGap = 50.0;  // [mm] "differ less than 5 cm"
constexpr double kThesisTime = 0.5;  // "less than half of the real-time period"
const std::vector<std::string> kTip{"extension.tip.x", "extension.tip.y"};
constexpr std::size_t kX = 0, kY = 1;

struct Choice {
  const char *method, *integrator;
  double step;  // [s]
};
// The thesis: Euler and RK4 at 0.1 ms. Its general formulation is a commercial program's.
constexpr Choice kChoices[] = {
    {"inef", "euler", 1e-4},
    {"inef", "rk4", 1e-4},
    {"double_step", "euler", 1e-4},
    {"double_step", "rk4", 1e-4},
    {"ali1", "euler", 1e-4},
    {"ali1", "rk4", 1e-4},
    {"inef", "sdirk2", 1e-3},
    {"semirecursive", "sdirk2", 1e-3},
    {"double_step", "sdirk2", 1e-3},
    {"ali3p", "sdirk2", 1e-3},
    {"semirecursive", "trapezoidal", 1e-3},
    {"inef", "sdirk2", 5e-3},
    {"semirecursive", "sdirk2", 5e-3},
    {"semirecursive", "sdirk2", 1e-2},
};
constexpr std::size_t kChoicesCount = std::size(kChoices);
constexpr std::size_t kInefEuler = 0, kInefRk4 = 1, kGeneralEuler = 2, kGeneralRk4 = 3,
                      kInefSdirk = 6, kSemirecursiveSdirk = 7;
static_assert(kCraneRuns == 2 * kChoicesCount + 1);

PaperCase crane(const std::string& name, const char* method, const char* integrator, double step) {
  PaperCase result = plain(name, kModel, integrator, step);
  result.load.method = method;
  result.every = kRow;
  return result;
}

std::vector<PaperCase> cases() {
  std::vector<PaperCase> all;
  for (const Choice& c : kChoices)
    all.push_back(crane(fmt::format("{}, {}, {:g} ms", c.method, c.integrator, 1e3 * c.step),
                        c.method, c.integrator, c.step));
  return all;
}

struct Study {
  Trace exact;
  std::vector<Trace> runs;
  std::vector<double> per_second;  // CPU time per simulated second
};

// Largest distance of two tips at the instants both have [mm].
double farthest(const Trace& run, const Trace& exact) {
  if (!run.finished || !exact.finished) return std::numeric_limits<double>::quiet_NaN();
  const std::size_t rows = std::min(run.t.size(), exact.t.size());
  double largest = 0.0;
  for (std::size_t k = 0; k < rows; ++k)
    largest = std::max(largest, std::hypot(run.values[kX][k] - exact.values[kX][k],
                                           run.values[kY][k] - exact.values[kY][k]));
  return 1e3 * largest;
}

Study study(Workbench& bench) {
  const std::vector<PaperCase> all = cases();
  Study s;
  s.exact = trace(bench, crane("exact", "semirecursive", "sundials", 1e-3), kTip);
  for (const PaperCase& which : all) s.runs.push_back(trace(bench, which, kTip));
  const double seconds = s.exact.t.empty() ? 1.0 : s.exact.t.back();
  for (const CaseCost& cost : bench.costs(all, std::min(3, bench.repeats())))
    s.per_second.push_back(cost.cpu_s / seconds);
  return s;
}

PaperTable table_of(const Study& s) {
  PaperTable table;
  table.name = "fig_2_12";
  table.title = "Figs. 2.11, 2.12: cost and path of the tip";
  table.text =
      "Lift and jib valves at 5 V from rest, 5 s. CPU time of one core per simulated second, and "
      "the "
      "largest distance of the tip from an exact solution. The thesis prints curves and bars, no "
      "numbers; its text says that INEF needs less than half of real time (2.26 GHz Core 2 Duo, "
      "C), "
      "and that the tips of its models stay within 5 cm of each other.";
  table.runs = {"ours"};
  const auto time_of = [&](std::size_t k) {
    const bool inef = k == kInefEuler || k == kInefRk4;
    return PaperRow{s.runs[k].which.name + ": time per second",
                    "s",
                    inef ? "Fig. 2.12" : "",
                    inef ? PaperValue{kThesisTime, "< 0.5"} : PaperValue{},
                    {s.per_second[k]}};
  };
  for (std::size_t k = 0; k < kChoicesCount; ++k) table.rows.push_back(time_of(k));
  for (std::size_t k = 0; k < kChoicesCount; ++k)
    table.rows.push_back(
        {s.runs[k].which.name + ": tip", "mm", "", {}, {farthest(s.runs[k], s.exact)}});
  table.rows.push_back({"INEF from the general formulation, RK4: tip",
                        "mm",
                        "Fig. 2.11",
                        {kThesisGap, "< 50"},
                        {farthest(s.runs[kInefRk4], s.runs[kGeneralRk4])}});
  table.remarks = {
      fmt::format("At the same rule and step INEF costs {:.2f} (Euler) and {:.2f} (RK4) of "
                  "double_step: two formulations of the same equations, both compiled here.",
                  s.per_second[kInefEuler] / s.per_second[kGeneralEuler],
                  s.per_second[kInefRk4] / s.per_second[kGeneralRk4]),
      fmt::format("An implicit rule at 1 ms is {:.1f} times (INEF) and {:.1f} times "
                  "(semirecursive) cheaper than INEF with RK4 at 0.1 ms, {:.2g} mm from exact.",
                  s.per_second[kInefRk4] / s.per_second[kInefSdirk],
                  s.per_second[kInefRk4] / s.per_second[kSemirecursiveSdirk],
                  farthest(s.runs[kSemirecursiveSdirk], s.exact)),
      "Dimensions, masses and oil are ours: the thesis prints none (docs/patu655.md)."};
  return table;
}

PagePlot cost_plot(const Study& s) {
  PagePlot plot{.title = "Fig. 2.12: cost, with the error beside it",
                .x = {"CPU time per simulated second", "s", true},
                .y = {"largest distance of the tip from exact", "mm", true},
                .series = {}};
  for (std::size_t k = 0; k < kChoicesCount; ++k)
    plot.series.push_back({.name = s.runs[k].which.name,
                           .x = {s.per_second[k]},
                           .y = {farthest(s.runs[k], s.exact)},
                           .line = false});
  return plot;
}

}  // namespace

void add_crane(Workbench& bench, PaperDraft& draft) {
  const Study s = study(bench);
  const double end = s.exact.t.empty() ? 0.0 : s.exact.t.back();
  const auto pair = [&](const char* title, const PageAxis& y, std::size_t channel) {
    return time_plot(
        title, y,
        {curve(s.exact, channel, 1.0, "exact", 0.0, end),
         curve(s.runs[kInefRk4], channel, 1.0, s.runs[kInefRk4].which.name, 0.0, end),
         curve(s.runs[kGeneralRk4], channel, 1.0, s.runs[kGeneralRk4].which.name, 0.0, end)});
  };
  std::vector<PageSeries> errors;
  for (const std::size_t k : {kInefEuler, kInefRk4, kInefSdirk, kSemirecursiveSdirk})
    errors.push_back(error_curve(s.runs[k], s.exact, kY, 1e3, s.runs[k].which.name, 0.0, end));
  draft.parts.push_back(
      {.title = "The mobile crane",
       .table = table_of(s),
       .plots = {pair("Fig. 2.11: tip, horizontal", {"x", "m"}, kX),
                 pair("Fig. 2.11: tip, vertical", {"y", "m"}, kY),
                 time_plot("Fig. 2.11: vertical deviation from exact", {"error", "mm"}, errors),
                 cost_plot(s)}});
  draft.curves.push_back(
      curves_of("curves_crane",
                {"exact x [m]", "exact y [m]", "inef rk4 x [m]", "inef rk4 y [m]",
                 "double_step rk4 x [m]", "double_step rk4 y [m]"},
                {&s.exact, &s.exact, &s.runs[kInefRk4], &s.runs[kInefRk4], &s.runs[kGeneralRk4],
                 &s.runs[kGeneralRk4]},
                {kX, kY, kX, kY, kX, kY}));
}

}  // namespace bramah::papers::malysheva
