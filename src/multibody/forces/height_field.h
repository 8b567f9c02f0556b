// Ground whose height is given on a grid: the surface is the grid's quadratic B-spline, smooth with its
// slope, level where the grid is, a plane where the grid is one, and of the volume sum(h) cell².
//
//   h(x, y) = sum_ij B(s - i) B(t - j) h_ij,   s = (x - x_0)/cell,   B the quadratic hat of width 3
// Beyond the grid its edge goes on level.
//
// Measured along the axes a (x) and b (y), level, and `up`.
#pragma once

#include <algorithm>
#include <vector>

#include "multibody/forces/body_frame.h"

namespace bramah {

class HeightField {
 public:
  double cell = 1.0, x0 = 0.0, y0 = 0.0;
  int columns = 0, rows = 0;
  std::vector<double> heights;  // row by row
  Triple a{1, 0, 0}, b{0, 1, 0}, up{0, 0, 1};

  // Height below a point, and the slopes along a and b. `now`: the grid's heights where it is dug.
  template <class T>
  struct Value {
    T height{}, by_a{}, by_b{};
  };
  template <class T>
  Value<T> at(const Three<T>& p, const double* now = nullptr) const {
    const double* const grid = now ? now : heights.data();
    const Line<T> s = line((dot3(p, a) - x0) / cell, columns);
    const Line<T> t = line((dot3(p, b) - y0) / cell, rows);
    Value<T> out;
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 3; ++i) {
        const double h = grid[t.at[j] * columns + s.at[i]];
        out.height += h * s.weight[i] * t.weight[j];
        out.by_a += h / cell * s.slope[i] * t.weight[j];
        out.by_b += h / cell * s.weight[i] * t.slope[j];
      }
    return out;
  }
  // Depth of a point under the surface along the normal above it; normal and tangents there.
  template <class T>
  struct Surface {
    T depth{};
    Three<T> normal{}, first{}, second{};  // first: along a
  };
  template <class T>
  Surface<T> surface(const Three<T>& p, const double* now = nullptr) const {
    using std::sqrt;
    const Value<T> here = at(p, now);
    const T cosine = 1.0 / sqrt(1.0 + here.by_a * here.by_a + here.by_b * here.by_b);
    Surface<T> out;
    out.depth = cosine * (here.height - dot3(p, up));
    const T length = sqrt(1.0 + here.by_a * here.by_a);
    for (int k = 0; k < 3; ++k) {
      out.normal[k] = cosine * (up[k] - here.by_a * a[k] - here.by_b * b[k]);
      out.first[k] = (a[k] + here.by_a * up[k]) / length;
    }
    out.second = cross3(out.normal, out.first);
    return out;
  }

 private:
  template <class T>
  struct Line {
    int at[3];
    T weight[3], slope[3];
  };
  // Weights of the three grid points nearest to s; those beyond the edge are the edge's own.
  template <class T>
  static Line<T> line(const T& s, int count) {
    const double value = value_of(s);
    const int middle = static_cast<int>(std::floor(std::clamp(value, -2.0, count + 1.0) + 0.5));
    const T u = s - static_cast<double>(middle);  // within half a cell, or beyond the edge
    Line<T> out;
    const bool beyond = value < -1.5 || value > count + 0.5;
    out.weight[0] = 0.5 * (0.5 - u) * (0.5 - u), out.slope[0] = u - 0.5;
    out.weight[1] = 0.75 - u * u, out.slope[1] = -2.0 * u;
    out.weight[2] = 0.5 * (0.5 + u) * (0.5 + u), out.slope[2] = u + 0.5;
    for (int k = 0; k < 3; ++k) {
      out.at[k] = std::clamp(middle + k - 1, 0, count - 1);
      if (beyond) out.weight[k] = k == 1 ? 1.0 : 0.0, out.slope[k] = 0.0;
    }
    return out;
  }
  static double value_of(double x) { return x; }
  template <class T>
  static double value_of(const T& x) {
    return x.v;
  }
};

}  // namespace bramah
