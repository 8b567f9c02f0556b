// Load charts against moments by hand and against statics with that load.
#include "bramah/chart.h"

#include <gtest/gtest.h>

#include <cmath>

#include "bramah/run.h"

namespace bramah {
namespace {

constexpr double kG = 9.81;

// A boom of 3 m and 180 kg on a cylinder between (0.4, -0.8) and (0.9, -0.05) of the boom.
const std::string kBoom = R"(bramah: 1
name: Boom
initial: static
ground: {points: {heel: [0.4 m, -0.8 m]}}
bodies:
  boom: {mass: 180 kg, com: [1.5 m, 0 m], shape: {rod: 3 m}, points: {ear: [0.9 m, -0.05 m], tip: [3 m, 0 m]}}
joints: {pivot: {type: revolute, between: [ground, boom], start: 20 deg}}
fluid: {density: 860 kg/m3, bulk: 1.4 GPa}
cylinders:
  lift: {from: ground.heel, to: boom.ear, bore: 63 mm, rod: 36 mm, closed: 0.85 m, stroke: 0.75 m, hose_A: {volume: 0.1 l}, hose_B: {volume: 0.1 l}, start_A: static, start_B: 1 bar}
)";

const double kA = M_PI / 4 * 0.063 * 0.063, kB = kA - M_PI / 4 * 0.036 * 0.036;

// Arm of the cylinder about the pivot, and its length, at an angle of the boom.
double arm(double q, double& length) {
  const double x = 0.9 * std::cos(q) + 0.05 * std::sin(q);
  const double y = 0.9 * std::sin(q) - 0.05 * std::cos(q);
  length = std::hypot(x - 0.4, y + 0.8);
  return (x * (y + 0.8) - y * (x - 0.4)) / length;
}

TEST(Chart, BoomByHand) {
  const Model model = load_text(kBoom, "m.yaml");
  const LoadChart chart =
      load_chart(model, {.load = "boom.tip", .pressure = 1.6e7, .back = 5e5, .steps = 31});
  ASSERT_EQ(chart.swept, std::vector<std::string>{"lift"});
  ASSERT_EQ(chart.poses.size(), 31u);
  for (const ChartPose& pose : chart.poses) {
    const double q = std::atan2(pose.height, std::sqrt(9.0 - pose.height * pose.height));
    double length = 0.0;
    const double r = arm(q, length);
    EXPECT_NEAR(pose.lengths[0], length, 1e-8);
    EXPECT_NEAR(pose.reach, 3.0 * std::cos(q), 1e-8);
    const double most = (1.6e7 * kA - 5e5 * kB) * r;
    const double hand = (most - 180 * kG * 1.5 * std::cos(q)) / (kG * 3.0 * std::cos(q));
    EXPECT_NEAR(pose.load, hand, 1e-6 * hand);
    EXPECT_EQ(pose.limit, 0);
  }
}

// A cylinder that bears less than the pressure gives it ends the load, pushed or pulled.
TEST(Chart, RatedForcesEndTheLoad) {
  const Model model = load_text(kBoom, "m.yaml");
  ChartOptions options{.load = "boom.tip", .pressure = 1.6e7, .steps = 21};
  set_chart_option(options, "rated", "lift = 30 kN");
  ASSERT_EQ(options.rated, (std::vector<std::pair<std::string, double>>{{"lift", 3e4}}));
  const LoadChart chart = load_chart(model, options);
  EXPECT_GT(1.6e7 * kA, 3e4);
  for (const ChartPose& pose : chart.poses) {
    const double q = std::atan2(pose.height, std::sqrt(9.0 - pose.height * pose.height));
    double length = 0.0;
    const double r = arm(q, length);
    const double hand = (3e4 * r - 180 * kG * 1.5 * std::cos(q)) / (kG * 3.0 * std::cos(q));
    EXPECT_NEAR(pose.load, hand, 1e-6 * std::abs(hand));
  }
  options.rated = {{"lift", 1e6}};  // more than it ever gets
  EXPECT_EQ(load_chart(model, options).poses[3].load,
            load_chart(model, {.load = "boom.tip", .pressure = 1.6e7, .steps = 21}).poses[3].load);
  const BreakoutChart edge = breakout_chart(model, {.load = "boom.tip",
                                                    .pressure = 1.6e7,
                                                    .cylinders = {"lift"},
                                                    .rated = {{"lift", 3e4}},
                                                    .steps = 11});
  for (const BreakoutPoint& p : edge.points) EXPECT_NEAR(p.push, p.pull, 1e-9 * p.push);
}

// Statics with that load needs that pressure.
TEST(Chart, StaticsAgreeWithTheLoad) {
  const Model model = load_text(kBoom, "m.yaml");
  const LoadChart chart = load_chart(model, {.load = "boom.tip", .pressure = 1.6e7, .steps = 16});
  for (const std::size_t k : {2u, 7u, 12u}) {
    const ChartPose& pose = chart.poses[k];
    const double q = std::atan2(pose.height, pose.reach);
    std::string text = kBoom;
    text.replace(text.find("start: 20 deg"), 13, "start: " + std::to_string(q) + " rad");
    text += "payloads: {stone: {to: boom.tip, mass: " + std::to_string(pose.load) +
            " kg, when: time > -1 s, start: attached}}\n";
    const Model loaded = load_text(text, "m.yaml");
    const State state = loaded.initial_state();
    Workspace work(loaded);
    std::vector<double> row(loaded.channels().size());
    loaded.observe(state, work, row);
    const auto at = [&](const char* name) {
      return row[static_cast<std::size_t>(loaded.find_channel(name))];
    };
    EXPECT_NEAR(at("lift.force"), 1.6e7 * kA, 2.0);  // six digits of angle and load
    EXPECT_NEAR(at("lift.A.p") - 1e5 * kB / kA, 1.6e7, 3e2);
  }
}

// A loop, a lever between cylinder and boom: the papers' four-bar holds its own weight with F0.
TEST(Chart, FourBarByVirtualWork) {
  const Model model = load(BRAMAH_SOURCE_DIR "/models/four_bar.yaml");
  const double A = M_PI / 4 * 0.08 * 0.08;
  const LoadChart chart =
      load_chart(model, {.load = "beam.tip", .pressure = 76e5, .steps = 41, .cell = 0.5});
  // At the start the beam is level: the cylinder's way is 1/(6 sqrt 2) of the tip's.
  double best = 1e9, load = 0.0;
  for (const ChartPose& pose : chart.poses)
    if (std::abs(pose.height) < best) best = std::abs(pose.height), load = pose.load;
  const double F0 = std::sqrt(2.0) * kG * (3.0 * 225 + 2.0 * 35 + 50);
  const double hand = (76e5 * A - F0) / (kG * 6.0 * std::sqrt(2.0));
  EXPECT_LT(best, 0.3);
  EXPECT_NEAR(load, hand, 0.05 * hand);  // the nearest pose is not quite level
}

TEST(Chart, BreakOutIsForceOverWay) {
  const Model model = load_text(kBoom, "m.yaml");
  const BreakoutChart chart = breakout_chart(
      model, {.load = "boom.tip", .pressure = 1.6e7, .cylinders = {"lift"}, .steps = 11});
  ASSERT_EQ(chart.points.size(), 11u);
  for (const BreakoutPoint& p : chart.points) {
    // The tip moves at right angles to the boom: its angle is q + 90 deg, less than 90 deg up.
    const double q = M_PI / 2 - p.angle;
    double length = 0.0, r = arm(q, length);
    if (std::abs(length - p.length) > 1e-6) r = arm(-q, length);
    EXPECT_NEAR(length, p.length, 1e-6);
    EXPECT_NEAR(p.push, 1.6e7 * kA * r / 3.0, 1e-3);
    EXPECT_NEAR(p.pull, 1.6e7 * kB * r / 3.0, 1e-3);
    EXPECT_NEAR(std::abs(p.tilt), std::abs(q), 1e-9);  // of the boom itself
  }
  const std::string svg = chart_svg(chart), csv = chart_csv(chart);
  EXPECT_EQ(csv.substr(0, csv.find('\n')),
            "lift.length [m],angle [deg],push [N],pull [N],boom.angle [deg]");
  EXPECT_NE(svg.find("over the angle of boom in deg<"), std::string::npos);
  EXPECT_NE(svg.find("lift at 160 bar"), std::string::npos);
  const std::string line = svg.substr(svg.find("<polyline"));
  EXPECT_EQ(std::count(line.begin(), line.begin() + static_cast<long>(line.find("/>")), ','), 11);
  EXPECT_EQ(svg.rfind("</svg>\n"), svg.size() - 7);
}

// The excavator's bucket curls by more than half a turn: its angle goes on, and is that of the bucket's
// own joint, which alone moves.
TEST(Chart, BreakOutOverTheAngleOfABucket) {
  const Model model = load(std::string(BRAMAH_SOURCE_DIR) + "/models/excavator.yaml");
  const BreakoutChart chart = breakout_chart(
      model,
      {.load = "bucket.teeth", .pressure = 3.4e7, .cylinders = {"bucket_cylinder"}, .steps = 21});
  ASSERT_EQ(chart.points.size(), 21u);
  double least = 1e9, most = 0.0;
  for (std::size_t k = 1; k < chart.points.size(); ++k) {
    const BreakoutPoint &p = chart.points[k], &before = chart.points[k - 1];
    EXPECT_LT(p.tilt, before.tilt);  // extending curls it
    EXPECT_GT(p.tilt, before.tilt - 0.4);
    // By virtual work on the edge, 1.25 m from the bucket's pin: F 1.25 m d(tilt) = F_c ds.
    const double mean = 0.5 * (p.push + before.push);
    const double area = M_PI / 4 * 0.105 * 0.105;
    EXPECT_NEAR(mean * 1.25 * (before.tilt - p.tilt), 3.4e7 * area * (p.length - before.length),
                0.02 * mean * 1.25 * (before.tilt - p.tilt));
    least = std::min(least, p.push), most = std::max(most, p.push);
  }
  EXPECT_GT(chart.points.front().tilt - chart.points.back().tilt, 2.0);
  EXPECT_GT(most, 1.2 * least);  // it depends on the angle
}

TEST(Chart, TheDoorHasItsNumbers) {
  const Model model = load_text(kBoom, "m.yaml");
  const LoadChart chart = load_chart(model, {.load = "boom.tip", .pressure = 1.6e7, .steps = 16});
  const std::string svg = chart_svg(chart), csv = chart_csv(chart);
  EXPECT_EQ(svg.rfind("</svg>\n"), svg.size() - 7);
  EXPECT_NE(svg.find("160 bar"), std::string::npos);
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 17);
  EXPECT_EQ(csv.substr(0, csv.find('\n')),
            "reach [m],height [m],load [kg],limit,lift.length [m],lift.load [kg]");
}

