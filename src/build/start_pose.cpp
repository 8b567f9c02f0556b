#include "build/start_pose.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "build/places.h"
#include "constraints/loop_closure.h"
#include "core/dense_algebra.h"
#include "core/text.h"
#include "core/where.h"

namespace bramah {

namespace {

constexpr double kClosed = 1e-10;     // [m] of the pose
constexpr int kMaxPasses = 100;       // of closing it
constexpr double kLongestMove = 0.5;  // [rad] or [m] in a pass: far guesses must not fly apart
constexpr double kStill = 1e-12;      // [m/s] rates that need no correction
constexpr double kTorn = 1e-9;        // [m/s] rates that cannot be

using Start = CoordinateSpec::Start;

// Phi_q as a dense matrix; only used while loading.
Eigen::MatrixXd dense_jacobian(const Mechanism& m, const Mechanism::Scratch& scratch) {
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> j(m.constraints(),
                                                                           m.coordinates());
  m.jacobian(scratch, {j.data(), static_cast<std::size_t>(j.size())});
  return j;
}

std::string worst_joint(const std::vector<JointRecord>& joints, int row) {
  for (const JointRecord& joint : joints)
    if (row >= joint.first_closure && row < joint.first_closure + joint.closures) return joint.name;
  return {};
}

// Of the driven coordinate of that number; drivers come in the order of the coordinates.
Where driver_place(const std::vector<const CoordinateSpec*>& coordinates, int number,
                   const Where& otherwise) {
  for (const CoordinateSpec* c : coordinates)
    if (!c->driver.empty() && number-- == 0) return c->where.file.empty() ? otherwise : c->where;
  return otherwise;
}

// Folds the angles of all spheres into their charts; v keeps its meaning there.
void rechart(const Mechanism& m, Mechanism::Scratch& scratch, std::vector<double>& v,
             StartPose& pose) {
  std::vector<double> a(pose.q.size(), 0.0), extra(pose.q.size(), 0.0);
  m.rechart(pose.q, v, a, extra, pose.charts, scratch);
}

// The angles and rates as the file has them: the second body in the frame of the first.
void turn_spheres(const Mechanism& m, Mechanism::Scratch& scratch,
                  const std::vector<JointRecord>& joints, StartPose& pose) {
  pose.charts.assign(m.charts(), 0.0);
  for (std::size_t k = 0; k < pose.charts.size(); k += 4) pose.charts[k] = 1.0;
  rechart(m, scratch, pose.v, pose);
  for (const JointRecord& joint : joints) {
    if (joint.sphere < 0 || !joint.backwards) continue;
    double* wxyz = &pose.charts[4 * static_cast<std::size_t>(joint.chart)];
    const Eigen::Quaterniond b_in_a(wxyz[0], wxyz[1], wxyz[2], wxyz[3]);
    Eigen::Map<Eigen::Vector3d> w(&pose.v[static_cast<std::size_t>(joint.sphere)]);
    w = -(b_in_a * Eigen::Vector3d(w));
    for (int k = 1; k < 4; ++k) wxyz[k] = -wxyz[k];
  }
}

// Coordinates that may move and rates that may follow. A sphere is kept only as a whole.
void find_free(const std::vector<const CoordinateSpec*>& coordinates,
               const std::vector<JointRecord>& joints, std::vector<int>& moves,
               std::vector<int>& drifts) {
  const int n = static_cast<int>(coordinates.size());
  std::vector<bool> given(n), driven(n);
  for (int i = 0; i < n; ++i) {
    given[i] = coordinates[i]->start_kind == Start::given;
    driven[i] = coordinates[i]->rate != 0.0;
  }
  for (const JointRecord& joint : joints) {
    const int s = joint.sphere;
    if (s < 0) continue;
    given[s] = given[s + 1] = given[s + 2] = given[s] && given[s + 1] && given[s + 2];
    driven[s] = driven[s + 1] = driven[s + 2] = driven[s] || driven[s + 1] || driven[s + 2];
  }
  for (int i = 0; i < n; ++i) {
    if (!given[i]) moves.push_back(i);
    if (!driven[i]) drifts.push_back(i);
  }
}

// The coordinates and rates as the file has them.
StartPose described_pose(const Mechanism& m, const std::vector<const CoordinateSpec*>& coordinates,
                         const std::vector<JointRecord>& joints, Mechanism::Scratch& scratch) {
  StartPose pose;
  for (const CoordinateSpec* c : coordinates) {
    pose.q.push_back(c->start);
    pose.v.push_back(c->rate);
  }
  turn_spheres(m, scratch, joints, pose);
  return pose;
}

// The least change of the coordinates that may move. Spheres are folded into their charts after
// every pass, so that their angles stay small.
class PoseMetric {
 public:
  PoseMetric(const Loops& at, const std::vector<int>& moves, StartPose& pose)
      : at_(at), least_(at, moves, kLongestMove), pose_(pose), none_(pose.v.size()) {}

