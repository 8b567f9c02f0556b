#include <algorithm>
#include <cmath>

#include "reproduce/rahikainen2020/rahikainen2020.h"

namespace bramah::papers {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
const char* const kResidual = "cosimulation.residual_energy";
const std::vector<std::string> kSteps{"0.5ms", "1ms", "1.5ms", "2ms", "2.5ms", "3ms",
                                      "4ms",   "5ms", "6ms",   "8ms", "10ms"};
const std::vector<std::string> kQuickSteps{"1ms", "2ms"};
constexpr double kGrowth = 4.0;  // "almost linearly dependent" on H

}  // namespace

std::string CosimConfiguration::label() const {
  return method + ", " + oil + ", " + (variables == "velocity_force" ? "force" : "pressure") +
         ", " + (input == "polynomial" ? "polynomial" : "interface model");
}

const std::vector<CosimConfiguration>& cosim_configurations() {
  static const std::vector<CosimConfiguration> all = [] {
    std::vector<CosimConfiguration> list;
    for (const char* method : {"ali1", "ali3p"})
      for (const char* oil : {"euler", "rk4", "trapezoidal"})
        for (const char* variables : {"velocity_force", "velocity_pressure"})
          for (const char* input : {"polynomial", "interface_model"})
            list.push_back({method, oil, variables, input});
    return list;
  }();
  return all;
}

const CosimCrane& single_crane() {
  static const CosimCrane crane{"crane_single_cosim", "One cylinder", 2};
  return crane;
}

const CosimCrane& double_crane() {
  static const CosimCrane crane{"crane_double_cosim", "Two cylinders", 1};
  return crane;
}

LoadOptions cosim_options(const CosimCrane& crane, const CosimConfiguration& c) {
  LoadOptions load;
  load.coupling = "cosimulation";
  load.method = c.method;
  load.integrator = c.method == "ali1" ? "semi_euler" : "trapezoidal";
  const auto set = [&](const std::string& text) {
    load.set.push_back("solver.cosimulation." + text);
  };
  set("variables=" + c.variables), set("input=" + c.input);
  set("order=" + std::to_string(crane.order)), set("mechanism_order=0");
  set("oil_integrator=" + c.oil), set("oil_step=0.1ms");
  if (c.method == "ali1") load.set.push_back("solver.omega=50 1/s");  // not printed
  return load;
}

Study run_configurations(Workbench& bench, const CosimCrane& crane, double from, double to) {
  StudyOptions options;
  for (const CosimConfiguration& c : cosim_configurations())
    options.cases.push_back({c.label(), cosim_options(crane, c)});
  options.over = {{"step", bench.longest() > 0.0 ? kQuickSteps : kSteps}};
  options.reference = StudyOptions::Reference::fine;
  options.channels = {kResidual, "energy.residual"};
  options.bounds = {{kResidual}};  // its largest value: at the end, contributions cancel
  options.growth = kGrowth;
  if (bench.longest() > 0.0) options.load.until = bench.longest();
  options.progress = [&](double fraction) { bench.show(from + (to - from) * fraction); };
  return study(bench.path(crane.model), options);
}

CosimCurve curve_of(const Study& s, const CosimConfiguration& c, const std::string& measure) {
  const int index = find_measure(s, measure);
  CosimCurve curve;
  for (const StudyRow& row : s.rows) {
    if (row.label != c.label() || row.refined) continue;
    const bool good = row.outcome == StudyRow::Outcome::done && index >= 0;
    curve.H.push_back(row.step_s);
    curve.value.push_back(good ? row.measures[index] : kNone);
  }
  return curve;
}

double largest_step(const Study& s, const CosimConfiguration& c) {
  for (const StudyTakeOff& take_off : s.take_offs)
    if (take_off.curve == c.label()) return take_off.step_s;
  return kNone;
}

}  // namespace bramah::papers
