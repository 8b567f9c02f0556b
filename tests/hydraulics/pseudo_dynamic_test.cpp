#include "hydraulics/pseudo_dynamic.h"

#include <gtest/gtest.h>

#include <limits>
#include <memory>
#include <vector>

#include "bramah/parts.h"

namespace bramah {
namespace {

// Inflow in proportion to p_supply - p.
struct Feed {
  static constexpr PartShape kShape{.ports = 1};
  double supply = 8e6;  // [Pa]
  template <class T>
  void equations(const T* x, T* f) const noexcept {
    f[0] = (supply - x[0]) * 1e-9;
  }
  PartPower power(const double*, const double*) const noexcept { return {}; }
};

Circuit held_volumes(std::vector<double> supplies) {
  CircuitParts p;
  p.volumes.resize(supplies.size());
  p.kinds.assign(supplies.size(), VolumeKind::held);
  for (std::size_t k = 0; k < supplies.size(); ++k) {
    p.volumes[k].dead = 1e-5;
    PlacedPart placed;
    placed.part = std::make_unique<PartOf<Feed>>(Feed{supplies[k]});
    placed.nodes = {static_cast<int>(k)};
    p.parts.push_back(std::move(placed));
  }
  return Circuit(std::move(p));
}

// Held volumes go to where nothing flows, whichever rule leads there.
TEST(PseudoDynamic, EndsWhereNothingFlows) {
  const Circuit circuit = held_volumes({8e6, 3e6});
  for (const PseudoRule rule : {PseudoRule::euler, PseudoRule::rk4, PseudoRule::modified_heun}) {
    PseudoDynamic pseudo;
    pseudo.inner = rule, pseudo.criterion = pseudo.low_criterion = 1e-3;
    CircuitScratch x = circuit.make_scratch();
    std::vector<double> y{2e6, 2e6};
    int worst = -1;
    circuit.forces(y, {}, x);
    EXPECT_GT(pseudo.relax(circuit, y, {}, {}, x, worst), 2);
    EXPECT_NEAR(y[0], 8e6, 10.0);
    EXPECT_NEAR(y[1], 3e6, 10.0);
    EXPECT_EQ(worst, -1);
  }
}

TEST(PseudoDynamic, NamesTheVolumeThatFails) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const int wrong : {0, 1, 2}) {
    std::vector<double> supplies{8e6, 3e6, 5e6}, y{2e6, 2e6, 2e6};
    supplies[wrong] = nan;
    const Circuit circuit = held_volumes(supplies);
    CircuitScratch x = circuit.make_scratch();
    int worst = -1;
    circuit.forces(y, {}, x);
    EXPECT_EQ(PseudoDynamic{}.relax(circuit, y, {}, {}, x, worst), -1);
    EXPECT_EQ(worst, wrong);
  }
}

}  // namespace
}  // namespace bramah
