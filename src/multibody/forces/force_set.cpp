#include "multibody/forces/force_set.h"

#include <algorithm>
#include <cmath>

#include "core/square_matrix.h"

namespace bramah {

namespace {

// n rows of n + 1 numbers, the last one the right side, where the solution is found afterwards. The
// diagonal is large: c_y = 1/(gamma h), and states that damp themselves add to it.
void solve_rows(double* rows, int n) noexcept {
  const int width = n + 1;
  for (int p = 0; p < n; ++p)
    for (int i = 0; i < n; ++i) {
      if (i == p) continue;
      const double share = rows[i * width + p] / rows[p * width + p];
      for (int k = p; k <= n; ++k) rows[i * width + k] -= share * rows[p * width + k];
    }
  for (int p = 0; p < n; ++p) rows[p * width + n] /= rows[p * width + p];
}

}  // namespace

ForceSet::ForceSet(ForceParts parts)
    : joints_(std::move(parts.joints)), springs_(std::move(parts.springs)) {
  gauges_ = static_cast<int>(joints_.size() + springs_.size());
  for (PlacedForce& placed : parts.elements) {
    const ForceShape& shape = placed.element->shape();
    gauges_ += static_cast<int>(std::ranges::count_if(placed.gauges, [](int g) { return g >= 0; }));
    elements_.push_back({std::move(placed), in_, out_, slopes_, states_});
    in_ += shape.in(), out_ += shape.out(), slopes_ += shape.in() * shape.out();
    states_ += shape.states;
  }
}

double ForceSet::scale(int state) const noexcept {
  for (const Entry& e : elements_)
    if (state < e.state + e.element->shape().states) return e.element->scale(state - e.state);
  return 1.0;
}

ForceSet::Scratch ForceSet::make_scratch() const {
  Scratch s;
  s.joints.resize(joints_.size()), s.springs.resize(springs_.size());
  int most = 0;
  for (const Entry& e : elements_) most = std::max(most, e.element->shape().states);
  s.x.resize(in_ + most * (most + 3)), s.f.resize(out_), s.slopes.resize(slopes_);
  return s;
}

// Springs, dampers and limits, with their slopes.
void ForceSet::push(const Mechanism& mechanism, const Mechanism::Scratch& scratch, Scratch& s,
                    std::span<GaugeForce> forces) const noexcept {
  for (std::size_t k = 0; k < joints_.size(); ++k) {
    const auto& [gauge, law] = joints_[k];
    const GaugeView at = mechanism.gauge(gauge, scratch);
    s.joints[k] = {at.length, at.rate};
    const JointForce::Value value = law.evaluate(at.length, at.rate);
    forces[gauge] = {value.force, value.by_q, value.by_v};
  }
  for (std::size_t k = 0; k < springs_.size(); ++k) {
    const auto& [gauge, law] = springs_[k];
    const GaugeView at = mechanism.gauge(gauge, scratch);
    s.springs[k] = {at.length, at.rate};
    forces[gauge] = law.force(at.length, at.rate);
  }
}

bool ForceSet::evaluate(const Mechanism& mechanism, const Mechanism::Scratch& scratch,
                        std::span<const double> z, bool find_modes, std::span<int> modes,
                        Scratch& s, std::span<GaugeForce> forces) const noexcept {
  push(mechanism, scratch, s, forces);
  bool changed = false;
  for (std::size_t n = 0; n < elements_.size(); ++n) {
    const Entry& e = elements_[n];
    const ForceShape& shape = e.element->shape();
    double *const x = &s.x[e.x], *const f = &s.f[e.f];
    for (int k = 0; k < shape.measures; ++k) {
      if (e.gauges[k] < 0) continue;  // its place and rate stay zero
      const GaugeView gauge = mechanism.gauge(e.gauges[k], scratch);
      x[k] = gauge.length, x[shape.measures + k] = gauge.rate;
    }
    for (int k = 0; k < shape.states; ++k) x[2 * shape.measures + k] = z[e.state + k];
    if (find_modes) {
      const int mode = e.element->mode(x);
      changed = changed || mode != modes[n];
      modes[n] = mode;
    }
    e.element->evaluate(x, modes[n], f, s.ground);
    for (int k = 0; k < shape.measures; ++k)
      if (e.gauges[k] >= 0) forces[e.gauges[k]].value = f[k];
  }
  return changed;
}

void ForceSet::let_go(std::span<GaugeForce> forces) const noexcept {
  for (const Entry& e : elements_)
    for (const int gauge : e.gauges)
      if (e.between_bodies && gauge >= 0) forces[gauge].value = 0.0;
}

int ForceSet::find_mode(int element, const Scratch& s) const noexcept {
  const Entry& e = elements_[element];
  return e.element->mode(&s.x[e.x]);
}

std::string ForceSet::begin(int element, const Mechanism& mechanism,
                            const Mechanism::Scratch& scratch, std::span<double> states,
                            std::span<const bool> open) const {
  const Entry& e = elements_[element];
  const int m = e.element->shape().measures;
  std::vector<double> x(e.element->shape().in());
  for (int k = 0; k < m; ++k) {
    if (e.gauges[k] < 0) continue;
    const GaugeView gauge = mechanism.gauge(e.gauges[k], scratch);
    x[k] = gauge.length, x[m + k] = gauge.rate;
  }
  std::ranges::copy(states, x.begin() + 2 * m);
  const std::string wrong = e.element->begin(x.data(), open);
  std::copy(x.begin() + 2 * m, x.end(), states.begin());
  return wrong;
}

void ForceSet::copy_rates(const Scratch& s, std::span<double> zdot) const noexcept {
  for (const Entry& e : elements_)
    for (int k = 0; k < e.element->shape().states; ++k)
      zdot[e.state + k] = s.f[e.f + e.element->shape().measures + k];
}

void ForceSet::settle(std::span<const int> modes, double c_y, Scratch& s, std::span<double> z,
                      std::span<double> zdot) const noexcept {
  for (std::size_t n = 0; n < elements_.size(); ++n)
    if (const Entry& e = elements_[n]; e.element->shape().states > 0)
      settle(e, modes[n], c_y, s, &z[e.state], &zdot[e.state]);
}

// Newton's way for one element: (c_y - dg/dz) dz = g - zdot.
bool ForceSet::settle(const Entry& e, int mode, double c_y, Scratch& s, double* z,
                      double* zdot) const noexcept {
  constexpr int kMost = 40;
  constexpr double kSettled = 1e-9;  // of a state's scale
  const ForceShape& shape = e.element->shape();
  const int m = shape.measures, n = shape.states, in = shape.in();
  double *const x = &s.x[e.x], *const f = &s.f[e.f], *const slopes = &s.slopes[e.slopes];
  // Rows [c_y - dg/dz | step], then where z and zdot were.
  double *const rows = s.x.data() + in_, *const before = rows + n * (n + 1);
  std::copy_n(z, n, before), std::copy_n(zdot, n, before + n);
  for (int k = 0; k < kMost; ++k) {
    std::copy_n(z, n, x + 2 * m);
    e.element->linearise(x, mode, f, slopes, s.ground);
    for (int i = 0; i < n; ++i) {
      double* const row = rows + i * (n + 1);
      for (int j = 0; j < n; ++j) row[j] = -slopes[(m + i) * in + 2 * m + j];
      row[i] += c_y, row[n] = f[m + i] - zdot[i];
    }
    solve_rows(rows, n);
    double largest = 0.0;
    for (int i = 0; i < n; ++i) {
      const double step = rows[i * (n + 1) + n];
      z[i] += step, zdot[i] += c_y * step;
      largest = std::max(largest, std::abs(step) / e.element->scale(i));
    }
    if (largest <= kSettled) return true;
    if (!std::isfinite(largest)) break;
  }
  std::copy_n(before, n, z), std::copy_n(before + n, n, zdot);
  return false;
}

void ForceSet::linearise(std::span<const int> modes, Scratch& s,
                         std::span<GaugeForce> forces) const noexcept {
  for (std::size_t n = 0; n < elements_.size(); ++n) {
    const Entry& e = elements_[n];
    const ForceShape& shape = e.element->shape();
    e.element->linearise(&s.x[e.x], modes[n], &s.f[e.f], &s.slopes[e.slopes], s.ground);
    for (int k = 0; k < shape.measures; ++k) {
      if (e.gauges[k] < 0) continue;
      const double* const row = &s.slopes[e.slopes + k * shape.in()];
      forces[e.gauges[k]].by_length = row[k];
      forces[e.gauges[k]].by_rate = row[shape.measures + k];
    }
  }
}

// By coordinates first, then by rows: for each output the line of its slopes by all coordinates is found
// from the gauges, and rows take it times -J: m (m + n) products of m gauges and n coordinates, where
// row by row and gauge by gauge it were m² n². Lines come in blocks of a fixed size.
void ForceSet::tangent(const Mechanism& mechanism, const Mechanism::Scratch& scratch,
                       StepCoefficients c, int first, const Scratch& s,
                       SquareMatrix& j) const noexcept {
  constexpr int kLines = 24, kWidth = 48;
  double lines[kLines][kWidth];
  for (const Entry& e : elements_) {
    const ForceShape& shape = e.element->shape();
    const int m = shape.measures, in = shape.in(), out = shape.out();
    const double* const slopes = &s.slopes[e.slopes];
    const auto pushes = [&](int output) {  // what does not touch pushes nothing
      const double* const by = &slopes[output * in];
      return output >= m || (e.gauges[output] >= 0 &&
                             !std::all_of(by, by + in, [](double x) { return x == 0.0; }));
    };
    int low = 0, high = 0;  // columns
    for (const int g : e.gauges)
      if (g >= 0)
        for (const int i : mechanism.gauge(g, scratch).support) {
          low = high == 0 ? i : std::min(low, i);
          high = std::max(high, i + 1);
        }
    for (int top = 0; top < out; top += kLines)
      for (int left = low; left < high; left += kWidth) {
        const int count = std::min(kLines, out - top), width = std::min(kWidth, high - left);
        for (int k = 0; k < count; ++k) std::fill_n(lines[k], width, 0.0);
        for (int g = 0; g < m; ++g) {
          if (e.gauges[g] < 0) continue;
          const GaugeView gauge = mechanism.gauge(e.gauges[g], scratch);
          for (int k = 0; k < count; ++k) {
            const double* const by = &slopes[(top + k) * in];
            // By its own gauge: the Mechanism has that.
            if (top + k == g || (by[g] == 0.0 && by[m + g] == 0.0)) continue;
            const double by_j = c.q * by[g] + c.v * by[m + g], by_hv = c.q * by[m + g];
            for (std::size_t i = 0; i < gauge.support.size(); ++i)
              if (const int at = gauge.support[i] - left; at >= 0 && at < width)
                lines[k][at] += by_j * gauge.jacobian[i] + by_hv * gauge.by_q[i];
          }
        }
        const auto add = [&](double* row, double factor, int k) {
          for (int i = 0; i < width; ++i) row[left + i] += factor * lines[k][i];
        };
        for (int k = 0; k < count; ++k) {
          if (!pushes(top + k)) continue;
          if (top + k >= m) {
            add(j.row(first + e.state + top + k - m), -1.0, k);
            continue;
          }
          const GaugeView gauge = mechanism.gauge(e.gauges[top + k], scratch);
          for (std::size_t i = 0; i < gauge.support.size(); ++i)
            add(j.row(gauge.support[i]), -gauge.jacobian[i], k);
        }
      }
    // By the states.
    const auto by_states = [&](double* row, double factor, int output) {
      for (int k = 0; k < shape.states; ++k)
        row[first + e.state + k] += factor * slopes[output * in + 2 * m + k];
    };
    for (int k = 0; k < m && shape.states > 0; ++k) {
      if (!pushes(k)) continue;
      const GaugeView gauge = mechanism.gauge(e.gauges[k], scratch);
      for (std::size_t i = 0; i < gauge.support.size(); ++i)
        by_states(j.row(gauge.support[i]), -gauge.jacobian[i], k);
    }
    for (int k = 0; k < shape.states; ++k) {
      by_states(j.row(first + e.state + k), -1.0, m + k);
      j.row(first + e.state + k)[first + e.state + k] += c.y;
    }
  }
}

void ForceSet::add_pattern(const Mechanism& mechanism, const Mechanism::Scratch& scratch, int first,
                           Pattern& pattern) const {
  for (const Entry& e : elements_) {
    std::vector<int> own;
    for (const int g : e.gauges)
      if (g >= 0) {
        const std::span<const int> support = mechanism.gauge(g, scratch).support;
        own.insert(own.end(), support.begin(), support.end());
      }
    for (int k = 0; k < e.element->shape().states; ++k) own.push_back(first + e.state + k);
    pattern.add(own, own);
  }
}

double ForceSet::add_stored(double sum, const Scratch& s) const noexcept {
  for (std::size_t k = 0; k < joints_.size(); ++k)
    sum += joints_[k].law.evaluate(s.joints[k].s, s.joints[k].rate).stored;
  for (std::size_t k = 0; k < springs_.size(); ++k) {
    const double stretch = s.springs[k].s - springs_[k].law.rest;
    sum += 0.5 * springs_[k].law.stiffness * stretch * stretch;
  }
  for (const Entry& e : elements_) sum += e.element->stored(&s.x[e.x], s.ground);
  return sum;
}

// What is taken from the mechanism and not stored.
double ForceSet::add_lost(double sum, const Scratch& s) const noexcept {
  for (std::size_t k = 0; k < joints_.size(); ++k)
    sum += joints_[k].law.evaluate(s.joints[k].s, s.joints[k].rate).dissipated;
  for (std::size_t k = 0; k < springs_.size(); ++k)
    sum += springs_[k].law.damping * s.springs[k].rate * s.springs[k].rate;
  for (const Entry& e : elements_) {
    const double *const x = &s.x[e.x], *const f = &s.f[e.f];
    const int m = e.element->shape().measures;
    for (int k = 0; k < m; ++k)
      if (e.gauges[k] >= 0) sum -= f[k] * x[m + k];
    sum -= e.element->stored_rate(x, f, s.ground);
  }
  return sum;
}

double ForceSet::force(int element, int measure, const Scratch& s) const noexcept {
  return s.f[elements_[element].f + measure];
}

double ForceSet::output(int element, int which, const Scratch& s) const noexcept {
  const Entry& e = elements_[element];
  return e.element->output(which, &s.x[e.x], &s.f[e.f], s.ground);
}

}  // namespace bramah
