// Force elements: what acts between two points of a machine, on a joint or at a point, with states
// of its own where it has a memory. One of your own is a plain struct; one option makes it known:
//
//   struct Brake {                                          // F = -d v
//     static constexpr bramah::ForceShape kShape{.measures = 1};
//     double damping;                                       // d [N s/m]
//     template <class T> void equations(const T* x, T* f) const { f[0] = -damping * x[1]; }
//   };
//   options.forces = {&brake_info};                         // elements: {b: {type: brake, ...}}
//   load("machine.yaml", options);
//
//   x = [each measure | the rate of each | own states]
//   f = [the force along each measure | the rates of own states]
//
// Measures are what both choices of coordinates can tell, so the same struct serves both:
//
//   acts      keys of the file   measures                              force
//   between   from, to           distance of two points [m]            pushes them apart [N]
//   joint     joint              a coordinate of a joint [rad], [m]    on it [N m], [N]
//   at        at                 x, y, z of a point in the world [m]   on the point, in world axes
//                                (in the plane z = 0)                  [N]
//   path      over, drum         distance of each two points that      pushes them apart [N],
//                                follow each other; the drum's joint   on the joint
//   body      at                 x, y, z of a point; the first two     on the point [N]; on the
//                                axes of its body, in world axes       tips of the axes [N m]
//   bodies    at, against        those of two points of two bodies     the same of each
// Called with T = double for values and with Dual<kShape.in()> for slopes, which are exact thereby.
// Energy: what the force takes from the mechanism and stored() does not keep is counted as lost.
#pragma once

#include <array>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "bramah/basics.h"

namespace bramah {

struct ForceShape {
  int measures = 1, states = 0;
  constexpr int in() const { return 2 * measures + states; }
  constexpr int out() const { return measures + states; }
};

class ForceElement {
 public:
  explicit ForceElement(ForceShape shape) : shape_(shape) {}
  virtual ~ForceElement() = default;
  const ForceShape& shape() const noexcept { return shape_; }

  // f(x); `mode` is what mode() said, held while Newton settles. `ground`: heights of the terrain's
  // grid as they are now, where it is dug; null: as it was built.
  virtual void evaluate(const double* x, int mode, double* f,
                        const double* ground = nullptr) const noexcept = 0;
  // f(x) and df/dx, row by row: out() rows of in() numbers.
  virtual void linearise(const double* x, int mode, double* f, double* slopes,
                         const double* ground = nullptr) const noexcept = 0;
  // Which branch of a switch holds at x (touching or not, sticking or not); 0 without one.
  virtual int mode(const double* /*x*/) const noexcept { return 0; }
  // What it makes of the pose at t = 0, states last in x: a start for each `open` one, which the file
  // does not give. What is wrong with the start, or nothing.
  virtual std::string begin(double* /*x*/, std::span<const bool> /*open*/) const { return {}; }
  // Energy that it keeps [J], and how fast it grows [W] with the rates in f.
  virtual double stored(const double* /*x*/, const double* /*ground*/ = nullptr) const noexcept {
    return 0.0;
  }
  virtual double stored_rate(const double* /*x*/, const double* /*f*/,
                             const double* /*ground*/ = nullptr) const noexcept {
    return 0.0;
  }
  // Size of a state, for Newton's tolerance.
  virtual double scale(int /*state*/) const noexcept { return 1.0; }
  // What else is worth a channel (ForceInfo::outputs); after evaluate().
  virtual double output(int /*which*/, const double* /*x*/, const double* /*f*/,
                        const double* /*ground*/ = nullptr) const noexcept {
    return 0.0;
  }

 private:
  ForceShape shape_;
};

// An element from a plain struct C with
//   static constexpr ForceShape kShape;
//   template <class T> void equations(const T* x, T* f) const;
// and, where needed,
//   int mode(const double* x) const;   then equations(const T* x, int mode, T* f)
//   template <class T> T stored(const T* x) const;
//   double scale(int state) const;
//   double output(int which, const double* x, const double* f) const;
//   std::string begin(double* x, std::span<const bool> open) const;
// One that touches the terrain has `static constexpr bool kOnGround = true` and takes the heights of its
// grid, `const double* ground`, last in equations, stored and output.
template <class C>
class ForceOf final : public ForceElement {
 public:
  explicit ForceOf(const C& element) : ForceElement(C::kShape), element_(element) {}

  void evaluate(const double* x, int mode, double* f,
                const double* ground = nullptr) const noexcept override {
    equations<double>(x, mode, f, ground);
  }
  void linearise(const double* x, int mode, double* f, double* slopes,
                 const double* ground = nullptr) const noexcept override {
    std::array<Dual<kIn>, kIn> at;
    std::array<Dual<kIn>, kOut> out;
    for (int i = 0; i < kIn; ++i) at[i] = Dual<kIn>::variable(x[i], i);
    equations<Dual<kIn>>(at.data(), mode, out.data(), ground);
    for (int r = 0; r < kOut; ++r) {
      f[r] = out[r].v;
      for (int i = 0; i < kIn; ++i) slopes[r * kIn + i] = out[r].d[i];
    }
  }
  int mode(const double* x) const noexcept override {
    if constexpr (requires { element_.mode(x); }) return element_.mode(x);
    return 0;
  }
  std::string begin(double* x, std::span<const bool> open) const override {
    if constexpr (requires { element_.begin(x, open); }) return element_.begin(x, open);
    return {};
  }
  double stored(const double* x, const double* ground = nullptr) const noexcept override {
    return stored_at<double>(x, ground);
  }
  // By its slope along (rate of each measure, nothing, rates of states).
  double stored_rate(const double* x, const double* f,
                     const double* ground = nullptr) const noexcept override {
    if constexpr (kStores) {
      constexpr int m = C::kShape.measures;
      std::array<Dual<1>, kIn> at;
      for (int i = 0; i < kIn; ++i) {
        at[i] = x[i];
        at[i].d[0] = i < m ? x[m + i] : i < 2 * m ? 0.0 : f[i - m];
      }
      return stored_at<Dual<1>>(at.data(), ground).d[0];
    }
    return 0.0;
  }
  double scale(int state) const noexcept override {
    if constexpr (requires { element_.scale(state); }) return element_.scale(state);
    return 1.0;
  }
  double output(int which, const double* x, const double* f,
                const double* ground = nullptr) const noexcept override {
    if constexpr (requires { element_.output(which, x, f, ground); })
      return element_.output(which, x, f, ground);
    else if constexpr (requires { element_.output(which, x, f); })
      return element_.output(which, x, f);
    return 0.0;
  }

