#include "machine/soil.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "machine/machine.h"

namespace bramah {

namespace {

constexpr double kClosed = 0.02;  // depth of an edge that the ground closes [m]
constexpr double kCrumb = 1.0;    // less than that goes in at once [kg]
constexpr double kBefore = 0.15;  // share of a bucket that rolls before the blade at most
constexpr int kPlaces = 5;        // along an edge, where soil falls

// Of a point in the triangle of three others, in plan: its weights; false outside.
bool within(const double* p, const double* a, const double* b, const double* c, double* w) {
  const double area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
  if (std::abs(area) < 1e-12) return false;
  w[1] = ((p[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (p[1] - a[1])) / area;
  w[2] = ((b[0] - a[0]) * (p[1] - a[1]) - (p[0] - a[0]) * (b[1] - a[1])) / area;
  w[0] = 1.0 - w[1] - w[2];
  return w[0] >= 0.0 && w[1] >= 0.0 && w[2] >= 0.0;
}

struct Range {
  int first = 0, last = -1;
};
// Grid lines from one place to another.
Range lines(double low, double high, int count) {
  const auto held = [&](double x) { return std::clamp(x, -1.0, count + 0.0); };
  return {std::max(0, static_cast<int>(std::ceil(held(low)))),
          std::min(count - 1, static_cast<int>(std::floor(held(high))))};
}

}  // namespace

Soil::Soil(std::shared_ptr<const HeightField> ground, double density, double swell, double repose,
           std::vector<Bucket> buckets)
    : ground_(std::move(ground)),
      density_(density),
      swell_(swell),
      repose_(repose),
      buckets_(std::move(buckets)) {}

double Soil::share_held(double tilt, double repose) {
  using std::numbers::pi;
  const double psi = std::clamp(tilt - repose, 0.0, 0.5 * pi);
  return std::max(0.0, 1.0 - (2.0 * psi + std::sin(2.0 * psi)) / pi);
}

double Soil::dug(std::span<const double> soil) const {
  double sum = 0.0;
  for (std::size_t k = 0; k < points(); ++k) sum += std::max(0.0, ground_->heights[k] - soil[k]);
  return sum * ground_->cell * ground_->cell;
}

double Soil::heaped(std::span<const double> soil) const {
  double sum = 0.0;
  for (std::size_t k = 0; k < points(); ++k) sum += std::max(0.0, soil[k] - ground_->heights[k]);
  return sum * ground_->cell * ground_->cell;
}

double Soil::balance(std::span<const double> soil, std::span<const double> payloads) const {
  const std::size_t n = points();
  double mass = 0.0;
  for (std::size_t k = 0; k < n; ++k)
    mass += soil[k] - ground_->heights[k] - soil[n + k] * (1.0 - 1.0 / swell_);
  mass *= density_ * ground_->cell * ground_->cell;
  for (std::size_t b = 0; b < buckets_.size(); ++b)
    mass += soil[2 * n + b * kOwn + kAhead] + payloads[buckets_[b].payload];
  return mass;
}

double Soil::cut(const double* before, const double* after, Layers at) const {
  const HeightField& g = *ground_;
  const double* const corner[] = {before, before + 3, after + 3, after};
  const auto range = [&](int axis, double zero, int count) {
    double low = INFINITY, high = -INFINITY;
    for (const double* c : corner) low = std::min(low, c[axis]), high = std::max(high, c[axis]);
    return lines((low - zero) / g.cell, (high - zero) / g.cell, count);
  };
  const Range columns = range(0, g.x0, g.columns), rows = range(1, g.y0, g.rows);
  double mass = 0.0;
  for (int j = rows.first; j <= rows.last; ++j)
    for (int i = columns.first; i <= columns.last; ++i) {
      const double p[] = {g.x0 + i * g.cell, g.y0 + j * g.cell};
      double w[3];
      const bool one = within(p, corner[0], corner[1], corner[2], w);
      if (!one && !within(p, corner[0], corner[2], corner[3], w)) continue;
      const double* const second = corner[one ? 1 : 2];
      const double* const third = corner[one ? 2 : 3];
      const double edge = w[0] * corner[0][2] + w[1] * second[2] + w[2] * third[2];
      const auto k = static_cast<std::size_t>(j * g.columns + i);
      const double off = at.height[k] - edge;
      if (!(off > 0.0)) continue;
      const double loose = std::min(off, at.loose[k]);
      at.height[k] = edge, at.loose[k] -= loose;
      mass += density_ * (off - loose + loose / swell_);
    }
  return mass * g.cell * g.cell;
}

void Soil::drop(double mass, const double* edge, double da, double db, Layers at) const {
  const HeightField& g = *ground_;
  const double height = mass * swell_ / (density_ * g.cell * g.cell * kPlaces);
  int low_i = g.columns, high_i = 0, low_j = g.rows, high_j = 0;
  for (int n = 0; n < kPlaces; ++n) {
    const double share = static_cast<double>(n) / (kPlaces - 1);
    const double s = (edge[0] + share * (edge[3] - edge[0]) + da - g.x0) / g.cell;
    const double t = (edge[1] + share * (edge[4] - edge[1]) + db - g.y0) / g.cell;
    const double u = std::clamp(s, 0.0, g.columns - 1.0), v = std::clamp(t, 0.0, g.rows - 1.0);
    const int i = std::min(static_cast<int>(u), g.columns - 2);
    const int j = std::min(static_cast<int>(v), g.rows - 2);
    for (int k = 0; k < 4; ++k) {
      const int right = k % 2, up = k / 2;
      const double part = height * (right ? u - i : 1.0 - (u - i)) * (up ? v - j : 1.0 - (v - j));
      const auto here = static_cast<std::size_t>((j + up) * g.columns + i + right);
      at.height[here] += part, at.loose[here] += part;
    }
    low_i = std::min(low_i, i), high_i = std::max(high_i, i + 1);
    low_j = std::min(low_j, j), high_j = std::max(high_j, j + 1);
  }
  constexpr int kAround = 8;
  slide(low_i - kAround, high_i + kAround, low_j - kAround, high_j + kAround, at);
}

void Soil::slide(int first_column, int last_column, int first_row, int last_row, Layers at) const {
  constexpr int kSweeps = 10;
  const HeightField& g = *ground_;
  const Range columns{std::max(0, first_column), std::min(g.columns - 1, last_column)};
  const Range rows{std::max(0, first_row), std::min(g.rows - 1, last_row)};
  const double step = g.cell * std::tan(repose_);
  const std::array<std::array<int, 2>, 4> ways{{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};
  bool slides = true;
  for (int sweep = 0; sweep < kSweeps && slides; ++sweep) {
    slides = false;
    for (int j = rows.first; j <= rows.last; ++j)
      for (int i = columns.first; i <= columns.last; ++i) {
        const auto here = static_cast<std::size_t>(j * g.columns + i);
        for (const auto& way : ways) {
          const int to_i = i + way[0], to_j = j + way[1];
          if (to_i < 0 || to_j < 0 || to_i >= g.columns || to_j >= g.rows) continue;
          const auto there = static_cast<std::size_t>(to_j * g.columns + to_i);
          const double over = at.height[here] - at.height[there] - step;
          if (!(over > 1e-6) || !(at.loose[here] > 0.0)) continue;
          const double moves = std::min(at.loose[here], 0.25 * over);
          at.height[here] -= moves, at.loose[here] -= moves;
          at.height[there] += moves, at.loose[there] += moves;
          slides = true;
        }
      }
  }
}

Soil::Place Soil::place(const Bucket& bucket, const Snapshot& shot, const Machine& machine) const {
  const EquationParts& parts = machine.plant.equations->parts();
  const HeightField& g = *ground_;
  double x[9], rest[9] = {};
  for (std::size_t k = 0; k < 9; ++k)
    x[k] = parts.mechanism->gauge(bucket.gauges[k], *shot.buffers->mechanism).length;
  const BodyFrame<double> body(x, rest);
  Place out{};
  for (int end = 0; end < 2; ++end) {
    const Three<double> p = plus3(body.p, (end == 0 ? -1.0 : 1.0) * bucket.half_width, body.e2);
    out.edge[3 * end] = dot3(p, g.a), out.edge[3 * end + 1] = dot3(p, g.b);
    out.edge[3 * end + 2] = dot3(p, g.up);
  }
  const Three<double> ahead = cross3(Three<double>{g.up[0], g.up[1], g.up[2]}, body.e2);
  const double size = std::max(1e-6, std::sqrt(dot3(ahead, ahead)));
  out.ahead_a = dot3(ahead, g.a) / size, out.ahead_b = dot3(ahead, g.b) / size;
  Three<double> opening{};
  for (int k = 0; k < 3; ++k)
    opening[k] = bucket.opening[0] * body.e1[k] + bucket.opening[1] * body.e2[k] +
                 bucket.opening[2] * body.e3[k];
  out.out_a = dot3(opening, g.a), out.out_b = dot3(opening, g.b);
  out.tilt = std::acos(std::clamp(dot3(opening, g.up), -1.0, 1.0));
  out.depth = parts.forces.output(bucket.element, 0, shot.buffers->elements);
  return out;
}

Soil::Change Soil::dig(const Bucket& bucket, const Place& at, double held, std::span<double> own,
                       Layers layers) const {
  Change out{false, held};
  double& ahead = own[kAhead];
  double* const edge = own.data() + kEdge;
  const double cell = ground_->cell, full = bucket.capacity * density_ / swell_;
  const double on = (at.edge[0] + at.edge[3] - edge[0] - edge[3]) * at.ahead_a +
                    (at.edge[1] + at.edge[4] - edge[1] - edge[4]) * at.ahead_b;
  if (own[kKnown] > 0.5 && on > 0.0) {
    const double mass = cut(edge, at.edge, layers);
    ahead += mass, out.ground = mass > 0.0;
  }
  std::copy(std::begin(at.edge), std::end(at.edge), edge);
  own[kKnown] = 1.0;
  const auto fall = [&](double mass, double a, double b) {
    if (!(mass > 0.0)) return;
    drop(mass, at.edge, cell * a, cell * b, layers);
    out.ground = true;
  };
  const bool closed = at.depth > kClosed;
  const double most = full * (closed ? 1.0 : share_held(at.tilt, repose_));
  const double rolls = ahead > kCrumb ? ahead * -std::expm1(-kEvery / kTau) : ahead;
  const double in = std::min(rolls, std::max(0.0, most - held));
  ahead -= in, out.payload += in;
  // What finds no room is pushed on; nothing stays before a full bucket that is out of the ground.
  const double stays = closed ? kBefore * full : out.payload < most ? ahead : 0.0;
  const double over = std::max(0.0, ahead - stays);
  ahead -= over;
  fall(over, (closed ? 2.0 : 1.0) * at.ahead_a, (closed ? 2.0 : 1.0) * at.ahead_b);
  if (!closed && out.payload > most) {
    const double falls = std::min(out.payload - most, full * kEvery / kEmpty);
    out.payload -= falls;
    fall(falls, at.out_a, at.out_b);
  }
  return out;
}

bool Soil::due(const State& state) const noexcept {
  const double h = state.step_size() / kEvery, tick = state.values()[State::kTick];
  return std::floor(tick * h + 1e-9) != std::floor((tick - 1.0) * h + 1e-9);
}

void Soil::sample(const Machine& machine, State& state, PlantWork& work,
                  bool& jump) const noexcept {
  if (!due(state)) return;
  const Plant& plant = machine.plant;
  const auto block = plant.layout.soil.in(state.values());
  const Layers layers{block.first(points()), block.subspan(points(), points())};
  for (std::size_t k = 0; k < buckets_.size(); ++k) {
    const Bucket& bucket = buckets_[k];
    const Snapshot shot = take_sample(plant, state, work, Reads::all);
    const double held = plant.layout.payloads.in(state.values())[bucket.payload];
    const double before = shot.energy.potential;
    const Change change = dig(bucket, place(bucket, shot, machine), held,
                              block.subspan(2 * points() + k * kOwn, kOwn), layers);
    if (change.ground) {
      const double after = take_sample(plant, state, work, Reads::all).energy.potential;
      machine.loads.book_lost(before - after, machine, state);
    }
    if (change.payload != held)
      machine.loads.change(bucket.payload, change.payload, machine, state, work);
    jump = jump || change.ground || change.payload != held;
  }
}

}  // namespace bramah
