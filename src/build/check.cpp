#include "bramah/analysis.h"

#include <algorithm>

#include "build/circuit_check.h"
#include "build/formulation.h"
#include "build/rest_stability.h"
#include "build/small_volumes.h"
#include "build/start_pose.h"
#include "core/nearest.h"
#include "core/text.h"
#include "coupling/surrogate/surrogate_stepper.h"

namespace bramah {

CheckReport check(const Model& model) {
  const Machine& m = model.machine();
  const Mechanism& mechanism = *m.plant.equations->parts().mechanism;
  const Circuit& circuit = *m.plant.equations->parts().circuit;
  PlantWork work(m.plant);
  const Snapshot shot = take_snapshot(m.plant, m.initial, work);

  circuit.linearise(work.buffers().circuit);

  CheckReport report;
  report.notes = m.notes;
  report.warnings = m.warnings;
  report.accuracy_length = m.plant.bounds.length;
  report.accuracy_pressure = m.plant.bounds.pressure;
  report.bodies = m.picture.bodies;
  report.joints = static_cast<int>(m.picture.joints.size());
  report.coordinates = mechanism.coordinates();
  report.loops = m.picture.loops;
  report.constraints = mechanism.constraints();
  for (const JointRecord& joint : m.picture.joints)
    if (!m.joint)
      report.constraints += joint.left_out;  // natural coordinates have rows of their own
  const int rank = constraint_rank(mechanism, *shot.buffers->mechanism);
  report.redundant = report.constraints - rank;
  report.degrees_of_freedom = report.coordinates - rank;
  for (const JointRecord& joint : m.picture.joints)
    report.joint_list.push_back({joint.name, joint.type, joint.cut ? "cut" : "tree"});
  const std::vector<std::string> small = small_volumes(m);
  for (int k = 0; k < circuit.volumes(); ++k) {
    const Volume& volume = circuit.parts().volumes[k];
    const double p = shot.buffers->circuit.pressure[k];
    const double compliance = shot.buffers->circuit.compliance[k].value;
    // V follows from C = V/beta + walls, linear in the chamber's length.
    const double dead = volume.compliance(0.0, p).value, slope = volume.compliance(0.0, p).by_l;
    const double size = volume.volume(slope > 0.0 ? (compliance - dead) / slope : 0.0);
    report.volumes.push_back(
        {m.plant.names.volumes[k], size, size / compliance,
         circuit.time_constant(k, shot.buffers->circuit), pace_maker(m, k, shot.buffers->circuit),
         std::find(small.begin(), small.end(), m.plant.names.volumes[k]) != small.end()});
  }
  // double_step solves for its independent coordinates alone
  if (!m.plant.dynamics->choose_moved(work.trial.q, work.trial.v, *work.dynamics))
    report.notes.push_back(
        "the start pose is singular: no coordinates can be chosen as independent");
  const std::span<const int> moved = m.plant.dynamics->moved(*work.dynamics);
  for (int i = 0; i < m.plant.dynamics->size(); ++i) {
    const int k = i - m.plant.dynamics->moved_coordinates();
    report.unknowns.push_back(m.plant.names.unknowns[k >= 0 ? m.plant.dynamics->coordinates() + k
                                                            : (moved.empty() ? i : moved[i])]);
  }
  report.constraint_list = m.plant.names.constraints;
  if (const std::string sides = m.stepper->sides(); !sides.empty())
    report.notes.push_back("sides that are solved apart: " + sides);
  if (const auto* network = dynamic_cast<const SurrogateStepper*>(m.stepper.get()))
    for (std::string& note : network->notes()) report.notes.push_back(std::move(note));
  for (std::string& note : circuit_notes(m)) report.notes.push_back(std::move(note));
  if (!small.empty() && m.plant.solver.oil == OilModel::dynamic)
    report.notes.push_back(
        concat("these volumes answer within a step: ", join(small),
               "; oil: quasi_steady would balance their flows instead of following them"));
  if (report.redundant > 0)
    report.notes.push_back(
        concat(report.redundant, report.redundant == 1 ? " constraint is" : " constraints are",
               " redundant: the motion is determined, the reactions they share are not unique"));
  return report;
}

StaticsReport statics(const Model& model) {
  const Machine* base = model.machine().joint ? model.machine().joint.get() : &model.machine();
  State state = base->initial;
  StaticsReport report = solve_statics(*base, state);
  if (!report.converged || !report.message.empty()) return report;  // not all of it rests
  const Growth growth = growth_from_rest(*base, state);
  report.growth = growth.pole;
  report.unstable = growth_text(growth);
  return report;
}

}  // namespace bramah
