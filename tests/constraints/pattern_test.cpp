// What equations write lies inside the pattern they announce, on every machine, and the factors that
// are listed from it solve as well as round-off lets them.
#include <filesystem>

#include "constraints/formulation.h"
#include "core/static_lu.h"

namespace bramah {
namespace {

// Componentwise backward error of one solve: |A x - b| over |A||x| + |b|, the largest of all rows.
double backward_error(const Eigen::MatrixXd& a, const Eigen::VectorXd& x,
                      const Eigen::VectorXd& b) {
  const Eigen::ArrayXd size = (a.cwiseAbs() * x.cwiseAbs() + b.cwiseAbs()).array();
  return ((a * x - b).array().abs() / size.max(1e-300)).maxCoeff();
}

struct Seen {
  int outside = 0, pivoted = 0, solved = 0;
  double error = 0.0;
};

struct Solver {  // ordered once for a machine
  Pattern pattern;
  SquareMatrix matrix;
  StaticLu lu;
  explicit Solver(const ImplicitDynamics& d)
      : pattern(d.pattern()),
        matrix(pattern),
        lu(pattern, d.moved_coordinates(), scales(d), matrix.stride()) {}
};

void look(MachineStates& states, StepCoefficients c, Solver& solver, Random& random, Seen& seen) {
  const ImplicitDynamics& dynamics = states.dynamics();
  auto& [pattern, matrix, lu] = solver;
  const Eigen::MatrixXd j = states.tangent(c);
  const int n = dynamics.size();
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k)
      if (j(i, k) != 0.0 && !pattern.has(i, k)) {
        ++seen.outside;
        ADD_FAILURE() << "entry " << i << ", " << k << " of " << n << " is " << j(i, k);
      }
  matrix.set_zero();
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k)
      if (pattern.has(i, k)) matrix.row(i)[k] = j(i, k);
  if (!lu.factorise(matrix)) return;
  seen.pivoted += lu.pivoted();
  ++seen.solved;
  Eigen::VectorXd b(n);
  for (double& entry : b) entry = random(-1.0, 1.0);
  Eigen::VectorXd x = b;
  lu.solve(matrix, span(x));
  seen.error = std::max(seen.error, backward_error(j, x, b));
}

class Patterns : public testing::TestWithParam<const char*> {};

// At random states, far from any motion, and along a motion.
TEST_P(Patterns, HoldEverythingThatIsWritten) {
  namespace fs = std::filesystem;
#ifdef __FMA__
  constexpr double kAnywhere = 1e-13, kOnTheWay = 1e-14;
#else
  constexpr double kAnywhere = 1e-13, kOnTheWay = 2e-14;  // 1.03e-14 was seen
#endif
  Seen seen;
  for (const auto& entry : fs::directory_iterator(std::string(BRAMAH_SOURCE_DIR) + "/models")) {
    const std::string machine = entry.path().stem();
    if (entry.path().extension() != ".yaml" || machine.ends_with("_cosim")) continue;  // in sides
    SCOPED_TRACE(machine);
    std::optional<Model> model;
    try {
      model.emplace(load_with(machine, GetParam(), "1e6"));
    } catch (const InputError&) {
      continue;  // loops that this way cannot keep closed
    }
    if (model->plant().equations->parts().source) continue;  // a network in the place of the oil
    MachineStates states(*model);
    Solver solver(states.dynamics());
    Random random(74);
    Seen anywhere, on_the_way;
    for (int k = 0; k < 5; ++k) {
      states.randomise(random, 0.02);
      for (const StepCoefficients c : {of_step(5e-3), of_step(5e-4), of_step(1e-5)})
        look(states, c, solver, random, anywhere);
    }
    Workspace workspace(*model);
    State state = model->initial_state();
    for (int k = 0; k < 50 && step(*model, state, workspace, {}).converged; ++k)
      if (k % 5 == 0) {
        states.adopt(state, state.time());
        look(states, of_step(5e-4), solver, random, on_the_way);
      }
    // At random a rope is stretched as no rope could be: 4.4e-13 in independent coordinates.
    EXPECT_LT(anywhere.error, machine == "winch_crane" ? 5.0 * kAnywhere : kAnywhere);
    EXPECT_LT(on_the_way.error, kOnTheWay);
    EXPECT_GT(on_the_way.solved, 0);
    for (const Seen& part : {anywhere, on_the_way}) {
      seen.pivoted += part.pivoted, seen.solved += part.solved;
      seen.error = std::max(seen.error, part.error);
    }
  }
  EXPECT_GT(seen.solved, 100);
  EXPECT_LT(seen.pivoted, seen.solved / 20);
  std::printf("%d solved, %d with rows exchanged, backward error %.1e\n", seen.solved, seen.pivoted,
              seen.error);
}
INSTANTIATE_TEST_SUITE_P(Formulations, Patterns, testing::Values("al3", "al1", "partition"));

}  // namespace
}  // namespace bramah
