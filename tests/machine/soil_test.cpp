// Ground that is dug: what is cut is carried, spilled and heaped, and none of it is lost; books, bits, messages.
#include "machine/soil.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "malloc_count.h"
#include "recorded_run.h"

namespace bramah {
namespace {

// A bucket on slides over level ground: drawn 2 m along -x at a depth of 0.15 m, lifted, moved on and turned over.
const std::string kRig = R"(bramah: 1
mechanism: spatial
gravity: "[0, 0, -9.81] m/s2"
bodies:
  sled: {mass: 300 kg, inertia: [30 kg m2, 30 kg m2, 30 kg m2]}
  mast: {mass: 200 kg, inertia: [30 kg m2, 30 kg m2, 30 kg m2]}
  bucket: {mass: 100 kg, inertia: [30 kg m2, 30 kg m2, 30 kg m2], points: {edge: [0 m, 0 m, 0 m], load: [0.3 m, 0 m, 0.2 m]}}
joints:
  along: {type: prismatic, between: [ground, sled], axis: [-1, 0, 0], driver: way}
  down: {type: prismatic, between: [sled, mast], axis: [0, 0, 1], driver: height}
  curl: {type: revolute, between: [mast, bucket.load], axis: [0, -1, 0], driver: turn}
terrain: {cell: 0.1 m, columns: 61, rows: 30, x: -4 m, y: -1.45 m}
soil: {density: 1700 kg/m3, cohesion: 4 kPa, friction: 32 deg, wall_friction: 20 deg, swell: 1.25, repose: 35 deg}
elements:
  edge: {type: blade, at: bucket.edge, width: 0.99 m, angle: 40 deg}
buckets:
  scoop: {edge: edge, to: bucket.load, opening: [0, 0, 1], capacity: 0.6 m3}
signals:
  way: {ramps: [[0 s, 0 m], [1 s, 0 m], [3 s, 2 m], [4 s, 2 m], [5 s, 2.6 m]]}
  height: {ramps: [[0 s, 0.5 m], [1 s, 0.05 m], [3 s, 0.05 m], [4 s, 1.2 m]]}
  turn: {ramps: [[0 s, 0 deg], [5 s, 0 deg], [6.5 s, 160 deg]]}
solver: {step: 1 ms, until: 8 s}
)";
std::string with(const std::string& what, const std::string& other) {
  std::string text = kRig;
  return text.replace(text.find(what), what.size(), other);
}

TEST(Soil, WhatIsCutIsCarriedAndHeapedAndNoneIsLost) {
  const RecordedRun run(kRig, "sdirk2", 1e-3, 8.0);
  const double volume = 1.0 * 2.0 * 0.15, column = 0.1 * 1.0 * 0.15;  // ten grid points across
  EXPECT_NEAR(run("soil.dug", 4000), volume, 1.01 * column);
  EXPECT_NEAR(run("scoop.mass", 4000), 1700.0 * run("soil.dug", 4000), 1e-9);
  EXPECT_EQ(run("scoop.ahead", 4000), 0.0);
  EXPECT_NEAR(run("scoop.mass", run.last()), 0.0, 1e-9);
  // Loose it takes a quarter more, in the heap and where the heap slid into the trench.
  EXPECT_NEAR(run("soil.heaped", run.last()) - run("soil.dug", run.last()),
              0.25 * run("soil.dug", 4000), 1e-12);
  const double lost = run("energy.loss.joints", run.last());
  EXPECT_GT(lost, 3e3);  // some 2 kN over 2 m
  for (std::size_t k = 0; k <= run.last(); k += 20) {
    EXPECT_NEAR(run("soil.balance", k), 0.0, 1e-9);
    EXPECT_NEAR(run("energy.books", k), 0.0, 1e-3 * lost);
  }
}

TEST(Soil, AFullBucketPushesTheRestAhead) {
  const RecordedRun run(with("capacity: 0.6 m3", "capacity: 0.2 m3"), "sdirk2", 1e-3, 4.0);
  const double full = 0.2 * 1700.0 / 1.25;
  EXPECT_NEAR(run("scoop.mass", 3000), full, 1e-9);
  EXPECT_LE(run("scoop.ahead", 3000), 0.15 * full + 1e-9);
  EXPECT_GT(run("soil.heaped", 3000), 0.01);
  for (std::size_t k = 0; k <= run.last(); k += 20) EXPECT_NEAR(run("soil.balance", k), 0.0, 1e-9);
}

// Of a half disc of radius 1 under its chord, what lies below a line from its lip at an angle psi.
TEST(Soil, ATiltedBucketHoldsWhatAHalfDiscHolds) {
  const double repose = 0.6;
  EXPECT_EQ(Soil::share_held(0.3, repose), 1.0);
  EXPECT_NEAR(Soil::share_held(repose + 0.5 * std::numbers::pi, repose), 0.0, 1e-15);
  EXPECT_EQ(Soil::share_held(3.0, repose), 0.0);
  for (const double psi : {0.1, 0.5, 1.0, 1.4}) {
    int inside = 0, below = 0;
    for (double x = -0.9995; x < 1.0; x += 1e-3)
      for (double y = -0.9995; y < 0.0; y += 1e-3) {
        if (x * x + y * y > 1.0) continue;
        ++inside, below += y < -std::tan(psi) * (x + 1.0) ? 1 : 0;
      }
    EXPECT_NEAR(Soil::share_held(repose + psi, repose), static_cast<double>(below) / inside, 2e-3);
  }
}

TEST(Soil, HeapsNoSteeperThanTheirReposeAndTrenchesStand) {
  auto ground = std::make_shared<HeightField>();
  ground->cell = 0.1, ground->columns = ground->rows = 41;
  ground->heights.assign(41 * 41, 0.0);
  const double repose = 35.0 * std::numbers::pi / 180.0;
  const Soil soil(ground, 1700.0, 1.25, repose, {});
  std::vector<double> height(ground->heights), loose(41 * 41, 0.0);
  const Soil::Layers layers{height, loose};
  // A trench of 1 m depth is cut: its walls were not dug and stand.
  const double before[] = {0.5, 0.5, -1.0, 0.5, 1.5, -1.0},
               after[] = {1.0, 0.5, -1.0, 1.0, 1.5, -1.0};
  EXPECT_NEAR(soil.cut(before, after, layers), 1700.0 * 0.6 * 1.1 * 1.0, 1e-9);  // 6 by 11 points
  soil.slide(0, 40, 0, 40, layers);
  EXPECT_EQ(height[5 + 41 * 10], -1.0);
  EXPECT_EQ(height[4 + 41 * 10], 0.0);
  const double edge[] = {2.5, 2.4, 0.0, 2.5, 2.6, 0.0};
  for (int k = 0; k < 200; ++k) soil.drop(5.0, edge, 0.0, 0.0, layers);
  for (int k = 0; k < 20; ++k) soil.slide(0, 40, 0, 40, layers);
  double volume = 0.0, steepest = 0.0, top = 0.0;
  for (int j = 0; j < 41; ++j)
    for (int i = 0; i < 41; ++i) {
      const auto k = static_cast<std::size_t>(41 * j + i);
      volume += 0.01 * height[k], top = std::max(top, height[k]);
      if (i >= 15 && i < 40)
        steepest = std::max(steepest, std::abs(height[k] - height[k + 1]) / 0.1);
    }
  EXPECT_NEAR(volume, 1000.0 * 1.25 / 1700.0 - 0.66, 1e-9);
  EXPECT_LT(steepest, std::tan(repose) + 1e-3);
  EXPECT_GT(steepest, 0.9 * std::tan(repose));
  EXPECT_GT(top, 0.3);
}

TEST(Soil, SnapshotsGoOnWithTheSameBitsAndNothingIsAllocated) {
  const Model model = load_text(kRig, "m.yaml");
  State state = model.initial_state();
  Workspace work(model);
  const auto go = [&](State& s, Workspace& w, int ticks) {
    for (int k = 0; k < ticks; ++k) ASSERT_TRUE(step(model, s, w, Inputs{}).converged);
  };
  go(state, work, 1500);
  State copy = state;
  const long before = malloc_count();
  go(state, work, 600);
  EXPECT_EQ(malloc_count(), before);
  Workspace fresh(model);
  go(copy, fresh, 600);
  for (std::size_t k = 0; k < state.values().size(); ++k)
    ASSERT_EQ(state.values()[k], copy.values()[k]) << k;
}

TEST(Soil, ThePictureMovesWhereItIsDug) {
  const Model model = load_text(kRig, "m.yaml");
  State state = model.initial_state();
  Workspace work(model);
  std::vector<double> first(3 * model.drawing().points.size()), later(first.size());
  model.pose(state, work, first);
  while (state.time() < 3.0) ASSERT_TRUE(step(model, state, work, Inputs{}).converged);
  model.pose(state, work, later);
  double deepest = 0.0;
  for (std::size_t k = 0; k < model.drawing().points.size(); ++k)
    if (model.drawing().points[k].starts_with("terrain."))
      deepest = std::min(deepest, later[3 * k + 2] - first[3 * k + 2]);
  EXPECT_NEAR(deepest, -0.15, 1e-3);
}

TEST(Soil, SaysWhatIsWrongAllAtOnce) {
  std::string text = with("friction: 32 deg", "friction: 65 deg");
  text.replace(text.find("cohesion: 4 kPa"), 15, "cohesion: -4 kPa");
  text.replace(text.find("capacity: 0.6 m3"), 16, "capacity: 0 m3");
  text.erase(text.find("terrain:"), text.find("soil:") - text.find("terrain:"));
  for (const char* why : {"m.yaml:12: soil: friction: expected 2 to 60 deg: without friction no "
                          "wedge has a plane of its own, and "
                          "none stands steeper; found 65 deg",
                          "soil: cohesion: must not be negative; found -4000 Pa",
                          "bucket \"scoop\": capacity: must be greater than zero; found 0 m3",
                          "buckets: there is no `terrain` that they could dig"})
    expect_refused(text, why);
  expect_refused(with("wall_friction: 20 deg", "wall_friction: 40 deg"),
                 "must not be greater than friction");
  expect_refused(with("edge: edge,", "edge: egde,"), "there is no element \"egde\"");
  expect_refused(with("swell: 1.25", "swell: 0.5"), "swell: expected 1 to 3; found 0.5");
  expect_refused(with("to: bucket.load", "to: mast.origin"), "expected one body");
  expect_refused(with("{step: 1 ms,", "{step: 1 ms, method: ali3p,"), "joint coordinates only");
  expect_refused(with("{step: 1 ms,", "{step: 1 ms, integrator: sundials,"),
                 "no events between steps");
}

}  // namespace
}  // namespace bramah
