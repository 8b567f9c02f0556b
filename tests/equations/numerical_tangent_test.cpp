// Newton's matrix from differences [Jaiswal2021, Eqs. 40-41] against the exact one.
#include <gtest/gtest.h>

#include "bramah/run.h"

namespace bramah {
namespace {

Recording recorded(const char* tangent, const char* set, RunSummary& summary, int& length) {
  LoadOptions options;
  options.set = {set};
  options.tangent = tangent;
  options.until = 1.0;
  const Model model = load(std::string(BRAMAH_SOURCE_DIR) + "/models/four_bar.yaml", options);
  Recording rows;
  summary = run(model, {}, rows);
  length = model.find_channel("lift.length");
  return rows;
}

// The valve opens at once, so that the machine moves in the second that is run.
TEST(NumericalTangent, GivesTheSameRun) {
  const char* moving = "signals.lift_command.steps=[[0 s, 0 V], [0.1 s, 10 V]]";
  RunSummary exact_summary, numerical_summary;
  int length = -1;
  const Recording exact = recorded("exact", moving, exact_summary, length);
  const Recording numerical = recorded("numerical", moving, numerical_summary, length);
  ASSERT_TRUE(exact_summary.converged) << exact_summary.message;
  ASSERT_TRUE(numerical_summary.converged) << numerical_summary.message;
  ASSERT_EQ(exact.times.size(), numerical.times.size());
  double largest = 0.0, travel = 0.0;
  for (std::size_t k = 0; k < exact.times.size(); ++k) {
    largest = std::max(largest, std::abs(exact.row(k)[length] - numerical.row(k)[length]));
    travel = std::max(travel, std::abs(exact.row(k)[length] - exact.row(0)[length]));
  }
  EXPECT_GT(travel, 0.01);
  EXPECT_LT(largest, 1e-7);  // [m]
}

}  // namespace
}  // namespace bramah
