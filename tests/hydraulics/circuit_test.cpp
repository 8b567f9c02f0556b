#include "hydraulics/circuit.h"

#include <gtest/gtest.h>

#include <limits>
#include <numeric>
#include <set>
#include <utility>

#include "core/linear_solver.h"
#include "derivative.h"
#include "hydraulics/whole_circuit.h"

namespace bramah {
namespace {

// One volume of 1 litre between a supply and a tank: Q = C (sqrt(4e6) - sqrt(1e6)).
TEST(Circuit, RatesByHand) {
  CircuitParts p;
  p.volumes.resize(1);
  p.volumes[0].dead = 1e-3;
  p.fixed = {{0}, {1}};
  p.inputs = 2;
  for (const auto& [from, to] : {std::pair{1, 0}, {0, 2}}) {
    PlacedPart placed;
    placed.part = std::make_unique<OrificePart>(Orifice{OrificeLaw::sqrt, 1e-7, 1.0}, false);
    placed.nodes = {from, to};
    p.parts.push_back(std::move(placed));
  }
  const Circuit circuit(std::move(p));
  CircuitScratch x = circuit.make_scratch();
  const std::vector<double> y{2e6}, u{6e6, 1e6};
  circuit.forces(y, {}, x);
  EXPECT_FALSE(circuit.rates(y, {}, u, true, x));
  EXPECT_NEAR(x.rate[0], 1e-7 * (2e3 - 1e3) * 1.5e9 / 1e-3, 1e-3);
  // Both edges widen the slope: tau = (V/beta) / (C/(2 sqrt dp1) + C/(2 sqrt dp2)).
  circuit.linearise(x);
  const double slope = 1e-7 * (0.5 / 2e3 + 0.5 / 1e3);
  EXPECT_NEAR(circuit.time_constant(0, x), 1e-3 / 1.5e9 / slope, 1e-15);
  std::vector<double> lost(2), sources(2);
  double stored = 0.0;
  circuit.powers(x, lost, sources, stored);
  EXPECT_NEAR(lost[0], 1e-7 * 2e3 * 4e6, 1e-9);
  EXPECT_NEAR(sources[0], 1e-7 * 2e3 * 6e6, 1e-9);
  EXPECT_NEAR(stored, 1e-7 * (2e3 - 1e3) * 2e6, 1e-9);
}

std::vector<VolumeKind> some_algebraic() {
  std::vector<VolumeKind> kinds(WholeCircuit::kVolumes, VolumeKind::dynamic);
  kinds[3] = VolumeKind::algebraic, kinds[1] = VolumeKind::held;
  return kinds;
}

struct Kind {
  const char* name;
  bool algebraic, amounts, air = false;
};
class WholeCircuits : public testing::TestWithParam<Kind> {
 protected:
  WholeCircuit w{GetParam().algebraic ? some_algebraic() : std::vector<VolumeKind>{},
                 GetParam().amounts, GetParam().air};
  std::mt19937 random{7};
  static constexpr int kSamples = 40;

