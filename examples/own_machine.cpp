// A machine made in C++, without a file: the bed of a tipper on its hinge, lifted by a cylinder behind a
// pump, a relief valve and a 4/3 valve. Everything is in the terms of data sheets and in SI.
//
//   build/own_machine
#include "bramah/description.h"

#include <cmath>
#include <cstdio>

#include "bramah/bramah.h"

namespace {

// The bed lies on the hinge, the cylinder stands between the frame (the ground) and the bed.
void add_mechanism(bramah::MachineDescription& d) {
  d.ground = {{.name = "foot", .at = {1.2, -0.3, 0.0}}};
  d.bodies = {{.name = "bed",
               .mass = 800.0,
               .com = {1.5, 0.2, 0.0},
               .inertia = {0.0, 0.0, 600.0, 0.0, 0.0, 0.0},
               .points = {{.name = "lug", .at = {1.6, 0.0, 0.0}}}}};
  bramah::CoordinateSpec angle;
  angle.start_kind = bramah::CoordinateSpec::Start::given;
  angle.start = 0.0875;  // [rad]
  d.joints = {{.name = "hinge", .a = {"ground"}, .b = {"bed"}, .coordinates = {angle}}};
}

void add_supply(bramah::MachineDescription& d) {
  using Kind = bramah::SourceSpec::Kind;
  d.fluids = {{bramah::hlp46()}};
  d.sources = {{.name = "tank", .value = 1e5},
               {.name = "engine", .kind = Kind::speed, .value = 150.0}};
  d.volumes = {{.name = "line", .hose = {.volume = 1e-3}, .start = {.value = 4e6}}};
  d.components = {bramah::component("pump", "fixed_pump")
                      .connect("S", "tank")
                      .connect("P", "line")
                      .connect("shaft", "engine")
                      .set("displacement", 2.5e-6)  // [m3/rad]
                      .set("leakage", 1e-12),
                  bramah::component("relief", "relief_valve")
                      .connect("P", "line")
                      .connect("T", "tank")
                      .set("cracking", 1.8e7)
                      .set("flow", 1e-3)};
}

void add_lift(bramah::MachineDescription& d) {
  bramah::ValveSpec valve;
  valve.name = "valve";
  valve.P = "line", valve.T = "tank", valve.A = "lift.A", valve.B = "lift.B";
  valve.size.flow = 4e-4, valve.size.drop = 3.5e6;  // at the full command, 1
  valve.spool.emplace().bandwidth = 20.0;           // [Hz]
  valve.signal = "lever";
  d.valves = {valve};

  bramah::CylinderSpec lift;
  lift.name = "lift";
  lift.from = {"ground", "foot"}, lift.to = {"bed", "lug"};
  lift.bore = 0.063, lift.rod = 0.036;
  lift.closed = 0.5, lift.stroke = 0.9;
  lift.start_A.value = 3.8e6;  // holds the bed where it starts, nearly
  lift.start_B.value = 5e5;
  lift.friction.viscous = 4e3;
  d.cylinders = {lift};

  d.signals = {{.name = "lever",
                .kind = bramah::SignalSpec::Kind::steps,
                .x = {0.0, 0.5, 3.0},
                .y = {0.0, 0.8, 0.0}}};
}

bramah::MachineDescription tipper() {
  bramah::MachineDescription d;
  d.name = "Tipper";
  add_mechanism(d);
  add_supply(d);
  add_lift(d);
  d.solver.step = 1e-3;
  d.solver.until = 4.0;
  return d;
}

}  // namespace

int main() {
  try {
    const bramah::Model model = bramah::build(tipper());
    bramah::State state = model.initial_state();
    bramah::Workspace work{model};
    std::vector<double> values(model.channels().size());
    const auto channel = [&](const char* name) {
      return values[static_cast<std::size_t>(model.find_channel(name))];
    };
    std::printf("  t [s]  bed [deg]  lift.A [bar]  line [bar]\n");
    for (int k = 0; k <= 4000; ++k) {
      model.observe(state, work, values);
      if (k % 500 == 0)
        std::printf("%7.2f %10.2f %13.1f %11.1f\n", state.time(), 57.29578 * channel("hinge.angle"),
                    1e-5 * channel("lift.A.p"), 1e-5 * channel("line.p"));
      const bramah::StepReport report = bramah::step(model, state, work, bramah::Inputs{});
      if (!report.converged) {
        std::fprintf(stderr, "%s\n", bramah::explain(model, report).c_str());
        return 1;
      }
    }
    const double missed = channel("energy.residual");
    std::printf("energy that the books miss: %.1e J\n", missed);
    return channel("hinge.angle") > 0.3 && std::abs(missed) < 1.0 ? 0 : 1;
  } catch (const bramah::InputError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
