#include "multibody/beam.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace bramah {

namespace {

// Legendre's polynomial of degree n at x, and its slope.
struct Legendre {
  double value, slope;
};
Legendre legendre(int n, double x) {
  double before = 1.0, value = x;
  for (int k = 2; k <= n; ++k) {
    const double next = ((2 * k - 1) * x * value - (k - 1) * before) / k;
    before = value, value = next;
  }
  return {value, n * (x * value - before) / (x * x - 1.0)};
}

// ∫ x^k (a + b x + c x²) over [from, to].
double moment(const Eigen::Vector3d& density, int k, double from, double to) {
  double sum = 0.0;
  for (int i = 0; i < 3; ++i) {
    const int n = k + i + 1;
    sum += density[i] * (std::pow(to, n) - std::pow(from, n)) / n;
  }
  return sum;
}

// On [0, 1].
double least(const Eigen::Vector3d& density) {
  const auto at = [&](double x) { return density[0] + x * (density[1] + x * density[2]); };
  double low = std::min(at(0.0), at(1.0));
  const double turn = -0.5 * density[1] / density[2];
  if (turn > 0.0 && turn < 1.0) low = std::min(low, at(turn));
  return low;
}

}  // namespace

GaussRule gauss_rule(int points) {
  GaussRule rule;
  for (int k = points; k >= 1; --k) {
    double x = std::cos(std::numbers::pi * (k - 0.25) / (points + 0.5));
    for (int pass = 0; points > 1 && pass < 20; ++pass) {
      const Legendre p = legendre(points, x);
      x -= p.value / p.slope;
    }
    if (points == 1) x = 0.0;
    const double slope = points == 1 ? 1.0 : legendre(points, x).slope;
    rule.at.push_back(0.5 * (1.0 + x));
    rule.weight.push_back(1.0 / ((1.0 - x * x) * slope * slope));
  }
  return rule;
}

SecondMoments box_section(double width, double height, double wall) {
  const double w = std::max(width - 2.0 * wall, 0.0), h = std::max(height - 2.0 * wall, 0.0);
  return {(width * std::pow(height, 3) - w * std::pow(h, 3)) / 12.0,
          (height * std::pow(width, 3) - h * std::pow(w, 3)) / 12.0};
}

std::vector<BeamHinge> beam_hinges(std::span<const double> points, int hinges_each, double young,
                                   const std::function<SecondMoments(double)>& section) {
  const GaussRule rule = gauss_rule(hinges_each);
  std::vector<BeamHinge> hinges;
  for (std::size_t k = 0; k + 1 < points.size(); ++k) {
    const double stretch = points[k + 1] - points[k];
    for (int i = 0; i < hinges_each; ++i) {
      const double at = points[k] + stretch * rule.at[i];
      const SecondMoments area = section(at);
      const double per = young / (stretch * rule.weight[i]);
      hinges.push_back({at, per * area.upright, per * area.sideways});
    }
  }
  return hinges;
}

Eigen::Matrix3d moments_of(const Eigen::Matrix3d& inertia) {
  return 0.5 * inertia.trace() * Eigen::Matrix3d::Identity() - inertia;
}

Eigen::Matrix3d inertia_of_moments(const Eigen::Matrix3d& moments) {
  return moments.trace() * Eigen::Matrix3d::Identity() - moments;
}

// The line of mass lies at centre + slope (x - centre): slope = G_xy/G_xx; what is left of the moments
// across goes with the mass.
std::optional<std::vector<BeamMass>> beam_pieces(const BeamMass& whole, double length,
                                                 std::span<const double> cuts) {
  const double x = whole.centre.x() / length, along = whole.moments(0, 0);
  if (!(whole.mass > 0.0 && along > 0.0)) return std::nullopt;
  // With x in lengths: ∫ m' {1, x, x²} dx = m, m x, m x² + G_xx.
  Eigen::Matrix3d powers;
  for (int k = 0; k < 3; ++k)
    for (int i = 0; i < 3; ++i) powers(k, i) = 1.0 / (k + i + 1);
  const Eigen::Vector3d asked(whole.mass, whole.mass * x,
                              whole.mass * x * x + along / (length * length));
  const Eigen::Vector3d density = powers.inverse() * asked;
  const Eigen::Vector3d slope(1.0, whole.moments(0, 1) / along, whole.moments(0, 2) / along);
  const Eigen::Matrix3d across = whole.moments - along * slope * slope.transpose();
  constexpr double kRoundOff = 1e-9;
  if (least(density) < -kRoundOff * whole.mass ||
      across.diagonal().minCoeff() < -kRoundOff * whole.moments.trace())
    return std::nullopt;
  std::vector<BeamMass> pieces;
  double from = 0.0;
  for (std::size_t k = 0; k <= cuts.size(); ++k) {
    const double to = k < cuts.size() ? cuts[k] / length : 1.0;
    BeamMass piece;
    piece.mass = moment(density, 0, from, to);
    const double centre = moment(density, 1, from, to) / piece.mass;
    const double spread = moment(density, 2, from, to) - piece.mass * centre * centre;
    piece.centre = whole.centre + slope * ((centre - x) * length);
    piece.moments =
        spread * length * length * slope * slope.transpose() + across * (piece.mass / whole.mass);
    pieces.push_back(piece);
    from = to;
  }
  return pieces;
}

double first_bending(std::span<const double> at, std::span<const double> stiffness,
                     std::span<const PlacedMass> masses) {
  const auto deflection = [&](double x) {  // under m g, with g = 1
    double sum = 0.0;
    for (std::size_t k = 0; k < at.size(); ++k) {
      if (at[k] >= x) continue;
      double bending = 0.0;
      for (const PlacedMass& m : masses) bending += m.mass * std::max(m.at - at[k], 0.0);
      sum += bending / stiffness[k] * (x - at[k]);
    }
    return sum;
  };
  double work = 0.0, inertia = 0.0;
  for (const PlacedMass& m : masses) {
    const double y = deflection(m.at);
    work += m.mass * y, inertia += m.mass * y * y;
  }
  return std::sqrt(work / inertia);
}

}  // namespace bramah
