// Chains of rods: the same in the plane and in space, and the double pendulum of the textbooks.
#include "analysis/chain_text.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "bramah/analysis.h"
#include "bramah/model.h"

namespace bramah {
namespace {

Model make_chain(int links, bool planar) {
  LoadOptions options;
  options.method = "inef";
  options.integrator = "semi_euler";
  return load_text(chain_text(links, planar), "chain", options);
}

std::vector<double> channels_after(const Model& model, int steps,
                                   const std::vector<std::string>& names) {
  State state = model.initial_state();
  Workspace work(model);
  for (int k = 0; k < steps; ++k) EXPECT_TRUE(step(model, state, work, {}).converged);
  std::vector<double> all(model.channels().size()), values;
  model.observe(state, work, all);
  for (const auto& name : names)
    values.push_back(all.at(static_cast<std::size_t>(model.find_channel(name))));
  return values;
}

// From rest the first step gives v = h M^-1 Q. With absolute angles a, b of rods of length and mass
// 1:
//   4/3 a'' + 1/2 cos(a - b) b'' = -3/2 g cos a,   1/2 cos(a - b) a'' + 1/3 b'' = -1/2 g cos b.
TEST(ChainText, TwoRodsAreADoublePendulum) {
  const double h = 1e-3, g = 9.81;
  const auto start = chain_start(2);
  const double a = start[0], b = start[0] + start[1], coupling = 0.5 * std::cos(a - b);
  Eigen::Matrix2d M;
  M << 4.0 / 3.0, coupling, coupling, 1.0 / 3.0;
  const Eigen::Vector2d Q(-1.5 * g * std::cos(a), -0.5 * g * std::cos(b));
  const Eigen::Vector2d v = h * M.inverse() * Q;
  for (const bool planar : {true, false}) {
    const auto found = channels_after(make_chain(2, planar), 1, {"z1.rate", "z2.rate"});
    EXPECT_NEAR(found[0], v[0], 1e-14);
    EXPECT_NEAR(found[1], v[1] - v[0], 1e-14);  // joints count from rod to rod
  }
}

TEST(ChainText, SpaceAndPlaneMoveAlike) {
  const std::vector<std::string> names{"z1.angle", "z8.rate", "link8.tip.x", "link8.tip.y"};
  const auto flat = channels_after(make_chain(8, true), 200, names);
  const auto space = channels_after(make_chain(8, false), 200, names);
  for (std::size_t k = 0; k < names.size(); ++k) EXPECT_NEAR(flat[k], space[k], 1e-11) << names[k];
}

TEST(BenchChains, ShowsCostPerLinkAndDrift) {
  const auto rows = bench_chains({2, 5}, 1);
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[2].links, 5);
  EXPECT_TRUE(rows[2].planar);
  EXPECT_FALSE(rows[3].planar);
  for (const auto& row : rows) {
    EXPECT_EQ(row.problem, "");
    EXPECT_GT(row.us_per_step, 0.0);
    EXPECT_DOUBLE_EQ(row.us_per_link * row.links, row.us_per_step);
    EXPECT_GT(row.energy_drift, 0.0);
    EXPECT_LT(row.energy_drift, 0.05);  // first order, 1 ms
  }
}

}  // namespace
}  // namespace bramah
