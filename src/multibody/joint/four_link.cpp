#include "multibody/joint/four_link.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

namespace bramah {

namespace {

using Complex = std::complex<double>;

constexpr double kParallel = 1e-9;  // sine of the angle between axes
constexpr double kOffset = 1e-9;    // relative to the lever's size

double cross(Complex a, Complex b) { return a.real() * b.imag() - a.imag() * b.real(); }
double dot(Complex a, Complex b) { return a.real() * b.real() + a.imag() * b.imag(); }
double turn(Complex from, Complex to) { return std::atan2(cross(from, to), dot(from, to)); }

double nearest(double angle, double to) {
  constexpr double kTurn = 2.0 * std::numbers::pi;
  return angle + kTurn * std::round((to - angle) / kTurn);
}

// The loop's plane, in the frame of its fixed link: directions as complex numbers, axes as signs.
template <class Space>
struct LoopPlane;

template <>
struct LoopPlane<Planar> {
  explicit LoopPlane(const Eigen::Vector2d&) {}
  Complex in_plane(const Eigen::Vector2d& d) const { return {d[0], d[1]}; }
  double along(const Eigen::Vector2d&) const { return 0.0; }
  double sign(const Eigen::Vector2d& axis) const { return axis[0]; }  // 0: not parallel
  static Eigen::Vector2d axis_of(const Frame<Planar>&, const Eigen::Vector2d& axis) { return axis; }
};

template <>
struct LoopPlane<Spatial> {
  using Point = Eigen::Vector3d;
  Point n, x, y;
  explicit LoopPlane(const Point& axis) : n(axis), x(axis.unitOrthogonal()), y(n.cross(x)) {}
  Complex in_plane(const Point& d) const { return {x.dot(d), y.dot(d)}; }
  double along(const Point& d) const { return n.dot(d); }
  double sign(const Point& axis) const {
    return n.cross(axis).norm() > kParallel ? 0.0 : std::copysign(1.0, n.dot(axis));
  }
  static Point axis_of(const Frame<Spatial>& frame, const Point& axis) { return frame.R * axis; }
};

// One cut joint: its rows, and the loop it closes at zero coordinates.
template <class Space>
class Loop {
 public:
  using Point = typename Space::Point;

  Loop(const Tree<Space>& tree, std::span<const Relation<Space>> closures, int first, int count)
      : tree_(tree), rows_(closures.subspan(first, count)), cut_(rows_.front()) {
    cut_.find_support(tree);
    found.first_closure = first;
    found.closures = count;
  }

  FourLink found;

  // Why this is no four-link lever; empty if it is one.
  std::string recognise(std::span<const double> q, std::span<const int> preferred) {
    if (std::string reason = wrong_joints(); !reason.empty()) return reason;
    place();
    const LoopPlane<Space> plane(axis(cut_.support.front()));
    if (std::string reason = wrong_axes(plane); !reason.empty()) return reason;
    if (std::string reason = measure(plane); !reason.empty()) return reason;
    choose_input(preferred);
    return choose_elbow(q);
  }

 private:
  // Position rows in every direction, and in space two rows for the axis or none (a ball); or those two
  // alone that are not zero in every pose of a plane loop.
  bool cut_is_revolute() const {
    std::size_t positions = 0, axes = 0;
    for (const Relation<Space>& row : rows_) {
      positions += row.kind == RelationKind::coordinate;
      axes += row.kind == RelationKind::dot && row.m_b == rows_.back().m_b;
    }
    const bool free_axis = axes == 0 || (Space::kAxes == 3 && axes == 2);
    const bool in_plane = positions == 2 && axes == 0;
    return (positions == Space::kAxes || in_plane) && free_axis && positions + axes == rows_.size();
  }

