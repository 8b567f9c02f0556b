// Which machines are made for a description: in other coordinates, without oil, with loads of their
// own, and the one that is asked for.
#include "build/assembly.h"
#include "build/formulation.h"
#include "build/guidance.h"
#include "build/small_volumes.h"
#include "build/straight_load.h"
#include "core/text.h"
#include "core/where.h"
#include "surrogate/surrogate.h"

namespace bramah {

namespace {

// The machine with oil, as its start is solved.
MachineDescription start_description(const MachineDescription& d) {
  MachineDescription with_oil = d;
  with_oil.solver.coupling = CouplingKind::monolithic;
  with_oil.solver.coordinates = Coordinates::joint;
  with_oil.solver.constraints = Constraints::al3;
  with_oil.solver.integrator = IntegratorRule::sdirk2;
  with_oil.solver.oil = OilModel::dynamic;
  with_oil.solver.amounts = false;
  return with_oil;
}

// The file's start, with oil, is the guided machine's.
std::shared_ptr<const Machine> make_guided(const MachineDescription& d) {
  const std::shared_ptr<const Machine> full = make_machine(start_description(d));
  const MachineDescription bare = without_oil(d, *full);
  return Assembly(bare, d.solver.coordinates == Coordinates::natural ? full : nullptr, nullptr,
                  full)
      .make();
}

void check_surrogate(const MachineDescription& d) {
  std::string reason;
  if (d.solver.coupling != CouplingKind::monolithic)
    reason = concat(
        "a surrogate takes the place of the oil in a machine that is solved as a whole; "
        "leave solver.coupling (",
        d.solver.coupling, ") out, or write actuator: physical");
  else if (d.surrogate->outside == OutsidePolicy::physics &&
           (d.solver.amounts || d.solver.oil == OilModel::pds || d.solver.oil == OilModel::advpds))
    reason =
        "outside: physics starts the oil from pressures of dynamic volumes; leave `oil` and "
        "`state: amount` out of the solver";
  if (!reason.empty()) throw InputError(prefix(d.surrogate->where) + reason);
}

// A trained network in place of the oil; the start is that of the machine with oil.
std::shared_ptr<const Machine> make_driven(const MachineDescription& d) {
  if (has_straight_loads(d)) return make_driven(with_straight_loads(d));
  check_surrogate(d);
  MachineDescription with_oil = d;
  with_oil.surrogate.reset();
  MachineDescription driven = d;
  driven.solver.coupling = CouplingKind::surrogate;
  driven.solver.oil = OilModel::dynamic;
  if (const std::string reason = refused_solver(driven.solver); !reason.empty())
    throw InputError(concat(prefix(d.solver_where), reason));
  const std::shared_ptr<const Machine> full = make_machine(start_description(with_oil));
  MachineDescription bare = without_oil(driven, *full);
  bare.clocks = with_oil.clocks = {d.surrogate->network->sample_time};
  const bool physics = d.surrogate->outside == OutsidePolicy::physics;
  return Assembly(bare, d.solver.coordinates == Coordinates::natural ? full : nullptr, nullptr,
                  full, physics ? make_machine(with_oil) : nullptr)
      .make();
}

}  // namespace

std::shared_ptr<const Machine> make_machine(const MachineDescription& d) {
  if (d.surrogate && d.surrogate->physical) {
    MachineDescription with_oil = d;
    with_oil.surrogate.reset();
    return make_machine(with_oil);
  }
  if (d.surrogate) return make_driven(d);
  if (d.solver.coupling == CouplingKind::guidance &&
      (d.solver.oil != OilModel::dynamic || d.solver.amounts)) {
    MachineDescription plain = d;
    plain.solver.oil = OilModel::dynamic;
    plain.solver.amounts = false;
    return make_machine(plain);
  }
  if (d.solver.small_auto && d.solver.oil != OilModel::dynamic) {
    MachineDescription chosen = d;
    chosen.solver.small_auto = false;
    chosen.solver.oil = OilModel::dynamic;
    chosen.solver.integrator = IntegratorRule::sdirk2;
    chosen.solver.small_volumes = small_volumes(*make_machine(chosen));
    chosen.solver.oil = d.solver.oil;
    chosen.solver.integrator = d.solver.integrator;
    return make_machine(chosen);
  }
  if (const std::string reason = refused_solver(d.solver); !reason.empty())
    throw InputError(concat(prefix(d.solver_where), reason));
  if (has_straight_loads(d)) return make_machine(with_straight_loads(d));
  if (d.solver.coupling == CouplingKind::guidance) return make_guided(d);
  if (d.solver.amounts && d.solver.coordinates != Coordinates::natural) {
    MachineDescription in_pressures = d;
    in_pressures.solver.amounts = false;
    return Assembly(d, nullptr, make_machine(in_pressures)).make();
  }
  if (d.solver.coordinates != Coordinates::natural) return Assembly(d).make();
  // The file speaks of joint coordinates: start and rest are solved in those.
  MachineDescription in_joints = d;
  in_joints.solver.coupling = CouplingKind::monolithic;
  in_joints.solver.coordinates = Coordinates::joint;
  in_joints.solver.constraints = Constraints::al3;
  in_joints.solver.integrator = IntegratorRule::sdirk2;
  return Assembly(d, make_machine(in_joints)).make();
}

}  // namespace bramah
