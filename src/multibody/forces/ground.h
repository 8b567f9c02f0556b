// The ground that elements touch: a plane, level or sloping, or the machine's terrain.
#pragma once

#include <memory>

#include "bramah/forces.h"
#include "multibody/forces/height_field.h"

namespace bramah {

struct Ground {
  Triple normal{}, first{}, second{};  // of the plane: n, uphill, across
  double offset = 0.0;                 // along n [m]
  std::shared_ptr<const HeightField> field{};

  // Height at the world's origin, slope, and the way uphill, counted about the upright from the x axis
  // laid level.
  static Ground plane(const Triple& up, double height, double slope, double uphill);
  // The keys that say it, and it from them; the terrain where there is one.
  static std::vector<ForceInfo::Parameter> keys();
  static Ground from(std::span<const double> height_slope_uphill, const ForceSite& site);

  template <class T>
  T depth(const T* p) const {
    return offset - dot3(normal, p);
  }
  // Depth of a point and the normal there; `now`: heights of a terrain that is dug.
  template <class T>
  HeightField::Surface<T> surface(const Three<T>& p, const double* now) const {
    if (field) return field->surface(p, now);
    HeightField::Surface<T> out;
    out.depth = depth(p.data());
    for (int k = 0; k < 3; ++k) out.normal[k] = normal[k];
    return out;
  }
};

}  // namespace bramah
