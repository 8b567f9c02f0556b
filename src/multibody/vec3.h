// Vectors of space in four lanes, (x, y, z, 0): sums, multiples and products of three numbers in one
// instruction each where the processor has such lanes, in two where they are half as wide.
//
// A cross product comes out as (z, x, y) of a . yzx(b) - yzx(a) . b and is put in order by one more turn of the
// lanes; sums of several are put in order once: yzx(unordered_cross(a, b) + ...).
#pragma once

#include <Eigen/Core>

namespace bramah {

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored \
    "-Wpsabi"  // all of it is inlined: nothing is handed over in registers

struct Vec3 {
  using Lanes = double __attribute__((vector_size(32)));
  Lanes lanes = {0.0, 0.0, 0.0, 0.0};

  Vec3() = default;
  Vec3(Lanes l) : lanes(l) {}
  Vec3(double x, double y, double z) : lanes{x, y, z, 0.0} {}
  explicit Vec3(const Eigen::Vector3d& p) : lanes{p[0], p[1], p[2], 0.0} {}
  Eigen::Vector3d eigen() const { return {lanes[0], lanes[1], lanes[2]}; }

  double operator[](int i) const { return lanes[i]; }
  void operator+=(const Vec3& b) { lanes += b.lanes; }
  void operator-=(const Vec3& b) { lanes -= b.lanes; }
};

inline Vec3 operator+(const Vec3& a, const Vec3& b) { return a.lanes + b.lanes; }
inline Vec3 operator-(const Vec3& a, const Vec3& b) { return a.lanes - b.lanes; }
inline Vec3 operator-(const Vec3& a) { return -a.lanes; }
inline Vec3 operator*(const Vec3& a, double s) { return a.lanes * s; }
inline Vec3 operator*(double s, const Vec3& a) { return a.lanes * s; }
inline Vec3 operator/(const Vec3& a, double s) { return a * (1.0 / s); }

inline double sum(const Vec3& a) { return a.lanes[0] + a.lanes[1] + a.lanes[2]; }
inline double dot(const Vec3& a, const Vec3& b) { return sum(a.lanes * b.lanes); }
inline Vec3 yzx(const Vec3& a) { return __builtin_shufflevector(a.lanes, a.lanes, 1, 2, 0, 3); }
inline Vec3 unordered_cross(const Vec3& a, const Vec3& b) {
  return a.lanes * yzx(b).lanes - yzx(a).lanes * b.lanes;
}
inline Vec3 cross(const Vec3& a, const Vec3& b) { return yzx(unordered_cross(a, b)); }

// A 3 x 3 matrix by its columns.
struct Columns {
  Vec3 x, y, z;

  Columns() = default;
  Columns(const Vec3& a, const Vec3& b, const Vec3& c) : x(a), y(b), z(c) {}
  explicit Columns(const Eigen::Matrix3d& m) : x(m.col(0)), y(m.col(1)), z(m.col(2)) {}
  Eigen::Matrix3d eigen() const {
    Eigen::Matrix3d m;
    m << x.eigen(), y.eigen(), z.eigen();
    return m;
  }
  double operator()(int i, int k) const { return (k == 0 ? x : k == 1 ? y : z)[i]; }
  void operator+=(const Columns& b) { x += b.x, y += b.y, z += b.z; }
  template <class Numbers>  // three of them
  Vec3 times(const Numbers& a) const {
    return x * a[0] + y * a[1] + z * a[2];
  }
};

inline Vec3 operator*(const Columns& m, const Vec3& a) { return m.times(a); }
inline Vec3 operator*(const Columns& m, const Eigen::Vector3d& a) { return m.times(a); }
inline Columns operator*(const Columns& m, const Eigen::Matrix3d& b) {
  return {m.times(b.col(0)), m.times(b.col(1)), m.times(b.col(2))};
}
// a b^T
inline Columns outer(const Vec3& a, const Vec3& b) { return {a * b[0], a * b[1], a * b[2]}; }
inline Columns transposed(const Columns& m) {
  using Lanes = Vec3::Lanes;
  const Lanes low = __builtin_shufflevector(m.x.lanes, m.y.lanes, 0, 4, 2, 6);   // xx yx | xz yz
  const Lanes high = __builtin_shufflevector(m.x.lanes, m.y.lanes, 1, 5, 3, 7);  // xy yy | 0 0
  const Lanes z = m.z.lanes;
  return {Vec3(__builtin_shufflevector(low, z, 0, 1, 4, 7)),
          Vec3(__builtin_shufflevector(high, z, 0, 1, 5, 7)),
          Vec3(__builtin_shufflevector(low, z, 2, 3, 6, 7))};
}
// + s 1
inline Columns plus_diagonal(const Columns& m, double s) {
  return {m.x + Vec3(s, 0.0, 0.0), m.y + Vec3(0.0, s, 0.0), m.z + Vec3(0.0, 0.0, s)};
}

#pragma GCC diagnostic pop

}  // namespace bramah
