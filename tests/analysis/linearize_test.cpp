#include "bramah/analysis.h"

#include <gmock/gmock.h>

#include <Eigen/Dense>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numbers>

#include "build/modes.h"
#include "build/tangent_space.h"

namespace bramah {
namespace {

using ::testing::HasSubstr;

std::string model_path(const std::string& name) {
  return std::string(BRAMAH_SOURCE_DIR) + "/models/" + name + ".yaml";
}

Linearization of_text(const std::string& text, const LinearizeOptions& options = {}) {
  return linearize(load_text("bramah: 1\n" + text, "m.yaml"), options);
}

double entry(const Linearization& l, const std::vector<double>& matrix, std::size_t row,
             std::size_t column) {
  return matrix[row * (matrix.size() / l.states.size()) + column];
}

// A cylinder without oil's stiffness: both chambers joined to the same source would still add
// flow; here the load alone matters, the chambers are vast hoses.
const std::string kOscillator = R"(
fluid: {density: 850 kg/m3, bulk: 1500 MPa}
cylinders:
  c:
    area_A: 1 mm2
    area_B: 1 mm2
    closed: 0 m
    stroke: 1 m
    hose_A: {volume: 1e6 m3}
    hose_B: {volume: 1e6 m3}
    load: {mass: 4 kg, stiffness: 100 N/m, rest: 0.5 m, damping: 8 N s/m, start: 0.5 m, force: push}
signals: {push: {constant: 0 N}}
)";

// m x'' + d x' + k x = F: poles -1 ± i sqrt(24), gain 1/k at rest.
TEST(Linearize, MassSpringDamper) {
  LinearizeOptions options;
  options.freeze = {"p"};
  options.outputs = {"c.length", "c.rate"};
  const Linearization l = of_text(kOscillator, options);
  ASSERT_TRUE(l.converged) << l.message;
  ASSERT_EQ(l.states.size(), 2u);
  EXPECT_EQ(l.states[0].name, "c.slide.position");
  EXPECT_EQ(l.states[1].name, "c.slide.rate");
  EXPECT_EQ(l.frozen, (std::vector<std::string>{"c.A.p", "c.B.p"}));
  EXPECT_NEAR(l.modes[0].pole.real(), -1.0, 1e-12);
  EXPECT_NEAR(l.modes[0].pole.imag(), std::sqrt(24.0), 1e-12);
  EXPECT_NEAR(l.modes[0].frequency, 5.0 / (2.0 * std::numbers::pi), 1e-12);
  EXPECT_NEAR(l.modes[0].damping, 0.2, 1e-12);
  EXPECT_NEAR(l.modes[0].time_constant, 1.0, 1e-12);
  EXPECT_NEAR(l.modes[0].shares[0].share, 0.5, 1e-12);
  ASSERT_EQ(l.inputs.size(), 1u);
  EXPECT_EQ(l.inputs[0].name, "push");
  EXPECT_EQ(l.inputs[0].unit, "N");
  EXPECT_EQ(l.B, (std::vector<double>{0.0, 0.25}));
  for (const double f : {1e-6, 0.3, 0.8, 5.0}) {
    const std::complex<double> s(0.0, 2.0 * std::numbers::pi * f);
    const std::complex<double> expected = 1.0 / (4.0 * s * s + 8.0 * s + 100.0);
    EXPECT_LT(std::abs(frequency_response(l, 0, 0, {f})[0] - expected), 1e-13);
    EXPECT_LT(std::abs(frequency_response(l, 0, 1, {f})[0] - s * expected), 1e-13);
  }
}

// Oil as a spring: omega = sqrt((A_A² B/V_A + A_B² B/V_B)/m).
TEST(Linearize, OilSpringBetweenClosedChambers) {
  const Linearization l = of_text(R"(
fluid: {density: 850 kg/m3, bulk: 1500 MPa}
cylinders:
  c:
    area_A: 20 cm2
    area_B: 12 cm2
    closed: 0 m
    stroke: 1 m
    hose_B: {volume: 0.1 l}
    start_A: 3 MPa
    start_B: 5 MPa
    load: {mass: 210 kg, start: 0.3 m}
)");
  ASSERT_TRUE(l.converged) << l.message;
  const double V_A = 20e-4 * 0.3, V_B = 12e-4 * 0.7 + 1e-4;
  const double omega =
      std::sqrt((20e-4 * 20e-4 * 1.5e9 / V_A + 12e-4 * 12e-4 * 1.5e9 / V_B) / 210.0);
  EXPECT_NEAR(std::abs(l.modes[0].pole), omega, 1e-9 * omega);
  EXPECT_NEAR(l.modes[0].pole.real(), 0.0, 1e-6);
  EXPECT_THAT(l.notes, ::testing::Contains(HasSubstr("poles lie at zero")));
}

// Two volumes in a row: orifice K from 20 MPa, k_t between them, k1 and k2 to a tank at 0 Pa.
std::string two_volumes(const std::string& V1) {
  return R"(
fluid: {density: 850 kg/m3, bulk: 1.5e9 Pa}
sources: {pump: {pressure: 20 MPa}, tank: {pressure: 0 Pa}}
volumes:
  V1: {volume: )" +
         V1 + R"(, start: 1 MPa}
  V2: {volume: 1e-3 m3, start: 0.1 MPa}
orifices:
  K: {from: pump, to: V1, coefficient: 1e-6 m3/s/Pa^0.5, law: two_regime, transition: 1e4 Pa}
  kt: {from: V1, to: V2, coefficient: 1e-7 m3/s/Pa^0.5, law: two_regime, transition: 1e4 Pa}
  k1: {from: V2, to: tank, coefficient: 5.62e-7 m3/s/Pa^0.5, law: two_regime, transition: 1e4 Pa}
  k2: {from: V2, to: tank, coefficient: 5.73e-7 m3/s/Pa^0.5, law: two_regime, transition: 1e4 Pa}
)";
}

