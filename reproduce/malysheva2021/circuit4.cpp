// malysheva2021: a pressure-compensated proportional valve with its cylinder (circuit 4).
// Tables 4.1 and 4.2, Figs. 4.6 and 4.7, and the compiled times of Sec. 4.4.3.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "reproduce/figures.h"
#include "reproduce/malysheva2021/malysheva2021.h"

namespace bramah::papers::malysheva {
namespace {

constexpr const char* kModel = "circuit4";
constexpr double kUntil = 10.0;             // [s]
constexpr double kReferenceStep = 1e-5;     // [s]
constexpr double kBar = 1e-5;               // per Pa
constexpr double kReferenceTime = 200.350;  // [s] Table 4.2
const std::vector<std::string> kChannels{"V3.p", "cylinder.length"};
constexpr std::size_t kP3 = 0, kX = 1;

struct Printed {                   // Table 4.1
  double criterion, time_s, rmse;  // [Pa], [s], [1e-4 m]
  const char* rmse_text;
};
constexpr Printed kTable[] = {{10, 115.593, 4.2950, "4.2950"}, {20, 101.847, 4.3251, "4.3251"},
                              {50, 63.766, 4.3554, "4.3554"},  {70, 46.558, 4.3720, "4.3720"},
                              {100, 27.546, 4.3939, "4.3939"}, {200, 25.222, 4.4529, "4.4529"},
                              {300, 24.307, 4.5051, "4.5051"}, {400, 23.609, 4.5480, "4.5480"},
                              {500, 22.815, 4.5897, "4.5897"}, {600, 22.638, 4.6339, "4.6339"},
                              {700, 21.829, 4.6704, "4.6704"}, {800, 22.084, 4.7151, "4.7151"},
                              {900, 22.400, 4.7496, "4.7496"}, {1000, 21.043, 4.7881, "4.7881"}};
constexpr std::size_t kRows = std::size(kTable);

PaperCase loop(const std::string& name, double high, double low) {
  return with_loop(name, kModel, "V3", {"advpds", "rk4", 1e-4, high, low});
}

// The reference, 14 single criteria, the adaptive one, and two rules that do not mind stiffness.
enum Place : std::size_t { kReference = 0, kFirst = 1, kAdaptive = kFirst + kRows, kSdirk, kRosen };

std::vector<PaperCase> cases() {
  std::vector<PaperCase> all{plain("RK4, 10 µs", kModel, "rk4", kReferenceStep)};
  for (const Printed& row : kTable)
    all.push_back(loop(fmt::format("AdvPDS {:g}", row.criterion), row.criterion, row.criterion));
  all.push_back(loop("AdvPDS 300/20", 300, 20));
  all.push_back(plain("sdirk2, 1 ms", kModel, "sdirk2", 1e-3));
  all.push_back(plain("rosenbrock, 1e-4", kModel, "rosenbrock", kMainStep));
  return all;
}

struct Study {
  Trace exact;
  std::vector<Trace> runs;  // as cases()
  std::vector<double> cpu_s;
};

Study study(Workbench& bench) {
  const std::vector<PaperCase> all = cases();
  Study s;
  s.exact = trace(bench, plain("exact", kModel, "sundials", kMainStep), kChannels);
  for (const PaperCase& which : all) s.runs.push_back(trace(bench, which, kChannels));
  for (const CaseCost& cost : bench.costs(all, std::min(2, bench.repeats())))
    s.cpu_s.push_back(cost.cpu_s);
  return s;
}

PaperTable criteria(const Study& s) {
  PaperTable table;
  table.name = "table_4_1";
  table.title = "Table 4.1: circuit 4, AdvPDS with a single criterion";
  table.text =
      "RK4 inside, both steps 0.1 ms, 10 s. Time over that of RK4 at 10 µs (200.35 s in the "
      "thesis, Table 4.2); RMSE of x_p against that run and against an exact solution.";
  table.runs = {"ours", "ours, against exact"};
  for (std::size_t k = 0; k < kRows; ++k)
    table.rows.push_back({fmt::format("{:g} Pa: time over the reference's", kTable[k].criterion),
                          "",
                          "Table 4.1",
                          {kTable[k].time_s / kReferenceTime,
                           fmt::format("{:.3f}", kTable[k].time_s / kReferenceTime)},
                          {s.cpu_s[kFirst + k] / s.cpu_s[kReference], {}}});
  for (std::size_t k = 0; k < kRows; ++k)
    table.rows.push_back({fmt::format("{:g} Pa: RMSE x_p", kTable[k].criterion),
                          "1e-4 m",
                          "Table 4.1",
                          {kTable[k].rmse, kTable[k].rmse_text},
                          {1e4 * rmse(s.runs[kFirst + k], s.runs[kReference], kX),
                           1e4 * rmse(s.runs[kFirst + k], s.exact, kX)}});
  const double tight = rmse(s.runs[kFirst], s.exact, kX),
               loose = rmse(s.runs[kFirst + kRows - 1], s.exact, kX);
  table.remarks = {
      fmt::format(
          "From 10 to 1000 Pa the error grows by {:.3g} here and by 1.11 in the thesis, the "
          "time falls by {:.3g} here and by 5.49 there.",
          loose / tight, s.cpu_s[kFirst] / s.cpu_s[kFirst + kRows - 1]),
      fmt::format("RK4 at 10 µs is {:.3g} m (rms) from the exact solution.",
                  rmse(s.runs[kReference], s.exact, kX)),
      "Start and square wave were chosen here; the thesis prints neither."};
  return table;
}

PaperTable adaptive(const Study& s) {
  PaperTable table;
  table.name = "table_4_2_circuit_4";
  table.title = "Table 4.2: circuit 4, AdvPDS with criteria 300/20 Pa";
  table.text =
      "Compiled C in the thesis: 219 ms with RK4 at 10 µs, 47 ms with AdvPDS (Sec. 4.4.3).";
  table.runs = {"AdvPDS 300/20", "sdirk2, 1 ms", "rosenbrock, 1e-4"};
  const std::size_t columns[] = {kAdaptive, kSdirk, kRosen};
  PaperRow time{"times faster than RK4 at 10 µs", "", "Sec. 4.4.3", {219.0 / 47.0, "4.7"}, {}};
  PaperRow matlab{"the same in Matlab", "", "Table 4.2", {200.350 / 27.572, "7.27"}, {}};
  PaperRow p3{"RMSE p3 against RK4 at 10 µs", "Pa", "Table 4.2", {1.89e5, "1.89e5"}, {}};
  PaperRow x{"RMSE x_p against RK4 at 10 µs", "m", "Table 4.2", {4.24e-4, "4.24e-4"}, {}};
  PaperRow p3_exact{"RMSE p3 against exact", "Pa", "", {}, {}};
  PaperRow x_exact{"RMSE x_p against exact", "m", "", {}, {}};
  for (const std::size_t k : columns) {
    time.ours.emplace_back(s.cpu_s[kReference] / s.cpu_s[k]);
    matlab.ours.emplace_back();
    p3.ours.emplace_back(rmse(s.runs[k], s.runs[kReference], kP3));
    x.ours.emplace_back(rmse(s.runs[k], s.runs[kReference], kX));
    p3_exact.ours.emplace_back(rmse(s.runs[k], s.exact, kP3));
    x_exact.ours.emplace_back(rmse(s.runs[k], s.exact, kX));
  }
  table.rows = {time, matlab, p3, x, p3_exact, x_exact};
  table.remarks = {"The thesis gives 1.12e5 Pa for p3 in its text and 1.89e5 Pa in its table."};
  return table;
}

PagePlot criterion_plot(const Study& s) {
  PageSeries paper{.name = "thesis", .x = {}, .y = {}}, ours{.name = "ours", .x = {}, .y = {}};
  for (std::size_t k = 0; k < kRows; ++k) {
    paper.x.push_back(kTable[k].time_s / kReferenceTime);
    paper.y.push_back(kTable[k].rmse);
    ours.x.push_back(s.cpu_s[kFirst + k] / s.cpu_s[kReference]);
    ours.y.push_back(1e4 * rmse(s.runs[kFirst + k], s.runs[kReference], kX));
  }
  return {.title = "Fig. 4.6: time and error with a single criterion",
          .x = {"time over the reference's"},
          .y = {"RMSE x_p", "1e-4 m"},
          .series = {paper, ours}};
}

}  // namespace

void add_circuit4(Workbench& bench, PaperDraft& draft) {
  const Study s = study(bench);
  draft.parts.push_back({.title = "Circuit 4: a single criterion",
                         .table = criteria(s),
                         .plots = {criterion_plot(s)}});
  const Trace& run = s.runs[kAdaptive];
  const auto pair = [&](const char* title, const PageAxis& y, std::size_t channel, double per_si,
                        double from, double to) {
    return time_plot(title, y,
                     {curve(s.exact, channel, per_si, "exact", from, to),
                      curve(s.runs[kReference], channel, per_si, "RK4, 10 µs", from, to),
                      curve(run, channel, per_si, "AdvPDS 300/20", from, to)});
  };
  draft.parts.push_back(
      {.title = "Circuit 4: adaptive criterion",
       .table = adaptive(s),
       .plots = {pair("Fig. 4.7: p3", {"p3", "bar"}, kP3, kBar, 0, kUntil),
                 pair("Fig. 4.7: p3, enlarged", {"p3", "bar"}, kP3, kBar, 1.45, 1.65),
                 pair("Fig. 4.7: piston", {"x_p", "m"}, kX, 1.0, 0, kUntil)}});
  draft.curves.push_back(
      curves_of("curves_circuit4",
                {"exact p3 [Pa]", "exact x_p [m]", "RK4 p3 [Pa]", "RK4 x_p [m]", "AdvPDS p3 [Pa]",
                 "AdvPDS x_p [m]"},
                {&s.exact, &s.exact, &s.runs[kReference], &s.runs[kReference], &run, &run},
                {kP3, kX, kP3, kX, kP3, kX}));
}

}  // namespace bramah::papers::malysheva
