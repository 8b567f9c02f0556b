// The machines of docs/theory/{drives,contact,base,rope,loads,soil,flexible}.md as a whole: books over a
// minute, order of convergence, what bends.
#include <gtest/gtest.h>

#include <cmath>

#include "bramah/analysis.h"
#include "bramah/run.h"
#include "recorded_run.h"

namespace bramah {
namespace {

std::string on(const std::string& model, const std::string& more) {
  return "bramah: 1\ninclude: " BRAMAH_SOURCE_DIR "/models/" + model + ".yaml\n" + more;
}

// ------------------------------------------------------------------------------------------- books
// A minute of work: energy.books against the energy turned over, which is what all sources gave and took.
struct Books {
  double worst = 0.0, turned = 0.0, given = 0.0;
};
Books books_of(const std::string& text) {
  LoadOptions options;
  options.until = 60.0;
  const Model model = load_text(text, "m.yaml", options);
  State state = model.initial_state();
  Workspace work(model);
  std::vector<double> row(model.channels().size());
  std::vector<int> sources;
  for (std::size_t k = 0; k < row.size(); ++k)
    if (model.channels()[k].name.starts_with("energy.source."))
      sources.push_back(static_cast<int>(k));
  const int books = model.find_channel("energy.books");
  std::vector<double> before(sources.size(), 0.0);
  Books out;
  while (state.time() < 60.0 - 1e-9) {
    const StepReport report = step(model, state, work, Inputs{});
    EXPECT_TRUE(report.converged) << explain(model, report);
    if (!report.converged) return out;
    if (state.tick() % 20 != 0) continue;
    model.observe(state, work, row);
    out.worst = std::max(out.worst, std::abs(row[static_cast<std::size_t>(books)]));
    for (std::size_t k = 0; k < sources.size(); ++k) {
      const double now = row[static_cast<std::size_t>(sources[k])];
      out.turned += std::abs(now - before[k]);
      before[k] = now;
    }
  }
  std::printf("books: %.1f J of %.0f J turned over, %.4f %%\n", out.worst, out.turned,
              100.0 * out.worst / out.turned);
  return out;
}

TEST(World, BooksCloseOverAMinuteOfDigging) {
  const Books books = books_of(on("excavator_dig", ""));
  EXPECT_GT(books.turned, 1e6);
  EXPECT_LT(books.worst, 1e-3 * books.turned);
}

TEST(World, BooksCloseOverAMinuteOfWinching) {
  const Books books = books_of(on("winch_crane", R"(signals:
  hoist_lever: {ramps: [[0.5 s, 0], [1 s, 0.8], [6 s, 0.8], [6.5 s, 0], [13 s, 0], [13.5 s, -0.8], [29 s, -0.8], [29.5 s, 0]], period: 30 s}
  slew_lever: {ramps: [[5 s, 0], [6 s, 0.6], [10 s, 0.6], [11 s, 0]], period: 30 s}
)"));
  EXPECT_GT(books.turned, 2e5);
  EXPECT_LT(books.worst, 1e-3 * books.turned);
}

// The log is taken up and set down; the crane's own script takes 20 s, and goes on.
TEST(World, BooksCloseOverAMinuteOfLoadHandling) {
  const Books books = books_of(on("patu655_grapple", R"(signals:
  slew_lever: {ramps: [[8 s, 0 V], [9 s, 5 V], [11 s, 5 V], [12 s, 0 V], [22 s, 0 V], [23 s, -5 V], [25 s, -5 V], [26 s, 0 V]], period: 30 s}
)"));
  EXPECT_GT(books.turned, 5e4);
  EXPECT_LT(books.worst, 1e-3 * books.turned);
}

TEST(World, BooksCloseWhileATruckCraneLoads) {
  const Books books = books_of(on("truck_crane", R"(signals:
  slew_lever: {sine: {amplitude: 0.3, frequency: 0.05 Hz}}
  boom_lever: {sine: {amplitude: 0.4, frequency: 0.08 Hz}}
  extend_lever: {sine: {amplitude: -0.3, frequency: 0.1 Hz}}
)"));
  EXPECT_GT(books.turned, 1e5);
  EXPECT_LT(books.worst, 1e-3 * books.turned);
}

// On four tyres into a pile, and back with a full bucket, which is tipped out: none of it is lost, and the
// wheels stand on the ground.
TEST(World, ALoaderFillsItsBucketFromAPile) {
  const RecordedRun run(on("wheel_loader_pile", ""), "sdirk2", 1e-3, 20.0);
  const auto at = [&](const char* channel, double time) {
    return run(channel, static_cast<std::size_t>(std::lround(1e3 * time)));
  };
  EXPECT_GT(at("scoop.mass", 9.0), 1000.0);
  EXPECT_LT(at("scoop.mass", 20.0), 0.3 * at("scoop.mass", 9.0));
  EXPECT_LT(at("frame.origin.x", 9.0), -3.0);
  EXPECT_GT(at("frame.origin.x", 20.0), -0.5);
  double carried = 0.0;
  for (const char* tyre : {"front_left", "front_right", "rear_left", "rear_right"})
    carried += at((std::string(tyre) + ".normal").c_str(), 20.0);
  const double weight = (3300.0 + 2 * 380 + 380 + 70 + 25 + 360 + at("scoop.mass", 20.0)) * 9.81;
  EXPECT_NEAR(carried, weight, 0.01 * weight);
  for (std::size_t k = 0; k <= run.last(); k += 20) {
    ASSERT_NEAR(run("soil.balance", k), 0.0, 1e-8);
    ASSERT_NEAR(run("energy.books", k), 0.0, 1e-3 * run("energy.source.pump", run.last()));
    ASSERT_LT(run("front_left.gap", k), 0.05);
  }
}

// ------------------------------------------------------------------------------------------- order
// Of second order against the reference where nothing switches: levers that rise from rest without a
// corner (one that jumps makes spool and compensator cross their edges), feet that stand, ropes that are
// tight, an edge that is in the ground, a crate that slides. The reference knows no events: buckets, payloads
// and grips are left out or there all the time. A steps' range where errors do not yet fall by four is left
// out: a brake that opens and a pinion that winds up its teeth are quicker than 2 ms.
struct Manoeuvre {
  const char* name;
  const char* model;
  std::string more;
  const char* channel;
  double coarse;  // [s]
};
void PrintTo(const Manoeuvre& m, std::ostream* out) { *out << m.name; }

// 0 to 2 `half` and back in a second.
std::string lever(const std::string& name, const std::string& half) {
  return name + ": {sine: {amplitude: " + half + ", frequency: 1 Hz, mean: " + half +
         ", phase: -90 deg}}";
}
std::string levers(const std::string& all) { return "signals: {" + all + "}\n"; }

std::vector<Manoeuvre> manoeuvres() {
  const std::string still = ": {constant: 0}";
  // On the slope at once, pressed in by what it weighs, its bristles bent.
  std::string bent = "elements: {";
  for (const char* foot : {"foot1", "foot2", "foot3", "foot4"})
    bent += std::string(foot) + ": {start_bend1: -0.1 mm}, ";
  bent.replace(bent.size() - 2, 2, "}\n");
  const std::string slides =
      bent +
      "parameters: {mu: 0.05}\njoints: {free: {coordinates: [{start: 0 m, rate: -0.5 m/s}, {start: "
      "0 m}, {start: 0.2538 m, rate: -0.0882 m/s}, {start: 0 deg}, {start: -10 deg}, {start: 0 "
      "deg}]}}\n";
  return {
      {"rack", "patu655_rack", levers(lever("slew_lever", "5 V")), "slew.angle", 2e-3},
      {"gear", "excavator_gear",
       "components: {swing_gear: {play: 0 deg}}\n" +
           levers(lever("swing_lever", "0.5") + ", boom_lever" + still + ", arm_lever" + still +
                  ", bucket_lever" + still),
       "slew.angle", 1e-3},
      {"contact", "dropped_crate", slides, "free.x.position", 2e-3},
      {"base", "truck_crane",
       levers(lever("slew_lever", "0.3") + ", " + lever("extend_lever", "0.2")),
       "extension.position", 2e-3},
      {"winch", "winch_crane",
       levers(lever("hoist_lever", "0.5") + ", " + lever("slew_lever", "0.3") + ", boom_lever" +
              still),
       "crate.top.z", 1e-3},
      {"payload", "loading_boom",
       "payloads: ~\nbodies: {beam: {point_masses: {tip: 60 kg}}}\n" +
           levers("grip: ~, " + lever("lift_command", "2 V")) + "controls: {grip: ~}\n",
       "lift.length", 2e-3},
      {"grapple", "patu655_grapple",
       "grips: ~\n" +
           levers("grip: ~, " + lever("lift_lever", "5 V") + ", " + lever("rotator_lever", "3 V") +
                  ", slew_lever: {constant: 0 V}") +
           "controls: {grip: ~}\n",
       "lift.length", 2e-3},
      {"soil", "excavator_dig",
       "buckets: ~\nparameters: {boom0: 17 deg}\n" +
           levers(lever("arm_lever", "0.3") + ", boom_lever" + still + ", bucket_lever" + still +
                  ", swing_lever" + still),
       "edge.depth", 1e-3},
      {"sensor", "sensing_boom",
       levers("angle: ~, smooth: ~, wanted: ~, " + lever("command", "2 V")), "tip.y", 2e-3},
      {"flexible", "patu655_flexible", levers(lever("lift_lever", "5 V")), "lift.length", 2e-3}};
}

class SmoothManoeuvres : public testing::TestWithParam<Manoeuvre> {};

TEST_P(SmoothManoeuvres, OrderTwoAgainstTheReference) {
  const Manoeuvre& m = GetParam();
  const std::string text = on(m.model, m.more);
  const double step = m.coarse, until = 0.4;
  const RecordedRun exact(text, "sundials", step, until, {"solver.relative_tolerance=1e-10"});
  double least = INFINITY, most = -INFINITY;
  for (std::size_t k = 0; k <= exact.last(); ++k) {
    least = std::min(least, exact(m.channel, k));
    most = std::max(most, exact(m.channel, k));
  }
  std::vector<double> errors;
  for (const int part : {1, 2, 4}) {
    const RecordedRun run(text, "sdirk2", step / part, until, {"solver.tolerance=1e-10"});
    double worst = 0.0;
    for (std::size_t k = 0; k <= exact.last(); ++k)
      worst = std::max(worst, std::abs(run(m.channel, static_cast<std::size_t>(part) * k) -
                                       exact(m.channel, k)));
    errors.push_back(worst);
  }
  const double order = 0.5 * std::log2(errors[0] / errors[2]);
  std::printf("%s, %s: %.2e, %.2e, %.2e of %.2e, order %.2f\n", m.model, m.channel, errors[0],
              errors[1], errors[2], most - least, order);
  EXPECT_GT(most - least, 2e-3);  // it moves
  EXPECT_NEAR(order, 2.0, 0.2);
}

INSTANTIATE_TEST_SUITE_P(World, SmoothManoeuvres, testing::ValuesIn(manoeuvres()),
                         [](const auto& test) { return std::string(test.param.name); });

// -------------------------------------------------------------------------------------------- bends
// Frequencies of the lightly damped swings, lowest first [Hz].
std::vector<double> swings(const std::string& text) {
  std::vector<double> out;
  for (const Mode& mode : linearize(load_text(text, "m.yaml")).modes)
    if (mode.pole.imag() > 1.0 && mode.pole.imag() > -2.0 * mode.pole.real())
      out.push_back(std::abs(mode.pole) / (2.0 * M_PI));
  std::ranges::sort(out);
  return out;
}
double tip_height(const std::string& text) {
  return RecordedRun(text, "sdirk2", 1e-3, 2e-3)("tip.z", 0);
}

// The loader crane with booms of two hinges a stretch: sag and first frequencies are those of four within
// 1 %. Its load bounces up and down and to the sides slower than on stiff booms, swings as it does there.
TEST(World, BoomsOfTheLoaderCraneBendAsFinerOnesDo) {
  const auto with_hinges = [](int n) {
    const std::string hinges = "{flexible: {hinges: " + std::to_string(n) + "}}";
    return on("patu655_flexible", "bodies: {boom: " + hinges + ", outer_boom: " + hinges + "}\n");
  };
  const std::string stiff = on("patu655", "");
  const double sag = tip_height(stiff) - tip_height(with_hinges(2));
  const double finer = tip_height(stiff) - tip_height(with_hinges(4));
  std::printf("tip sags by %.3f mm, with four hinges %.3f mm\n", sag * 1e3, finer * 1e3);
  EXPECT_GT(sag, 5e-3);
  EXPECT_NEAR(sag, finer, 0.01 * finer);
  const std::vector<double> bends = swings(with_hinges(2)), fine = swings(with_hinges(4)),
                            rigid = swings(stiff);
  for (const std::size_t k : {2u, 4u, 5u}) {  // of the booms upright
    double nearest = 1e9;
    for (const double f : fine) nearest = std::min(nearest, std::abs(f - bends.at(k)));
    EXPECT_LT(nearest, 0.01 * bends[k]) << bends[k];
  }
  for (const std::size_t k : {0u, 1u})
    EXPECT_NEAR(bends[k], rigid.at(k), 0.02 * rigid[k]);                         // swings
  for (const std::size_t k : {2u, 3u}) EXPECT_LT(bends[k], 0.92 * rigid.at(k));  // bounces
  for (const auto* list : {&rigid, &bends, &fine}) {
    for (const double f : *list) std::printf(" %.3f", f);
    std::printf(" Hz\n");
  }
}

}  // namespace
}  // namespace bramah
