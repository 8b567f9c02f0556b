// The manager of co-simulations with subsystems whose energy is known.
#include "bramah/cosimulation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "bramah/basics.h"
#include "coupling/cosimulation/extrapolation.h"
#include "reproduce/rahikainen2020/two_mass.h"

namespace bramah {
namespace {

using namespace papers;

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

// A cubic sampled at uneven instants.
double cubic(double t) { return 1.0 + t * (-2.0 + t * (0.5 + t * 3.0)); }
double cubic_rate(double t) { return -2.0 + t * (1.0 + t * 9.0); }

TEST(Extrapolation, ReproducesPolynomialsOfItsOrderFromUnevenSamples) {
  History h;
  h.restart(0.0, cubic(0.0), kUnknown);
  for (const double t : {0.1, 0.25, 0.3}) h.push(t, cubic(t));
  const Curve three = extrapolate(h, 3);
  for (const double t : {0.3, 0.35, 0.5}) {
    EXPECT_NEAR(three.value(t), cubic(t), 1e-12);
    EXPECT_NEAR(three.rate(t), cubic_rate(t), 1e-11);
  }
  EXPECT_GT(std::abs(extrapolate(h, 2).value(0.5) - cubic(0.5)), 1e-3);
  EXPECT_DOUBLE_EQ(extrapolate(h, 0).value(0.5), cubic(0.3));
  h.push(0.42, cubic(0.42));  // the oldest is forgotten
  EXPECT_NEAR(extrapolate(h, 3).value(0.6), cubic(0.6), 1e-12);
}

TEST(Extrapolation, UsesTheRateAtARestart) {
  History h;
  h.restart(1.0, cubic(1.0), cubic_rate(1.0));
  EXPECT_NEAR(extrapolate(h, 1).rate(1.2), cubic_rate(1.0), 1e-12);
  EXPECT_DOUBLE_EQ(extrapolate(h, 0).value(1.2), cubic(1.0));
  h.push(1.1, cubic(1.1)), h.push(1.3, cubic(1.3));
  EXPECT_NEAR(extrapolate(h, 3).value(1.4), cubic(1.4), 1e-12);  // three values and a rate
  History blind;
  blind.restart(1.0, 5.0, kUnknown);
  EXPECT_DOUBLE_EQ(extrapolate(blind, 3).value(2.0), 5.0);
}

TEST(Extrapolation, InterpolatesAndIntegrates) {
  History h;
  h.restart(0.0, cubic(0.0), cubic_rate(0.0));
  h.push(0.1, cubic(0.1));
  EXPECT_NEAR(interpolate(h, 3, 0.2, cubic(0.3)).value(0.22), cubic(0.22), 1e-12);
  const Curve c = hermite(0.1, 0.2, cubic(0.1), cubic_rate(0.1), cubic(0.3), cubic_rate(0.3));
  EXPECT_NEAR(c.value(0.25), cubic(0.25), 1e-12);
  const auto primitive = [](double t) {
    return t * (1.0 + t * (-1.0 + t * (0.5 / 3.0 + t * 0.75)));
  };
  EXPECT_NEAR(integral(c, 0.12, 0.1), primitive(0.22) - primitive(0.12), 1e-13);
  const Curve rise = extrapolate(h, 1).integral(7.0);
  EXPECT_DOUBLE_EQ(rise.value(0.1), 7.0);
  EXPECT_NEAR(rise.rate(0.2), extrapolate(h, 1).value(0.2), 1e-14);
}

// Energy that appears in the whole is what was counted at the interface; the paper's quadratures
// are another matter: eq. 23 gives twice the truth where inputs are held.
TEST(Cosimulation, CountsTheEnergyOfTwoMassesExactly) {
  for (int order = 0; order <= 3; ++order)
    for (const double H : {4e-3, 1e-3}) {
      const TwoMassResult r = run_two_masses({}, order, H, 1.0);
      ASSERT_TRUE(r.done);
      std::printf("order %d, H %g ms: created %.6g J, eq. 23 %.3f, eq. 24 %.3f of it\n", order,
                  H * 1e3, r.created, r.residual.rectangle / r.created,
                  r.residual.trapezoid / r.created);
      EXPECT_GT(std::abs(r.created), 1e-4);
      EXPECT_NEAR(r.residual.energy, r.created, 1e-6 * std::abs(r.created));
    }
  const TwoMassResult held = run_two_masses({}, 0, 0.5e-3, 1.0);
  EXPECT_GT(held.created, 0.0);  // positive: created
  EXPECT_NEAR(held.residual.rectangle / held.created, 2.0, 0.01);
}

struct TwoMasses {
  FirstMass first{TwoMassData{}};
  SecondMass second{TwoMassData{}};
  Cosimulation world;
  explicit TwoMasses(const CosimulationOptions& options, int order = 1) : world(options) {
    world.add(first), world.add(second);
    world.connect("first.velocity", "second.velocity", order);
    world.connect("second.force", "first.force", order);
    world.bond(0, 0, 1, 0);
    world.start(0.0);
  }
  double run(double H, double until) {
    for (long k = std::lround(until / H); k > 0; --k) EXPECT_TRUE(world.step(H).converged);
    return world.output("first.velocity");
  }
};

TEST(Cosimulation, SchemesAgreeAsTheStepShrinks) {
  TwoMasses fine({}, 1);
  const double exact = fine.run(10e-6, 0.5);
  using Scheme = CosimulationScheme;
  for (const Scheme scheme : {Scheme::jacobi, Scheme::gauss_seidel, Scheme::iterated}) {
    CosimulationOptions options;
    options.scheme = scheme;
    options.tolerance = 1e-10;
    double errors[2];
    for (const int k : {0, 1})
      errors[k] = std::abs(TwoMasses(options, 1).run(k == 0 ? 2e-3 : 1e-3, 0.5) - exact);
    EXPECT_LT(errors[1], 0.4 * errors[0]) << static_cast<int>(scheme);
  }
}

TEST(Cosimulation, IsTheSameOnAnyNumberOfThreads) {
  CosimulationOptions options;
  const double one = TwoMasses(options).run(1e-3, 2.0);
  for (const int threads : {2, 4}) {
    options.threads = threads;
    EXPECT_EQ(TwoMasses(options).run(1e-3, 2.0), one);
  }
}

TEST(Cosimulation, ContinuesFromASnapshot) {
  TwoMasses a({}, 3), b({}, 3);
  a.run(1e-3, 0.1);
  std::vector<double> links(a.world.state_size()), systems(a.world.subsystem_size());
  a.world.save(links), a.world.save_subsystems(systems);
  const double t = a.world.time();
  b.world.restore(links), b.world.restore_subsystems(systems);
  b.world.resume(t);
  EXPECT_EQ(a.run(1e-3, 0.1), b.run(1e-3, 0.1));
  EXPECT_EQ(a.world.residual(0).energy, b.world.residual(0).energy);
}

TEST(Cosimulation, WithoutCountedEnergyTakesTheTrapezoid) {
  TwoMasses masses({}, 0);
  masses.first.count(false);
  masses.run(1e-3, 0.2);
  const BondResidual& r = masses.world.residual(0);
  EXPECT_EQ(r.energy, r.trapezoid);
  // Both quadratures see the same powers; the first is 0.
  EXPECT_GT(std::abs(r.power), 0.0);
  EXPECT_NEAR(r.trapezoid, r.rectangle - 0.5e-3 * r.power, 1e-12 * std::abs(r.rectangle));
}

TEST(Cosimulation, ChecksConnections) {
  TwoMasses masses({}, 0);
  const auto refused = [&](const char* from, const char* to, int order, const char* words) {
    try {
      masses.world.connect(from, to, order);
      ADD_FAILURE() << words;
    } catch (const InputError& e) {
      EXPECT_NE(std::string(e.what()).find(words), std::string::npos) << e.what();
    }
  };
  refused("first.velocty", "second.velocity", 0, "first.velocity");  // did you mean
  refused("first.velocity", "second.position", 0, "no subsystem has the input");
  refused("first.velocity", "second.velocity", 0, "connected already");
  Cosimulation other;
  FirstMass lonely{TwoMassData{}};
  other.add(lonely);
  EXPECT_THROW(other.connect("first.velocity", "first.force", 4), InputError);
}

// A step that a subsystem refuses is reported with its number.
class Stubborn final : public Subsystem {
 public:
  std::string name() const override { return "stubborn"; }
  std::vector<std::string> inputs() const override { return {"u"}; }
  std::vector<std::string> outputs() const override { return {"y"}; }
  void read(std::span<double> y, std::span<double>) override { y[0] = 0.0; }
  bool advance(double t, double, std::span<const Curve>) override { return t < 0.5e-3; }
  std::size_t state_size() const override { return 0; }
  void save(std::span<double>) const override {}
  void restore(std::span<const double>) override {}
};

// What a subsystem throws arrives, on whatever thread it was thrown.
class Thrower final : public Subsystem {
 public:
  std::string name() const override { return "thrower"; }
  std::vector<std::string> inputs() const override { return {"u"}; }
  std::vector<std::string> outputs() const override { return {}; }
  double alone(int) const override { return 7.0; }
  void read(std::span<double>, std::span<double>) override {}
  bool advance(double t, double H, std::span<const Curve> u) override {
    seen = u[0].value(t + H);
    if (t > 0.5e-3) throw InputError("enough");
    return true;
  }
  std::size_t state_size() const override { return 0; }
  void save(std::span<double>) const override {}
  void restore(std::span<const double>) override {}
  double seen = 0.0;
};

TEST(Cosimulation, PassesOnWhatIsThrown) {
  for (const int threads : {1, 2}) {
    CosimulationOptions options;
    options.threads = threads;
    Cosimulation world(options);
    Thrower one, two;
    world.add(one), world.add(two);
    world.set(1, 0, 3.0);
    world.start(0.0);
    EXPECT_TRUE(world.step(1e-3).converged);
    EXPECT_EQ(one.seen, 7.0);  // connected to nothing
    EXPECT_EQ(two.seen, 3.0);
    EXPECT_THROW(world.step(1e-3), InputError) << threads;
  }
}

TEST(Cosimulation, CountsTheSweepsThatDidNotSettle) {
  CosimulationOptions options;
  options.scheme = CosimulationScheme::iterated;
  options.tolerance = 0.0, options.max_sweeps = 3;
  TwoMasses masses(options);
  const CosimulationReport report = masses.world.step(5e-3);
  EXPECT_FALSE(report.converged);
  EXPECT_EQ(report.failed, -1);
  EXPECT_EQ(report.sweeps, 3);
}

TEST(Cosimulation, NamesTheSubsystemThatFailed) {
  Stubborn stubborn;
  FirstMass first{TwoMassData{}};
  Cosimulation world;
  world.add(first), world.add(stubborn);
  world.connect("first.velocity", "stubborn.u");
  world.start(0.0);
  EXPECT_TRUE(world.step(1e-3).converged);
  const CosimulationReport report = world.step(1e-3);
  EXPECT_FALSE(report.converged);
  EXPECT_EQ(report.failed, 1);
}

// y = factor u + offset, at once.
class Gain final : public Subsystem {
 public:
  Gain(std::string name, double factor, double offset)
      : name_(std::move(name)), factor_(factor), offset_(offset) {}
  std::string name() const override { return name_; }
  std::vector<std::string> inputs() const override { return {"u"}; }
  std::vector<std::string> outputs() const override { return {"y"}; }
  void place(double t, std::span<const Curve> u) override { u_ = u[0].value(t); }
  void read(std::span<double> y, std::span<double>) override { y[0] = factor_ * u_ + offset_; }
  bool advance(double t, double H, std::span<const Curve> u) override {
    u_ = u[0].value(t + H);
    return true;
  }
  std::size_t state_size() const override { return 1; }
  void save(std::span<double> x) const override { x[0] = u_; }
  void restore(std::span<const double> x) override { u_ = x[0]; }

 private:
  std::string name_;
  double factor_, offset_, u_ = 0.0;
};

// Whoever is added first may depend directly on whoever comes later.
TEST(Cosimulation, StartsWithOutputsThatFitTheirInputs) {
  Gain follows("follows", 2.0, 0.0), leads("leads", 0.0, 3.0);
  Cosimulation world;
  world.add(follows), world.add(leads);
  world.connect("leads.y", "follows.u");
  world.start(0.0);
  EXPECT_DOUBLE_EQ(world.output("follows.y"), 6.0);
}

}  // namespace
}  // namespace bramah