  std::string wrong_joints() const {
    if (!cut_is_revolute()) return "the cut joint is not revolute";
    for (const int i : cut_.support) {
      const Link<Space>& link = tree_.links()[i];
      const std::string name = "coordinate " + std::to_string(i);
      if (!link.revolute) return name + " of the loop is prismatic";
      if (link.chart >= 0) return name + " of the loop belongs to a spherical joint";
    }
    if (cut_.support.size() != 3)
      return "the loop has " + std::to_string(cut_.support.size() + 1) + " joints, not four";
    return {};
  }

  // Frames of the three links in the fixed link, all coordinates at zero.
  void place() {
    for (std::size_t k = 0; k < 3; ++k) {
      const Link<Space>& link = tree_.links()[cut_.support[k]];
      const int parent = index(link.parent);
      frames_[k] = parent < 0 ? link.placement : frames_[parent] * link.placement;
    }
  }
  int index(int link) const {
    const auto at = std::find(cut_.support.begin(), cut_.support.end(), link);
    return at == cut_.support.end() ? -1 : static_cast<int>(at - cut_.support.begin());
  }
  Frame<Space> frame(int link) const {
    return index(link) < 0 ? Frame<Space>{} : frames_[index(link)];
  }
  Point axis(int link) const {
    return LoopPlane<Space>::axis_of(frame(link), tree_.links()[link].axis);
  }

  std::string wrong_axes(const LoopPlane<Space>& plane) const {
    for (const int i : cut_.support)
      if (plane.sign(axis(i)) == 0.0)
        return "the axes of coordinates " + std::to_string(cut_.support.front()) + " and " +
               std::to_string(i) + " are not parallel";
    for (const Relation<Space>& row : rows_) {
      if (row.kind != RelationKind::dot) continue;
      const double tilt = std::abs(plane.along(frame(row.link_a).R * row.n_a));
      if (plane.sign(frame(row.link_b).R * row.m_b) == 0.0 || tilt > kParallel)
        return "the axis of the cut joint is not parallel to the others";
    }
    return {};
  }

  // Vertices in their order: A's first joint, B's joints downwards, the cut, A's joints upwards.
  std::string measure(const LoopPlane<Space>& plane) {
    std::vector<int> around, upwards;
    for (std::size_t k = 0; k < 3; ++k)
      (cut_.side[k] > 0 ? around : upwards).push_back(cut_.support[k]);
    around.push_back(-1);
    around.insert(around.end(), upwards.rbegin(), upwards.rend());
    std::rotate(around.begin(), around.end() - 1, around.end());

    // Sides at zero coordinates: the loop is open there, so it has two ends at the cut.
    const Point end_a = frame(cut_.link_a) * cut_.p_a, end_b = frame(cut_.link_b) * cut_.p_b;
    std::array<Point, 4> start, end;
    for (int j = 0; j < 4; ++j) {
      const int i = around[j];
      start[j] = i < 0 ? end_a : frame(i).p;
      end[(j + 3) % 4] = i < 0 ? end_b : frame(i).p;
    }
    std::array<Complex, 4> side;
    double size = 0.0, offset = 0.0;
    for (int j = 0; j < 4; ++j) {
      side[j] = plane.in_plane(end[j] - start[j]);
      offset += plane.along(end[j] - start[j]);
      found.coordinate[j] = around[j];
      found.length[j] = std::abs(side[j]);
      size = std::max(size, found.length[j]);
    }
    if (std::abs(offset) > kOffset * size) return "its ends lie apart along the axes";
    for (int j = 0; j < 4; ++j) {
      if (!(found.length[j] > kOffset * size)) return "two of its axes coincide";
      const int i = around[j];
      if (i < 0) continue;
      found.angle[j] = turn(side[(j + 3) % 4], side[j]);
      found.sign[j] = cut_.side[index(i)] * plane.sign(axis(i));
    }
    return {};
  }

  void choose_input(std::span<const int> preferred) {
    const auto vertex = [&](int i) {
      return std::find(found.coordinate.begin(), found.coordinate.end(), i) -
             found.coordinate.begin();
    };
    found.input = static_cast<int>(vertex(cut_.support.front()));
    for (const int i : preferred)
      if (i >= 0 && vertex(i) < 4) {
        found.input = static_cast<int>(vertex(i));
        return;
      }
  }

