// A machine in joint and in natural coordinates side by side, at random states that close its
// loops.
#pragma once

#include <Eigen/Dense>

#include "build/natural_builder.h"
#include "core/linear_solver.h"
#include "eigen_span.h"
#include "model_file/machine_file.h"
#include "multibody/joint/random_tree.h"

namespace bramah {

// A mechanism under random loads; gauge forces are linear in length and rate.
class LoadedMechanism {
 public:
  using Vec = Eigen::VectorXd;
  using Mat = Eigen::MatrixXd;

  LoadedMechanism(const Mechanism& m)
      : mechanism(m),
        scratch(m.make_scratch()),
        law(Vec::Zero(3 * m.gauges())),
        efforts(Vec::Zero(m.efforts())),
        multipliers(Vec::Zero(m.constraints())),
        penalties(Vec::Zero(m.constraints())),
        drivers(m.drivers()),
        charts(m.charts(), 0.0),
        gauges_(m.gauges()) {}

  void kinematics(const Vec& q, const Vec& v) {
    mechanism.kinematics(span(q), span(v), charts, *scratch);
    mechanism.second_derivatives(span(v), *scratch);
    mechanism.refresh_rates(span(v), *scratch);
    for (int g = 0; g < mechanism.gauges(); ++g) {
      const GaugeView gauge = mechanism.gauge(g, *scratch);
      const double k = law[3 * g], d = law[3 * g + 1];
      gauges_[g] = {law[3 * g + 2] + k * gauge.length + d * gauge.rate, k, d};
    }
  }
  MechanismLoad load() const {
    MechanismLoad load;
    load.gauges = gauges_;
    load.efforts = span(efforts);
    load.drivers = drivers;
    load.multipliers = span(multipliers);
    load.penalties = span(penalties);
    return load;
  }
  Vec residual(const Vec& v, const Vec& a) {
    Vec r(mechanism.coordinates());
    mechanism.residual(span(v), span(a), load(), *scratch, span(r));
    return r;
  }
  Vec gaps() {
    Vec phi(mechanism.constraints());
    mechanism.constraint_values(load(), *scratch, span(phi));
    return phi;
  }
  Vec gap_rates(const Vec& v) {
    Vec rate(mechanism.constraints());
    mechanism.constraint_rates(span(v), load(), *scratch, span(rate));
    return rate;
  }
  Vec bias() {
    Vec gamma(mechanism.constraints());
    mechanism.bias_rates(load(), *scratch, span(gamma));
    return gamma;
  }
  template <class Fill>
  Mat rows(Fill&& fill) {
    Eigen::Matrix<double, -1, -1, Eigen::RowMajor> m(mechanism.constraints(),
                                                     mechanism.coordinates());
    fill(std::span<double>(m.data(), static_cast<std::size_t>(m.size())));
    return m;
  }
  Mat jacobian() {
    return rows([&](std::span<double> x) { mechanism.jacobian(*scratch, x); });
  }
  template <class Fill>
  Mat square(Fill&& fill) {
    const int n = mechanism.coordinates();
    LinearSolver lu(n, n);
    fill(lu);
    Mat m(n, n);
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < n; ++k) m(i, k) = lu.row(i)[k];
    return m;
  }
  Mat mass() {
    penalties.setZero();
    return square([&](SquareMatrix& lu) { mechanism.mass_matrix(load(), *scratch, lu); });
  }

  // The index-1 equations, solved densely; leaves the multipliers behind.
  Vec accelerate(const Vec& q, const Vec& v) {
    kinematics(q, v);
    multipliers.setZero();
    const int n = mechanism.coordinates(), m = mechanism.constraints();
    Mat K = Mat::Zero(n + m, n + m);
    K.topLeftCorner(n, n) = mass();
    K.bottomLeftCorner(m, n) = jacobian();
    K.topRightCorner(n, m) = K.bottomLeftCorner(m, n).transpose();
    Vec b(n + m);
    b << -residual(v, Vec::Zero(n)), -bias();
    // Rows and columns of equal size: masses, forces and lengths differ by orders of magnitude.
    Vec scale(n + m);
    for (int i = 0; i < n; ++i) scale[i] = 1.0;
    const double size = std::max(1e-3, K.topLeftCorner(n, n).cwiseAbs().maxCoeff());
    for (int i = 0; i < m; ++i) scale[n + i] = size;
    const Mat S = scale.asDiagonal() * K * scale.asDiagonal() / size;
    Vec x = S.completeOrthogonalDecomposition().solve(scale.cwiseProduct(b));
    x = scale.cwiseProduct(x) / size;
    multipliers = x.tail(m);
    return x.head(n);
  }

