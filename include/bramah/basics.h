// What every other header speaks in: errors with their places, quantities with units, names that were
// nearly right, channels, curves of time, types of joints, numbers with slopes, and what this build
// can do.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace bramah {

// ------------------------------------------------------------------------------------------ error
// Errors of input: files, command line, arguments of the API. Numerical failures are not
// exceptions; see StepReport.

// Where a value was written: every item of a description carries one, so that an error found late
// still names file and line.
struct Where {
  std::string file;
  int line = 0;  // 1-based; 0: not from a file
};

// All problems found, one message each: "file:line: what was found; what was expected; what to do".
class InputError : public std::runtime_error {
 public:
  explicit InputError(std::vector<std::string> problems)
      : std::runtime_error(join(problems)), problems_(std::move(problems)) {}
  explicit InputError(const std::string& problem) : InputError(std::vector<std::string>{problem}) {}

  const std::vector<std::string>& problems() const noexcept { return problems_; }

 private:
  static std::string join(const std::vector<std::string>& problems) {
    std::string all;
    for (const auto& problem : problems) all += (all.empty() ? "" : "\n") + problem;
    return all;
  }
  std::vector<std::string> problems_;
};

// --------------------------------------------------------------------------------------- quantity
// Numbers with units, as people write them.

struct Dimension {
  // Exponents of m, kg, s, K, A, rad; decimals are allowed (Pa^0.5).
  std::array<double, 6> exponent{};
};

// A plain number, unless there is a dimension: Quantity{0.5}, quantity("10 V").
struct Quantity {
  double value = 0.0;  // SI
  Dimension dimension{};
};

// "10 V", "2.138e-8 m3/s/V/Pa^0.5". Throws InputError.
Quantity quantity(const std::string& text);

// "1 ms", "90mm", "210 bar": the value in `unit` (s, m, Pa, ...). Throws InputError if the text is
// not a number with a unit of that dimension.
double parse_quantity(const std::string& text, const std::string& unit);

// ------------------------------------------------------------------------------------- suggestion
// Help with misspelt names, the same in files, on the command line and in other front ends.

// "; did you mean "bore"?", or "" if no name is near enough to be meant.
std::string suggestion(const std::string& word, const std::vector<std::string>& names);

// --------------------------------------------------------------------------------------- features
// What this build of the library can do: a part is left out when its tools were missing.

bool has_report_page() noexcept;  // write_report() works
bool has_reference() noexcept;    // the integrator sundials, and with it compare(), bench(),
                                  // reproduce()
bool has_hdf5() noexcept;         // write_hdf5() works
bool has_server() noexcept;       // serve() works

// ---------------------------------------------------------------------------------------- channel
// One registry of channels: CSV, HDF5, report, telemetry and every binding use these names.

enum class Causality { input, output, parameter, local };
enum class Variability { constant, fixed, tunable, discrete, continuous };

struct Channel {
  std::string name;      // lift.A.p
  std::string unit;      // SI: Pa, m, m/s, m3/s, N, J, rad, V, 1
  double nominal = 1.0;  // typical magnitude, in `unit`
  Causality causality = Causality::output;
  Variability variability = Variability::continuous;
  std::string description;  // "pressure in the piston-side chamber"
};

// ------------------------------------------------------------------------------------------ curve
// A polynomial of time: what one side of a coupling believes of the other between two
// communications.

struct Curve {
  static constexpr int kTerms = 5;
  double start = 0.0;              // [s]
  std::array<double, kTerms> c{};  // sum c[k] (t - start)^k

  static Curve constant(double value) noexcept { return {0.0, {value, 0.0, 0.0, 0.0, 0.0}}; }

  [[nodiscard]] double value(double t) const noexcept {
    const double x = t - start;
    return c[0] + x * (c[1] + x * (c[2] + x * (c[3] + x * c[4])));
  }
  [[nodiscard]] double rate(double t) const noexcept {
    const double x = t - start;
    return c[1] + x * (2.0 * c[2] + x * (3.0 * c[3] + x * 4.0 * c[4]));
  }
  // The curve that has this one as its rate and `from` as its value at the start; the highest term
  // of this one must be zero.
  [[nodiscard]] Curve integral(double from) const noexcept {
    return {start, {from, c[0], c[1] / 2.0, c[2] / 3.0, c[3] / 4.0}};
  }
};

// ---------------------------------------------------------------------------------- random levels
struct TimeValue {
  double value = 0.0, rate = 0.0, acceleration = 0.0;
};