  // On which side of the diagonal the triangle stands at the start, where the loop may still be
  // open: as the two tree joints that border on the triangle have it.
  std::string choose_elbow(std::span<const double> q) {
    const int j = found.input, next = (j + 1) % 4, last = (j + 2) % 4, before = (j + 3) % 4;
    const auto at = [&](int vertex) {
      return found.sign[vertex] * q[found.coordinate[vertex]] + found.angle[vertex];
    };
    const Complex rest = -(found.length[before] + std::polar(found.length[j], at(j)));
    const Complex z_next = found.coordinate[next] >= 0
                               ? std::polar(found.length[next], at(j) + at(next))
                               : rest - std::polar(found.length[last], -at(before));
    const double height = cross(rest, z_next);
    if (!(std::abs(height) > kParallel * std::abs(rest) * found.length[next]))
      return "it starts at a dead point, which leaves open to which side it bends";
    found.elbow = std::copysign(1.0, height);
    return {};
  }

  const Tree<Space>& tree_;
  std::span<const Relation<Space>> rows_;
  Relation<Space> cut_;
  std::array<Frame<Space>, 3> frames_;
};

}  // namespace

std::array<int, 2> FourLink::dependent() const {
  std::array<int, 2> found{};
  std::size_t k = 0;
  for (int j = 0; j < 4; ++j)
    if (j != input && coordinate[j] >= 0) found[k++] = coordinate[j];
  return found;
}

bool FourLink::close(std::span<double> q) const {
  const int j = input, next = (j + 1) % 4, last = (j + 2) % 4, before = (j + 3) % 4;
  // Directions from the side before the input.
  std::array<Complex, 4> z;
  z[before] = length[before];
  z[j] = std::polar(length[j], sign[j] * q[coordinate[j]] + angle[j]);
  const Complex rest = -(z[before] + z[j]);
  const double diagonal = std::abs(rest), l = length[next], m = length[last];
  if (!(diagonal > 0.0)) return false;
  const double p = 0.5 * (diagonal + (l - m) * (l + m) / diagonal);
  const double square = (l - p) * (l + p);
  if (!(square >= 0.0)) return false;
  z[next] = rest / diagonal * Complex(p, elbow * std::sqrt(square));
  z[last] = rest - z[next];
  for (const int k : {next, last, before}) {
    const int i = coordinate[k];
    if (i >= 0) q[i] = nearest(sign[k] * (turn(z[(k + 3) % 4], z[k]) - angle[k]), q[i]);
  }
  return true;
}

template <class Space>
FourLinkSearch find_four_links(const Tree<Space>& tree, std::span<const Relation<Space>> closures,
                               std::span<const double> q, std::span<const int> preferred) {
  FourLinkSearch search;
  const int n = static_cast<int>(closures.size());
  for (int first = 0, last = 0; first < n; first = last) {
    // Rows of one cut joint share their ends.
    const Relation<Space>& a = closures[first];
    for (last = first + 1; last < n; ++last) {
      const Relation<Space>& b = closures[last];
      if (a.link_a != b.link_a || a.link_b != b.link_b || a.p_a != b.p_a || a.p_b != b.p_b) break;
    }
    Loop<Space> loop(tree, closures, first, last - first);
    const std::string reason = loop.recognise(q, preferred);
    if (reason.empty())
      search.loops.push_back(loop.found);
    else
      search.refused.push_back("closure " + std::to_string(first) + ": " + reason);
  }
  return search;
}

template FourLinkSearch find_four_links(const Tree<Planar>&, std::span<const Relation<Planar>>,
                                        std::span<const double>, std::span<const int>);
template FourLinkSearch find_four_links(const Tree<Spatial>&, std::span<const Relation<Spatial>>,
                                        std::span<const double>, std::span<const int>);

}  // namespace bramah
