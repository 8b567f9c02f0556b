#include "build/start_pose.h"

#include <Eigen/Dense>
#include <cmath>

#include "build/places.h"
#include "core/dense_algebra.h"
#include "core/text.h"

namespace bramah {

namespace {

constexpr double kClosed = 1e-10;  // [m]

using Start = CoordinateSpec::Start;

// Phi_q as a dense matrix; only used while loading.
Eigen::MatrixXd dense_jacobian(const Mechanism& m, const Mechanism::Scratch& scratch) {
  Eigen::MatrixXd j(m.constraints(), m.coordinates());
  std::vector<double> x(m.coordinates(), 0.0), y(m.constraints());
  for (int i = 0; i < m.coordinates(); ++i) {
    x[i] = 1.0;
    m.apply_jacobian(x, scratch, y);
    for (int k = 0; k < m.constraints(); ++k) j(k, i) = y[k];
    x[i] = 0.0;
  }
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

}  // namespace

StartPose close_pose(const Mechanism& m, const std::vector<const CoordinateSpec*>& coordinates,
                     const std::vector<JointRecord>& joints,
                     const std::vector<DriverValue>& drivers, const MachineDescription& d,
                     std::vector<std::string>& problems) {
  StartPose pose;
  for (const CoordinateSpec* c : coordinates) {
    pose.q.push_back(c->start);
    pose.v.push_back(c->rate);
  }
  const auto scratch = m.make_scratch();
  turn_spheres(m, *scratch, joints, pose);
  if (m.constraints() == 0) return pose;
  std::vector<int> moves, drifts;
  find_free(coordinates, joints, moves, drifts);

  MechanismLoad load;
  load.drivers = drivers;
  Eigen::VectorXd phi(m.constraints());
  const std::span<double> phi_span(phi.data(), phi.size());
  const auto evaluate = [&] {
    m.kinematics(pose.q, pose.v, pose.charts, *scratch);
    m.constraint_values(load, *scratch, phi_span);
  };
  const auto columns = [&](const std::vector<int>& which) {
    const Eigen::MatrixXd all = dense_jacobian(m, *scratch);
    Eigen::MatrixXd some(all.rows(), which.size());
    for (std::size_t k = 0; k < which.size(); ++k) some.col(k) = all.col(which[k]);
    return some;
  };

  // Gauss-Newton with the smallest change of the coordinates that may move.
  evaluate();
  const double first_gap = phi.lpNorm<Eigen::Infinity>();
  for (int pass = 0; pass < 100 && phi.lpNorm<Eigen::Infinity>() > kClosed && !moves.empty();
       ++pass) {
    const Eigen::VectorXd dq = least_squares(columns(moves), -phi);
    const double shorten = std::min(1.0, 0.5 / std::max(1e-12, dq.lpNorm<Eigen::Infinity>()));
    for (std::size_t k = 0; k < moves.size(); ++k) pose.q[moves[k]] += shorten * dq[k];
    std::vector<double> unused(pose.v.size(), 0.0);
    rechart(m, *scratch, unused, pose);
    evaluate();
  }
  int row = 0;
  const double gap = phi.cwiseAbs().maxCoeff(&row);
  if (!(gap <= kClosed)) {
    const std::string name = worst_joint(joints, row);
    if (name.empty()) {
      const int first_driver = m.constraints() - static_cast<int>(drivers.size());
      problems.push_back(concat(prefix(driver_place(coordinates, row - first_driver, d.where)),
                                "a driven joint starts ", gap,
                                " rad or m away from where its driver begins; leave its start out, "
                                "or let the driver begin there"));
      return pose;
    }
    problems.push_back(concat(
        prefix(place_of(d.joints, name, d.where)), "joint \"", name,
        "\": the start pose does not close; ",
        moves.empty() ? "the gap is " : "after solving for closure a gap is left of ", gap * 1e3,
        " mm. ",
        moves.empty() ? "Write `guess:` instead of `start:` at the joints that may move."
                      : "Check the lengths, or start the guesses nearer to a pose that closes."));
    return pose;
  }
  if (first_gap > kClosed)
    pose.notes.push_back(concat("start pose closed: a gap of ", first_gap * 1e3,
                                " mm was solved for the joints whose start is a guess"));

  // Velocities: those given stay, the others (also a given zero) follow.
  Eigen::VectorXd rate(m.constraints());
  const std::span<double> rate_span(rate.data(), rate.size());
  m.constraint_rates(pose.v, load, *scratch, rate_span);
  if (rate.lpNorm<Eigen::Infinity>() > 1e-12 && !drifts.empty()) {
    const Eigen::VectorXd dv = least_squares(columns(drifts), -rate);
    for (std::size_t k = 0; k < drifts.size(); ++k) pose.v[drifts[k]] += dv[k];
    m.constraint_rates(pose.v, load, *scratch, rate_span);
  }
  if (const double left = rate.cwiseAbs().maxCoeff(&row); !(left <= 1e-9))
    problems.push_back(concat(prefix(place_of(d.joints, worst_joint(joints, row), d.where)),
                              "joint \"", worst_joint(joints, row),
                              "\": the start rates tear the loop apart at ", left * 1e3,
                              " mm/s; give the rate of fewer joints"));
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
  DenseLu lu(n, n);
  m.mass_matrix({}, scratch, lu);
  Eigen::MatrixXd mass(n, n);
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k) mass(i, k) = lu.row(i)[k];
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
