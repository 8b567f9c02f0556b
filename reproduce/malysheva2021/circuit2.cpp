// malysheva2021: the two-way flow control valve (circuit 2). Tables 4.2 and 4.3,
// Figs. 4.3-4.5, 4.8.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "reproduce/malysheva2021/circuit2.h"

namespace bramah::papers::malysheva {
namespace {

using namespace circuit2;

constexpr const char* kModel = "circuit2_random";
constexpr double kUntil = 40.5;   // [s] Sec. 4.5
constexpr double kTimed = 0.405;  // [s] of it that is timed: as many steps as the others
constexpr double kLow = 2.2e6;    // [Pa] Sec. 4.2: the low-pressure limit
constexpr double kVolumes[] = {0.5e-2, 1e-3, 0.5e-3, 1e-4, 0.5e-4};  // [m³] Sec. 4.4.1
const std::vector<std::string> kChannels{"V1.p", "V2.p"};

PaperCase rosenbrock(const char* name, const char* tolerance) {
  PaperCase result = plain(name, kModel, "rosenbrock", kMainStep);
  result.load.set.push_back(fmt::format("solver.relative_tolerance={}", tolerance));
  return result;
}

PaperCase quasi_steady(PaperCase base, const char* name) {
  base.name = name;
  base.load.set.push_back("solver.oil=quasi_steady");
  base.load.set.push_back("solver.small_volumes=V1");
  return base;
}

std::vector<PaperCase> solvers() {
  std::vector<PaperCase> all{
      plain("RK4, 1 µs (reference of the thesis)", kModel, "rk4", 1e-6),
      with_loop("AdvPDS RK4", kModel, "V1", {"advpds", "rk4", 1e-5, 300, 20}),
      with_loop("AdvPDS Euler", kModel, "V1", {"advpds", "euler", 1e-5, 300, 20}),
      with_loop("AdvPDS modified Heun", kModel, "V1", {"advpds", "modified_heun", 1e-4, 300, 20}),
      plain("sdirk2, 0.1 ms", kModel, "sdirk2", 1e-4),
      plain("sdirk2, 0.5 ms", kModel, "sdirk2", 5e-4),
      plain("linear_euler, 0.1 ms", kModel, "linear_euler", 1e-4),
      rosenbrock("rosenbrock, 1e-3", "1e-3"),
      rosenbrock("rosenbrock, 1e-4", "1e-4"),
      rosenbrock("rosenbrock, 1e-5", "1e-5"),
      quasi_steady(plain("", kModel, "sdirk2", 1e-4), "V1 quasi-steady, sdirk2 0.1 ms"),
      quasi_steady(rosenbrock("", "1e-4"), "V1 quasi-steady, rosenbrock 1e-4")};
  all[kReference].load.until = kStretch;
  return all;
}

PaperCase positive_voltage(PaperCase which) {
  which.name += ", U_e 0 to 10 V";
  which.load.set.push_back("signals.U_e.random.range=[0 V, 10 V]");
  return which;
}

PaperCase exact_case() { return plain("exact", kModel, "sundials", kMainStep); }

double simulated(const Workbench& bench, double until) {
  return bench.longest() > 0.0 ? std::min(bench.longest(), until) : until;
}

// CPU time per simulated second, all cases in turn.
std::vector<double> timed(Workbench& bench, std::vector<PaperCase> cases) {
  cases[kReference].load.until = kTimed;
  const std::vector<CaseCost> costs = bench.costs(cases);
  std::vector<double> per_second;
  for (std::size_t k = 0; k < costs.size(); ++k)
    per_second.push_back(costs[k].cpu_s / simulated(bench, k == kReference ? kTimed : kUntil));
  return per_second;
}

Study study(Workbench& bench) {
  const std::vector<PaperCase> cases = solvers();
  Study s;
  s.exact = trace(bench, exact_case(), kChannels);
  for (const PaperCase& which : cases) s.runs.push_back(trace(bench, which, kChannels));
  const Trace positive = trace(bench, positive_voltage(exact_case()), kChannels);
  for (const std::size_t k : {kAdvRk4, kAdvEuler, kAdvHeun})
    s.positive.push_back(rmse(trace(bench, positive_voltage(cases[k]), kChannels), positive, kP1));
  s.adaptive = trace(
      bench, with_loop("AdvPDS 300/10", kModel, "V1", {"advpds", "rk4", 1e-5, 300, 10}), kChannels);
  PaperCase single = with_loop("AdvPDS 10", kModel, "V1", {"advpds", "rk4", 1e-5, 10, 10});
  single.load.until = kIterationsTo;
  s.single = trace(bench, single, kChannels);
  PaperCase classical = with_loop("PDS", kModel, "V1", {"pds", "rk4", 1e-5, 300, 300});
  classical.load.until = kPdsUntil;
  classical.load.set.back() = "solver.pseudo.longest=1 ms";  // it need not end by itself
  s.classical = trace(bench, classical, kChannels);
  for (const double volume : kVolumes) {
    PaperCase which = with_loop(fmt::format("{:g} m³", volume), kModel, "V1",
                                {"advpds", "rk4", 1e-5, 300, 10, volume});
    which.load.until = kStretch;
    s.volumes.push_back(trace(bench, which, kChannels));
  }
  s.per_second = timed(bench, cases);
  return s;
}

PaperTable approaches(const Study& s) {
  PaperTable table;
  table.name = "table_4_3";
  table.title = "Table 4.3: four integration approaches, circuit 2";
  table.text =
      "Main step 0.1 ms with RK4, inner steps 10, 10 and 100 µs, V_pseudo = 1 l, criteria 300/20 "
      "Pa, "
      "40.5 s. RMSE of p1 against an exact solution (SUNDIALS, 1e-10), every 0.1 ms.";
  table.runs = {"U_e -10 to 10 V", "U_e 0 to 10 V"};
  const char* names[] = {"AdvPDS RK4", "AdvPDS Euler", "AdvPDS modified Heun"};
  for (std::size_t k = 0; k < 3; ++k)
    table.rows.push_back({fmt::format("{}: times faster than RK4 at 1 µs", names[k]),
                          "",
                          "Table 4.3",
                          {kPrinted[k].speed_up, fmt::format("{:.1f}", kPrinted[k].speed_up)},
                          {s.per_second[kReference] / s.per_second[kAdvRk4 + k], {}}});
  for (std::size_t k = 0; k < 3; ++k)
    table.rows.push_back({fmt::format("{}: RMSE p1", names[k]),
                          "Pa",
                          "Table 4.3",
                          {kPrinted[k].rmse, kPrinted[k].rmse_text},
                          {rmse(s.runs[kAdvRk4 + k], s.exact, kP1), s.positive[k]}});
  const double heun = rmse(s.runs[kAdvHeun], s.exact, kP1),
               euler = rmse(s.runs[kAdvEuler], s.exact, kP1);
  const auto& cost = s.per_second;
  const bool order = cost[kAdvEuler] < cost[kAdvHeun] && cost[kAdvHeun] < cost[kAdvRk4];
  table.remarks = {
      fmt::format("Order of times, Euler, modified Heun, Runge-Kutta: {} here. Most accurate: {}.",
                  order ? "the same" : "another",
                  heun < euler ? "modified Heun, as in the thesis" : "not modified Heun"),
      "Errors depend on the inputs, which the thesis does not print. Sec. 4.2 says -10 to 10 V and "
      "Sec. 4.5 0 to 10 V for the throttle; both stand here. With the throttle nearly shut the "
      "loop "
      "stops on a small increment far from the steady state, and that is where these errors arise.",
      fmt::format("RK4 at 1 µs was timed over {:g} s, as many steps as the others take in {:g} s; "
                  "over the first {:g} s its RMSE against the exact solution is {:.3g} Pa.",
                  kTimed, kUntil, kStretch, rmse(s.runs[kReference], s.exact, kP1)),
      "RK4 in the main loop runs past its stability where p2 is small (the guard of explicit rules "
      "is off here, as in the thesis)."};
  return table;
}

std::string verdict(const Study& s) {
  const double faster = s.per_second[kAdvEuler] / s.per_second[kRosenCoarse];
  const double micro = 1e6 * s.per_second[kRosenCoarse];
  const double ours = rmse(s.runs[kRosenCoarse], s.exact, kP1),
               theirs = rmse(s.runs[kAdvEuler], s.exact, kP1);
  return fmt::format(
      "rosenbrock at 1e-3, its default, is {:.0f} times faster than AdvPDS Euler ({} 15) at an "
      "error {:.3g} "
      "times {}, and needs {:.0f} µs of CPU time per simulated second ({} 100) on this computer.",
      faster, faster >= 15.0 ? "at least" : "less than",
      ours < theirs ? theirs / ours : ours / theirs, ours < theirs ? "smaller" : "larger", micro,
      micro < 100.0 ? "less than" : "not less than");
}

PaperTable others(const Study& s) {
  PaperTable table;
  table.name = "solvers_circuit_2";
  table.title = "The same circuit with other solvers";
  table.text = "As Table 4.3, U_e from -10 to 10 V. None of these rows is in the thesis.";
  table.runs = {"RMSE p1 [Pa]", "RMSE p1 below 22 bar [Pa]", "times faster than AdvPDS Euler",
                "CPU per simulated second [µs]"};
  for (std::size_t k = 0; k < kCount; ++k)
    table.rows.push_back({s.runs[k].which.name,
                          "",
                          "",
                          {},
                          {rmse(s.runs[k], s.exact, kP1), rmse_below(s.runs[k], s.exact, kP1, kLow),
                           s.per_second[kAdvEuler] / s.per_second[k], 1e6 * s.per_second[k]}});
  const Trace& pds = s.classical;
  const double most = *std::max_element(pds.iterations.begin(), pds.iterations.end());
  table.rows.push_back({"PDS (classical), first 4.5 s",
                        "",
                        "Sec. 4.2",
                        "no stable solution",
                        {rmse(pds, s.exact, kP1), rmse_below(pds, s.exact, kP1, kLow), {}, {}}});
  table.remarks = {
      verdict(s),
      pds.finished
          ? fmt::format(
                "The classical solver keeps the outflow of the small volume as it was when its "
                "loop "
                "began, so nothing draws the pressure back: it needs up to {:.0f} iterations in a "
                "step (100 are allowed here) and is {:.3g} Pa off. The thesis found no stable "
                "solution with it either.",
                most, rmse(pds, s.exact, kP1))
          : fmt::format("The classical solver stopped: {}", pds.message),
      "Quasi-steady: V1 without compressibility, its pressure found with all the rest; what "
      "differs from the exact solution is the model, not the rule."};
  return table;
}

PaperTable adaptive_table(const Study& s) {
  PaperTable table;
  table.name = "table_4_2_circuit_2";
  table.title = "Table 4.2: circuit 2, AdvPDS with RK4 inside, criteria 300/10 Pa";
  table.text = fmt::format("{:g} s here, 100.5 s in the thesis.", kUntil);
  table.runs = {"U_e -10 to 10 V"};
  double total[2] = {0.0, 0.0};
  for (std::size_t k = 0; k < s.single.t.size(); ++k) {
    total[0] += s.single.iterations[k];
    if (k < s.adaptive.t.size()) total[1] += s.adaptive.iterations[k];
  }
  table.rows = {
      {"RMSE p1", "Pa", "Table 4.2", {1.12e4, "1.12e4"}, {rmse(s.adaptive, s.exact, kP1)}},
      {"iterations in 20 s, criterion 10 over 300/10",
       "",
       "Fig. 4.4",
       "curve only",
       {total[0] / total[1]}}};
  table.remarks = {
      "Fig. 4.4's message holds: the adaptive criterion saves iterations behind jumps."};
  if (!(total[0] > total[1])) table.remarks = {"The adaptive criterion saves no iterations here."};
  return table;
}

}  // namespace

void add_circuit2(Workbench& bench, PaperDraft& draft) {
  const Study s = study(bench);
  std::vector<PagePlot> figures = plots(s);
  const auto first = figures.begin();
  draft.parts.push_back({.title = "Circuit 2: four approaches",
                         .table = approaches(s),
                         .plots = {first + 3, first + 6}});
  draft.parts.push_back({.title = "Circuit 2: other solvers",
                         .table = others(s),
                         .plots = {work_precision(s), figures[6]}});
  draft.parts.push_back({.title = "Circuit 2: pseudo volume and criterion",
                         .table = adaptive_table(s),
                         .plots = {first, first + 3}});
  draft.curves.push_back(
      curves_of("curves_circuit2_p1",
                {"exact [Pa]", "AdvPDS RK4 [Pa]", "AdvPDS Euler [Pa]", "AdvPDS modified Heun [Pa]",
                 "AdvPDS 300/10 [Pa]", "rosenbrock 1e-4 [Pa]"},
                {&s.exact, &s.runs[kAdvRk4], &s.runs[kAdvEuler], &s.runs[kAdvHeun], &s.adaptive,
                 &s.runs[kRosen]},
                {kP1, kP1, kP1, kP1, kP1, kP1}));
}

}  // namespace bramah::papers::malysheva
