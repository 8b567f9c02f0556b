// Racks and gears: what drives a joint of the mechanism, against closed forms.
#include <gtest/gtest.h>

#include <cmath>

#include "bramah/run.h"
#include "constraints/formulation.h"
#include "malloc_count.h"
#include "recorded_run.h"

namespace bramah {
namespace {

// A disc that a rack turns; I = 40 kg m2, r = 0.2 m.
const std::string kValve = R"(
fluid: {density: 850 kg/m3, bulk: 1500 MPa}
sources: {pump: {pressure: 100 bar}, tank: {pressure: 1 bar}}
valves:
  valve: {type: 4/3, P: pump, T: tank, A: ram.A, B: ram.B, nominal: {flow: 20 l/min, drop: 35 bar, at: 10 V}, spool: {bandwidth: 20 Hz}, signal: U}
signals: {U: {sine: {amplitude: 5 V, frequency: 1 Hz}}}
solver: {step: 1 ms, until: 1 s}
)";
const std::string kRam =
    "bore: 40 mm, rod: 25 mm, closed: 0.4 m, stroke: 0.6 m, hose_A: {volume: 0.1 l}, "
    "hose_B: {volume: 0.1 l}, start_A: 20 bar, start_B: 30 bar, friction: {viscous: 2e3 N s/m}";
const std::string kRack = R"(bramah: 1
name: Rack
gravity: "[0, 0] m/s2"
bodies: {disc: {mass: 10 kg, inertia: 40 kg m2}}
joints: {pin: {type: revolute, between: [ground, disc], start: 60 deg}}
cylinders: {ram: {rack: {joint: pin, radius: 200 mm, at_zero: 0.5 m}, )" +
                          kRam + "}}" + kValve;

double apart(const RecordedRun& a, const std::string& one, const RecordedRun& b,
             const std::string& other, double scale = 1.0) {
  double worst = 0.0;
  for (std::size_t k = 0; k <= a.last(); ++k)
    worst = std::max(worst, std::abs(a(one, k) - scale * b(other, k)));
  return worst;
}

// To the oil the disc is a mass I/r² on a straight line.
TEST(Drives, RackFeelsTheInertiaOverTheSquareOfItsRadius) {
  const RecordedRun rack(kRack, "sdirk2", 1e-3, 1.0);
  const double start = 0.5 + 0.2 * M_PI / 3.0;
  const RecordedRun straight(
      "bramah: 1\nname: Straight\ngravity: \"[0, 0] m/s2\"\ncylinders: {ram: "
      "{load: {mass: 1000 kg, start: " +
          std::to_string(start) + " m}, " + kRam + "}}" + kValve,
      "sdirk2", 1e-3, 1.0);
  EXPECT_LT(apart(rack, "ram.length", straight, "ram.length"), 1e-6);  // six digits of the start
  EXPECT_LT(apart(rack, "ram.A.p", straight, "ram.A.p"), 1e2);         // [Pa]
  double moved = 0.0;
  for (std::size_t k = 0; k <= rack.last(); ++k) {
    EXPECT_NEAR(rack("ram.length", k), 0.5 + 0.2 * rack("pin.angle", k), 1e-14);
    moved = std::max(moved, std::abs(rack("pin.angle", k) - M_PI / 3.0));
  }
  EXPECT_GT(moved, 0.3);
}

// A shaft with a torque on it; there is no oil. I = 50 kg m2, J = 0.02 kg m2, n = 40: n² J = 32.
std::string geared(const std::string& gear, const std::string& load,
                   const std::string& joint = "") {
  return R"(bramah: 1
name: Gear
gravity: "[0, 0] m/s2"
bodies: {boom: {mass: 10 kg, inertia: 50 kg m2}}
joints: {slew: {type: revolute, between: [ground, boom], start: 0 deg)" +
         joint + R"(}}
shafts: {motor: {inertia: 0.02 kg m2}}
components:
  torque: {type: shaft_load, shaft: motor, )" +
         load + R"(}
  box: {type: gear, shaft: motor, joint: slew, ratio: 40, stiffness: 1e6 N m/rad, )" +
         gear + "}\nsolver: {step: 1 ms, until: 1 s}\n";
}

TEST(Drives, JointFeelsTheShaftTimesTheSquareOfTheRatio) {
  const RecordedRun run(geared("damping: 2e4 N m s/rad", "load: -5 N m"), "sdirk2", 1e-3, 1.0);
  const std::size_t last = run.last();
  // I q'' = M, J w'' = T - M/n: I q' + n J w = n T t whatever the teeth do.
  for (std::size_t k = 0; k <= last; k += 50)
    EXPECT_NEAR(50.0 * run("slew.rate", k) + 40.0 * 0.02 * run("motor.speed", k),
                40.0 * 5.0 * 1e-3 * static_cast<double>(k), 1e-9);
  // n T/(I + n² J) once the teeth are wound up, and M = I q''.
  const double expected = 40.0 * 5.0 / (50.0 + 1600.0 * 0.02);
  EXPECT_NEAR(run("slew.rate", last) - run("slew.rate", last / 2), 0.5 * expected, 1e-9);
  EXPECT_NEAR(run("box.torque", last), 50.0 * expected, 1e-6);
  EXPECT_NEAR(run("box.windup", last), 50.0 * expected / 1e6, 1e-12);
  EXPECT_NEAR(run("motor.speed", last), 40.0 * run("slew.rate", last), 1e-6);
}

// The teeth ring with k (1/I + 1/(n² J)).
TEST(Drives, TeethRingAtTheirFrequency) {
  const RecordedRun run(geared("start_windup: 1 mrad", "load: 0 N m"), "sdirk2", 1e-4, 0.2);
  const double omega = std::sqrt(1e6 * (1.0 / 50.0 + 1.0 / 32.0));
  double worst = 0.0;
  for (std::size_t k = 0; k <= run.last(); ++k)
    worst = std::max(worst, std::abs(run("box.windup", k) -
                                     1e-3 * std::cos(omega * 1e-4 * static_cast<double>(k))));
  EXPECT_LT(worst, 1e-5);  // O(h²): (omega h)² t omega / 12 = 2e-5 of a radian of phase a step
  EXPECT_NEAR(run("energy.books", run.last()), 0.0, 1e-3 * 0.5 * 1e6 * 1e-6);
}

// In the middle of its play the shaft turns alone until it has crossed half of it: T/J t²/2 = n b/2.
TEST(Drives, PlayIsCrossedBeforeTheJointMoves) {
  const double play = 0.02, meets = std::sqrt(40.0 * play * 0.02 / 5.0);
  const RecordedRun run(geared("play: 20 mrad, damping: 5e3 N m s/rad", "load: -5 N m"), "sdirk2",
                        1e-3, 0.2);
  bool touched = false;
  for (std::size_t k = 0; k <= run.last(); ++k) {
    const double t = 1e-3 * static_cast<double>(k);
    if (t < meets) {
      EXPECT_EQ(run("slew.rate", k), 0.0) << t;
      EXPECT_NEAR(run("motor.speed", k), 250.0 * t, 1e-9);
    }
    touched = touched || run("box.torque", k) > 0.0;
    if (t > meets + 2e-3 && t < meets + 4e-3) {
      EXPECT_GT(run("slew.rate", k), 0.0);
    }
    EXPECT_LE(run("box.torque", k) * run("box.windup", k) * -1.0, 0.0);
  }
  EXPECT_TRUE(touched);
  EXPECT_NEAR(50.0 * run("slew.rate", run.last()) + 0.8 * run("motor.speed", run.last()),
              200.0 * 0.2, 1e-6);
}

// Driven by the shaft the joint gets eta n T; driven by the joint, the shaft gets 1/(2 - eta) of it.
TEST(Drives, TeethTakeTheirShareEitherWay) {
  const std::string teeth = "damping: 2e4 N m s/rad, efficiency: 0.9";
  const RecordedRun forth(geared(teeth, "load: -5 N m", ", damping: 100 N m s/rad"), "sdirk2", 5e-3,
                          15.0);
  EXPECT_NEAR(forth("slew.rate", forth.last()), 0.9 * 40.0 * 5.0 / 100.0, 1e-5);
  const RecordedRun back(geared(teeth, "viscous: 0.5 N m s/rad", ", effort: 300 N m"), "sdirk2",
                         5e-3, 5.0);
  EXPECT_NEAR(back("motor.speed", back.last()), 300.0 / (1.1 * 40.0 * 0.5), 1e-5);
  EXPECT_NEAR(back("box.torque", back.last()), -300.0, 1e-4);
  for (const RecordedRun* run :
       {&forth, &back}) {  // work on the joint, losses and store: all of it
    const double turned = (*run)("energy.work.box", run->last());
    EXPECT_NEAR((*run)("energy.books", run->last()), 0.0, 1e-3 * std::abs(turned));
    EXPECT_GT((*run)("energy.loss.box", run->last()), 0.05 * std::abs(turned));
  }
}

TEST(Drives, PinionMovesASlide) {
  const RecordedRun run(R"(bramah: 1
name: Feed
gravity: "[0, 0] m/s2"
bodies: {slide: {mass: 100 kg, inertia: 1 kg m2}}
joints: {rail: {type: prismatic, between: [ground, slide], axis: [1, 0], start: 0 m}}
shafts: {wheel: {inertia: 0.05 kg m2}}
components:
  torque: {type: shaft_load, shaft: wheel, load: -10 N m}
  rack: {type: pinion, shaft: wheel, joint: rail, radius: 50 mm, stiffness: 1e6 N/m, damping: 1e4 N s/m}
solver: {step: 1 ms, until: 1 s}
)",
                        "sdirk2", 1e-3, 1.0);
  const double expected = 10.0 / 0.05 / (100.0 + 0.05 / (0.05 * 0.05));
  EXPECT_NEAR(run("rail.rate", run.last()) - run("rail.rate", run.last() / 2), 0.5 * expected,
              1e-9);
  EXPECT_NEAR(run("rack.force", run.last()), 100.0 * expected, 1e-6);
}

// A crane that a geared motor slews and a rack tilts: its joints share bodies.
const std::string kCrane = R"(bramah: 1
name: Crane
mechanism: spatial
gravity: "[0, 0, -9.81] m/s2"
bodies:
  post: {mass: 100 kg, com: [0.1 m, 0 m, 0.4 m], inertia: "[9, 9, 4] kg m2", points: {top: [0.2 m, 0 m, 1 m]}}
  jib: {mass: 60 kg, com: [1 m, 0 m, 0 m], inertia: "[1, 20, 20] kg m2"}
joints:
  slew: {type: revolute, between: [ground, post], axis: [0, 0, 1], start: 0 deg}
  tilt: {type: revolute, between: [post.top, jib.origin], axis: [0, -1, 0], start: 30 deg}
fluid: {density: 850 kg/m3, bulk: 1500 MPa, air: 0.5 %}
sources: {pump: {pressure: 150 bar}, tank: {pressure: 2 bar}}
volumes: {left: {volume: 0.3 l, start: 30 bar}, right: {volume: 0.3 l, start: 30 bar}}
shafts: {pinion: {inertia: 0.01 kg m2}}
components:
  motor: {type: motor, A: left, B: right, D: tank, shaft: pinion, displacement: 30 cm3/rev, leakage: 5e-12 m3/s/Pa}
  box: {type: gear, shaft: pinion, joint: slew, ratio: 40, efficiency: 0.94, stiffness: 1e6 N m/rad, damping: 5e3 N m s/rad, play: PLAY}
cylinders:
  ram: {rack: {joint: tilt, radius: 100 mm}, bore: 100 mm, rod: 50 mm, closed: 0.6 m, stroke: 0.4 m, hose_A: {volume: 0.1 l}, hose_B: {volume: 0.1 l}, start_A: 120 bar, start_B: 20 bar, friction: {viscous: 5e3 N s/m}}
valves:
  turn: {type: 4/3, P: pump, T: tank, A: left, B: right, nominal: {flow: 15 l/min, drop: 35 bar}, spool: {bandwidth: 15 Hz}, signal: u1}
  lift: {type: 4/3, P: pump, T: tank, A: ram.A, B: ram.B, nominal: {flow: 10 l/min, drop: 35 bar}, spool: {bandwidth: 15 Hz}, signal: u2}
signals: {u1: {sine: {amplitude: 0.5, frequency: 0.7 Hz}}, u2: {sine: {amplitude: 0.2, frequency: 0.9 Hz}}}
solver: {step: 1 ms, until: 1 s}
)";
std::string crane(const std::string& play) {
  std::string text = kCrane;
  return text.replace(text.find("PLAY"), 4, play);
}

TEST(Drives, TangentIsTheSlopeOfTheResidual) {
  for (const char* method : {"semirecursive", "ali3p", "ali1", "double_step"})
    for (const char* state : {"pressure", "amount"}) {
      if (std::string(method) != "semirecursive" && std::string(state) == "amount") continue;
      SCOPED_TRACE(std::string(method) + ", " + state);
      LoadOptions options;
      options.method = method;
      options.set = {"solver.penalty=1e-3", std::string("solver.state=") + state};
      MachineStates states(load_text(crane("0 deg"), "crane.yaml", options));
      expect_tangent_is_slope(states, 25);
    }
}

TEST(Drives, JointAndNaturalCoordinatesAgree) {
  const auto difference = [](double step) {
    const RecordedRun joint(crane("0 deg"), "sdirk2", step, 0.5);
    const RecordedRun natural(crane("0 deg"), "sdirk2", step, 0.5, {"solver.coordinates=natural"});
    return std::max(apart(joint, "slew.angle", natural, "slew.angle"),
                    apart(joint, "tilt.angle", natural, "tilt.angle"));
  };
  const double coarse = difference(2e-3), fine = difference(1e-3);
  EXPECT_LT(fine, 1e-4);
  EXPECT_GT(coarse / fine, 3.0);
}

// Of second order against the reference on a smooth manoeuvre, and the books close.
TEST(Drives, StepsAreOfSecondOrder) {
  const double until = 0.6;
  const RecordedRun exact(crane("0 deg"), "sundials", 4e-3, until);
  const auto error = [&](double step, const char* channel) {
    const RecordedRun run(crane("0 deg"), "sdirk2", step, until);
    double worst = 0.0;
    const auto every = static_cast<std::size_t>(std::lround(4e-3 / step));
    for (std::size_t k = 0; k <= exact.last(); ++k)
      worst = std::max(worst, std::abs(run(channel, every * k) - exact(channel, k)));
    EXPECT_NEAR(run("energy.books", run.last()), 0.0,
                1e-3 * std::abs(run("energy.source.pump", run.last())));
    return worst;
  };
  for (const char* channel : {"slew.angle", "box.windup", "ram.length"}) {
    const double coarse = error(2e-3, channel), fine = error(5e-4, channel);
    const double order = 0.5 * std::log2(coarse / fine);
    std::printf("%s: %.2e, %.2e, order %.2f\n", channel, coarse, fine, order);
    EXPECT_NEAR(order, 2.0, 0.3) << channel;
  }
}

TEST(Drives, ReferenceFollowsThePlay) {
  const RecordedRun exact(crane("0.5 deg"), "sundials", 1e-2, 0.8);
  const RecordedRun run(crane("0.5 deg"), "sdirk2", 2.5e-4, 0.8);
  double worst = 0.0, largest = 0.0;
  for (std::size_t k = 0; k <= exact.last(); ++k) {
    worst = std::max(worst, std::abs(run("slew.angle", 40 * k) - exact("slew.angle", k)));
    largest = std::max(largest, std::abs(exact("slew.angle", k)));
  }
  EXPECT_GT(largest, 0.01);
  EXPECT_LT(worst, 2e-3 * largest);
  EXPECT_NEAR(run("energy.books", run.last()), 0.0,
              1e-3 * std::abs(run("energy.source.pump", run.last())));
}

// Also of what touches the ground.
TEST(Drives, StepsNeitherAllocateNorRemember) {
  for (const char* name : {"excavator_gear", "patu655_rack", "dropped_crate"}) {
    SCOPED_TRACE(name);
    const Model model = load(std::string(BRAMAH_SOURCE_DIR "/models/") + name + ".yaml");
    State state = model.initial_state();
    Workspace work(model);
    for (int k = 0; k < 20; ++k) ASSERT_TRUE(step(model, state, work, {}).converged);
    const auto before = malloc_count();
    for (int k = 0; k < 200; ++k) ASSERT_TRUE(step(model, state, work, {}).converged);
    EXPECT_EQ(malloc_count(), before);
    State copy = state;
    Workspace fresh(model);
    for (int k = 0; k < 50; ++k) {
      ASSERT_TRUE(step(model, state, work, {}).converged);
      ASSERT_TRUE(step(model, copy, fresh, {}).converged);
    }
    EXPECT_TRUE(copy == state);
  }
}

// A level arm of 100 kg, 2 m long, that hangs on a gear: M = m g 1 m, M/n on the shaft, which a motor
// holds with D (p_left - p_right), or a brake.
std::string held(const std::string& gear, const std::string& holder, const std::string& start) {
  return R"(bramah: 1
name: Arm
initial: static
bodies: {arm: {mass: 100 kg, com: [1 m, 0 m], shape: {rod: 2 m}}}
joints: {tilt: {type: revolute, between: [ground, arm], start: 0 deg}}
fluid: {density: 850 kg/m3, bulk: 1500 MPa}
sources: {tank: {pressure: 2 bar}}
volumes: {left: {volume: 0.3 l, start: )" +
         start + R"(}, right: {volume: 0.3 l, start: 2 bar}}
shafts: {pinion: {inertia: 0.01 kg m2}}
components:
  motor: {type: motor, A: left, B: right, D: tank, shaft: pinion, displacement: 60 cm3/rev, leakage: 0 m3/s/Pa, case_leakage: 0 m3/s/Pa}
  box: {type: gear, shaft: pinion, joint: tilt, ratio: 50, stiffness: 2e5 N m/rad, damping: 2e3 N m s/rad)" +
         gear + "}\n" + holder + "solver: {step: 1 ms, until: 0.5 s}\n";
}
const std::string kDiscs =
    "  discs: {type: brake, shaft: pinion, X: tank, torque: 50 N m, release: 20 bar, range: 8 "
    "bar}\n";

TEST(Drives, AtRestAGearHoldsItsJointAndSomethingItsShaft) {
  const double M = 100.0 * 9.81, torque = M / 50.0;
  for (const double play : {0.0, 0.02}) {
    const std::string gear = ", play: " + std::to_string(play) + " rad";
    const RecordedRun motor(held(gear, "", "static"), "sdirk2", 1e-3, 0.5);
    EXPECT_NEAR(motor("box.windup", 0), M / 2e5 + 0.5 * play, 1e-9);
    EXPECT_NEAR(motor("box.torque", 0), M, 1e-4);
    EXPECT_NEAR(motor("left.p", 0) - 2e5, torque * 2.0 * M_PI / 60e-6, 10.0);
    const RecordedRun brake(held(gear, kDiscs, "2 bar"), "sdirk2", 1e-3, 0.5);
    EXPECT_NEAR(brake("box.windup", 0), M / 2e5 + 0.5 * play, 1e-9);
    EXPECT_NEAR(brake("discs.yield", 0), -0.01 * torque / 50.0, 1e-9);
    for (const RecordedRun* run : {&motor, &brake})  // and they stay
      for (std::size_t k = 0; k <= run->last(); k += 50) {
        EXPECT_NEAR((*run)("tilt.angle", k), 0.0, 1e-9);
        EXPECT_NEAR((*run)("pinion.speed", k), 0.0, 1e-6);
      }
  }
  // What the file gives is kept.
  const RecordedRun given(held(", start_windup: 4.905 mrad", "", "static"), "sdirk2", 1e-3, 0.01);
  EXPECT_DOUBLE_EQ(given("box.windup", 0), 4.905e-3);
}

TEST(Drives, AShaftThatNothingHoldsIsNamed) {
  expect_refused(
      held("", "", "2 bar"),
      "shaft \"pinion\" is not held: -19.6 N m are left on it; a brake, or a motor between "
      "pressures that are `static`, would hold it");
}

std::string problems_of(const std::string& text) {
  try {
    load_text(text, "m.yaml");
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}
std::string with(std::string text, const std::string& what, const std::string& instead) {
  return text.replace(text.find(what), what.size(), instead);
}

TEST(Drives, ErrorsSayWhatIsWrong) {
  const std::string gear = geared("damping: 1 N m s/rad", "load: 0 N m");
  EXPECT_EQ(
      problems_of(with(gear, "joint: slew, ", "")),
      "m.yaml:9: component \"box\": missing key \"joint\" (joint that it turns, or one of its "
      "coordinates), e.g. joint: slew");
  EXPECT_EQ(problems_of(with(gear, "joint: slew", "joint: slow")),
            "m.yaml:9: component \"box\" acts on a joint's coordinate; \"slow\" is none of this "
            "machine's that turns or slides freely; it has slew");
  EXPECT_EQ(problems_of(with(with(gear, "type: revolute", "type: prismatic"), "0 deg", "0 m")),
            "m.yaml:9: component \"box\" drives a joint that turns; \"slew\" slides");
  EXPECT_EQ(problems_of(with(gear, "ratio: 40", "ratio: 0")),
            "m.yaml:9: component \"box\": ratio: must be greater than zero; found 0");
  EXPECT_EQ(problems_of(with(gear, "ratio: 40", "ratio: 40, efficiency: 120 %")),
            "m.yaml:9: component \"box\": efficiency: must be at most 1; found 120 %");
  EXPECT_EQ(
      problems_of(with(gear, "shafts: {motor: {inertia: 0.02 kg m2}}",
                       "sources: {motor: {speed: 10 rpm}}")),
      "m.yaml:9: component \"box\": shaft: \"motor\" is a source, which takes no torque back; "
      "expected one of `shafts`");
  EXPECT_EQ(problems_of(with(kRack, "radius: 200 mm", "radius: 0 mm")),
            "m.yaml:6: cylinder \"ram\": rack.radius: a pinion has a radius; found 0 m");
  EXPECT_EQ(problems_of(with(kRack, "rack: {", "from: ground, rack: {")),
            "m.yaml:6: cylinder \"ram\": expected from and to, or a load, or a rack");
  EXPECT_EQ(
      problems_of(with(kRack, "start: 60 deg", "start: 150 deg")),
      "m.yaml:6: cylinder \"ram\": its rack would be at 1023.6 mm at the start, but it reaches "
      "only from 400 mm (closed) to 1000 mm (closed + stroke)");
  EXPECT_EQ(
      problems_of(with(crane("0 deg"), "joint: slew", "joint: nowhere")),
      "m.yaml:17: component \"box\" acts on a joint's coordinate; \"nowhere\" is none of this "
      "machine's that turns or slides freely; it has slew, tilt");
  EXPECT_EQ(problems_of(with(crane("0 deg"), "step: 1 ms", "step: 1 ms, coupling: multirate")),
            "m.yaml:17: component \"box\": joins oil and mechanism by a shaft; coupling: multirate "
            "cuts machines at cylinders alone: use coupling: monolithic");
}

}  // namespace
}  // namespace bramah
