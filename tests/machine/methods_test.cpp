// Every method with every integrator on the same machine files, against the reference: the errors
// of cylinder lengths fall with the theoretical order where a machine is smooth, and stay below
// what a good second-order step reaches elsewhere. A new method joins by one line.
#include <bramah/bramah.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

namespace bramah {
namespace {

constexpr const char* kMethods[] = {
    "semirecursive", "ali3p", "ali1", "double_step", "inef",
};
constexpr const char* kImplicit[] = {"sdirk2", "trapezoidal", "gen_alpha"};

// Why a method refuses a machine; empty if it does not.
std::string method_refusal(const std::string& method, const std::string& file) {
  if (method == "inef" && file.starts_with("quick_return"))
    return "four revolute joints";  // its loops slide
  return "";
}

struct Case {
  std::string file, method, integrator;
};
void PrintTo(const Case& c, std::ostream* out) {
  *out << c.file << ", " << c.method << ", " << c.integrator;
}
std::string name(const testing::TestParamInfo<Case>& info) {
  return info.param.file + "_" + info.param.method + "_" + info.param.integrator;
}

Recording record(const Case& c, double step, double every, double until,
                 std::vector<int>& lengths) {
  LoadOptions options;
  options.method = c.method;
  options.integrator = c.integrator;
  options.step = step;
  options.substeps = "off";
  const Model model = load(std::string(BRAMAH_SOURCE_DIR "/models/") + c.file + ".yaml", options);
  RunOptions how;
  how.every = every;
  how.until = until;
  Recording recording;
  const RunSummary summary = run(model, how, recording);
  EXPECT_TRUE(summary.converged) << summary.message;
  lengths.clear();
  for (std::size_t k = 0; k < model.channels().size(); ++k)
    if (model.channels()[k].name.ends_with(".length")) lengths.push_back(static_cast<int>(k));
  return recording;
}

// Largest error of all cylinder lengths on the grid; the reference is integrated once per file.
double error(const Case& c, double step, double every, double until) {
  static std::map<std::string, Recording> references;
  std::vector<int> exact_lengths, lengths;
  const std::string key = c.file + std::to_string(every) + std::to_string(until);
  static std::map<std::string, std::vector<int>> columns;
  if (!references.contains(key)) {
    references[key] = record({c.file, "", "sundials"}, every, every, until, exact_lengths);
    columns[key] = exact_lengths;
  }
  const Recording& exact = references[key];
  const Recording steps = record(c, step, every, until, lengths);
  if (steps.times.size() != exact.times.size() || lengths.size() != columns[key].size())
    return INFINITY;
  double worst = 0.0;
  for (std::size_t row = 0; row < exact.times.size(); ++row)
    for (std::size_t k = 0; k < lengths.size(); ++k)
      worst =
          std::max(worst, std::abs(steps.row(row)[lengths[k]] - exact.row(row)[columns[key][k]]));
  return worst;
}

// Least-squares slope of log2(error) over log2(step), steps halving from `largest`.
double order(const Case& c, double largest, int halvings, double every, double until) {
  double sum_x = 0, sum_y = 0, sum_xx = 0, sum_xy = 0;
  std::string row;
  for (int k = 0; k <= halvings; ++k) {
    const double step = largest / (1 << k), e = error(c, step, every, until);
    const double x = std::log2(step), y = std::log2(e);
    sum_x += x, sum_y += y, sum_xx += x * x, sum_xy += x * y;
    row += " " + std::to_string(step * 1e3) + " ms " + std::to_string(e * 1e9) + " nm,";
  }
  const double n = halvings + 1;
  const double slope = (n * sum_xy - sum_x * sum_y) / (n * sum_xx - sum_x * sum_x);
  std::printf("%s %s %s:%s order %.2f\n", c.file.c_str(), c.method.c_str(), c.integrator.c_str(),
              row.c_str(), slope);
  return slope;
}

std::vector<Case> cases(std::initializer_list<const char*> files) {
  std::vector<Case> all;
  for (const char* file : files)
    for (const char* method : kMethods)
      for (const char* integrator : kImplicit)
        if (method_refusal(method, file).empty()) all.push_back({file, method, integrator});
  return all;
}

class SmoothMachine : public testing::TestWithParam<Case> {};
TEST_P(SmoothMachine, HasSecondOrder) {
  EXPECT_NEAR(order(GetParam(), 4e-3, 3, 4e-3, 10.0), 2.0, 0.2);
}
INSTANTIATE_TEST_SUITE_P(
    Methods, SmoothMachine,
    testing::ValuesIn(cases({"naya_rod", "four_bar_smooth", "quick_return_smooth"})), name);

// Friction within 10 mm/s and end dampers spoil the order of all methods alike: what is left is the
// integrator's error, whatever the formulation.
class AnyMachine : public testing::TestWithParam<Case> {};
TEST_P(AnyMachine, AgreesWithTheReference) {
  const Case& c = GetParam();
  const double mine = error(c, 1e-3, 4e-3, 10.0);
  EXPECT_LT(mine, 1.5e-5);  // [m] at 1 ms
  EXPECT_LT(mine, 1.02 * error({c.file, "semirecursive", c.integrator}, 1e-3, 4e-3, 10.0) + 2e-8);
}
INSTANTIATE_TEST_SUITE_P(Methods, AnyMachine,
                         testing::ValuesIn(cases({"crane_single", "crane_double", "four_bar",
                                                  "quick_return", "chrono_crane"})),
                         name);

// Semi-implicit Euler below the oil's stability limit (0.43 ms and 87 us).
TEST(SemiImplicitEuler, HasFirstOrderWithAli1) {
  EXPECT_NEAR(order({"naya_rod", "ali1", "semi_euler"}, 0.2e-3, 3, 4e-3, 4.0), 1.0, 0.2);
  EXPECT_NEAR(order({"four_bar_smooth", "ali1", "semi_euler"}, 80e-6, 3, 4e-3, 2.0), 1.0, 0.2);
}

// The kink of the square root where a valve passes zero is not reached in 4 s.
TEST(Rk4, HasFourthOrderOnTheRod) {
  for (const char* method : {"double_step", "inef", "ali1"})
    EXPECT_NEAR(order({"naya_rod", method, "rk4"}, 0.2e-3, 2, 4e-3, 4.0), 4.0, 0.3) << method;
}

TEST(Refusals, NameTheReason) {
  const auto reason = [](const Case& c) -> std::string {
    std::vector<int> unused;
    try {
      record(c, 1e-3, 4e-3, 1e-3, unused);
    } catch (const InputError& problem) {
      return problem.what();
    }
    return "accepted";
  };
  for (const char* file : {"quick_return", "quick_return_smooth"})
    EXPECT_NE(reason({file, "inef", "sdirk2"}).find(method_refusal("inef", file)),
              std::string::npos)
        << reason({file, "inef", "sdirk2"});
  EXPECT_NE(reason({"four_bar", "semirecursive", "rk4"}).find("implicit integrator"),
            std::string::npos);
  EXPECT_NE(reason({"naya_rod", "ali3p", "euler"}).find("implicit integrator"), std::string::npos);
  LoadOptions fast;
  fast.method = "ali1", fast.integrator = "semi_euler", fast.step = 0.2e-3;
  fast.set = {"solver.omega=5000 1/s"};  // h omega = 1 > 0.83
  EXPECT_THROW(load(BRAMAH_SOURCE_DIR "/models/naya_rod.yaml", fast), InputError);
  EXPECT_NE(reason({"naya_rod", "ali3p", "sundials"}).find("reference"), std::string::npos);
}

}  // namespace
}  // namespace bramah