  const Mechanism& mechanism;
  std::unique_ptr<Mechanism::Scratch> scratch;
  Vec law;  // stiffness, damping and constant of each gauge
  Vec efforts, multipliers, penalties;
  std::vector<DriverValue> drivers;
  std::vector<double> charts;

 private:
  std::vector<GaugeForce> gauges_;
};

class NaturalRig {
 public:
  using Vec = Eigen::VectorXd;

  explicit NaturalRig(const MachineDescription& described,
                      const std::vector<std::string>& sensed = {})
      : d(described),
        built(build_mechanism(d, problems)),
        natural(build_natural(d, built, sensed, problems)),
        j(*built.mechanism),
        n(*natural.mechanism),
        q(Vec::Zero(j.mechanism.coordinates())),
        v(q),
        q_n(Vec::Zero(n.mechanism.coordinates())),
        v_n(q_n) {}
  explicit NaturalRig(const std::string& text, const std::vector<std::string>& sensed = {})
      : NaturalRig(read_machine_text(text, "m.yaml"), sensed) {}

  // A state that closes the loops, with loads; false where Newton does not.
  bool randomise(Random& random, double reach, double speed = 1.0) {
    for (std::size_t k = 0; k < j.charts.size(); ++k) j.charts[k] = k % 4 == 0 ? 1.0 : 0.0;
    q = random.vector(q.size(), reach);
    if (!close()) return false;
    Vec a = Vec::Zero(q.size()), extra = a;
    j.mechanism.rechart(span(q), span(v), span(a), span(extra), j.charts, *j.scratch);
    v = random.vector(q.size(), speed);
    j.kinematics(q, v);
    const int distances = j.mechanism.gauges() - static_cast<int>(built.coordinate_gauges.size());
    for (int g = 0; g < distances; ++g)  // what has no length has no direction
      if (j.mechanism.gauge(g, *j.scratch).length < 0.1) return false;
    const Eigen::MatrixXd J = closures();
    if (J.rows() > 0) v -= J.completeOrthogonalDecomposition().solve(J * v).eval();
    set_loads(random);
    map(q, v, q_n, v_n);
    return true;
  }
  void map(const Vec& from, const Vec& rates, Vec& to, Vec& to_rates) {
    natural.map.from_joint(j.mechanism, span(from), span(rates), j.charts, span(to),
                           span(to_rates));
  }
  // Accelerations of the joint formulation in natural coordinates: d(v_n)/dt along its motion.
  Vec mapped(const Vec& a) {
    const double h =
        2e-3 / std::max({1.0, v.lpNorm<Eigen::Infinity>(), std::sqrt(a.lpNorm<Eigen::Infinity>())});
    const auto rates = [&](double t) -> Vec {
      Vec to(q_n.size()), to_rates(q_n.size());
      const Vec moved = q + t * v + 0.5 * t * t * a, moving = v + t * a;
      map(moved, moving, to, to_rates);
      return to_rates;
    };
    return (8.0 * (rates(h) - rates(-h)) - (rates(2.0 * h) - rates(-2.0 * h))) / (12.0 * h);
  }

  std::vector<std::string> problems;
  MachineDescription d;
  BuiltMechanism built;
  BuiltNatural natural;
  LoadedMechanism j, n;
  Vec q, v, q_n, v_n;

 private:
  Eigen::MatrixXd closures() {
    return j.jacobian().topRows(j.mechanism.constraints() - j.mechanism.drivers());
  }
  bool close() {
    for (int pass = 0; pass < 60; ++pass) {
      j.kinematics(q, v);
      const Eigen::MatrixXd J = closures();
      if (J.rows() == 0) return true;
      const Vec phi = j.gaps().head(J.rows());
      if (phi.norm() < 2e-15 * std::sqrt(J.rows()) || (pass > 15 && phi.norm() < 1e-14))
        return true;
      q -= J.completeOrthogonalDecomposition().solve(phi);
    }
    return false;
  }
  void set_loads(Random& random) {
    j.law = n.law = random.vector(j.law.size(), 100.0);
    j.efforts = n.efforts = random.vector(j.efforts.size(), 50.0);
    std::size_t k = 0;
    for (std::size_t i = 0; i < built.coordinates.size(); ++i)
      if (!built.coordinates[i]->driver.empty())
        j.drivers[k++] = {q[static_cast<Eigen::Index>(i)], v[static_cast<Eigen::Index>(i)],
                          random()};
    n.drivers = j.drivers;
  }
};

}  // namespace bramah
