// Sides of switches: what is on the wrong one is named, and put right where an integration starts.
#include "reference/switches.h"

#include <bramah/bramah.h>
#include <gtest/gtest.h>

#include "force_elements.h"

namespace bramah {
namespace {

// The slider of the tests, with end dampers of 50 mm: rail = 0.1 m is a length of 0.7 m.
struct Held {
  Model model = [] {
    LoadOptions options = with_elements();
    options.integrator = "sundials";
    options.set = {
        "ram.end_damper={length: 50 mm, stiffness: 1e6 N/m, damping: 1e4 N s/m, pulls: \"yes\"}"};
    return load_text(kSlider, "slider.yaml", options);
  }();
  MachineOde ode{model};
  Switches switches{model.plant()};
  std::vector<double> x = ode.start(), g = std::vector<double>(switches.size());

  Held() {
    ode.set_piece(0.0);
    switches.find_contacts(0.0, x, ode);
    switches.find_sides(0.0, x, ode);
  }
  std::string contradiction() {
    switches.values(0.0, x, ode, g);
    return switches.contradiction(g);
  }
};

TEST(Switches, NothingIsWrongAtTheStart) {
  Held held;
  EXPECT_EQ(held.contradiction(), "");
}

TEST(Switches, AnEndDamperOnTheWrongSideIsNamedAndPutRight) {
  Held held;
  for (const auto& [rail, text, contact] :
       {std::tuple{-0.16, "the end damper of ram at its bottom", EndContact::bottom},
        {-0.15 - 2e-10, "", EndContact::bottom},
        {0.36, "the end damper of ram at its bottom", EndContact::top},
        {0.1, "the end damper of ram at its top", EndContact::none}}) {
    held.x[0] = rail;
    EXPECT_EQ(held.contradiction(), text) << rail;
    held.switches.settle(0.0, held.x, held.ode);
    EXPECT_EQ(held.contradiction(), "") << rail;
    EXPECT_EQ(held.ode.modes()[0], static_cast<int>(contact)) << rail;
  }
}

// 1e-11 m past the edge is inside the margin: what projection leaves there is no switch.
TEST(Switches, NoiseAtAnEdgeIsNoSwitch) {
  Held held;
  held.x[0] = -0.15 - 1e-11;
  EXPECT_EQ(held.contradiction(), "");
  held.switches.settle(0.0, held.x, held.ode);
  EXPECT_EQ(held.ode.modes()[0], static_cast<int>(EndContact::none));
}

TEST(Switches, ABranchOfAForceElementAndAKinkAreNamed) {
  Held held;
  held.x[0] = 0.2;  // past the buffer at 0.14 m
  EXPECT_EQ(held.contradiction(), "the branch of force element 2");
  held.switches.settle(0.0, held.x, held.ode);
  EXPECT_EQ(held.contradiction(), "");
  held.ode.oil(std::span(held.x))[2] = 3.0;  // the spool, [V]
  EXPECT_EQ(held.contradiction(), "a kink of valve");
  held.switches.settle(0.0, held.x, held.ode);
  EXPECT_EQ(held.contradiction(), "");
}

}  // namespace
}  // namespace bramah
