// Co-simulated machines whose parts the cranes do not have: end dampers that act, bristles, shafts,
// several circuits of different parts, jumps inside macro steps.
#include <bramah/bramah.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

namespace bramah {
namespace {

// Two loads that share no oil: one settles, the other runs into its end dampers while its command
// jumps. A pump on a shaft feeds the first, whose relief valve is open.
std::string loads(const std::string& friction, const std::string& command) {
  const std::string cylinder =
      "bore: 60 mm, rod: 30 mm, closed: 0.5 m, stroke: 0.3 m, hose_A: {volume: 0.2 l}, hose_B: "
      "{volume: 0.2 l}, start_A: 40 bar, start_B: 40 bar, end_damper: {length: 50 mm, stiffness: "
      "1e6 N/m, damping: 2e4 N s/m}, friction: " +
      friction;
  return R"(bramah: 1
name: loads
fluid: {density: 870 kg/m3, bulk: 1.4 GPa}
sources: {supply: {pressure: 10 MPa}, tank: {pressure: 1 bar}, engine: {speed: 1500 rpm}}
volumes: {line: {volume: 1 l, start: 100 bar}}
components:
  pump: {type: fixed_pump, S: tank, P: line, shaft: engine, displacement: 16 cm3/rev}
  relief: {type: relief_valve, P: line, T: tank, cracking: 100 bar, flow: 60 l/min}
valves:
  first: {type: 4/3, P: line, T: tank, A: still.A, B: still.B, nominal: {flow: 10 l/min, drop: 35 bar},
          spool: {bandwidth: 20 Hz}, signal: none}
  second: {type: 4/3, P: supply, T: tank, A: mover.A, B: mover.B, nominal: {flow: 10 l/min, drop: 35 bar},
           spool: {bandwidth: 20 Hz}, signal: command}
cylinders:
  still: {)" +
         cylinder + ", load: {mass: 800 kg, start: 0.65 m}}\n  mover: {" + cylinder +
         ", load: {mass: 400 kg, start: 0.74 m}}\nsignals:\n  none: {constant: 0.02}\n  command: " +
         command + "\nsolver: {step: 1 ms, until: 1.2 s}\n";
}

const char* const kViscous = "{viscous: 4e3 N s/m}";
const char* const kBristles =
    "{viscous: 2e3 N s/m, coulomb: 800 N, static: 1200 N, stribeck_speed: 0.02 m/s, lugre: "
    "{stiffness: 1e6 N/m, damping: 1e3 N s/m}}";
const char* const kJumps = "{steps: [[0 s, 0], [0.1004 s, 0.8], [0.1007 s, 0.7], [0.8 s, -0.8]]}";

using Curves = std::map<std::string, std::vector<double>>;

Curves record(const std::string& text, const LoadOptions& o) {
  const Model model = load_text(text, "loads.yaml", o);
  Recording rows;
  RunOptions how;
  how.every = 10e-3;
  const RunSummary summary = run(model, how, rows);
  EXPECT_TRUE(summary.converged) << summary.message;
  Curves out;
  for (std::size_t c = 0; c < model.channels().size(); ++c)
    for (std::size_t k = 0; k < rows.times.size(); ++k)
      out[model.channels()[c].name].push_back(rows.row(k)[c]);
  return out;
}

LoadOptions apart(std::vector<std::string> set, double step) {
  LoadOptions o;
  o.coupling = "cosimulation";
  for (const std::string& s : set) o.set.push_back("solver.cosimulation." + s);
  o.step = step;
  return o;
}

double largest(const std::vector<double>& x) {
  double size = 0.0;
  for (const double v : x) size = std::max(size, std::abs(v));
  return size;
}

double largest_difference(const Curves& a, const Curves& b, const std::string& channel) {
  double size = 0.0;
  for (std::size_t k = 0; k < a.at(channel).size(); ++k)
    size = std::max(size, std::abs(a.at(channel)[k] - b.at(channel).at(k)));
  return size;
}

class Loads : public testing::TestWithParam<std::tuple<const char*, const char*, const char*>> {};

// Every entry of the books arrives where it belongs: sources, losses, dampers, friction, bristles.
TEST_P(Loads, KeepTheirBooksAndConverge) {
  const auto [friction, variables, input] = GetParam();
  const std::string text = loads(friction, kJumps);
  LoadOptions whole;
  whole.step = 0.1e-3;
  const Curves exact = record(text, whole);
  ASSERT_GT(largest(exact.at("mover.length")), 0.76);  // in its end damper
  std::vector<double> errors;
  for (const double H : {1e-3, 0.5e-3}) {
    const Curves run = record(text, apart({variables, input}, H));
    const auto& created = run.at("cosimulation.residual_energy");
    for (std::size_t k = 0; k < created.size(); k += 20)
      EXPECT_NEAR(run.at("energy.books")[k] - run.at("energy.residual")[k], created[k], 1e-6) << k;
    EXPECT_LT(largest(run.at("oil.balance")), 2e-8 * (H / 1e-3)) << H;  // of 2 l
    // The load that only settles creates less.
    EXPECT_LT(largest(run.at("cosimulation.residual_energy.still")),
              0.5 * largest(run.at("cosimulation.residual_energy.mover")));
    for (const char* channel : {"mover.length", "still.A.p", "line.p"})
      errors.push_back(largest_difference(run, exact, channel));
  }
  std::printf("loads: %.2e %.2e m, %.2e %.2e Pa\n", errors[0], errors[3], errors[1], errors[4]);
  for (const int k : {0, 1, 2}) EXPECT_LT(errors[3 + k], 0.35 * errors[k]) << k;
}

INSTANTIATE_TEST_SUITE_P(
    All, Loads,
    testing::Combine(testing::Values(kViscous, kBristles),
                     testing::Values("variables=velocity_pressure", "variables=velocity_force"),
                     testing::Values("input=polynomial", "input=interface_model")));

// At a jump the oil is asked for its force anew, with the length as it is then. Late, in an end
// damper, and slowly, so that a length of rate * t would show.
TEST(Cosimulation, AsksForForcesAtTheTrueLengthAfterAJump) {
  const std::string text =
      loads("{viscous: 2e4 N s/m}", "{steps: [[0 s, 0], [0.1 s, 0.3], [8 s, 0.31]]}");
  LoadOptions o = apart({"variables=velocity_force"}, 1e-3);
  o.set.push_back("mover.end_damper.length=140 mm");
  o.set.push_back("mover.end_damper.stiffness=2e4 N/m");
  o.set.push_back("second.nominal.flow=1 l/min");
  o.set.push_back("mover.load.start=0.65 m");
  const Model model = load_text(text, "loads.yaml", o);
  const int rate = model.find_channel("mover.rate");
  State state = model.initial_state();
  Workspace work(model);
  std::vector<double> values(model.channels().size()), rates;
  for (int k = 0; k < 8002; ++k) {
    ASSERT_TRUE(step(model, state, work, {}).converged);
    if (k < 7999) continue;
    model.observe(state, work, values);
    rates.push_back(values[rate]);
  }
  EXPECT_GT(std::abs(rates[0]), 1e-3);
  EXPECT_NEAR(rates[1], rates[0], 1e-3 * std::abs(rates[0]));
}

// Looks at the stability of explicit rules follow from the State, not from what a Workspace did.
TEST(Cosimulation, GuardsEveryStateInAUsedWorkspace) {
  LoadOptions o = apart({"oil_integrator=euler", "oil_step=0.2 ms"}, 0.2e-3);
  o.set.push_back("second.nominal.flow=5000 l/min");  // too fast for the rule once it opens
  const Model model = load_text(loads(kViscous, "{input: 0}"), "loads.yaml", o);
  const double shut[] = {0.0}, open[] = {0.5};
  Workspace used(model), fresh(model);
  State state = model.initial_state();
  for (int k = 0; k < 150; ++k) ASSERT_TRUE(step(model, state, used, {shut}).converged) << k;
  const auto lasts = [&](Workspace& work) {
    State x = model.initial_state();
    int steps = 0;
    while (steps < 50 && step(model, x, work, {open}).converged) ++steps;
    return steps;
  };
  const int steps = lasts(fresh);
  EXPECT_LT(steps, 50);
  EXPECT_EQ(lasts(used), steps);
}

}  // namespace
}  // namespace bramah
