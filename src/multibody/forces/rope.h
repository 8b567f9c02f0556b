// A massless rope over points of bodies (sheaves), from a drum or from where it is made fast.
//
//   D = sum_k w_k d_k                    along the path; d_k: distances, w: 1, and on the last n (falls)
//   L = L_0 + r q                        unstretched; q: the drum's angle, L_0: a state that stays
//   e = D - L                            stretch
//   k = EA/L                             stiffness of what is off the drum
//   T = (k f(e) + tau k e' S(e/w))⁺      f = e²/(2w), e < w;  e - w/2 beyond;  S = 3t² - 2t³
//   on d_k: -w_k T                       each fall pulls its two points together
//   on q:   r (T + k f_2(e)/L), k f_2 = stored energy U: -dU/dq, so that winding loses nothing
// With w -> 0 the last is r T (1 + e/(2L)): rope that goes onto the drum is measured unstretched.
// Slack, T = 0; the onset w has no corner, so that a rope comes tight without chatter.
//
// A block that is pulled up to its sheave stops there: below the distance c of the last two points they
// are pushed apart with k_b f(c - d).
//
// x = [d_1 ... d_m | q of the drum] with their rates and L_0; f in the same order, L_0' = 0.
// Not for: mass of the rope, friction of sheaves (T is the same all along), sheaves' radii.
#pragma once

#include "bramah/forces.h"

namespace bramah {

class Rope final : public ForceElement {
 public:
  struct Data {
    double stiffness = 0.0;  // EA [N]
    double damping = 0.0;    // tau [s]
    double falls = 1.0;      // n
    double radius = 0.0;     // r of the drum [m]; negative: it winds the other way
    double onset = 1e-3;     // w [m]
    double tension = 0.0;    // at the start, where the length is not given [N]
    double closest = 0.0;    // c [m]
    double block = 0.0;      // k_b [N/m]
    int segments = 1;        // m
    bool drum = false;
  };
  static constexpr double kShortest = 0.05;    // [m]: L is no less
  static constexpr double kMostStrain = 0.05;  // e/L that a start may have

  explicit Rope(const Data& data)
      : ForceElement({.measures = data.segments + (data.drum ? 1 : 0), .states = 1}), d_(data) {}

  void evaluate(const double* x, int mode, double* f,
                const double* ground = nullptr) const noexcept override;
  void linearise(const double* x, int mode, double* f, double* slopes,
                 const double* ground = nullptr) const noexcept override;
  std::string begin(double* x, std::span<const bool> open) const override;
  double stored(const double* x, const double* ground = nullptr) const noexcept override;
  double stored_rate(const double* x, const double* f,
                     const double* ground = nullptr) const noexcept override;
  double scale(int) const noexcept override { return 1.0; }
  // tension, stretch, length of what is off the drum
  double output(int which, const double* x, const double* f,
                const double* ground = nullptr) const noexcept override;

 private:
  struct Pull;  // one evaluation, with slopes
  Pull pull(const double* x) const noexcept;
  double weight(int k) const noexcept { return k + 1 == d_.segments ? d_.falls : 1.0; }
  int in() const noexcept { return shape().in(); }

  Data d_;
};

const ForceInfo& rope_info();

}  // namespace bramah