void expect_refused(const ChartOptions& options, const std::string& why) {
  const Model model = load_text(kBoom, "m.yaml");
  try {
    (void)load_chart(model, options);
    FAIL() << "expected: " << why;
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find(why), std::string::npos) << error.what();
  }
}

TEST(Chart, BadInput) {
  expect_refused({.load = "boom.tip"}, "the relief pressure must be above zero");
  expect_refused({.load = "boom.tpi", .pressure = 1e7},
                 "there is no marker and no point \"boom.tpi\"; did you mean \"boom.tip\"?");
  expect_refused({.load = "boom.tip", .pressure = 1e7, .cylinders = {"lft"}},
                 "there is no cylinder \"lft\"; did you mean \"lift\"?");
  expect_refused({.load = "boom.tip", .pressure = 1e7, .back = 2e7},
                 "must lie between zero and the relief's");
  expect_refused({.load = "boom.tip", .pressure = 1e7, .steps = 1}, "steps: expected 2 to 200");
  const ChartOptions rated{
      .load = "boom.tip", .pressure = 1e7, .rated = {{"lft", 1e4}, {"lift", -1e4}}};
  expect_refused(rated, "rated: there is no cylinder \"lft\"; did you mean \"lift\"?");
  expect_refused(rated, "rated: what \"lift\" bears must be greater than zero");
  ChartOptions options;
  EXPECT_THROW(set_chart_option(options, "rated", "lift 30 kN"), InputError);
  EXPECT_THROW(set_chart_option(options, "rated", "lift=30 bar"), InputError);
}