// At rest all orifices carry the same flow: p1 = ps - (Q/K)², p2 = (Q/(k1 + k2))²,
// Q² (1/K² + 1/kt² + 1/(k1 + k2)²) = ps. Slopes Q/(2 dp) give A in closed form.
TEST(Linearize, TwoVolumesAtRest) {
  LinearizeOptions options;
  options.equilibrium = true;
  const double K = 1e-6, kt = 1e-7, out = 5.62e-7 + 5.73e-7, bulk = 1.5e9;
  const double Q = std::sqrt(20e6 / (1 / (K * K) + 1 / (kt * kt) + 1 / (out * out)));
  const double dp1 = Q * Q / (K * K), dpt = Q * Q / (kt * kt), dp2 = Q * Q / (out * out);
  const double ratios[] = {1.2862, 77.8046};
  const double V[] = {1e-3, 1e-5};
  for (int k = 0; k < 2; ++k) {
    const Linearization l = of_text(two_volumes(k == 0 ? "1e-3 m3" : "1e-5 m3"), options);
    ASSERT_TRUE(l.converged) << l.message;
    EXPECT_NEAR(l.states[0].value, 19803490.52, 0.01);
    EXPECT_NEAR(l.states[1].value, 152542.82, 0.01);
    EXPECT_LT(l.unrest, 1e-8);
    Eigen::Matrix2d A;
    const double s1 = Q / (2 * dp1), st = Q / (2 * dpt), s2 = Q / (2 * dp2);
    A << -bulk / V[k] * (s1 + st), bulk / V[k] * st, bulk / 1e-3 * st, -bulk / 1e-3 * (st + s2);
    for (std::size_t i = 0; i < 2; ++i)
      for (std::size_t j = 0; j < 2; ++j)
        EXPECT_NEAR(entry(l, l.A, i, j), A(i, j), 1e-8 * A.norm());
    EXPECT_NEAR(l.stiffness_ratio, ratios[k], 1e-4);
    if (k == 1) {
      EXPECT_NEAR(l.condition, 77.8121, 1e-4);
    }
  }
}

