#include "multibody/forces/touch.h"

#include <gtest/gtest.h>

#include <cmath>

#include "body_pose.h"
#include "bramah/run.h"
#include "constraints/formulation.h"
#include "derivative.h"
#include "machine/recorded_run.h"
#include "multibody/forces/tyre.h"

namespace bramah {
namespace {

constexpr double kGravity = 9.81;
using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

void expect_slopes(const ForceElement& element, const Eigen::VectorXd& x) {
  const int in = element.shape().in(), out = element.shape().out();
  Eigen::VectorXd f(out);
  Rows slopes(out, in);
  element.linearise(x.data(), 0, f.data(), slopes.data());
  expect_jacobian_near(
      [&](const Eigen::VectorXd& at) {
        Eigen::VectorXd r(out);
        element.evaluate(at.data(), 0, r.data());
        return r;
      },
      x, slopes, Eigen::VectorXd::Constant(in, 1e-2), {.tolerance = 1e-6});
}
// What acts at the world's origin in the place of the forces along nine measures.
Eigen::VectorXd wrench(const double* x, const double* f) {
  const auto at = [](const double* p) { return Eigen::Vector3d(p[0], p[1], p[2]); };
  Eigen::VectorXd out(6);
  out << at(f), at(x).cross(at(f)) + at(x + 3).cross(at(f + 3)) + at(x + 6).cross(at(f + 6));
  return out;
}

const std::vector<double> kGrip{1e5, 0.5, 1.0, 0.02, 0.4, 0.02, 2.0};
std::unique_ptr<const ForceElement> made(const ForceInfo& info, std::vector<double> more,
                                         std::shared_ptr<const HeightField> field = nullptr) {
  std::vector<double> p = kGrip;
  p.insert(p.end(), more.begin(), more.end());
  return info.made(p, {.up = {0, 0, 1}, .terrain = std::move(field)});
}
std::shared_ptr<HeightField> hills() {
  auto field = std::make_shared<HeightField>();
  field->cell = 0.5, field->x0 = -2.0, field->y0 = -2.0, field->columns = 9, field->rows = 9;
  for (int j = 0; j < 9; ++j)
    for (int i = 0; i < 9; ++i)
      field->heights.push_back(0.1 * std::sin(1.3 * i) * std::cos(0.9 * j));
  return field;
}

// Balls and tyres on a slope and on hills, 100 states each, about the first touch.
TEST(Touch, SlopesOnTheGroundMatchDifferences) {
  Some some;
  int touching = 0;
  for (const bool on_hills : {false, true})
    for (const bool tyre : {false, true}) {
      const double r = 0.3;
      const auto field = on_hills ? hills() : nullptr;
      const auto element =
          tyre ? tyre_info().made(std::vector<double>{r, 1e5, 500.0, 0.02, 0.7, 0.05, 0.3, 1.0,
                                                      0.02, 0, 0.1, 0.4},
                                  {.up = {0, 0, 1}, .terrain = field})
               : made(ball_info(), {0.0, 0.1, 0.4, r}, field);
      for (int n = 0; n < 100; ++n) {
        Eigen::VectorXd x(element->shape().in());
        const Eigen::Vector3d aside(some.random(-1.0, 1.0), some.random(-1.0, 1.0), 0.0);
        const Eigen::Matrix3d R =
            tyre ? Eigen::AngleAxisd(some.random(-0.4, 0.4), Eigen::Vector3d::UnitX()) * some.turn()
                 : some.turn();
        if (tyre && std::abs(R(2, 1)) > 0.8) {  // lying on its side: another
          --n;
          continue;
        }
        place(aside, R, some.vector(0.5), some.vector(1.0), x.data(), x.data() + 9);
        for (int k = 18; k < x.size(); ++k) x[k] = some.random(-0.02, 0.02);
        Eigen::VectorXd f(element->shape().out());
        x[2] += element->output(0, x.data(), f.data()) * -1.0 + some.random(-0.06, 0.01);
        element->evaluate(x.data(), 0, f.data());
        touching += element->output(2, x.data(), f.data()) > 0.0 ? 1 : 0;
        expect_slopes(*element, x);
      }
    }
  EXPECT_GT(touching, 150);
}

// A point, a ball and a capsule's end against a rounded box, a ball, a capsule; both bodies turn.
TEST(Touch, SlopesBetweenBodiesMatchDifferencesAndKeepMomentum) {
  Some some;
  int touching = 0;
  for (const std::vector<double>& shape : {std::vector<double>{0.1, 0.6, 0.4, 0.5, 0.05},
                                           {0.0, 0.6, 0.4, 0.5, 0.0},
                                           {0.2, 0.0, 0.0, 0.0, 0.3},
                                           {0.0, 0.8, 0.0, 0.0, 0.2}}) {
    const auto element = made(touch_info(), shape);
    for (int n = 0; n < 100; ++n) {
      Eigen::VectorXd x(39), f(21);
      const Eigen::Vector3d away = some.vector(1.0).normalized();
      place(some.random(0.2, 0.6) * away, some.turn(), some.vector(0.5), some.vector(1.0), x.data(),
            x.data() + 18);
      place(some.vector(0.05), some.turn(), some.vector(0.5), some.vector(1.0), x.data() + 9,
            x.data() + 27);
      for (int k = 36; k < 39; ++k) x[k] = some.random(-0.02, 0.02);
      element->evaluate(x.data(), 0, f.data());
      touching += element->output(2, x.data(), f.data()) > 0.0 ? 1 : 0;
      expect_slopes(*element, x);
      const Eigen::VectorXd left = wrench(x.data(), f.data()) + wrench(x.data() + 9, f.data() + 9);
      EXPECT_LT(left.norm(), 1e-9 * (1.0 + f.head(18).norm()));
    }
  }
  EXPECT_GT(touching, 80);
}

// A ball of 4 kg and r = 0.1 m on a slope; I = 2/5 m r².
std::string ball(const std::string& slope, const std::string& more, const std::string& start) {
  return R"(bramah: 1
name: Ball
mechanism: spatial
gravity: "[0, 0, -9.81] m/s2"
bodies: {ball: {mass: 4 kg, inertia: "[0.016, 0.016, 0.016] kg m2"}}
joints: {free: {type: free, between: [ground, ball], coordinates: [)" +
         start + R"(]}}
elements: {floor: {type: ball, at: ball.origin, radius: 0.1 m, stiffness: 1e6 N/m, restitution: 0.05, slope: )" +
         slope + more + "}}\nsolver: {step: 1 ms, until: 1 s}\n";
}

// It rolls with g sin/(1 + I/(m r²)) = 5/7 g sin where friction can turn it, and slides with
// g (sin - mu cos) where it cannot.
TEST(Touch, BallRollsDownASlopeWithFiveSevenths) {
  const double tilt = 0.2;
  const std::string start = "{start: 0 m}, {start: 0 m}, {start: 0.10203 m}";
  for (const double mu : {0.4, 0.03}) {
    const RecordedRun run(ball("0.2 rad", ", friction: " + std::to_string(mu), start), "sdirk2",
                          1e-3, 2.0);
    const std::size_t last = run.last(), half = last / 2;
    const double found = (run("free.x.rate", last) - run("free.x.rate", half)) / std::cos(tilt);
    const double expected = mu > 0.1 ? 5.0 / 7.0 * kGravity * std::sin(tilt)
                                     : kGravity * (std::sin(tilt) - mu * std::cos(tilt));
    EXPECT_NEAR(found, -expected, 2e-3 * expected);
    if (mu > 0.1) EXPECT_LT(run("floor.slip", last), 1e-3);
  }
}

// Thrown without spin it slides, and then rolls with 5/7 of its speed.
TEST(Touch, ThrownBallComesToRoll) {
  const RecordedRun run(ball("0 rad", ", friction: 0.3, start_bend1: 0.1 mm",
                             "{start: 0 m, rate: 2 m/s}, {start: 0 m}, {start: 0.09991 m}"),
                        "sdirk2", 1e-3, 1.0);
  EXPECT_NEAR(run("free.x.rate", run.last()), 10.0 / 7.0, 3e-3);
  EXPECT_LT(run("floor.slip", run.last()), 1e-3);
  EXPECT_NEAR(run("energy.books", run.last()), 0.0, 1e-3 * 8.0);
}

// On a plane that a grid describes it does what it does on the plane.
TEST(Touch, PlaneOfAGridIsThatPlane) {
  const std::string start = "{start: 0 m}, {start: 0 m}, {start: 0.10203 m}";
  std::string heights;
  for (int j = 0; j < 5; ++j)
    for (int i = 0; i < 9; ++i)
      heights += (heights.empty() ? "" : ", ") + std::to_string((i * 1.0 - 6.0) * std::tan(0.2));
  std::string text = ball("0 rad", ", friction: 0.4", start);
  text += "terrain: {cell: 1 m, columns: 9, rows: 5, x: -6 m, y: -2 m, heights: \"[" + heights +
          "] m\"}\n";
  const RecordedRun plane(ball("0.2 rad", ", friction: 0.4", start), "sdirk2", 1e-3, 1.0);
  const RecordedRun grid(text, "sdirk2", 1e-3, 1.0);
  EXPECT_NEAR(plane("free.x.position", plane.last()), grid("free.x.position", grid.last()), 1e-4);
  EXPECT_NEAR(plane("floor.normal", plane.last()), grid("floor.normal", grid.last()), 0.1);
}

// The volume under the surface is that of the grid, and its slope is continuous.
TEST(Touch, SurfaceOfAGridKeepsItsVolume) {
  const auto field = hills();
  double sum = 0.0, under = 0.0;
  for (const double h : field->heights) sum += h * field->cell * field->cell;
  // Beyond the grid its edge goes on: only what the grid's own hats add is counted.
  auto inner = std::make_shared<HeightField>(*field);
  for (int j = 0; j < 9; ++j)
    for (int i = 0; i < 9; ++i)
      if (i < 2 || j < 2 || i > 6 || j > 6)
        inner->heights[static_cast<std::size_t>(9 * j + i)] = 0.0;
  sum = 0.0;
  for (const double h : inner->heights) sum += h * 0.25;
  const int n = 400;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i)
      under += inner->at(Three<double>{-2.0 + 4.0 * (i + 0.5) / n, -2.0 + 4.0 * (j + 0.5) / n, 0.0})
                   .height *
               16.0 / (n * n);
  EXPECT_NEAR(under, sum, 1e-5);
  for (const double x : {-1.75, -1.25, 0.25}) {
    const auto before = inner->at(Three<double>{x - 1e-9, 0.3, 0.0});
    const auto after = inner->at(Three<double>{x + 1e-9, 0.3, 0.0});
    EXPECT_NEAR(before.by_a, after.by_a, 1e-7);
  }
}

// Two balls on a line: momentum is kept, and they part with e times the speed of their meeting.
TEST(Touch, BallsBounceOffEachOther) {
  for (const double e : {0.3, 0.7}) {
    const RecordedRun run(R"(bramah: 1
name: Balls
gravity: "[0, 0] m/s2"
bodies: {one: {mass: 3 kg, inertia: 0.1 kg m2}, two: {mass: 5 kg, inertia: 0.1 kg m2}}
joints:
  a: {type: planar, between: [ground, one], coordinates: [{start: 0 m, rate: 2 m/s}, {start: 0 m}, {start: 0 deg}]}
  b: {type: planar, between: [ground, two], coordinates: [{start: 0.301 m}, {start: 0 m}, {start: 0 deg}]}
elements: {hit: {type: touch, at: one.origin, against: two.origin, radius: 0.1 m, round: 0.2 m, stiffness: 1e7 N/m, impact_speed: 2 m/s, restitution: )" +
                              std::to_string(e) + "}}\nsolver: {step: 1 ms, until: 1 s}\n",
                          "sdirk2", 2e-5, 0.02);
    const double a = run("a.x.rate", run.last()), b = run("b.x.rate", run.last());
    EXPECT_NEAR(3.0 * a + 5.0 * b, 6.0, 1e-9);
    EXPECT_NEAR(b - a, 2.0 * e, 2e-3);
  }
}

// A crate stands with two corners on a table that shakes, with less than what friction holds: it stays.
std::string table(double amplitude) {
  const std::string touch =
      ", against: table.top, edge_x: 3 m, edge_y: 0.2 m, stiffness: 1e7 N/m, restitution: 0.05, "
      "friction: 0.5}\n";
  return R"(bramah: 1
name: Table
bodies:
  table: {mass: 500 kg, inertia: 50 kg m2, points: {top: [0 m, -0.1 m]}}
  crate: {mass: 100 kg, com: [0 m, 0.1 m], inertia: 5 kg m2, points: {left: [-0.3 m, 0 m], right: [0.3 m, 0 m]}}
joints:
  rail: {type: prismatic, between: [ground, table], axis: [1, 0], driver: shake}
  free: {type: planar, between: [ground, crate], coordinates: [{start: 0 m}, {start: -0.1 mm}, {start: 0 deg}]}
elements:
  a: {type: touch, at: crate.left)" +
         touch + "  b: {type: touch, at: crate.right" + touch +
         "signals: {shake: {sine: {amplitude: " + std::to_string(amplitude) +
         " m, frequency: 1 Hz}}}\nsolver: {step: 1 ms, until: 10 s}\n";
}
TEST(Touch, CrateStaysOnAShakenTable) {
  const double limit = 0.5 * kGravity / (4.0 * M_PI * M_PI);
  const RecordedRun holds(table(0.8 * limit), "sdirk2", 1e-3, 8.0);
  const auto apart = [](const RecordedRun& run, std::size_t row) {
    return run("free.x.position", row) - run("rail.position", row);
  };
  // 0.1 mm a minute would be 8 um in 5 s: whole periods.
  EXPECT_NEAR(apart(holds, 3000), apart(holds, 8000), 8e-6);
  EXPECT_NEAR(holds("a.normal", 8000) + holds("b.normal", 8000), 100.0 * kGravity, 1.0);
  const RecordedRun slides(table(1.5 * limit), "sdirk2", 1e-3, 3.0);
  double most = 0.0;
  for (std::size_t k = 0; k <= slides.last(); ++k) most = std::max(most, slides("a.slip", k));
  EXPECT_GT(most, 0.1);
}

// Steps of 1 ms at 1e7 N/m: a ball of 10 kg on a table never rises again.
TEST(Touch, LongStepsGainNoEnergy) {
  for (const char* law : {"restitution: 0.8, friction: 0", "restitution: 0.8, friction: 0.6",
                          "restitution: 0.3, friction: 0.6"}) {
    SCOPED_TRACE(law);
    const RecordedRun run(R"(bramah: 1
name: Bounce
bodies: {table: {mass: 1 t, inertia: 100 kg m2}, ball: {mass: 10 kg, inertia: 0.1 kg m2}}
joints:
  held: {type: fixed, between: [ground, table]}
  free: {type: planar, between: [ground, ball], coordinates: [{start: 0.1 m}, {start: 0.4 m}, {start: 0 deg}]}
elements: {floor: {type: touch, at: ball.origin, against: table.origin, radius: 0.1 m, edge_x: 2 m, edge_y: 0.2 m, stiffness: 1e7 N/m, )" +
                              std::string(law) + "}}\nsolver: {step: 1 ms, until: 3 s}\n",
                          "sdirk2", 1e-3, 3.0);
    const double first = 10.0 * kGravity * 0.2;
    double least = first + 10.0 * kGravity * 0.2;
    for (std::size_t k = 1; k <= run.last(); ++k) {
      const double now = run("energy.kinetic", k) + run("energy.potential", k);
      EXPECT_LT(now, least + 0.01 * first) << k;
      least = std::min(least, now);
    }
  }
}

// Long steps meet the corner where bristles let go: sliding ends, and rolling begins, within impacts whose
// last ones are tiny. Balls that are thrown onto the ground and onto a table, down to rest: no step fails.
TEST(Touch, BouncesWithFrictionSettleInLongSteps) {
  for (const double restitution : {0.1, 0.5, 0.8, 0.95})
    for (const double friction : {0.1, 0.6})
      for (const double speed : {0.0, 1.0})
        for (const double step : {1e-3, 2e-3}) {
          SCOPED_TRACE(testing::Message() << restitution << ", " << friction << ", " << speed
                                          << " m/s, " << step << " s");
          const std::string law =
              ", stiffness: 1e7 N/m, restitution: " + std::to_string(restitution) +
              ", friction: " + std::to_string(friction) + "}}\n";
          const std::string end = "solver: {step: 1 ms, until: 3 s}\n",
                            rate = std::to_string(speed);
          const RecordedRun ground(
              R"(bramah: 1
mechanism: spatial
gravity: "[0, 0, -9.81] m/s2"
bodies: {ball: {mass: 10 kg, inertia: "[0.04, 0.04, 0.04] kg m2"}}
joints:
  free: {type: free, between: [ground, ball], coordinates: [{start: 0.1 m, rate: )" +
                  rate +
                  R"( m/s}, {start: 0 m}, {start: 0.4 m}, {start: 0 deg}, {start: 0 deg, rate: 3 rad/s}, {start: 0 deg}]}
elements: {floor: {type: ball, at: ball.origin, radius: 0.1 m)" +
                  law + end,
              "sdirk2", step, 3.0);
          const RecordedRun table(R"(bramah: 1
bodies: {table: {mass: 1 t, inertia: 100 kg m2}, ball: {mass: 10 kg, inertia: 0.1 kg m2}}
joints:
  held: {type: fixed, between: [ground, table]}
  free: {type: planar, between: [ground, ball], coordinates: [{start: 0.1 m, rate: )" +
                                      rate +
                                      R"( m/s}, {start: 0.4 m}, {start: 0 deg}]}
elements: {floor: {type: touch, at: ball.origin, against: table.origin, radius: 0.1 m, edge_x: 20 m, edge_y: 0.2 m)" +
                                      law + end,
                                  "sdirk2", step, 3.0);
          for (const RecordedRun* run : {&ground, &table}) {
            ASSERT_TRUE(run->summary.converged);
            if (step < 1.5e-3) EXPECT_LE(run->summary.newton_max, 25);
          }
        }
}

TEST(Touch, TangentOfTheMachineIsTheSlopeOfItsResidual) {
  for (const char* method : {"semirecursive", "ali3p"}) {
    SCOPED_TRACE(method);
    LoadOptions options;
    options.method = method;
    options.set = {"solver.penalty=1e-3"};
    MachineStates on_table(load_text(table(0.1), "table.yaml", options));
    expect_tangent_is_slope(on_table, 20);
    MachineStates rolling(load_text(
        ball("0.2 rad", "", "{start: 0 m}, {start: 0 m}, {start: 0.102 m}"), "ball.yaml", options));
    expect_tangent_is_slope(rolling, 20);
  }
}

TEST(Touch, ErrorsSayWhatIsExpected) {
  const auto problems = [](const std::string& text) -> std::string {
    try {
      load_text(text, "m.yaml");
    } catch (const InputError& error) {
      return error.what();
    }
    return "none";
  };
  const std::string start = "{start: 0 m}, {start: 0 m}, {start: 0.2 m}";
  EXPECT_EQ(problems(ball("0 rad", ", friction: -1, bend: 0 m", start)),
            "m.yaml:7: element \"floor\": friction: expected 0 to 10; found -1\n"
            "m.yaml:7: element \"floor\": bend: expected 1e-09 to 1 m; found 0");
  EXPECT_EQ(problems(ball("0 rad", "", start) + "terrain: {columns: 2, heights: \"[1, 2] m\"}\n"),
            "m.yaml:9: terrain.columns: expected a whole number from 3 to 400; found \"2\"\n"
            "m.yaml:9: terrain.heights: expected 1 values, e.g. \"[0, 0, 0.2, 0, 0.1, 0.3, 0, 0, "
            "0.2] m\"; found 2 values");
}

}  // namespace
}  // namespace bramah
