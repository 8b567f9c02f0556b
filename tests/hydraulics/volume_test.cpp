#include "hydraulics/volume.h"

#include <gtest/gtest.h>

#include "derivative.h"

namespace bramah {
namespace {

Volume chamber() {
  Volume v;
  v.fluid.bulk = 1.5e9;
  v.dead = 3.14e-5;
  v.dead_wall = 3.14e-5 / 5.5e8;
  v.area = 5.0265e-3;
  v.barrel = 1.0 / 3.15e10;
  return v;
}

TEST(Volume, EffectiveBulkModulusInSeries) {
  // 1/B_e = 1/B_oil + V_hose/(V B_hose) + V_cyl/(V B_cyl)   [Jaiswal2021, Eq. 23]
  const double l = 0.3, cylinder = 5.0265e-3 * l, total = 3.14e-5 + cylinder;
  const double be = 1.0 / (1.0 / 1.5e9 + 3.14e-5 / (total * 5.5e8) + cylinder / (total * 3.15e10));
  EXPECT_NEAR(chamber().compliance(l, 1e6).value, total / be, 1e-24);
}

TEST(Volume, PolynomialBulkModulus) {
  Fluid oil;
  oil.polynomial = true;
  oil.a = 6.53e-10, oil.b = -1.19e-18;
  const double p = 4.4e6;
  const double beta = (1 + oil.a * p + oil.b * p * p) / (oil.a + 2 * oil.b * p);
  EXPECT_DOUBLE_EQ(oil.bulk_modulus(p).value, beta);  // [Naya2011, Eq. 3]
  EXPECT_NEAR(beta, 1.56e9, 1e7);
  expect_slope_near([&](double x) { return oil.bulk_modulus(x).value; }, p,
                    oil.bulk_modulus(p).by_p);
}

TEST(Volume, SlopesMatchCentralDifferences) {
  Volume v = chamber();
  for (const bool polynomial : {false, true}) {
    v.fluid.polynomial = polynomial;
    v.fluid.a = 6.53e-10, v.fluid.b = -1.19e-18;
    const double l = 0.21, p = 5e6;
    expect_slope_near([&](double x) { return v.compliance(x, p).value; }, l,
                      v.compliance(l, p).by_l);
    if (polynomial)
      expect_slope_near([&](double x) { return v.compliance(l, x).value; }, p,
                        v.compliance(l, p).by_p);
    else
      EXPECT_EQ(v.compliance(l, p).by_p, 0.0);
  }
}

}  // namespace
}  // namespace bramah