TEST(Linearize, StateAndFreezeChooseThePoint) {
  LinearizeOptions options;
  options.state = {{"V1.p", 15e6}};
  options.freeze = {"V1.p"};
  options.equilibrium = true;
  const Linearization l = of_text(two_volumes("1e-3 m3"), options);
  ASSERT_TRUE(l.converged) << l.message;
  ASSERT_EQ(l.states.size(), 1u);
  const double share = std::pow(1e-7 / (5.62e-7 + 5.73e-7), 2);  // p2 / (p1 - p2)
  EXPECT_NEAR(l.states[0].value, 15e6 * share / (1.0 + share), 1e-3);
}

TEST(Linearize, UnknownNamesAreRefused) {
  const auto refusal = [](const LinearizeOptions& options) -> std::string {
    try {
      (void)of_text(two_volumes("1e-3 m3"), options);
    } catch (const InputError& error) {
      return error.what();
    }
    return "none";
  };
  LinearizeOptions freeze, state, output;
  freeze.freeze = {"V1.q"};
  state.state = {{"V3.p", 1.0}};
  output.outputs = {"V1.q"};
  EXPECT_THAT(refusal(freeze), HasSubstr("--freeze: no state is called \"V1.q\"; did you mean"));
  EXPECT_THAT(refusal(state), HasSubstr("--state: no state is called \"V3.p\""));
  EXPECT_THAT(refusal(output),
              HasSubstr("--to: no channel is called \"V1.q\"; did you mean \"V1.p\"?"));
}

// A machine that cannot rest: oil is pumped into a closed volume.
TEST(Linearize, NoEquilibriumSaysWhere) {
  LinearizeOptions options;
  options.equilibrium = true;
  const Linearization l = of_text(R"(
fluid: {density: 850 kg/m3, bulk: 1.5e9 Pa}
sources: {pump: {flow: 1 l/min, into: V1}}
volumes: {V1: {volume: 1 l}}
)",
                                  options);
  EXPECT_FALSE(l.converged);
  EXPECT_THAT(l.message, HasSubstr("no equilibrium was found"));
  EXPECT_THAT(l.message, HasSubstr("V1.p"));
}

// T u' = e - u through a valve's spool: 1/(1 + s T).
TEST(Linearize, FirstOrderLag) {
  LinearizeOptions options;
  options.outputs = {"v.U"};
  const Linearization l = of_text(R"(
fluid: {density: 850 kg/m3, bulk: 1.5e9 Pa}
sources: {pump: {pressure: 20 MPa}, tank: {pressure: 0.1 MPa}}
volumes: {V1: {volume: 1 l}, V2: {volume: 1 l}}
valves:
  v:
    type: 4/3
    P: pump
    T: tank
    A: V1
    B: V2
    coefficient: 1e-8 m3/s/V/Pa^0.5
    signal: u
    spool: {time_constant: 20 ms}
signals: {u: {constant: 2 V}}
)",
                                  options);
  ASSERT_TRUE(l.converged) << l.message;
  ASSERT_EQ(l.inputs.size(), 1u);
  for (const double f : {0.1, 7.957747154594767, 100.0}) {
    const std::complex<double> s(0.0, 2.0 * std::numbers::pi * f);
    EXPECT_LT(std::abs(frequency_response(l, 0, 0, {f})[0] - 1.0 / (1.0 + 0.02 * s)), 1e-12);
  }
}

