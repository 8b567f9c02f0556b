#include "multibody/forces/rope.h"

#include <algorithm>
#include <cmath>

#include "core/text.h"

namespace bramah {

namespace {

using Two = Dual<3>;  // by stretch e, its rate, and length L

// 0 below 0, e²/(2w) and e - w/2 beyond.
template <class T>
T taut(const T& e, double w) {
  if (e <= 0.0) return T(0.0);
  return e < w ? T(0.5 / w * e * e) : T(e - 0.5 * w);
}
// Its integral.
template <class T>
T taut_area(const T& e, double w) {
  if (e <= 0.0) return T(0.0);
  return e < w ? T(e * e * e / (6.0 * w)) : T(0.5 * e * (e - w) + w * w / 6.0);
}
template <class T>
T ramp(const T& t) {
  return t >= 1.0 ? T(1.0) : T(t * t * (3.0 - 2.0 * t));
}

}  // namespace

// Tension and torque over r by stretch, rate and length; the block's push by its distance.
struct Rope::Pull {
  Two tension{}, wind{};
  double stretch = 0.0, length = 0.0;
  bool short_of = false;  // nothing left to wind
  double push = 0.0, push_slope = 0.0;
};

Rope::Pull Rope::pull(const double* x) const noexcept {
  const int m = shape().measures;
  Pull out;
  double path = 0.0, rate = 0.0;
  for (int k = 0; k < d_.segments; ++k) path += weight(k) * x[k], rate += weight(k) * x[m + k];
  out.length = x[2 * m] + (d_.drum ? d_.radius * x[d_.segments] : 0.0);
  out.short_of = out.length < kShortest;
  if (out.short_of) out.length = kShortest;
  if (d_.drum && !out.short_of) rate -= d_.radius * x[m + d_.segments];
  out.stretch = path - out.length;
  if (out.stretch > 0.0) {
    const Two e = Two::variable(out.stretch, 0), by_time = Two::variable(rate, 1);
    const Two length = Two::variable(out.length, 2), k = d_.stiffness / length;
    const Two pulls = k * (taut(e, d_.onset) + d_.damping * by_time * ramp(Two(e / d_.onset)));
    if (pulls > 0.0) out.tension = pulls;
    out.wind = out.tension + k * taut_area(e, d_.onset) / length;
  }
  const double near = d_.closest - x[d_.segments - 1];
  out.push = d_.block * taut(near, d_.onset);
  out.push_slope = near <= 0.0 ? 0.0 : -d_.block * std::min(near / d_.onset, 1.0);
  return out;
}

void Rope::evaluate(const double* x, int, double* f, const double*) const noexcept {
  const Pull p = pull(x);
  for (int k = 0; k < d_.segments; ++k) f[k] = -weight(k) * p.tension.v;
  f[d_.segments - 1] += p.push;
  if (d_.drum) f[d_.segments] = d_.radius * p.wind.v;
  f[shape().measures] = 0.0;
}

// e = sum w_k d_k - L, L = L_0 + r q: the chain rule by hand, over as many points as there are.
void Rope::linearise(const double* x, int mode, double* f, double* slopes,
                     const double*) const noexcept {
  evaluate(x, mode, f);
  const Pull p = pull(x);
  const int m = shape().measures, n = in();
  std::fill(slopes, slopes + shape().out() * n, 0.0);
  const double moves = p.short_of ? 0.0 : 1.0;
  const auto add = [&](double* row, double factor, const Two& y) {
    const double by_length = moves * (y.d[2] - y.d[0]);
    for (int k = 0; k < d_.segments; ++k) {
      row[k] += factor * weight(k) * y.d[0];
      row[m + k] += factor * weight(k) * y.d[1];
    }
    if (d_.drum) {
      row[d_.segments] += factor * d_.radius * by_length;
      row[m + d_.segments] -= factor * moves * d_.radius * y.d[1];
    }
    row[2 * m] += factor * by_length;
  };
  for (int k = 0; k < d_.segments; ++k) add(slopes + k * n, -weight(k), p.tension);
  slopes[(d_.segments - 1) * n + d_.segments - 1] += p.push_slope;
  if (d_.drum) add(slopes + d_.segments * n, d_.radius, p.wind);
}

double Rope::stored(const double* x, const double*) const noexcept {
  const Pull p = pull(x);
  return d_.stiffness / p.length * taut_area(p.stretch, d_.onset) +
         d_.block * taut_area(d_.closest - x[d_.segments - 1], d_.onset);
}

// U' = k f(e) e' - U L'/L, and the block's.
double Rope::stored_rate(const double* x, const double*, const double*) const noexcept {
  const Pull p = pull(x);
  const int m = shape().measures;
  double path = 0.0;
  for (int k = 0; k < d_.segments; ++k) path += weight(k) * x[m + k];
  const double wound = d_.drum && !p.short_of ? d_.radius * x[m + d_.segments] : 0.0;
  const double k = d_.stiffness / p.length;
  return k * taut(p.stretch, d_.onset) * (path - wound) -
         k * taut_area(p.stretch, d_.onset) / p.length * wound - p.push * x[m + d_.segments - 1];
}

double Rope::output(int which, const double* x, const double*, const double*) const noexcept {
  const Pull p = pull(x);
  return which == 0 ? p.tension.v : which == 1 ? p.stretch : p.length;
}

// Where the length is not given, it is such that the rope has its tension at the start.
std::string Rope::begin(double* x, std::span<const bool> open) const {
  if (d_.drum && d_.radius == 0.0) return "a drum has a radius; found 0 m";
  const int m = shape().measures;
  double path = 0.0;
  for (int k = 0; k < d_.segments; ++k) path += weight(k) * x[k];
  const double wound = d_.drum ? d_.radius * x[d_.segments] : 0.0;
  if (open[0]) {
    // EA/L f(D - L) = T; beyond the onset EA (D - L - w/2) = T L.
    const double share = d_.tension / d_.stiffness;
    double length = d_.tension > 0.0 ? (path - 0.5 * d_.onset) / (1.0 + share) : path;
    if (d_.tension > 0.0 && path - length < d_.onset)  // EA e² = 2 w T (D - e)
      length =
          path - (std::sqrt(share * d_.onset * (share * d_.onset + 2.0 * path)) - share * d_.onset);
    x[2 * m] = length - wound;
  }
  const double length = x[2 * m] + wound;
  if (!(length >= kShortest))
    return concat("the rope is ", length, " m long at the start; expected at least ", kShortest,
                  " m off the drum");
  if (const double strain = (path - length) / length; strain > kMostStrain)
    return concat("the rope is shorter than its path: ", length, " m for ", path,
                  " m at the start, a stretch of ", strain * 100.0, " %; at most ",
                  kMostStrain * 100.0, " %");
  return {};
}

const ForceInfo& rope_info() {
  static const ForceInfo info{
      .type = "rope",
      .doc =
          "A rope over points of bodies, from a drum or made fast, with falls "
          "([rope](theory/rope.md)).",
      .acts = ForceInfo::Acts::path,
      .parameters = {{"stiffness", "N", "EA: a rope of length L has the stiffness EA/L",
                      kRequiredParameter, 1.0, 1e12},
                     {"damping", "s", "tau: tension grows by EA tau times the rate of strain", 0.01,
                      0.0, 10.0},
                     {"falls", "1", "parts of rope between the last two points", 1.0, 1.0, 24.0},
                     {"radius", "m",
                      "of the drum; negative: it winds up where its joint turns forward", 0.0,
                      -10.0, 10.0},
                     {"onset", "m", "stretch over which tension begins smoothly", 1e-3, 1e-7, 0.1},
                     {"tension", "N", "at the start, where its length is not given", 0.0, 0.0, 1e9},
                     {"closest", "m",
                      "distance of the last two points below which they are pushed apart", 0.0, 0.0,
                      1e3},
                     {"block", "N/m", "stiffness of that push", 1e6, 1e-3, 1e12}},
      .states = {{.name = "rope",
                  .unit = "m",
                  .doc = "unstretched, off the drum where its joint is at zero",
                  .begun = true}},
      .outputs = {{"tension", "N", "tension"},
                  {"stretch", "m", "stretch; negative: slack"},
                  {"length", "m", "unstretched length off the drum"}},
      .make_on_site = [](std::span<const double> p,
                         const ForceSite& site) -> std::unique_ptr<const ForceElement> {
        return std::make_unique<Rope>(Rope::Data{.stiffness = p[0],
                                                 .damping = p[1],
                                                 .falls = p[2],
                                                 .radius = p[3],
                                                 .onset = p[4],
                                                 .tension = p[5],
                                                 .closest = p[6],
                                                 .block = p[7],
                                                 .segments = std::max(site.points - 1, 1),
                                                 .drum = site.joint});
      }};
  return info;
}

}  // namespace bramah
