// Guided cylinders: rows of the constraints against differences in time, the tangent of whole
// machines against differences, in joint and natural coordinates.
#include <gtest/gtest.h>

#include "coupling/machine_states.h"
#include "derivative.h"
#include "machine/spatial_machine.h"

namespace bramah {
namespace {

constexpr int kGuidedStates = 25;
constexpr double kReactions = 300.0;  // [N] multipliers that cancel in a row

struct Way {
  const char *file, *method, *constraints;
};
std::ostream& operator<<(std::ostream& out, const Way& way) {
  return out << way.file << ", " << way.method << way.constraints;
}

// Guides that rest where the machine starts, so that random states can be closed.
Model guided(const Way& way, const char* penalty, const char* force = nullptr) {
  const std::string path = std::string(BRAMAH_SOURCE_DIR) + "/models/" + way.file + ".yaml";
  const Model full = load(path);
  Workspace work(full);
  std::vector<double> values(full.channels().size());
  full.observe(full.initial_state(), work, values);
  LoadOptions options;
  options.coupling = "guidance";
  options.method = way.method;
  options.constraints = way.constraints;
  options.set = {std::string("solver.penalty=") + penalty};
  for (const std::string& name : full.plant().names.cylinders) {
    const double length = values[static_cast<std::size_t>(full.find_channel(name + ".length"))];
    options.set.push_back("solver.guidance." + name + ".signal=" + std::to_string(length) + " m");
    if (force) options.set.push_back("solver.guidance." + name + ".force=" + force);
  }
  return load(path, options);
}

class GuidedTangent : public testing::TestWithParam<Way> {};

TEST_P(GuidedTangent, MatchesDifferences) {
  const auto of_step = [](double b) {
    return StepCoefficients{1.0, 1.0 / b, 1.0 / (b * b), 1 / b};
  };
  for (const char* penalty : {"1e-3", "1e3"}) {
    MachineStates states(guided(GetParam(), penalty));
    const ImplicitDynamics& dynamics = states.dynamics();
    ASSERT_GT(dynamics.constraints(), 0);
    Random random(7);
    for (int k = 0; k < kGuidedStates && !HasFailure(); ++k) {
      states.randomise(random, 0.2);
      for (const StepCoefficients& c :
           {StepCoefficients{1, 10, 0, 7}, StepCoefficients{0, 0, 1, 0}, of_step(1e-3)}) {
        Eigen::VectorXd scales(dynamics.size());
        for (int i = 0; i < dynamics.size(); ++i)
          scales[i] = i < dynamics.moved_coordinates() ? 1.0 / std::max(1.0, c.v) : 1.0;
        expect_jacobian_near([&](const Eigen::VectorXd& e) { return states.residual(e, c); },
                             Eigen::VectorXd::Zero(dynamics.size()), states.tangent(c), scales,
                             {.tolerance = 1e-6, .terms = kReactions});
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Ways, GuidedTangent,
    testing::Values(Way{"naya_rod", "semirecursive", ""}, Way{"crane_single", "semirecursive", ""},
                    Way{"crane_single", "ali3p", ""}, Way{"crane_single", "ali1", ""},
                    Way{"crane_single", "", "al1"}, Way{"crane_single", "double_step", ""},
                    Way{"crane_double", "semirecursive", ""}, Way{"crane_double", "", "al1"},
                    Way{"four_bar", "semirecursive", ""}, Way{"four_bar", "ali3p", ""},
                    Way{"quick_return", "semirecursive", ""}));

// Slopes of the rates and second derivatives of the rows, at any velocity.
TEST(GuidedMechanism, SlopesOfRowsMatchDifferences) {
  for (const Way& way : {Way{"crane_double", "semirecursive", ""}, Way{"four_bar", "", "al1"},
                         Way{"crane_double", "ali3p", ""}}) {
    const Model model = guided(way, "1");
    const Mechanism& m = *model.plant().equations->parts().mechanism;
    const int nq = m.coordinates(), nc = m.constraints();
    const auto scratch = m.make_scratch();
    const std::vector<DriverValue> drivers(m.drivers());
    MechanismLoad load;
    load.drivers = drivers;
    Random random(5);
    Eigen::VectorXd x(3 * nq);  // q, v, a
    const State initial = model.initial_state();
    const auto start = model.plant().layout.q.in(initial.values());
    for (int i = 0; i < nq; ++i)
      x[i] = start[i], x[nq + i] = random(-1.0, 1.0), x[2 * nq + i] = random(-5.0, 5.0);
    const std::vector<double> charts(m.charts());
    const auto part = [&](const Eigen::VectorXd& z, int k) {
      return std::span<const double>(z.data() + k * nq, static_cast<std::size_t>(nq));
    };
    const auto second_rates = [&](const Eigen::VectorXd& z) -> Eigen::VectorXd {
      m.kinematics(part(z, 0), part(z, 1), charts, *scratch);
      m.refresh_rates(part(z, 1), *scratch);
      Eigen::VectorXd gamma(nc), product(nc);
      m.bias_rates(load, *scratch, span(gamma));
      m.apply_jacobian(part(z, 2), *scratch, span(product));
      return gamma + product;
    };
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> rows(nc, nq);
    Eigen::MatrixXd slopes(nc, 3 * nq);
    const StepCoefficients only[] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};
    for (int k = 0; k < 3; ++k) {
      second_rates(x);
      m.second_derivatives(part(x, 1), *scratch);
      m.acceleration_slopes(part(x, 1), part(x, 2), only[k], *scratch,
                            {rows.data(), static_cast<std::size_t>(rows.size())});
      slopes.middleCols(k * nq, nq) = rows;
    }
    expect_jacobian_near(second_rates, x, slopes);
    m.rate_slopes(part(x, 1), *scratch, {rows.data(), static_cast<std::size_t>(rows.size())});
    EXPECT_LT((2.0 * rows - slopes.middleCols(nq, nq)).norm(), 1e-12);
  }
}

// Along q(t) = q + v t + a t²/2: Phi, its rate and its second derivative.
TEST(GuidedMechanism, RowsAreDerivativesInTime) {
  for (const char* method : {"semirecursive", "ali3p"}) {
    const Model model = guided({"crane_double", method, ""}, "1");
    const Mechanism& m = *model.plant().equations->parts().mechanism;
    const int nq = m.coordinates(), nc = m.constraints(), guides = 2;
    const auto scratch = m.make_scratch();
    Random random(3);
    const State initial = model.initial_state();
    const auto start = model.plant().layout.q.in(initial.values());
    std::vector<double> q(start.begin(), start.end()), v(nq), a(nq), at(nq), rate(nq);
    for (int i = 0; i < nq; ++i) v[i] = random(-1.0, 1.0), a[i] = random(-5.0, 5.0);
    const std::vector<double> charts(m.charts());
    const DriverValue s[] = {{0.4, 0.3, -0.7}, {0.6, -0.2, 1.1}};
    const auto load_at = [&](double t, std::array<DriverValue, 2>& drivers) {
      for (int g = 0; g < guides; ++g)
        drivers[g] = {s[g].value + t * (s[g].rate + 0.5 * t * s[g].acceleration),
                      s[g].rate + t * s[g].acceleration, s[g].acceleration};
      MechanismLoad load;
      load.drivers = drivers;
      return load;
    };
    const auto move = [&](double t) {
      for (int i = 0; i < nq; ++i) {
        at[i] = q[i] + t * (v[i] + 0.5 * t * a[i]);
        rate[i] = v[i] + t * a[i];
      }
      m.kinematics(at, rate, charts, *scratch);
      m.refresh_rates(rate, *scratch);
    };
    std::array<DriverValue, 2> drivers;
    const auto value = [&](int row) {
      return [&, row](double t) {
        move(t);
        std::vector<double> phi(nc);
        m.constraint_values(load_at(t, drivers), *scratch, phi);
        return phi[row];
      };
    };
    const auto rate_of = [&](int row) {
      return [&, row](double t) {
        move(t);
        std::vector<double> phi(nc);
        m.constraint_rates(rate, load_at(t, drivers), *scratch, phi);
        return phi[row];
      };
    };
    for (int row = nc - guides; row < nc; ++row) {
      expect_slope_near(value(row), 0.0, rate_of(row)(0.0), {.tolerance = 1e-8});
      move(0.0);
      std::vector<double> gamma(nc), product(nc);
      m.bias_rates(load_at(0.0, drivers), *scratch, gamma);
      m.apply_jacobian(a, *scratch, product);
      expect_slope_near(rate_of(row), 0.0, product[row] + gamma[row], {.tolerance = 1e-8});
    }
    // The rows themselves, transposed and written out.
    move(0.0);
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> j(nc, nq);
    m.jacobian(*scratch, {j.data(), static_cast<std::size_t>(j.size())});
    const Eigen::VectorXd lambda = Eigen::VectorXd::LinSpaced(nc, -2.0, 3.0);
    Eigen::VectorXd r = Eigen::VectorXd::Zero(nq), kept = r;
    m.add_transposed({lambda.data(), static_cast<std::size_t>(nc)}, *scratch, span(r));
    EXPECT_LT((r - j.transpose() * lambda).norm(), 1e-12);
    m.keep_jacobian(*scratch);
    move(0.1);
    m.add_kept_transposed({lambda.data(), static_cast<std::size_t>(nc)}, *scratch, span(kept));
    EXPECT_LT((kept - r).norm(), 1e-12);
  }
}

// Every servo pushes its own cylinder, and Newton does not jump from one of its limits to the other.
TEST(GuidedMechanism, ServosPushTheirCylinders) {
  MachineStates states(guided({"crane_double", "semirecursive", ""}, "1e3", "50 kN"));
  const ImplicitDynamics& dynamics = states.dynamics();
  const StepCoefficients c{1.0, 1e3, 1e6, 1e3};
  Random random(7);
  int clipped = 0;
  for (int k = 0; k < 20; ++k) {
    states.randomise(random, 0.2);
    states.tangent(c);
    const MachineEquations::Buffers& b = states.buffers();
    const std::vector<Guide>& guides = states.equations().parts().guides;
    ASSERT_EQ(guides.size(), 2u);
    for (std::size_t g = 0; g < 2; ++g) {
      const double force =
          guides[g].servo->force(b.guides[g], b.strokes[g].s, b.strokes[g].rate).value;
      EXPECT_NE(force, 0.0);
      EXPECT_EQ(b.forces[g].value, force);
    }
    for (const double way : {-0.05, 0.05}) {
      std::vector<double> increment(dynamics.size(), way);
      const bool shorter = dynamics.clip(states.trial(), increment, states.scratch());
      EXPECT_EQ(std::abs(increment[0]) < 0.05, shorter);
      clipped += shorter;
    }
  }
  EXPECT_GT(clipped, 10);
}

}  // namespace
}  // namespace bramah