  int states() const { return w.circuit->states(); }
  Eigen::VectorXd rates() {
    w.evaluate();
    return Eigen::Map<Eigen::VectorXd>(w.scratch.rate.data(), states());
  }
  // As five-point differences of `value` by `*at`.
  template <class F>
  void expect_column(F value, double* at, double scale, const Eigen::VectorXd& column,
                     const Eigen::VectorXd& sizes) {
    const double kept = *at;
    const Eigen::VectorXd found = central_difference(
        [&](double moved) -> Eigen::VectorXd {
          *at = moved;
          return value();
        },
        kept, 1e-3 * scale);
    *at = kept;
    w.evaluate();
    for (Eigen::Index i = 0; i < column.size(); ++i)
      EXPECT_NEAR(column[i] * scale, found[i] * scale,
                  1e-6 * std::abs(found[i]) * scale + 1e-9 * sizes[i])
          << "row " << i;
  }
};

// What a row is made of: flows and rates that may cancel.
Eigen::VectorXd sizes_of(const WholeCircuit& w) {
  Eigen::VectorXd size(w.circuit->states());
  for (int k = 0; k < size.size(); ++k) size[k] = std::abs(w.scratch.rate[k]);
  for (int k = 0; k < WholeCircuit::kVolumes; ++k)
    size[k] = 1e-3 / (w.circuit->amounts() ? 1.0 : w.scratch.compliance[k].value);
  for (int k = WholeCircuit::kVolumes; k < size.size(); ++k)
    size[k] = std::max(size[k], 10.0 * w.circuit->scale(k));
  return size;
}

TEST_P(WholeCircuits, TangentMatchesCentralDifferences) {
  for (int sample = 0; sample < kSamples; ++sample) {
    w.randomise(random);
    for (double& rate : w.ydot) rate = 0.0;
    w.circuit->linearise(w.scratch);
    LinearSolver lu(states(), 0);
    w.circuit->tangent(0.0, 0, w.scratch, lu);
    const auto residual = [&]() -> Eigen::VectorXd {
      w.evaluate();
      Eigen::VectorXd r(states());
      w.circuit->residual(w.y, w.ydot, w.scratch, {r.data(), static_cast<std::size_t>(r.size())});
      return r;
    };
    const Eigen::VectorXd sizes = sizes_of(w);
    for (int c = 0; c < states(); ++c) {
      SCOPED_TRACE("sample " + std::to_string(sample) + ", column " + std::to_string(c));
      Eigen::VectorXd column(states());
      for (int i = 0; i < states(); ++i) column[i] = lu.row(i)[c];
      expect_column(residual, &w.y[c], w.step_of_state(c), column, sizes);
    }
    if (HasFailure()) return;
  }
}

// The slopes of this point stay where they are; further evaluations go on in a scratch of their own.
CircuitScratch keep_scratch(WholeCircuit& w) {
  CircuitScratch at = std::exchange(w.scratch, w.circuit->make_scratch());
  w.scratch.modes = at.modes;
  w.evaluate();
  return at;
}

// Flows and forces near by are those of the slopes, to second order, and powers that are made of them.
TEST_P(WholeCircuits, FlowsFollowStatesAndInputs) {
  const double kWay = 1e-6;  // of each scale
  const std::size_t sources = w.circuit->parts().fixed.size() + w.circuit->parts().parts.size();
  const auto numbers = [&](const CircuitScratch& x) {
    std::vector<double> lost(w.circuit->parts().parts.size()), given(sources);
    double stored = 0.0;
    w.circuit->powers(x, lost, given, stored);
    Eigen::VectorXd all(x.flow.size() + x.forces.size() + lost.size());
    std::size_t i = 0;
    for (const std::vector<double>* some :
         std::initializer_list<const std::vector<double>*>{&x.flow, &x.forces, &lost})
      for (const double one : *some) all[i++] = one;
    return all;
  };
  for (int sample = 0; sample < kSamples; ++sample) {
    w.randomise(random);
    w.circuit->linearise(w.scratch);
    CircuitScratch followed = keep_scratch(w);
    const Eigen::VectorXd before = numbers(followed);
    const auto some = [&] {  // no less than is noticed
      const double size = std::uniform_real_distribution<double>(0.1, 1.0)(random);
      return random() % 2 == 0 ? size : -size;
    };
    for (int k = 0; k < states(); ++k) w.y[k] += kWay * some() * w.circuit->scale(k);
    for (std::size_t k = 0; k < w.u.size(); ++k)
      w.u[k] += 1e3 * kWay * some() * w.step_of_input(static_cast<int>(k));
    if (w.circuit->amounts()) {
      EXPECT_FALSE(w.circuit->follow_forces(w.y, followed));
      return;
    }
    ASSERT_TRUE(w.circuit->follow_forces(w.y, followed));
    w.circuit->follow_flows(w.y, w.u, followed);
    w.evaluate();
    const Eigen::VectorXd after = numbers(w.scratch), found = numbers(followed);
    const double moved = (after - before).norm();
    ASSERT_GT(moved, 0.0);
    for (Eigen::Index i = 0; i < after.size(); ++i)
      EXPECT_NEAR(found[i] - before[i], after[i] - before[i],
                  2e-3 * std::abs(after[i] - before[i]) + 1e-9 * (1e-3 + std::abs(before[i])))
          << "number " << i << " of sample " << sample;
    if (HasFailure()) return;
  }
}

// The lists of what a stroke reaches leave nothing out.
void expect_inside(const Eigen::VectorXd& slopes, std::span<const int> listed) {
  const std::set<int> all(listed.begin(), listed.end());
  for (int k = 0; k < slopes.size(); ++k)
    EXPECT_TRUE(slopes[k] == 0.0 || all.contains(k)) << "row " << k;
}

TEST_P(WholeCircuits, StrokeAndForceSlopesMatchCentralDifferences) {
  for (int sample = 0; sample < kSamples; ++sample) {
    w.randomise(random);
    w.circuit->linearise(w.scratch);
    const CircuitScratch at = keep_scratch(w);
    const auto row = [&](const std::vector<double>& all, int c) -> Eigen::VectorXd {
      return Eigen::Map<const Eigen::VectorXd>(&all[static_cast<std::size_t>(c) * states()],
                                               states());
    };
    const int strokes = w.circuit->strokes();
    ASSERT_GT(strokes, w.circuit->cylinders());  // gears
    const Eigen::VectorXd sizes = sizes_of(w), newtons = Eigen::VectorXd::Constant(strokes, 1e4);
    const auto forces = [&]() -> Eigen::VectorXd {
      w.evaluate();
      return Eigen::Map<Eigen::VectorXd>(w.scratch.forces.data(), strokes);
    };
    for (int c = 0; c < strokes; ++c) {
      SCOPED_TRACE("sample " + std::to_string(sample) + ", stroke " + std::to_string(c));
      expect_column([&] { return rates(); }, &w.strokes[c].s, 1e-4, row(at.by_s, c), sizes);
      expect_column([&] { return rates(); }, &w.strokes[c].rate, 1e-4, row(at.by_rate, c), sizes);
      Eigen::VectorXd by_s = Eigen::VectorXd::Zero(strokes), by_rate = by_s;
      by_s[c] = at.force_by_s[c], by_rate[c] = at.force_by_rate[c];
      expect_column(forces, &w.strokes[c].s, 1e-4, by_s, newtons);
      expect_column(forces, &w.strokes[c].rate, 1e-4, by_rate, newtons);
      expect_inside(row(at.by_s, c), w.circuit->stroke_rows(c));
      expect_inside(row(at.by_rate, c), w.circuit->stroke_rows(c));
      expect_inside(row(at.force_by_y, c), w.circuit->force_columns(c));
    }
    for (int k = 0; k < states(); ++k) {
      SCOPED_TRACE("state " + std::to_string(k));
      Eigen::VectorXd by_y(strokes);
      for (int c = 0; c < strokes; ++c) by_y[c] = row(at.force_by_y, c)[k];
      expect_column(forces, &w.y[k], w.step_of_state(k), by_y, newtons);
    }
    if (HasFailure()) return;
  }
}

TEST_P(WholeCircuits, InputColumnsMatchCentralDifferences) {
  for (int sample = 0; sample < kSamples; ++sample) {
    w.randomise(random);
    w.circuit->linearise(w.scratch);
    const CircuitScratch at = keep_scratch(w);
    const Eigen::VectorXd sizes = sizes_of(w);
    // Air is mixed in from outside only: nothing needs its column.
    const int inputs = w.circuit->inputs() - (GetParam().air ? 1 : 0);
    for (int input = 0; input < inputs; ++input) {
      SCOPED_TRACE("sample " + std::to_string(sample) + ", input " + std::to_string(input));
      Eigen::VectorXd column = Eigen::VectorXd::Zero(states());
      w.circuit->add_input_column(input, 1.0, at,
                                  {column.data(), static_cast<std::size_t>(column.size())});
      expect_column([&] { return rates(); }, &w.u[input], w.step_of_input(input), column, sizes);
    }
    if (HasFailure()) return;
  }
}

// Power in = lost + stored + work on the pistons, in every part and in the whole.
TEST_P(WholeCircuits, PowersBalance) {
  for (int sample = 0; sample < 3 * kSamples; ++sample) {
    w.randomise(random);
    const auto& parts = w.circuit->parts().parts;
    double pistons = 0.0, size = 0.0;
    for (std::size_t k = 0; k < parts.size(); ++k) {
      const double *x = w.circuit->part_x(static_cast<int>(k), w.scratch),
                   *f = w.circuit->part_f(static_cast<int>(k), w.scratch);
      const PartPower power =
          parts[k].part->power(x, w.circuit->part_mode(static_cast<int>(k), w.scratch), f);
      double taken = 0.0, all = 0.0;
      for (std::size_t i = 0; i < parts[k].nodes.size(); ++i) {
        if (parts[k].nodes[i] < 0) continue;
        taken -= x[i] * f[i];
        all += std::abs(x[i] * f[i]);
      }
      all += std::abs(power.lost) + std::abs(power.stored) + std::abs(power.work) +
             std::abs(power.supplied);
      EXPECT_NEAR(taken, power.lost + power.stored + power.work - power.supplied, 1e-9 * all)
          << w.names[k];
      EXPECT_TRUE(power.supplied == 0.0 || parts[k].supplies || k + 2 >= parts.size())
          << w.names[k];
      size += all;
      if (k + 2 >= parts.size())
        pistons += power.lost + power.stored + power.work;
      else if (parts[k].part->shape().force)  // what a gear gives its joint
        pistons += power.work;
    }
    std::vector<double> lost(parts.size()), sources(parts.size() + 3);
    double stored = 0.0, shafts = 0.0;
    w.circuit->powers(w.scratch, lost, sources, stored);
    for (int n = w.circuit->volumes(); n < w.circuit->state_nodes(); ++n)
      shafts += w.scratch.pressure[n] * w.scratch.flow[n];  // speed times torque
    EXPECT_NEAR(std::accumulate(sources.begin(), sources.end(), 0.0),
                std::accumulate(lost.begin(), lost.end(), 0.0) + stored + shafts + pistons,
                1e-9 * size);
    if (HasFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, WholeCircuits,
                         testing::Values(Kind{"dynamic", false, false},
                                         Kind{"algebraic", true, false},
                                         Kind{"amounts", false, true},
                                         Kind{"air", false, false, true}),
                         [](const auto& kind) { return std::string(kind.param.name); });

// One litre of oil with 4 % of air: as a fluid with that air, but for the liquid's change of
// volume.
TEST(Circuit, AddedAirIsThatOfAFluid) {
  CircuitParts p;
  p.volumes.resize(1);
  p.volumes[0].dead = 1e-3;
  p.air = {{0, 0.05}};
  p.inputs = 1;
  const Circuit circuit(std::move(p));
  CircuitScratch x = circuit.make_scratch();
  Fluid fluid;
  fluid.air = 0.04;
  for (const double pressure : {2e5, 1e6, 1e7, 2.5e7}) {
    const std::vector<double> y{pressure};
    circuit.forces(y, {}, x);
    circuit.rates(y, {}, std::vector<double>{0.8}, true, x);
    const double own = 1e-3 / fluid.bulk_modulus(pressure).value;
    EXPECT_NEAR(x.compliance[0].value, own, 0.02 * own) << pressure;  // p/beta
    circuit.rates(y, {}, std::vector<double>{0.0}, true, x);
    EXPECT_DOUBLE_EQ(x.compliance[0].value, 1e-3 / fluid.bulk);
  }
}

TEST(Circuit, AlgebraicVolumesSettle) {
  WholeCircuit w(some_algebraic());
  std::mt19937 random(3);
  for (int sample = 0; sample < 20; ++sample) {
    w.randomise(random);
    int worst = -1;
    ASSERT_TRUE(w.circuit->settle(w.y, w.strokes, w.u, w.scratch, worst)) << worst;
    EXPECT_NEAR(w.scratch.flow[3], 0.0, 1e-12);
    EXPECT_EQ(w.scratch.rate[1], 0.0);  // held
  }
}

TEST(Circuit, ContactsAreFoundOnceAndHeld) {
  WholeCircuit w;
  const std::vector<Stroke> inside{{0.65, 0.0}, {0.65, 0.0}}, bottom{{0.405, 0.0}, {0.65, 0.0}};
  w.circuit->find_contacts(inside, w.scratch);
  EXPECT_FALSE(w.circuit->find_contacts(inside, w.scratch));
  EXPECT_TRUE(w.circuit->find_contacts(bottom, w.scratch));
  EXPECT_FALSE(w.circuit->find_contacts(bottom, w.scratch));
  EXPECT_EQ(w.scratch.modes[0], static_cast<int>(EndContact::bottom));
  EXPECT_EQ(w.scratch.modes[1], static_cast<int>(EndContact::none));
}

// A state that would leave its range rests at the stop, and leaves it when its rate leads back.
TEST(Circuit, StopsHoldAndLetGo) {
  WholeCircuit w;
  std::mt19937 random(5);
  ASSERT_FALSE(w.circuit->limits().empty());
  int held = 0, freed = 0;
  for (int sample = 0; sample < 50; ++sample) {
    w.randomise(random);
    std::fill(w.scratch.modes.begin() + 2, w.scratch.modes.end(), 0);
    for (const Circuit::Limited& limit : w.circuit->limits()) w.y[limit.state] = limit.upper;
    w.circuit->forces(w.y, w.strokes, w.scratch);
    w.circuit->rates(w.y, w.strokes, w.u, true, w.scratch);
    for (std::size_t k = 0; k < w.circuit->limits().size(); ++k) {
      const int state = w.circuit->limits()[k].state, stop = w.scratch.modes[2 + k];
      EXPECT_EQ(stop, w.scratch.free_rate[k] > 0.0 ? 1 : 0);
      EXPECT_EQ(w.scratch.rate[state], stop ? 0.0 : w.scratch.free_rate[k]);
      (stop ? held : freed) += 1;
    }
    EXPECT_FALSE(w.circuit->rates(w.y, w.strokes, w.u, true, w.scratch));
  }
  EXPECT_GT(held, 0);
  EXPECT_GT(freed, 0);
}

// ------------------------------------------------------------------------ parts made for one test
// A state that runs down to a stop, and none above; and oil of its own.
struct Ratchet {
  static constexpr PartShape kShape{.ports = 1, .states = 1};
  template <class T>
  void equations(const T* x, T* f) const noexcept {
    f[0] = x[0] * 0.0;
    f[1] = x[1] * 0.0 - 1.0;
  }
  PartPower power(const double*, const double*) const noexcept { return {}; }
  StateLimits limits(int) const noexcept { return {.lower = 0.5}; }
  double oil_rate(const double* f) const noexcept { return f[1]; }
};
// A flow that is not a number, with a slope that is one.
struct Broken {
  static constexpr PartShape kShape{.ports = 1};
  template <class T>
  void equations(const T* x, T* f) const noexcept {
    f[0] = x[0] * -1e-12 + std::numeric_limits<double>::quiet_NaN();
  }
  PartPower power(const double*, const double*) const noexcept { return {}; }
};

template <class C>
void place(CircuitParts& parts, std::vector<int> nodes) {
  PlacedPart placed;
  placed.part = std::make_unique<PartOf<C>>(C{});
  placed.nodes = std::move(nodes);
  parts.parts.push_back(std::move(placed));
}
CircuitParts volumes_of_a_litre(int count) {
  CircuitParts p;
  p.volumes.resize(count);
  for (Volume& v : p.volumes) v.dead = 1e-3;
  return p;
}

TEST(Circuit, AStopOnOneSideIsAStop) {
  CircuitParts p = volumes_of_a_litre(1);
  place<Ratchet>(p, {0});
  const Circuit circuit(std::move(p));
  ASSERT_EQ(circuit.limits().size(), 1u);
  CircuitScratch x = circuit.make_scratch();
  for (const double at : {0.5, 0.4}) {
    x.modes[0] = 0;
    std::vector<double> y{1e6, at};
    EXPECT_TRUE(circuit.rates(y, {}, {}, true, x));
    EXPECT_EQ(x.modes[0], -1);
    EXPECT_EQ(x.rate[1], 0.0);
    std::vector<double> r(2), ydot(2);
    circuit.residual(y, ydot, x, r);
    EXPECT_EQ(r[1], at - 0.5);
    circuit.limit(y);
    EXPECT_EQ(y[1], 0.5);
  }
  x.modes[0] = 0;
  EXPECT_FALSE(circuit.rates(std::vector<double>{1e6, 1e9}, {}, {}, true, x));
  EXPECT_EQ(x.rate[1], -1.0);
}

// With amounts as states: the volumes' and what parts hold themselves.
TEST(Circuit, OilOfAllPartsCounts) {
  CircuitParts p = volumes_of_a_litre(2);
  p.amounts = true;
  place<Ratchet>(p, {0}), place<Ratchet>(p, {1});
  const Circuit circuit(std::move(p));
  CircuitScratch x = circuit.make_scratch();
  EXPECT_EQ(circuit.oil_rate(std::vector<double>{1.0, 2.0, 4.0, 8.0}, x), 15.0);
}

TEST(Circuit, WhatIsNoNumberDoesNotSettle) {
  CircuitParts p = volumes_of_a_litre(2);
  place<Broken>(p, {1});
  p.kinds = {VolumeKind::dynamic, VolumeKind::algebraic};
  const Circuit circuit(std::move(p));
  CircuitScratch x = circuit.make_scratch();
  std::vector<double> y{1e6, 1e6};
  int worst = -1;
  EXPECT_FALSE(circuit.settle(y, {}, {}, x, worst));
  EXPECT_EQ(worst, 1);
}

// Two volumes that do not touch: each has its own edges.
TEST(Circuit, TimeConstantsAreOfOwnEdges) {
  CircuitParts p = volumes_of_a_litre(2);
  p.fixed = {{0}};
  p.inputs = 1;
  for (const auto& [volume, coefficient] : {std::pair{0, 1e-7}, {1, 3e-7}}) {
    PlacedPart placed;
    placed.part = std::make_unique<OrificePart>(Orifice{OrificeLaw::sqrt, coefficient, 1.0}, false);
    placed.nodes = {volume, 2};
    p.parts.push_back(std::move(placed));
  }
  const Circuit circuit(std::move(p));
  CircuitScratch x = circuit.make_scratch();
  const std::vector<double> y{5e6, 5e6}, u{1e6};
  circuit.forces(y, {}, x);
  circuit.rates(y, {}, u, true, x);
  circuit.linearise(x);
  const double slope = 1e-7 * 0.5 / 2e3;
  EXPECT_NEAR(circuit.time_constant(0, x), 1e-3 / 1.5e9 / slope, 1e-12);
  EXPECT_NEAR(circuit.time_constant(1, x), 1e-3 / 1.5e9 / (3.0 * slope), 1e-12);
}

// Rates of what is algebraic or rests are none, whatever its flows are.
TEST(Circuit, CopiedRatesRest) {
  WholeCircuit w(some_algebraic());
  std::mt19937 random(3);
  int stopped = 0;
  for (int sample = 0; sample < 20; ++sample) {
    w.randomise(random);
    ASSERT_NE(w.scratch.rate[3], 0.0);
    w.circuit->copy_rates(w.scratch, w.ydot);
    EXPECT_EQ(w.ydot[3], 0.0);
    EXPECT_EQ(w.ydot[0], w.scratch.rate[0]);
    for (std::size_t k = 0; k < w.circuit->limits().size(); ++k) {
      if (w.scratch.modes[2 + k] == 0) continue;
      EXPECT_EQ(w.ydot[w.circuit->limits()[k].state], 0.0);
      ++stopped;
    }
  }
  EXPECT_GT(stopped, 0);
}

// An increment ends where a volume is full, or torn, and says so.
TEST(Circuit, ClipsAmountsWhereTheyBend) {
  CircuitParts p = volumes_of_a_litre(2);
  p.amounts = true;
  const Circuit circuit(std::move(p));
  const Volume& v = circuit.parts().volumes[0];
  const double full = v.amount(v.fluid.vapour + 2e5, 0.0);
  const double torn = v.amount(v.fluid.vapour + 0.5 * Fluid::kVapourWidth, 0.0);
  const double low = v.amount(v.fluid.vapour + 5e4, 0.0), high = v.amount(1e7, 0.0);
  const auto clipped = [&](double from, double to, double end) {
    for (const bool first : {true, false}) {  // the other one stays
      const std::vector<double> y = first ? std::vector{from, high} : std::vector{high, from};
      std::vector<double> increment =
          first ? std::vector{to - from, 0.0} : std::vector{0.0, to - from};
      EXPECT_EQ(circuit.clip(y, {}, increment), end != to);
      EXPECT_NEAR(increment[first ? 0 : 1], end - from, 1e-15);
      EXPECT_EQ(increment[first ? 1 : 0], 0.0);
    }
  };
  clipped(low, high, full);
  clipped(high, 0.5 * torn, torn);
  clipped(low, 0.9 * low, 0.9 * low);
  clipped(high, full, full);
}

}  // namespace
}  // namespace bramah