  double size(std::span<const double> phi) const { return least_.size(phi); }
  bool correct(std::span<const double> phi, ClosurePass pass, std::span<double> q) {
    least_.correct(phi, pass, q);
    std::ranges::fill(none_, 0.0);
    rechart(at_.mechanism, at_.scratch, none_, pose_);
    return true;
  }

 private:
  const Loops& at_;
  LeastChange least_;
  StartPose& pose_;
  std::vector<double> none_;  // velocities: those of the pose are turned by turn_spheres() alone
};

std::string open_joint_text(double gap, const std::string& joint, bool may_move,
                            const MachineDescription& d) {
  return concat(prefix(place_of(d.joints, joint, d.where)), "joint \"", joint,
                "\": the start pose does not close; ",
                may_move ? "after solving for closure a gap is left of " : "the gap is ", gap * 1e3,
                " mm. ",
                may_move ? "Check the lengths, or start the guesses nearer to a pose that closes."
                         : "Write `guess:` instead of `start:` at the joints that may move.");
}

int worst_row(std::span<const double> phi) {
  return static_cast<int>(std::ranges::max_element(phi, {}, [](double x) { return std::abs(x); }) -
                          phi.begin());
}

}  // namespace

StartPose close_pose(const Mechanism& m, const std::vector<const CoordinateSpec*>& coordinates,
                     const std::vector<JointRecord>& joints,
                     const std::vector<DriverValue>& drivers, const MachineDescription& d,
                     std::vector<std::string>& problems) {
  const auto scratch = m.make_scratch();
  StartPose pose = described_pose(m, coordinates, joints, *scratch);
  if (m.constraints() == 0) return pose;
  std::vector<int> moves, drifts;
  find_free(coordinates, joints, moves, drifts);
  MechanismLoad load;
  load.drivers = drivers;
  const Loops at{m, load, pose.charts, *scratch};
  std::vector<double> phi(m.constraints());

  const ClosureLimits limits{.closed = kClosed, .passes = moves.empty() ? 0 : kMaxPasses};
  const ClosureResult closure =
      close_positions(at, limits, pose.q, pose.v, phi, PoseMetric(at, moves, pose));
  if (!closure.closed) {
    const int row = worst_row(phi);
    const int first_driver = m.constraints() - static_cast<int>(drivers.size());
    const std::string joint = worst_joint(joints, row);
    problems.push_back(
        joint.empty() ? concat(prefix(driver_place(coordinates, row - first_driver, d.where)),
                               "a driven joint starts ", closure.gap,
                               " rad or m away from where its driver begins; leave its start out, "
                               "or let the driver begin there")
                      : open_joint_text(closure.gap, joint, !moves.empty(), d));
    return pose;
  }
  if (closure.first > kClosed)
    pose.notes.push_back(concat("start pose closed: a gap of ", closure.first * 1e3,
                                " mm was solved for the joints whose start is a guess"));

  // Velocities: those given stay, the others (also a given zero) follow.
  const ClosureLimits rate_limits{.closed = kStill, .passes = drifts.empty() ? 0 : 1};
  const double torn = close_velocities(at, rate_limits, pose.v, phi, LeastChange(at, drifts)).gap;
  if (!(torn <= kTorn))
    problems.push_back(
        concat(prefix(place_of(d.joints, worst_joint(joints, worst_row(phi)), d.where)), "joint \"",
               worst_joint(joints, worst_row(phi)), "\": the start rates tear the loop apart at ",
               torn * 1e3, " mm/s; give the rate of fewer joints"));
  return pose;
}

namespace {

// A redundant row may consist of round-off: it must not look like a huge mass.
std::vector<double> inverse_mobilities(const std::vector<double>& mobility, double otherwise) {
  const double most = *std::max_element(mobility.begin(), mobility.end());
  std::vector<double> masses;
  for (const double m : mobility)
    masses.push_back(m > 1e-12 * most ? 1.0 / m : (most > 0.0 ? 1.0 / most : otherwise));
  return masses;
}

// After kinematics().
Eigen::MatrixXd dense_mass(const Mechanism& m, Mechanism::Scratch& scratch) {
  const int n = m.coordinates();
  SquareMatrix a(n);
  m.mass_matrix({}, scratch, a);
  Eigen::MatrixXd mass(n, n);
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k) mass(i, k) = a.row(i)[k];
  return mass;
}

}  // namespace