// Levels drawn at random and held: level k + 1 from first + k hold on, level 0 before. Each follows
// from the seed and its number alone, so that time may go on for ever and back; the same on every
// computer.
struct RandomLevels {
  std::uint64_t seed = 1;
  double lower = 0.0, upper = 0.0;  // uniform between these, unless
  std::vector<double> choices{};    // there is a list to draw from
  double hold = 1.0, first = 0.0;   // [s]
  double ramp = 0.0;                // [s] from level to level, at rest at both ends; 0: a jump
  std::optional<double> initial{};  // instead of level 0

  double level(std::int64_t k) const noexcept;
  double jump(std::int64_t k) const noexcept;       // instant at which level k + 1 begins
  std::int64_t last_jump(double t) const noexcept;  // number of the last jump at or before t
  double next_break(double t) const noexcept;       // jump or end of a ramp
  TimeValue value(double t, double anchor) const noexcept;
};

// ----------------------------------------------------------------------------------------- joints
using Triple = std::array<double, 3>;

// In the order of their records in src/multibody/joints/joint_type.cpp, which say what each holds and
// which coordinates it has.
enum class JointType {
  revolute,
  prismatic,
  cylindrical,
  universal,
  spherical,
  planar,
  fixed,
  free
};

// The axes of a joint, of any length.
struct JointDirections {
  Triple axis{0, 0, 1}, axis2{0, 1, 0};
};

// ------------------------------------------------------------------------------------------- dual
// A number with its slopes by N variables: forward differentiation, exact to round-off. A function
// written once as a template on its number type yields values with `double` and values and slopes
// with Dual<N>.
//
// Comparisons look at the value alone, so a branch takes the slope of the side it is on.

template <int N>
struct Dual {
  double v = 0.0;
  std::array<double, N> d{};

  Dual() = default;
  Dual(double value) : v(value) {}  // a constant; implicit on purpose
  static Dual variable(double value, int which) {
    Dual x(value);
    x.d[which] = 1.0;
    return x;
  }

  Dual& operator+=(const Dual& b) { return *this = *this + b; }
  Dual& operator-=(const Dual& b) { return *this = *this - b; }
  Dual& operator*=(const Dual& b) { return *this = *this * b; }
  Dual& operator/=(const Dual& b) { return *this = *this / b; }

  friend Dual operator-(const Dual& a) { return a.chain(-a.v, -1.0); }
  friend Dual operator+(const Dual& a, const Dual& b) { return combine(a.v + b.v, a, 1.0, b, 1.0); }
  friend Dual operator-(const Dual& a, const Dual& b) {
    return combine(a.v - b.v, a, 1.0, b, -1.0);
  }
  friend Dual operator*(const Dual& a, const Dual& b) { return combine(a.v * b.v, a, b.v, b, a.v); }
  friend Dual operator/(const Dual& a, const Dual& b) {
    const double inverse = 1.0 / b.v, ratio = a.v * inverse;
    return combine(ratio, a, inverse, b, -ratio * inverse);
  }
  friend bool operator<(const Dual& a, const Dual& b) { return a.v < b.v; }
  friend bool operator>(const Dual& a, const Dual& b) { return a.v > b.v; }
  friend bool operator<=(const Dual& a, const Dual& b) { return a.v <= b.v; }
  friend bool operator>=(const Dual& a, const Dual& b) { return a.v >= b.v; }

  friend Dual sqrt(const Dual& a) {
    const double root = std::sqrt(a.v);
    return a.chain(root, 0.5 / root);
  }
  friend Dual exp(const Dual& a) {
    const double e = std::exp(a.v);
    return a.chain(e, e);
  }
  friend Dual log(const Dual& a) { return a.chain(std::log(a.v), 1.0 / a.v); }
  friend Dual log10(const Dual& a) {
    return a.chain(std::log10(a.v), 0.43429448190325182765 / a.v);
  }
  friend Dual tanh(const Dual& a) {
    const double t = std::tanh(a.v);
    return a.chain(t, 1.0 - t * t);
  }
  friend Dual pow(const Dual& a, double n) {
    const double p = std::pow(a.v, n - 1.0);
    return a.chain(p * a.v, n * p);
  }
  friend Dual abs(const Dual& a) { return a.v < 0.0 ? -a : a; }

  // f(a) with value f and slope f'.
  [[nodiscard]] Dual chain(double value, double slope) const {
    Dual out(value);
    for (int i = 0; i < N; ++i) out.d[i] = slope * d[i];
    return out;
  }

 private:
  static Dual combine(double value, const Dual& a, double by_a, const Dual& b, double by_b) {
    Dual out(value);
    for (int i = 0; i < N; ++i) out.d[i] = by_a * a.d[i] + by_b * b.d[i];
    return out;
  }
};

inline double value_of(double x) { return x; }
template <int N>
double value_of(const Dual<N>& x) {
  return x.v;
}

}  // namespace bramah
