// The checks themselves notice what is wrong.
#include "hydraulics/part_checks.h"

#include <gtest/gtest-spi.h>

#include "hydraulics/parts/orifice.h"

namespace bramah {
namespace {

struct Pipe {
  static constexpr PartShape kShape{.ports = 2};
  double conductance = 1e-11;
  double leak = 0.0;  // oil that vanishes
  double slip = 0.0;  // heat that is not accounted for
  template <class T>
  void equations(const T* x, T* f) const noexcept {
    const T dp = x[0] - x[1], q = dp * dp * (conductance * 1e-5);
    f[0] = -q;
    f[1] = q * (1.0 - leak);
  }
  PartPower power(const double* x, const double* f) const noexcept {
    return {.lost = -f[0] * (x[0] - x[1]) * (1.0 - slip)};
  }
};

// Slopes with an error of 1e-5.
class Crooked final : public Part {
 public:
  Crooked() : Part(Pipe::kShape) {}
  void evaluate(const double* x, int mode, double* f) const noexcept override {
    pipe_.evaluate(x, mode, f);
  }
  void linearise(const double* x, int mode, double* f, double* slopes) const noexcept override {
    pipe_.linearise(x, mode, f, slopes);
    slopes[1] *= 1.0 + 1e-5;
  }
  PartPower power(const double* x, int mode, const double* f) const noexcept override {
    return pipe_.power(x, mode, f);
  }

 private:
  PartOf<Pipe> pipe_{Pipe{}};
};

TEST(PartChecks, PassesASoundPart) { check_all(PartOf<Pipe>(Pipe{}), {2e7, 1e6}); }

TEST(PartChecks, SeesWhatIsWrong) {
  EXPECT_NONFATAL_FAILURE(check_slopes(Crooked(), {2e7, 1e6}), "row 0, column 1");
  EXPECT_NONFATAL_FAILURE(check_conservation(PartOf<Pipe>(Pipe{.leak = 1e-9}), {2e7, 1e6}), "sum");
  EXPECT_NONFATAL_FAILURE(check_power(PartOf<Pipe>(Pipe{.slip = 1e-8}), {2e7, 1e6}), "taken");
  EXPECT_NONFATAL_FAILURE(check_power(PartOf<Pipe>(Pipe{}), {1e6, 2e7}), "power.lost");
}

}  // namespace
}  // namespace bramah