// A set point reaches the valve through a controller and a filter: B holds both.
TEST(Linearize, InputsReachThroughControllers) {
  const Linearization l = of_text(R"(
fluid: {density: 850 kg/m3, bulk: 1.5e9 Pa}
sources: {pump: {pressure: 20 MPa}, tank: {pressure: 0.1 MPa}}
volumes: {V1: {volume: 1 l, start: 5 MPa}}
orifices: {in: {from: pump, to: V1, coefficient: 1e-8 m3/s/Pa^0.5, opening: u}}
signals:
  wanted: {constant: 6 MPa}
  u: {pid: {setpoint: wanted, measured: V1.p, kp: 1e-6 1/Pa, ki: 3e-6 1/Pa/s}}
  slow: {filter: {of: wanted, time_constant: 0.5 s}}
)");
  ASSERT_TRUE(l.converged) << l.message;
  ASSERT_EQ(l.inputs.size(), 1u);
  const auto row = [&](const std::string& name) {
    for (std::size_t i = 0; i < l.states.size(); ++i)
      if (l.states[i].name == name) return i;
    ADD_FAILURE() << name;
    return std::size_t{0};
  };
  EXPECT_NEAR(l.B[row("u.integral")], 1.0, 1e-15);
  EXPECT_NEAR(l.B[row("slow.state")], 2.0, 1e-12);
  const double flow = 1e-8 * std::sqrt(15e6);  // per unit of opening; transition is 20 kPa
  EXPECT_NEAR(l.B[row("V1.p")], 1.5e12 * flow * 1e-6, 1e-4);
}

// naya_rod at its start.
TEST(Linearize, FastestPoleOfTheRod) {
  const Linearization l = linearize(load(model_path("naya_rod")));
  ASSERT_TRUE(l.converged) << l.message;
  EXPECT_NEAR(l.modes[0].pole.real(), -4611.0, 1.0);
  EXPECT_NEAR(l.modes[0].pole.imag(), 0.0, 1e-9);
  EXPECT_GT(l.modes.back().pole.real(), -10.0);
}

// -------------------------------------------------------------------------------------------
// A against differences of the rates, loops closed anew for each.
double worst_slope(const std::string& name, double at, const LoadOptions& load_options = {}) {
  const Model model = load(model_path(name), load_options);
  State state = model.initial_state();
  Workspace work(model);
  for (long long k = 0; k < std::llround(at / model.step_size()); ++k)
    EXPECT_TRUE(step(model, state, work, {}).converged);
  TangentSpace space(model.stepper());
  EXPECT_TRUE(space.enter(state));
  EXPECT_TRUE(space.solve_rates());
  const Eigen::MatrixXd A = space.A();
  const Trial start = space.trial();
  const int nz = space.free(), n = space.size();
  const auto scale = [&](int i) {
    return i < 2 * nz ? 1.0 : model.plant().equations->parts().state_scales[i - 2 * nz];
  };
  const auto rates = [&](int i, double h) {
    space.trial() = start;
    Trial& x = space.trial();
    const std::span<const int> z = space.independent();
    (i < nz ? x.q[z[i]] : i < 2 * nz ? x.v[z[i - nz]] : x.y[i - 2 * nz]) += h;
    EXPECT_TRUE(space.close());
    EXPECT_TRUE(space.solve_rates());
    return space.rates();
  };
  Eigen::MatrixXd by_differences(n, n);
  for (int i = 0; i < n; ++i) {
    const double h = 1e-6 * scale(i);
    by_differences.col(i) = (rates(i, h) - rates(i, -h)) / (2.0 * h);
  }
  double worst = 0.0;
  for (int i = 0; i < n; ++i) {  // rows have different units: each by its largest scaled entry
    double size = 0.0, error = 0.0;
    for (int k = 0; k < n; ++k) {
      size = std::max(size, std::abs(A(i, k)) * scale(k));
      error = std::max(error, std::abs(A(i, k) - by_differences(i, k)) * scale(k));
    }
    worst = std::max(worst, error / std::max(size, 1e-300));
  }
  return worst;
}

