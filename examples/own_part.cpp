// A part of one's own, registered from outside the library: a hose-burst valve, which shuts when
// the pressure drop over it grows past a setting, and holds the load when the hose behind it
// breaks.
//
//   build/own_part
#include "bramah/parts.h"

#include <cmath>
#include <cstdio>

#include "bramah/bramah.h"

namespace {

// Q = C x Δp/(Δp² + δ²)^¼,   τ x' = 1 - S((Δp - closing)/(closing/5)) - x,   S(z) = 3z² - 2z³
// One function for values and slopes: T is a double, or a number that carries its slopes.
struct HoseBurstValve {
  double coefficient;  // C [m³/s/√Pa]
  double closing;      // [Pa]
  double lag;          // τ [s]

  static constexpr double kRounding = 2e4;  // δ [Pa]
  static constexpr bramah::PartShape kShape{.ports = 2, .states = 1};

  // x = [p_A, p_B, opening], f = [flow into A's node, flow into B's node, rate of the opening]
  template <class T>
  void equations(const T* x, T* f) const noexcept {
    using std::sqrt;
    const T dp = x[0] - x[1];
    const T q = coefficient * x[2] * dp / sqrt(sqrt(dp * dp + kRounding * kRounding));
    f[0] = -q;
    f[1] = q;
    f[2] = (1.0 - shut((dp - closing) / (0.2 * closing)) - x[2]) / lag;
  }
  template <class T>
  static T shut(const T& z) noexcept {
    if (z <= 0.0) return T(0.0);
    if (z >= 1.0) return T(1.0);
    return z * z * (3.0 - 2.0 * z);
  }
  // What becomes of the power that it takes from its ports: the audit of every run checks it.
  bramah::PartPower power(const double* x, const double* f) const noexcept {
    return {.lost = f[1] * (x[0] - x[1])};
  }
  bramah::StateLimits limits(int) const noexcept { return {0.0, 1.0}; }
};

// Keys, units, channels and documentation come from this record.
const bramah::PartInfo kHoseBurstValve{
    .type = "hose_burst_valve",
    .title = "Hose-burst valve",
    .doc = "Shuts when the drop from A to B passes its setting.",
    .equation = "Q = C x f(Δp),  τ x' = open(Δp) − x",
    .source = "standard",
    .ports = {{"A", "the load"}, {"B", "the hose"}},
    .parameters =
        {{.name = "flow",
          .unit = "m3/s",
          .doc = "through the open valve at drop",
          .typical = "20 ... 200 l/min"},
         {.name = "drop",
          .unit = "Pa",
          .doc = "at which it passes flow",
          .typical = "1 ... 10 bar"},
         {.name = "closing", .unit = "Pa", .doc = "drop that shuts it", .typical = "5 ... 20 bar"},
         {.name = "lag",
          .unit = "s",
          .fallback = 5e-3,
          .doc = "time constant",
          .typical = "2 ... 20 ms"}},
    .states = {{"opening", "1", "opening, 0 to 1", 1.0, "start_opening"}},
    .make = [](std::span<const double> p, const bramah::Fluid&) {
      return bramah::part_of(HoseBurstValve{p[0] / std::sqrt(p[1]), p[2], p[3]});
    }};

constexpr const char* kMachine = R"(bramah: 1
name: A hose breaks
fluid: {density: 850 kg/m3, bulk: 1.5 GPa}
sources: {tank: {pressure: 1 bar}}
volumes:
  load: {volume: 100 l, start: 150 bar}
  hose: {volume: 0.2 l, start: 150 bar}
orifices:
  break: {from: hose, to: tank, area: 60 mm2, discharge: 0.7, opening: broken}
components:
  guard: {type: hose_burst_valve, A: load, B: hose, flow: 60 l/min, drop: 3 bar, closing: 10 bar}
signals:
  broken: {steps: [[0 s, 0], [0.1 s, 1]]}
solver: {step: 0.5 ms, until: 0.5 s}
)";

}  // namespace

int main() {
  bramah::LoadOptions options;
  options.parts = {&kHoseBurstValve};  // registered
  const bramah::Model model = bramah::load_text(kMachine, "hose.yaml", options);
  bramah::State state = model.initial_state();
  bramah::Workspace work{model};
  while (state.time() < model.until() - 1e-9)
    if (const auto report = bramah::step(model, state, work, bramah::Inputs{}); !report.converged)
      return 1;

  std::vector<double> values(model.channels().size());
  model.observe(state, work, values);
  const auto value = [&](const char* name) { return values[model.find_channel(name)]; };
  std::printf("load %.1f bar, hose %.1f bar, opening %.3f, flow %.3f l/min, books %.2g J\n",
              value("load.p") * 1e-5, value("hose.p") * 1e-5, value("guard.opening"),
              value("guard.A.flow") * 6e4, value("energy.books"));
  const bool held = value("load.p") > 120e5 && value("hose.p") < 2e5;
  const bool shut = value("guard.opening") < 1e-6;
  return held && shut && std::abs(value("energy.books")) < 5.0 ? 0 : 1;  // of some 20 kJ
}