// The boom on a chassis of 1 t with feet at x = -1 and 1 m: over the front foot
//   m (3 m cos q - 1 m) = 1000 kg 1 m + 180 kg (1 m - 1.5 m cos q)
TEST(Chart, TipsWhereMomentsBalance) {
  const std::string text = R"(bramah: 1
name: Boom on feet
bodies:
  chassis: {mass: 1000 kg, com: [0 m, 0.5 m], inertia: 200 kg m2, points: {heel: [0.4 m, 0.2 m], pivot: [0 m, 1 m], rear: [-1 m, 0 m], front: [1 m, 0 m]}}
  boom: {mass: 180 kg, com: [1.5 m, 0 m], shape: {rod: 3 m}, points: {ear: [0.9 m, -0.05 m], tip: [3 m, 0 m]}}
joints:
  base: {type: planar, between: [ground, chassis], coordinates: [{start: 0 m}, {start: 0 m}, {start: 0 deg}]}
  pivot: {type: revolute, between: [chassis.pivot, boom], start: 20 deg}
elements:
  rear: {type: contact, at: chassis.rear, stiffness: 1e6 N/m}
  front: {type: contact, at: chassis.front, stiffness: 1e6 N/m}
stability: {tip: {feet: [rear, front]}}
fluid: {density: 860 kg/m3, bulk: 1.4 GPa}
cylinders:
  lift: {from: chassis.heel, to: boom.ear, bore: 63 mm, rod: 36 mm, closed: 0.85 m, stroke: 0.75 m, hose_A: {volume: 0.1 l}, hose_B: {volume: 0.1 l}, start_A: 50 bar, start_B: 1 bar}
)";
  const LoadChart chart =
      load_chart(load_text(text, "m.yaml"), {.load = "boom.tip", .pressure = 3e7, .steps = 21});
  ASSERT_EQ(chart.limits, (std::vector<std::string>{"lift", "tip"}));
  int tipping = 0;
  for (const ChartPose& pose : chart.poses) {
    ASSERT_EQ(pose.each.size(), 2u);
    const double c = pose.reach / 3.0;
    const double over = 3.0 * c - 1.0, hand = (1000.0 + 180.0 * (1.0 - 1.5 * c)) / over;
    if (over > 0.01) EXPECT_NEAR(pose.each[1], hand, 1e-6 * hand) << pose.reach;
    tipping += pose.limit == 1 ? 1 : 0;
  }
  EXPECT_GT(tipping, 10);
}