std::vector<double> natural_masses(const Mechanism& m, const StartPose& pose) {
  std::vector<double> effective(m.constraints(), 1.0);
  if (m.coordinates() == 0 || m.constraints() == 0) return effective;
  const auto scratch = m.make_scratch();
  m.kinematics(pose.q, pose.v, pose.charts, *scratch);
  const SymmetricModes modes = symmetric_modes(dense_mass(m, *scratch));
  Eigen::VectorXd masses = modes.values;
  const double least = 1e-9 * masses.cwiseAbs().maxCoeff();
  double sum = 0.0, count = 0.0;
  for (const double mass : masses)
    if (mass > least) sum += mass, count += 1.0;
  const double mean = count > 0.0 ? sum / count : 1.0;
  for (double& mass : masses)
    if (!(mass > least)) mass = mean;
  const Eigen::MatrixXd shares = dense_jacobian(m, *scratch) * modes.vectors;
  std::vector<double> mobility(m.constraints());
  for (int k = 0; k < m.constraints(); ++k)
    mobility[k] = shares.row(k).array().square().matrix() * masses.cwiseInverse();
  return inverse_mobilities(mobility, mean);
}

std::vector<double> effective_masses(const Mechanism& m, const StartPose& pose, int& massless) {
  const int n = m.coordinates();
  std::vector<double> effective(m.constraints(), 1.0);
  massless = -1;
  if (n == 0) return effective;
  const auto scratch = m.make_scratch();
  const std::vector<double> v(n, 0.0);
  m.kinematics(pose.q, v, pose.charts, *scratch);
  const Eigen::MatrixXd mass = dense_mass(m, *scratch);

  // A pivot that is nothing beside its diagonal entry: that coordinate moves no mass of its own.
  const Eigen::MatrixXd j = dense_jacobian(m, *scratch);
  const SymmetricPivots ldlt = solve_symmetric(mass, Eigen::MatrixXd(j.transpose()));
  const double largest = mass.diagonal().cwiseAbs().maxCoeff();
  for (int i = 0; i < n && massless < 0; ++i)
    if (!(ldlt.pivots[i] > 1e-14 * largest)) massless = ldlt.order[i];
  if (massless >= 0 || m.constraints() == 0) return effective;
  std::vector<double> mobility(m.constraints());
  for (int k = 0; k < m.constraints(); ++k) mobility[k] = j.row(k).dot(ldlt.solution.col(k));
  return inverse_mobilities(mobility, largest);
}

}  // namespace bramah