// Central differences: 1e-6 relative is their own error. The valves are open: at their centre the
// slope has a kink.
TEST(Linearize, MatrixAgreesWithDifferences) {
  EXPECT_LT(worst_slope("naya_rod", 2.5), 1e-5);
  EXPECT_LT(worst_slope("chrono_crane", 1.5), 1e-5);
  EXPECT_LT(worst_slope("crane_double", 1.7), 1e-5);
}

TEST(Linearize, MatrixAgreesWithDifferencesOnMovingLoops) {
  EXPECT_LT(worst_slope("four_bar", 1.5), 1e-5);
  EXPECT_LT(worst_slope("andrews", 0.005), 1e-5);
  EXPECT_LT(worst_slope("n_four_bar_1", 0.5), 1e-5);
}

TEST(Linearize, MatrixAgreesWithDifferencesInSpace) {
  EXPECT_LT(worst_slope("heavy_top", 0.1), 1e-5);
  EXPECT_LT(worst_slope("flyball_governor", 0.3), 1e-5);
  EXPECT_LT(worst_slope("bricard", 0.3), 1e-5);
}

// Poles do not depend on which coordinates the machine is solved in.
TEST(Linearize, NaturalCoordinatesGiveTheSamePoles) {
  LoadOptions natural;
  natural.method = "ali3p";
  const Linearization a = linearize(load(model_path("naya_rod")));
  const Linearization b = linearize(load(model_path("naya_rod"), natural));
  ASSERT_EQ(a.modes.size(), b.modes.size());
  for (std::size_t k = 0; k < a.modes.size(); ++k)
    EXPECT_LT(std::abs(a.modes[k].pole - b.modes[k].pole), 1e-6 * std::abs(a.modes[0].pole));
}

TEST(Modes, BalanceKeepsPolesOfBadlyScaledMatrices) {
  Eigen::Matrix2d A;
  A << -1.0, 1e12, -1e-12, -1.0;  // -1 ± i
  const auto modes = find_modes(A, {{"a", "m"}, {"b", "Pa"}});
  EXPECT_NEAR(modes[0].pole.real(), -1.0, 1e-14);
  EXPECT_NEAR(std::abs(modes[0].pole.imag()), 1.0, 1e-14);
  EXPECT_NEAR(modes[0].shares[0].share, 0.5, 1e-14);
}

// -------------------------------------------------------------------------------------------
// outputs
TEST(Linearize, WritesWhatItFound) {
  LinearizeOptions options;
  options.freeze = {"p"};
  options.outputs = {"c.rate"};
  const Linearization l = of_text(kOscillator, options);
  const std::vector<double> f{0.1, 1.0};
  const std::vector<FrequencyResponse> curves{
      {"push", "c.rate", f, frequency_response(l, 0, 0, f)}};
  const auto json = nlohmann::json::parse(linearization_json(l, curves));
  EXPECT_EQ(json["A"].size(), 2u);
  EXPECT_EQ(json["A"][1][0].get<double>(), -25.0);
  EXPECT_EQ(json["poles"].size(), 2u);
  EXPECT_NEAR(json["responses"][0]["magnitude"][1].get<double>(), std::abs(curves[0].values[1]),
              1e-15);
  const auto folder = std::filesystem::temp_directory_path() / "bramah_linearize_test";
  std::filesystem::create_directories(folder);
  const auto paths = write_linearization_csv((folder / "x").string(), l, curves);
  EXPECT_EQ(paths.size(), 7u);
  std::ifstream file(folder / "x_A.csv");
  std::string head, first, second;
  std::getline(file, head), std::getline(file, first), std::getline(file, second);
  EXPECT_EQ(head, "d/dt,c.slide.position [m],c.slide.rate [m/s]");
  EXPECT_EQ(first, "c.slide.position [m],0,1");
  EXPECT_EQ(second, "c.slide.rate [m/s],-25,-2");
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace bramah
