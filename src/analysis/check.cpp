#include "bramah/check.h"

#include <Eigen/Dense>
#include <cmath>

#include "core/text.h"
#include "machine/machine.h"
#include "machine/start_pose.h"

namespace bramah {

namespace {

// Rank of the constraints' Jacobian at the start pose.
int constraint_rank(const Mechanism& m, const Mechanism::Scratch& scratch) {
  if (m.constraints() == 0) return 0;
  Eigen::MatrixXd j(m.constraints(), m.coordinates());
  std::vector<double> x(m.coordinates(), 0.0), y(m.constraints());
  for (int i = 0; i < m.coordinates(); ++i) {
    x[i] = 1.0;
    m.apply_jacobian(x, scratch, y);
    for (int k = 0; k < m.constraints(); ++k) j(k, i) = y[k];
    x[i] = 0.0;
  }
  if (j.size() == 0) return 0;
  // Against 1 (m/rad, m/m) too: where every row is redundant, round-off is all there is.
  const Eigen::VectorXd pivots =
      Eigen::ColPivHouseholderQR<Eigen::MatrixXd>(j).matrixQR().diagonal().cwiseAbs();
  return static_cast<int>((pivots.array() > 1e-9 * std::max(1.0, pivots[0])).count());
}

}  // namespace

CheckReport check(const Model& model) {
  const Machine& m = model.machine();
  const Mechanism& mechanism = *m.dynamics->parts().mechanism;
  const Circuit& circuit = *m.dynamics->parts().circuit;
  MachineScratch work(m);
  const Snapshot shot = take_snapshot(m, m.initial, work);

  CheckReport report;
  report.bodies = m.bodies;
  report.joints = static_cast<int>(m.joints.size());
  report.coordinates = mechanism.coordinates();
  report.loops = m.loops;
  report.constraints = mechanism.constraints();
  const int rank = constraint_rank(mechanism, *shot.buffers->mechanism);
  report.redundant = report.constraints - rank;
  report.degrees_of_freedom = report.coordinates - rank;
  for (const JointRecord& joint : m.joints)
    report.joint_list.push_back({joint.name, joint.type, joint.cut ? "cut" : "tree"});
  for (int k = 0; k < circuit.volumes(); ++k) {
    const Volume& volume = circuit.parts().volumes[k];
    const double p = shot.buffers->circuit.pressure[k];
    const double compliance = shot.buffers->circuit.compliance[k].value;
    // V follows from C = V/beta + walls, linear in the chamber's length.
    const double dead = volume.compliance(0.0, p).value, slope = volume.compliance(0.0, p).by_l;
    const double size = volume.volume(slope > 0.0 ? (compliance - dead) / slope : 0.0);
    report.volumes.push_back(
        {m.volumes[k], size, size / compliance, circuit.time_constant(k, shot.buffers->circuit)});
  }
  report.unknowns = m.unknowns;
  report.notes = m.notes;
  if (report.redundant > 0)
    report.notes.push_back(concat(report.redundant,
                                  " constraints are redundant: the motion is determined, the "
                                  "reactions they share are not unique"));
  return report;
}

StaticsReport statics(const Model& model) {
  State state = model.initial_state();
  return solve_statics(model.machine(), state);
}

}  // namespace bramah
