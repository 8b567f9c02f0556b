#include "hydraulics/parts/directional_valve.h"

#include <gtest/gtest.h>

#include <random>

#include "derivative.h"
#include "hydraulics/part_checks.h"
#include "hydraulics/valve_layout.h"

namespace bramah {
namespace {

using Kind = OpeningProfile::Kind;
constexpr double kC = 2e-8;
enum Port { P, T, A, B, C, N };

ValveDesign design(ValveType type, ValveCentre centre = ValveCentre::closed) {
  return {.type = type,
          .centre = centre,
          .coefficient = {kC, 2 * kC, 3 * kC, 4 * kC},
          .neutral_coefficient = 5 * kC,
          .law = OrificeLaw::two_regime,
          .transition = 1e4,
          .lap = 0.0,
          .underlap = 0.1,
          .full = 1.0,
          .cut = 0.5};
}
DirectionalValve make(const ValveDesign& d, const Spool& spool = {}) {
  const ValveLayout layout = make_layout(d);
  return DirectionalValve(static_cast<int>(layout.ports.size()), layout.edges, spool, d.full);
}

TEST(OpeningProfile, ClosedForms) {
  constexpr double kFull = 10.0;
  const auto at = [](OpeningProfile p, double u) { return p.at(u, kFull).value; };
  EXPECT_EQ(at({.kind = Kind::positive, .lap = 2.0}, 5.0), 3.0);
  EXPECT_EQ(at({.kind = Kind::positive, .lap = 2.0}, 1.9), 0.0);
  EXPECT_EQ(at({.kind = Kind::positive, .lap = -2.0}, -1.5), 0.5);  // underlap
  EXPECT_EQ(at({.kind = Kind::negative, .lap = 2.0, .exponent = 2}, -5.0), 9.0);
  EXPECT_EQ(at({.kind = Kind::positive, .lap = 2.0, .exponent = 2}, 50.0), 64.0);  // at full
  EXPECT_EQ(at({.kind = Kind::complement}, 0.25), 0.75);
  EXPECT_EQ(at({.kind = Kind::complement}, 1.5), 0.0);
  EXPECT_EQ(at({.kind = Kind::neutral, .cut = 2.0}, 0.0), 1.0);
  EXPECT_EQ(at({.kind = Kind::neutral, .cut = 2.0}, -1.0), 0.5);
  EXPECT_EQ(at({.kind = Kind::neutral, .cut = 2.0}, 2.0), 0.0);
  // 1 - 3 r² + 2 r³ at r = 1/4, on its own side alone.
  EXPECT_DOUBLE_EQ(at({.kind = Kind::wear, .cut = -0.8}, -0.2), 1 - 3.0 / 16 + 2.0 / 64);
  EXPECT_EQ(at({.kind = Kind::wear, .cut = -0.8}, 0.2), 0.0);
  EXPECT_EQ(at({.kind = Kind::wear, .cut = -0.8}, 0.0), 1.0);
  EXPECT_EQ(at({.kind = Kind::wear, .cut = 0.8}, 0.9), 0.0);
  EXPECT_EQ(at({}, 3.0), 1.0);
}

TEST(OpeningProfile, WidestIsWhatTheFullCommandOpens) {
  EXPECT_EQ((OpeningProfile{.kind = Kind::negative, .lap = 2.0, .exponent = 2}.widest(10.0)), 64.0);
  EXPECT_EQ((OpeningProfile{.kind = Kind::positive, .lap = 2.0}.widest(10.0)), 8.0);
  EXPECT_EQ(OpeningProfile{.kind = Kind::neutral}.widest(10.0), 1.0);
  EXPECT_EQ(OpeningProfile{.kind = Kind::complement}.widest(10.0), 1.0);
}

TEST(OpeningProfile, SlopesMatchCentralDifferences) {
  for (const Kind kind : {Kind::always, Kind::positive, Kind::negative, Kind::straight,
                          Kind::complement, Kind::neutral, Kind::wear})
    for (const int exponent : {1, 2})
      for (const double lap : {-0.3, 0.0, 0.2})
        for (const double u : {-1.7, -0.9, -0.45, -0.05, 0.04, 0.31, 0.77, 1.6}) {
          const OpeningProfile p{
              .kind = kind, .lap = lap, .exponent = exponent, .cut = u < 0 ? -0.8 : 0.8};
          OpeningProfile used = p;
          if (kind == Kind::neutral) used.cut = 0.8;
          SCOPED_TRACE(testing::Message()
                       << static_cast<int>(kind) << " lap " << lap << " u " << u);
          expect_slope_near([&](double at) { return used.at(at, 1.5).value; }, u,
                            used.at(u, 1.5).by_u, {.scale = 0.01});
        }
}

TEST(DirectionalValve, FourThreeOpensCrosswise) {
  const DirectionalValve valve = make(design(ValveType::four_three));
  const std::vector<double> p = {2e7, 1e6, 1.1e7, 5e6};
  const auto flows = [&](double u) { return evaluate(valve, {p[0], p[1], p[2], p[3], u}); };
  // u = 0.5: P-A with C, B-T with 4 C; sqrt(9e6) = 3000, sqrt(4e6) = 2000.
  const auto out = flows(0.5);
  EXPECT_DOUBLE_EQ(out[P], -0.5 * kC * 3000);
  EXPECT_DOUBLE_EQ(out[A], +0.5 * kC * 3000);
  EXPECT_DOUBLE_EQ(out[B], -0.5 * 4 * kC * 2000);
  // u = -0.5: P-B with 2 C, A-T with 3 C.
  const auto back = flows(-0.5);
  EXPECT_DOUBLE_EQ(back[B], 0.5 * 2 * kC * std::sqrt(1.5e7));
  EXPECT_DOUBLE_EQ(back[A], -0.5 * 3 * kC * std::sqrt(1e7));
  for (const double q : flows(0.0)) EXPECT_EQ(q, 0.0);
  EXPECT_EQ(flows(7.0), flows(1.0));  // full opening
}

TEST(DirectionalValve, CentresJoinWhatTheirNamesSay) {
  const std::vector<double> p = {2e7, 1e6, 1.1e7, 5e6, 0.0};
  const double u = kC * 0.1;
  const auto open = evaluate(make(design(ValveType::four_three, ValveCentre::open)), p);
  EXPECT_DOUBLE_EQ(open[A], u * 3000 - 3 * u * std::sqrt(1e7));
  EXPECT_DOUBLE_EQ(open[B], 2 * u * std::sqrt(1.5e7) - 4 * u * 2000);
  const auto tandem = evaluate(make(design(ValveType::four_three, ValveCentre::tandem)), p);
  EXPECT_DOUBLE_EQ(tandem[T], 5 * kC * std::sqrt(1.9e7));
  EXPECT_EQ(tandem[A], 0.0);
  EXPECT_EQ(tandem[B], 0.0);
  const auto floating = evaluate(make(design(ValveType::four_three, ValveCentre::floating)), p);
  EXPECT_EQ(floating[P], 0.0);
  EXPECT_DOUBLE_EQ(floating[A], -3 * u * std::sqrt(1e7));
  EXPECT_DOUBLE_EQ(floating[B], -4 * u * 2000);
}

TEST(DirectionalValve, SixThreeShutsItsNeutralPath) {
  const DirectionalValve valve = make(design(ValveType::six_three));
  const auto at = [&](double u) { return evaluate(valve, {2e7, 1e6, 1.1e7, 5e6, 9e6, 5e6, u}); };
  EXPECT_DOUBLE_EQ(at(0.0)[N], 5 * kC * 2000);
  EXPECT_DOUBLE_EQ(at(-0.25)[N], 2.5 * kC * 2000);  // half of the cut-off at 0.5
  EXPECT_EQ(at(0.5)[N], 0.0);
  EXPECT_DOUBLE_EQ(at(0.5)[A], 0.5 * kC * 3000);
  EXPECT_EQ(make_layout(design(ValveType::six_three, ValveCentre::tandem)).edges.size(), 5u);
}

TEST(DirectionalValve, TwoTwoThreeTwoAndComplementary) {
  const DirectionalValve two = make(design(ValveType::two_two));
  EXPECT_DOUBLE_EQ(evaluate(two, {9e6, 5e6, 0.7})[1], 0.7 * kC * 2000);
  EXPECT_EQ(evaluate(two, {9e6, 5e6, -0.7})[1], 0.0);

  ValveDesign apart = design(ValveType::three_two);
  apart.lap = 0.5;
  const DirectionalValve three = make(apart);  // P, T, A
  EXPECT_DOUBLE_EQ(evaluate(three, {9e6, 1e6, 5e6, 1.0})[2], 0.5 * kC * 2000);
  EXPECT_DOUBLE_EQ(evaluate(three, {9e6, 1e6, 5e6, 0.0})[2], -0.5 * 3 * kC * 2000);
  EXPECT_EQ(evaluate(three, {9e6, 1e6, 5e6, 0.5})[2], 0.0);

  // [Naya2011, Eqs. 29, 31]: P-B and A-T with u, P-A and B-T with 1 - u.
  const DirectionalValve naya = make(design(ValveType::complementary));
  const auto q = evaluate(naya, {9e6, 1e6, 5e6, 5e6, 0.4});
  EXPECT_DOUBLE_EQ(q[A], 0.6 * kC * 2000 - 0.4 * 3 * kC * 2000);
  EXPECT_DOUBLE_EQ(q[B], 0.4 * 2 * kC * 2000 - 0.6 * 4 * kC * 2000);
}

// [Malysheva2021, Eqs. 2.36-2.37] with Table 2.4: 0.2 V leaks from A to T and from P to B.
TEST(DirectionalValve, WearLeaksWhereTheEdgeIsShut) {
  ValveDesign d = design(ValveType::four_three);
  d.coefficient = {};
  ValveLayout layout = make_layout(d);
  add_wear(layout, {.conductance = {5.96e-13, 2.92e-13, 1.15e-13, 7.21e-13},
                    .shut = {-9.09e-2, 9.08, 7.94e-1, -5.92e-1}});
  ASSERT_EQ(layout.edges.size(), 8u);
  const DirectionalValve valve(4, layout.edges);
  const auto fade = [](double r) { return 1 - 3 * r * r + 2 * r * r * r; };
  const auto q = evaluate(valve, {1.4e7, 9e5, 6e6, 5e6, 0.2});
  EXPECT_DOUBLE_EQ(q[A], -1.15e-13 * fade(0.2 / 0.794) * 5.1e6);
  EXPECT_DOUBLE_EQ(q[B], 2.92e-13 * fade(0.2 / 9.08) * 9e6);
  const auto back = evaluate(valve, {1.4e7, 9e5, 6e6, 5e6, -0.05});
  EXPECT_DOUBLE_EQ(back[A], 5.96e-13 * fade(0.05 / 0.0909) * 8e6);
  EXPECT_DOUBLE_EQ(back[B], -7.21e-13 * fade(0.05 / 0.592) * 4.1e6);
}

TEST(DirectionalValve, SlopesPowerAndConservation) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> pressure(-1e5, 3e7), unit(-1.3, 1.3);
  const Spool spools[] = {
      {},
      {.order = Spool::Order::first, .tau = 0.02},
      {.order = Spool::Order::first, .tau = 0.02, .rate_limit = 10.0},
      {.order = Spool::Order::second, .gain = 0.9, .omega = 331, .damping = 0.6}};
  for (const ValveType type : {ValveType::two_two, ValveType::three_two, ValveType::four_three,
                               ValveType::six_three, ValveType::complementary})
    for (const ValveCentre centre :
         {ValveCentre::closed, ValveCentre::open, ValveCentre::tandem, ValveCentre::floating})
      for (const Spool& spool : spools)
        for (int round = 0; round < 8; ++round) {
          ValveDesign d = design(type, centre);
          d.exponent = 1 + round % 2;
          d.lap = 0.05;
          ValveLayout layout = make_layout(d);
          if (type == ValveType::four_three)
            add_wear(layout, {{1e-12, 2e-12, 3e-12, 4e-12}, {-0.4, 0.3, 0.5, -0.6}});
          const DirectionalValve valve(static_cast<int>(layout.ports.size()), layout.edges, spool,
                                       d.full, round % 3 == 1);
          std::vector<double> x;
          for (int i = 0; i < valve.shape().ports; ++i) x.push_back(pressure(random));
          if (round == 6) std::fill(x.begin(), x.end(), 1e7);  // no drop anywhere
          if (round == 7) x[0] = 1e9, x[1] = -1e6;
          while (static_cast<int>(x.size()) < valve.shape().in()) x.push_back(unit(random));
          SCOPED_TRACE(testing::Message() << static_cast<int>(type) << static_cast<int>(centre)
                                          << " " << round << " u " << valve.position(x.data()));
          check_all(valve, x);
        }
}

// Corners of the opening, and a shut valve: a slope of one of the sides, never NaN.
// An edge with overlap opens where its bend is passed.
TEST(DirectionalValve, BendsAreWhereEdgesOpen) {
  for (const ValveType type : {ValveType::four_three, ValveType::complementary}) {
    ValveDesign d = design(type);
    d.lap = 0.2;
    const DirectionalValve valve = make(d);
    const std::vector<ValveEdge> edges = make_layout(d).edges;
    int opened = 0;
    for (double u = -0.975; u < 1.0; u += 0.05) {
      std::vector<double> x(valve.shape().in(), 1e6);
      x.back() = u;
      for (std::size_t k = 0; k < edges.size(); ++k) {
        if (edges[k].profile.kind == Kind::neutral || edges[k].profile.kind == Kind::always)
          continue;
        const bool open = edges[k].profile.at(u, d.full).value > 0.0;
        EXPECT_EQ(valve.kink(static_cast<int>(k), x.data()) > 0.0, open)
            << "edge " << k << " at " << u;
        opened += open;
      }
    }
    EXPECT_GT(opened, 10);
  }
}

TEST(DirectionalValve, SpecialPositions) {
  for (const double u : {-1.0, -0.5, 0.0, 0.05, 0.5, 1.0})
    for (const double p : {0.0, 1e7, 1e9}) {
      ValveDesign d = design(ValveType::six_three, ValveCentre::floating);
      d.lap = 0.05;
      check_all(make(d), {p, 0.0, 1e7, 1e7, p, p, u}, {.corners = true});
    }
}

TEST(DirectionalValve, EdgeFlowsAreThoseOfThePorts) {
  const DirectionalValve valve = make(design(ValveType::four_three));
  const std::vector<double> x = {2e7, 1e6, 1.1e7, 5e6, 0.5};
  const auto f = evaluate(valve, x);
  EXPECT_EQ(valve.edge_flow(0, x.data()), f[A]);
  EXPECT_EQ(valve.edge_flow(3, x.data()), f[T]);
}

TEST(Spool, RateLimitSaturates) {
  const Spool spool{.order = Spool::Order::first, .tau = 0.01, .rate_limit = 5.0};
  const double start = 0.0;
  EXPECT_NEAR(spool.rates(&start, 0.01).value[0], 1.0, 1e-3);  // (0.01)/tau, far below the limit
  EXPECT_NEAR(spool.rates(&start, 1.0).value[0], 5.0, 1e-3);
  EXPECT_NEAR(spool.rates(&start, -1e6).value[0], -5.0, 1e-9);
  // z = 1: r/2^(1/4).
  EXPECT_DOUBLE_EQ(spool.rates(&start, 0.05).value[0], 5.0 / std::pow(2.0, 0.25));
}

// [Malysheva2021, Eq. 2.34]
TEST(Spool, SecondOrder) {
  const Spool spool{.order = Spool::Order::second, .gain = 0.99, .omega = 331, .damping = 0.618};
  const double at[] = {0.3, 7.0};
  const auto rates = spool.rates(at, 2.0);
  EXPECT_EQ(rates.value[0], 7.0);
  EXPECT_DOUBLE_EQ(rates.value[1],
                   0.99 * 331 * 331 * 2.0 - 2 * 0.618 * 331 * 7.0 - 331.0 * 331 * 0.3);
}

}  // namespace
}  // namespace bramah
