// A beam that bends, as rigid pieces on elastic hinges.
//
//   bending   tip angle and deflection are integrals of M(x)/(E I(x)) over the axis. Gauss's rule takes
//             M/(E I) at a few places x_k with weights w_k: a hinge at x_k with the stiffness
//             k = E I(x_k)/w_k has there the angle M(x_k)/k. With n hinges in a stretch, deflections are
//             exact where M/(E I) times the lever arm is a polynomial of up to degree 2n - 1: forces at
//             the ends of a stretch with two hinges, its own weight too.
//   mass      a density m'(x) = a + b x + c x² with the mass, the centre and the moment of inertia that
//             the rigid body has, so that the straight beam moves as that does.
//   damping   k T at every hinge, T = 2 zeta/omega of the first bending with one end held, by
//             Rayleigh's quotient with the deflection under its own weight.
//
// Enters: lengths, sections and the rigid body's mass. Leaves: hinges and pieces, for
// build/flexible.h, which makes bodies and joints of them. docs/theory/flexible.md.
#pragma once

#include <Eigen/Core>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace bramah {

// Places and weights of Gauss's rule on [0, 1].
struct GaussRule {
  std::vector<double> at, weight;
};
[[nodiscard]] GaussRule gauss_rule(int points);

// Second moments of area of a hollow rectangle [m⁴]: about the width (bending along the height), about
// the height (bending sideways).
struct SecondMoments {
  double upright = 0.0, sideways = 0.0;
};
[[nodiscard]] SecondMoments box_section(double width, double height, double wall);

struct BeamHinge {
  double at = 0.0;                       // from the beam's first point [m]
  double upright = 0.0, sideways = 0.0;  // stiffnesses [N m/rad]
};

// `points`: of the stretches' ends along the axis, the first is 0.
[[nodiscard]] std::vector<BeamHinge> beam_hinges(
    std::span<const double> points, int hinges_each, double young,
    const std::function<SecondMoments(double)>& section);

// A rigid body's mass as a line along x and what lies around it. Moments G = ∫ r r^T dm about its
// centre, in the beam's axes.
struct BeamMass {
  double mass = 0.0;
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();
  Eigen::Matrix3d moments = Eigen::Matrix3d::Zero();
};

// Moments from an inertia tensor about the same point, and back.
[[nodiscard]] Eigen::Matrix3d moments_of(const Eigen::Matrix3d& inertia);
[[nodiscard]] Eigen::Matrix3d inertia_of_moments(const Eigen::Matrix3d& moments);

// The mass of [0, length], cut at `cuts`; nothing if no density without a negative part has these
// moments.
[[nodiscard]] std::optional<std::vector<BeamMass>> beam_pieces(const BeamMass& whole, double length,
                                                               std::span<const double> cuts);

// First bending with the end at 0 held [rad/s]: hinges at `at` with `stiffness`, masses at `masses`.
struct PlacedMass {
  double at = 0.0, mass = 0.0;
};
[[nodiscard]] double first_bending(std::span<const double> at, std::span<const double> stiffness,
                                   std::span<const PlacedMass> masses);

}  // namespace bramah
