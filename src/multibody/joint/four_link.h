// The loop of a four-link lever in closed form: from one of its angles to the other two.
//
// Four revolute joints with parallel axes, one of them cut, make a quadrilateral whose sides are
// the links between neighbouring joints. Going round it, the direction turns at vertex j by
//   tau_j = sign_j q_j + angle_j,        at the cut joint by whatever closes the loop.
// The angle at one vertex gives the diagonal over it, and the law of cosines the triangle on the
// other side of that diagonal [Malysheva2021, Eqs. 2.13-2.16; beta_2 of Eq. 2.13 is not defined
// there, so the closure is derived here]. Which of its two mirror images is the lever's, its elbow,
// follows from the start; it changes only at a dead point.
//
//   D = z_j-1 + z_j,   z_j+1 + z_j+2 = -D,   z_j+1 = (p u + elbow h u') ,   u = -D / |D|
//   p = (|D|² + l_j+1² - l_j+2²) / 2|D|,   h² = l_j+1² - p²;   h² < 0: the lever does not reach
//
// Values only: rates follow from the loop's linear equations.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "multibody/joint/relation.h"

namespace bramah {

struct FourLink {
  int first_closure = 0, closures = 0;            // rows of the cut joint
  std::array<int, 4> coordinate{-1, -1, -1, -1};  // at the vertices; -1: the cut joint
  std::array<double, 4> sign{};                   // of the coordinate in the turn at its vertex
  std::array<double, 4> angle{};   // turn at the vertex with the coordinate at zero [rad]
  std::array<double, 4> length{};  // of the side that leaves the vertex [m]
  int input = 0;                   // vertex of the independent coordinate
  double elbow = 1.0;              // +1 or -1

  int independent() const { return coordinate[input]; }
  std::array<int, 2> dependent() const;
  // Sets the two dependent coordinates from the independent one, each by whole turns next to its
  // present value; false, and q unchanged, if the lever does not reach.
  [[nodiscard]] bool close(std::span<double> q) const;
};

struct FourLinkSearch {
  std::vector<FourLink> loops;
  std::vector<std::string> refused;  // one reason for each cut joint that closes another shape
};

// Four-link loops among the closures of a tree. q: the start, which decides on the elbow;
// `preferred`: coordinates to be independent, in that order; else the joint next to the loop's
// fixed link.
template <class Space>
FourLinkSearch find_four_links(const Tree<Space>& tree, std::span<const Relation<Space>> closures,
                               std::span<const double> q, std::span<const int> preferred = {});

extern template FourLinkSearch find_four_links(const Tree<Planar>&,
                                               std::span<const Relation<Planar>>,
                                               std::span<const double>, std::span<const int>);
extern template FourLinkSearch find_four_links(const Tree<Spatial>&,
                                               std::span<const Relation<Spatial>>,
                                               std::span<const double>, std::span<const int>);

}  // namespace bramah
