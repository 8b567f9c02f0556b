#include "hydraulics/circuit.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>

#include "core/dense_lu.h"
#include "derivative.h"

namespace bramah {
namespace {

// Pump, 4/3 valve with spool dynamics, hose, throttle, cylinder, piston leakage, a direct valve, a
// scaled orifice and a flow source: every kind of edge. Volumes: hose 0, A 1, B 2; sources: pump 3,
// tank 4.
Circuit everything() {
  CircuitParts p;
  p.volumes.resize(3);
  for (Volume& v : p.volumes) v.dead = 5e-5, v.dead_wall = 5e-5 / 5.5e8;
  p.volumes[1].area = 5e-3, p.volumes[2].area = 4e-3;
  p.volumes[1].barrel = p.volumes[2].barrel = 1 / 3.15e10;
  p.volumes[1].fluid.polynomial = true;
  p.volumes[1].fluid.a = 6.53e-10, p.volumes[1].fluid.b = -1.19e-18;
  p.pressure_sources = {{0}, {1}};
  p.valves = {{.command = 2, .tau = 5e-3}, {.command = 3}};
  p.flow_sources = {{5, 0}};
  p.inputs = 6;
  p.parts = 4;
  const Orifice edge{OrificeLaw::linear_below, 2e-8, 2e5}, throttle{OrificeLaw::smooth, 1e-6, 2e4};
  const auto add = [&](int from, int to, const Orifice& o, Opening opening, int valve, int input,
                       int part) {
    FlowEdge e;
    e.from = from, e.to = to, e.orifice = o, e.opening = opening;
    e.valve = valve, e.input = input, e.part = part;
    p.edges.push_back(e);
  };
  add(3, 0, edge, Opening::positive, 0, -1, 0);
  add(3, 2, edge, Opening::negative, 0, -1, 0);
  add(0, 4, edge, Opening::negative, 0, -1, 0);
  add(2, 4, edge, Opening::positive, 0, -1, 0);
  add(0, 1, throttle, Opening::always, -1, -1, 1);
  add(3, 1, {OrificeLaw::two_regime, 3e-7, 1e4}, Opening::straight, 1, -1, 2);
  add(1, 4, {OrificeLaw::two_regime, 3e-7, 1e4}, Opening::complement, 1, -1, 2);
  add(2, 4, throttle, Opening::scaled, -1, 4, 1);
  FlowEdge leak;
  leak.from = 1, leak.to = 2, leak.laminar = true, leak.orifice.coefficient = 1e-12, leak.part = 3;
  p.edges.push_back(leak);
  ChamberPair pair;
  pair.cylinder.area_A = 5e-3, pair.cylinder.area_B = 4e-3;
  pair.cylinder.closed = 0.4, pair.cylinder.stroke = 0.5;
  pair.volume_A = 1, pair.volume_B = 2;
  p.cylinders = {pair};
  return Circuit(p);
}

struct Sample {
  std::vector<double> y, u;
  std::vector<Stroke> strokes;
};

Sample random_sample(std::mt19937& random) {
  std::uniform_real_distribution<double> pressure(2e5, 9e6), unit(-1.0, 1.0);
  Sample s;
  s.y = {pressure(random), pressure(random), pressure(random), 10 * unit(random)};
  s.u = {1e7,
         1e5,
         10 * unit(random),
         0.5 + 0.4 * unit(random),
         1 + 0.5 * unit(random),
         1e-4 * unit(random)};
  s.strokes = {{0.65 + 0.2 * unit(random), 0.1 * unit(random)}};
  return s;
}

TEST(Circuit, RatesByHand) {
  // One volume of 1 litre between pump and tank: Q = C (sqrt(4e6) - sqrt(1e6)), dp/dt = Q beta/V.
  CircuitParts p;
  p.volumes.resize(1);
  p.volumes[0].dead = 1e-3;
  p.pressure_sources = {{0}, {1}};
  p.inputs = 2, p.parts = 1;
  for (const auto& [from, to] : {std::pair{1, 0}, {0, 2}}) {
    FlowEdge e;
    e.from = from, e.to = to, e.orifice = {OrificeLaw::sqrt, 1e-7, 1.0};
    p.edges.push_back(e);
  }
  const Circuit circuit(p);
  CircuitScratch x = circuit.make_scratch();
  circuit.rates(std::vector{2e6}, {}, std::vector{6e6, 1e6}, x);
  EXPECT_NEAR(x.rate[0], 1e-7 * (2e3 - 1e3) * 1.5e9 / 1e-3, 1e-3);
  // Both edges widen the slope: tau = (V/beta) / (C/(2 sqrt dp1) + C/(2 sqrt dp2)).
  const double slope = 1e-7 * (0.5 / 2e3 + 0.5 / 1e3);
  EXPECT_NEAR(circuit.time_constant(0, x), 1e-3 / 1.5e9 / slope, 1e-15);
}

TEST(Circuit, TangentMatchesCentralDifferences) {
  const Circuit circuit = everything();
  CircuitScratch x = circuit.make_scratch();
  std::mt19937 random(1);
  const int n = circuit.states();
  for (int k = 0; k < 100; ++k) {
    Sample s = random_sample(random);
    circuit.rates(s.y, s.strokes, s.u, x);
    DenseLu lu(n, 0);
    circuit.tangent(0.0, 0, x, lu);
    Eigen::MatrixXd minus_dh(n, n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) minus_dh(i, j) = lu.row(i)[j];
    const Eigen::VectorXd y = Eigen::Map<Eigen::VectorXd>(s.y.data(), n);
    expect_jacobian_near(
        [&](const Eigen::VectorXd& at) -> Eigen::VectorXd {
          circuit.rates({at.data(), std::size_t(n)}, s.strokes, s.u, x);
          return -Eigen::Map<Eigen::VectorXd>(x.rate.data(), n);
        },
        y, minus_dh, Eigen::Vector4d(1e4, 1e4, 1e4, 1e-2), {.tolerance = 1e-6});
  }
}

TEST(Circuit, ChamberSlopesMatchCentralDifferences) {
  const Circuit circuit = everything();
  CircuitScratch x = circuit.make_scratch();
  std::mt19937 random(2);
  for (int k = 0; k < 50; ++k) {
    const Sample s = random_sample(random);
    circuit.rates(s.y, s.strokes, s.u, x);
    const auto slopes = circuit.chamber_slopes(0, x);
    const auto rate = [&](int volume, double length, double speed) {
      circuit.rates(s.y, std::vector<Stroke>{{length, speed}}, s.u, x);
      return x.rate[volume];
    };
    const auto [length, speed] = s.strokes[0];
    const auto by_s = [&](int v) { return [=](double at) { return rate(v, at, speed); }; };
    const auto by_rate = [&](int v) { return [=](double at) { return rate(v, length, at); }; };
    expect_slope_near(by_s(1), length, slopes.A_by_s);
    expect_slope_near(by_s(2), length, slopes.B_by_s);
    expect_slope_near(by_rate(1), speed, slopes.A_by_rate);
    expect_slope_near(by_rate(2), speed, slopes.B_by_rate);
  }
}

TEST(Circuit, InputColumnsMatchCentralDifferences) {
  const Circuit circuit = everything();
  CircuitScratch x = circuit.make_scratch();
  std::mt19937 random(3);
  const std::vector<double> scales{1e5, 1e3, 1.0, 0.01, 0.1, 1e-5};
  for (int k = 0; k < 50; ++k) {
    const Sample s = random_sample(random);
    for (int input = 0; input < circuit.inputs(); ++input) {
      circuit.rates(s.y, s.strokes, s.u, x);
      std::vector<double> column(circuit.states(), 0.0);
      circuit.add_input_column(input, 1.0, x, column);
      for (int state = 0; state < circuit.states(); ++state) {
        SCOPED_TRACE(input);
        expect_slope_near(
            [&](double at) {
              std::vector<double> u = s.u;
              u[input] = at;
              circuit.rates(s.y, s.strokes, u, x);
              return x.rate[state];
            },
            s.u[input], column[state], {.scale = scales[input], .tolerance = 1e-6});
      }
    }
  }
}

// Power in = power lost + power stored + power to the piston, at every instant.
TEST(Circuit, PowersBalance) {
  const Circuit circuit = everything();
  CircuitScratch x = circuit.make_scratch();
  std::mt19937 random(4);
  for (int k = 0; k < 100; ++k) {
    const Sample s = random_sample(random);
    circuit.rates(s.y, s.strokes, s.u, x);
    std::vector<double> lost(4), sources(3);
    double stored = 0.0;
    circuit.powers(x, s.u, lost, sources, stored);
    const double in = std::accumulate(sources.begin(), sources.end(), 0.0);
    const double out = std::accumulate(lost.begin(), lost.end(), 0.0);
    const double piston = (s.y[1] * 5e-3 - s.y[2] * 4e-3) * s.strokes[0].rate;
    EXPECT_NEAR(in, out + stored + piston,
                1e-9 * (std::abs(in) + std::abs(out) + std::abs(piston)));
    for (const double loss : lost) EXPECT_GE(loss, 0.0);
    // Stored power is p V pdot / B_e of each volume.
    double expected = 0.0;
    for (int v = 0; v < 3; ++v) expected += s.y[v] * x.compliance[v].value * x.rate[v];
    EXPECT_NEAR(stored, expected, 1e-9 * std::abs(expected));
  }
}

TEST(Circuit, AValveOpensNoFurtherThanFully) {
  CircuitParts p = everything().parts();
  p.valves[0].full = 10.0;
  const Circuit circuit(p);
  CircuitScratch x = circuit.make_scratch();
  const auto flow_at = [&](double spool) {
    circuit.rates(std::vector{2e6, 3e6, 2e6, spool}, std::vector<Stroke>{{0.6, 0.0}},
                  std::vector{1e7, 1e5, 0.0, 0.5, 1.0, 0.0}, x);
    return x.edges[0].q + x.edges[1].q;
  };
  EXPECT_DOUBLE_EQ(flow_at(50.0), flow_at(10.0));
  EXPECT_DOUBLE_EQ(flow_at(-50.0), flow_at(-10.0));
  EXPECT_LT(flow_at(9.9), flow_at(10.0));
  EXPECT_EQ((flow_at(50.0), x.edges[0].by_u), 0.0);
}

TEST(Circuit, ContactsAreFoundOnceAndHeld) {
  CircuitParts p = everything().parts();
  p.cylinders[0].cylinder.damper_length = 0.01;
  const Circuit circuit(p);
  CircuitScratch x = circuit.make_scratch();
  const std::vector<Stroke> inside{{0.6, 0.0}}, bottom{{0.405, 0.0}};
  EXPECT_FALSE(circuit.find_contacts(inside, x));
  EXPECT_TRUE(circuit.find_contacts(bottom, x));
  EXPECT_FALSE(circuit.find_contacts(bottom, x));
  EXPECT_EQ(x.contacts[0], EndContact::bottom);
}

}  // namespace
}  // namespace bramah
