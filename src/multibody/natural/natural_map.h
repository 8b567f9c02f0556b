// Between joint coordinates and natural ones: states from joint coordinates while a machine is
// loaded, joint coordinates for channels afterwards.
#pragma once

#include <array>
#include <span>

#include "multibody/mechanism.h"
#include "multibody/natural/quadratic.h"
#include "multibody/space.h"

namespace bramah {

class NaturalMap {
 public:
  // Coordinates of a point or direction, which moves with a link of the joint mechanism.
  struct Feature {
    int first = 0;
    bool direction = false;
    int link = -1;
    Eigen::Vector3d at = Eigen::Vector3d::Zero();  // in the link's frame
  };
  struct Length {
    int coordinate = 0;
    Quadratic form;         // s² of a distance, or
    bool straight = false;  // s itself
  };
  // One joint coordinate: a coordinate here too, or a distance p, or an angle with sine p, cosine
  // r.
  struct Coordinate {
    int joint = 0;     // among the joint mechanism's
    int natural = -1;  // among these; -1: computed
    bool angular = false;
    Quadratic p, r;
  };
  // A rotation: x, y, z axes of the frame that is placed and of the one that follows, nine numbers
  // each, column by column.
  struct Sphere {
    int chart = 0, first = 0;
    std::array<Quadratic, 9> from, to;
  };

  bool planar = true;
  std::vector<Feature> features;
  std::vector<Length> lengths;
  std::vector<Coordinate> coordinates;
  std::vector<Sphere> spheres;

  // `joint` is the mechanism the natural one was built beside. Allocates.
  void from_joint(const Mechanism& joint, std::span<const double> q, std::span<const double> v,
                  std::span<const double> charts, std::span<double> q_n,
                  std::span<double> v_n) const;
  // Every coordinate of the joint mechanism; angles within pi of `previous` (which may be
  // `values`). Rotations of spheres are zero, their orientation is in `charts` and their rates are
  // the angular velocity in the axes of the frame that follows, as in a fresh chart. Does not
  // allocate.
  void joint_values(std::span<const double> q_n, std::span<const double> v_n,
                    std::span<const double> previous, std::span<double> values,
                    std::span<double> rates, std::span<double> charts) const noexcept;
};

}  // namespace bramah