 private:
  static constexpr int kIn = C::kShape.in(), kOut = C::kShape.out();
  static constexpr bool kOnGround = requires { C::kOnGround; };
  static constexpr bool kStores = requires(const C& c, const double* x) {
    c.template stored<double>(x);
  }
  || requires(const C& c, const double* x) { c.template stored<double>(x, x); };

  template <class T>
  T stored_at(const T* x, const double* ground) const {
    if constexpr (kStores && kOnGround)
      return element_.template stored<T>(x, ground);
    else if constexpr (kStores)
      return element_.template stored<T>(x);
    else
      return T(0.0);
  }
  template <class T>
  void equations(const T* x, int mode, T* f, const double* ground) const {
    if constexpr (requires(const double* at) { element_.mode(at); })
      element_.template equations<T>(x, mode, f);
    else if constexpr (kOnGround)
      element_.template equations<T>(x, f, ground);
    else
      element_.template equations<T>(x, f);
  }

  C element_;
};

class HeightField;

// The ground that blades cut (docs/theory/soil.md).
struct SoilProperties {
  double density = 1800.0;                   // as it has grown [kg/m³]
  double cohesion = 5e3;                     // c [Pa]
  double friction = 0.558505360638185;       // phi [rad]: 32 deg
  double adhesion = 0.0;                     // c_a, to a blade [Pa]
  double wall_friction = 0.349065850398866;  // delta, on a blade [rad]: 20 deg
  double surcharge = 0.0;                    // q, on the ground [Pa]
  double penetration = 3e5;                  // pressure under an edge that goes in [Pa]
  double swell = 1.2;                        // volume loose over volume as it has grown
  double repose = 0.610865238198015;         // slope that loose soil keeps [rad]: 35 deg
};

// Where an element is put.
struct ForceSite {
  Triple up{};  // against gravity, or y (in space z) without
  bool planar = false;
  int points = 0;                                // of its path
  bool joint = false;                            // its path ends on a drum
  std::shared_ptr<const HeightField> terrain{};  // of the machine; none: the ground is a plane
  double gravity = 9.81;                         // [m/s²]
  SoilProperties soil{};
};

constexpr double kRequiredParameter = std::numeric_limits<double>::quiet_NaN();

// What an element says about itself: the machine file's keys and the channels are made from it.
struct ForceInfo {
  enum class Acts { between, joint, at, path, body, bodies };
  struct Parameter {
    std::string name;  // key of the file
    std::string unit;  // SI, "N/m"
    std::string doc;
    double fallback = kRequiredParameter;  // NaN: must be given
    // What is outside is refused.
    double least = -std::numeric_limits<double>::infinity();
    double most = std::numeric_limits<double>::infinity();
  };
  struct State {
    std::string name;  // channel: "z" gives brake.z
    std::string unit;
    std::string doc;
    double start = 0.0;  // unless the file says `start_z: 2 mm`, or rests with `initial: static`
    bool begun = false;  // or begin() says it, with `initial: static` too
  };
  struct Output {
    std::string name;  // channel: "gap" gives foot.gap
    std::string unit;
    std::string doc;
  };
  using Make = std::unique_ptr<const ForceElement> (*)(std::span<const double> parameters);
  // The same for one that must know which way is up: against gravity, or y (in space z) without.
  using MakeUpright = std::unique_ptr<const ForceElement> (*)(std::span<const double> parameters,
                                                              const Triple& up);

  // The same for one whose measures are not as many for each: along a path, or before a terrain.
  using MakeOnSite = std::unique_ptr<const ForceElement> (*)(std::span<const double> parameters,
                                                             const ForceSite& site);

  std::string type;  // "bristle"
  std::string doc;   // what it is, in a sentence
  Acts acts = Acts::between;
  std::vector<Parameter> parameters{};
  std::vector<State> states{};
  std::vector<Output> outputs{};
  Make make = nullptr;                 // parameters in their order, in SI
  MakeUpright make_upright = nullptr;  // instead of make
  MakeOnSite make_on_site = nullptr;   // instead of both

  bool can_be_made() const { return make || make_upright || make_on_site; }
  std::unique_ptr<const ForceElement> made(std::span<const double> values,
                                           const ForceSite& site) const {
    if (make_on_site) return make_on_site(values, site);
    return make_upright ? make_upright(values, site.up) : make(values);
  }
  // Points it acts on: `a` alone, `a` and `b`, or those of its path.
  bool has_first() const { return acts != Acts::joint && acts != Acts::path; }
  bool has_second() const { return acts == Acts::between || acts == Acts::bodies; }
};

// Those of the library.
std::span<const ForceInfo* const> force_catalogue();

}  // namespace bramah