// The truck crane at its start, beside the chassis: over the line of the left feet, at y = 2.2 m, what is
// inside of it balances what is outside.
TEST(Chart, TruckCraneTipsOverItsFeet) {
  LoadOptions options;
  options.set = {"slew.start=90 deg"};
  const Model model = load(std::string(BRAMAH_SOURCE_DIR) + "/models/truck_crane.yaml", options);
  const LoadChart chart = load_chart(
      model, {.load = "inner.tip", .pressure = 2.5e7, .cylinders = {"boom_cylinder"}, .steps = 9});
  const std::size_t tip = chart.limits.size() - 1;
  ASSERT_EQ(chart.limits[tip], "tip");
  for (const ChartPose& pose : chart.poses) {
    // Along the boom's direction (now y): superstructure -1 m, boom's foot xb = -0.6 m.
    const double q = std::acos((pose.reach + 0.6) / (7.5 + 2.0));
    const double boom = -0.6 + 3.6 * std::cos(q), inner = -0.6 + (2.0 + 4.2) * std::cos(q);
    const double inside =
        9000 * 2.2 + 3600 * (2.2 + 1.0) + 1100 * (2.2 - boom) + 450 * (2.2 - inner);
    if (pose.reach > 2.3)
      EXPECT_NEAR(pose.each[tip], inside / (pose.reach - 2.2), 2e-3 * inside / (pose.reach - 2.2));
  }
}

// Their hinges would be moved to reach a cylinder's length.
TEST(Chart, RefusesBodiesThatBend) {
  std::string text = kBoom;
  const std::string points = "points: {ear: [0.9 m, -0.05 m]";
  text.replace(text.find(points), points.size(),
               "flexible: {along: [foot, tip], second_moment: 1e-5 m4}, points: {foot: [0 m, 0 m], "
               "ear: [0.9 m, -0.05 m]");
  const Model model = load_text(text + "markers: {tip: boom.tip}\n", "m.yaml");
  EXPECT_THROW((void)load_chart(model, {.load = "tip", .pressure = 1.6e7}), InputError);
}

}  // namespace
}  // namespace bramah
