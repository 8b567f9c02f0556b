// Ground whose height is given on a grid: the surface is the grid's quadratic B-spline, smooth with its
// slope, level where the grid is, a plane where the grid is one, and of the volume sum(h) cell².
//
//   h(x, y) = sum_ij B(s - i) B(t - j) h_ij,   s = (x - x_0)/cell,   B the quadratic hat of width 3
// Beyond the grid its edge goes on level.
//
// Measured along the axes a (x) and b (y), level, and `up`.
#pragma once

#include <algorithm>
#include <type_traits>
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
    const T x = dot3(p, a), y = dot3(p, b);
    const Line s = line((value_of(x) - x0) / cell, columns);
    const Line t = line((value_of(y) - y0) / cell, rows);
    const double* const grid = now ? now : heights.data();
    Value<double> out;
    double by_aa = 0.0, by_ab = 0.0, by_bb = 0.0;
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 3; ++i) {
        const double h = grid[t.at[j] * columns + s.at[i]];
        out.height += h * s.weight[i] * t.weight[j];
        out.by_a += h / cell * s.slope[i] * t.weight[j];
        out.by_b += h / cell * s.weight[i] * t.slope[j];
        by_aa += h * s.curve[i] * t.weight[j];
        by_ab += h * s.slope[i] * t.slope[j];
        by_bb += h * s.weight[i] * t.curve[j];
      }
    if constexpr (std::is_same_v<T, double>) {
      return out;
    } else {  // what depends on two numbers has no need of nine products with slopes
      const T dx = x - x.v, dy = y - y.v;
      const double per = 1.0 / (cell * cell);
      return {out.height + out.by_a * dx + out.by_b * dy,
              out.by_a + by_aa * per * dx + by_ab * per * dy,
              out.by_b + by_ab * per * dx + by_bb * per * dy};
    }
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
  struct Line {
    int at[3];
    double weight[3], slope[3], curve[3];
  };
  // Weights of the three grid points nearest to s; those beyond the edge are the edge's own.
  static Line line(double s, int count) {
    const int middle = static_cast<int>(std::floor(std::clamp(s, -2.0, count + 1.0) + 0.5));
    const double u = s - static_cast<double>(middle);  // within half a cell, or beyond the edge
    Line out;
    const bool beyond = s < -1.5 || s > count + 0.5;
    out.weight[0] = 0.5 * (0.5 - u) * (0.5 - u), out.slope[0] = u - 0.5;
    out.weight[1] = 0.75 - u * u, out.slope[1] = -2.0 * u;
    out.weight[2] = 0.5 * (0.5 + u) * (0.5 + u), out.slope[2] = u + 0.5;
    out.curve[0] = out.curve[2] = 1.0, out.curve[1] = -2.0;
    for (int k = 0; k < 3; ++k) {
      out.at[k] = std::clamp(middle + k - 1, 0, count - 1);
      if (beyond) out.weight[k] = k == 1 ? 1.0 : 0.0, out.slope[k] = out.curve[k] = 0.0;
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
