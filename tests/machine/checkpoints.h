// The papers' machines, solved independently (minimal coordinates, Radau at 1e-10), as printed.
#pragma once

#include <vector>

namespace bramah {

struct Expected {
  double t;
  const char* channel;
  double value;
};
struct Case {
  const char* file;
  std::vector<Expected> points;
};

// Lengths [m], pressures [Pa], angles [rad], works [J], forces [N].
inline const std::vector<Case> kCases{{"naya_rod",
                                       {{3, "lift.length", 0.51720174},
                                        {3, "lift.rate", 0.018980016},
                                        {3, "lift.B.p", 3.2035125e6},
                                        {3, "lift.A.p", 4.4964877e6},
                                        {3, "energy.actuators", 115.19494},
                                        {6, "lift.length", 0.58827713},
                                        {6, "lift.rate", 0.028418423},
                                        {6, "lift.B.p", 3.2178619e6},
                                        {6, "lift.A.p", 4.4821389e6},
                                        {6, "energy.actuators", 534.86109},
                                        {10, "lift.length", 0.57058759},
                                        {10, "lift.rate", -0.0056414505},
                                        {10, "lift.B.p", 3.4614200e6},
                                        {10, "lift.A.p", 4.2385799e6},
                                        {10, "energy.actuators", 437.16325}}},
                                      {"crane_single",
                                       {{5, "lift.length", 0.65702220},
                                        {5, "lift.A.p", 3.9317944e6},
                                        {5, "theta1.angle", 0.85496951},
                                        {20, "lift.length", 0.45389486},
                                        {20, "lift.A.p", 9.7752243e4},
                                        {20, "theta1.angle", 0.41078280}}},
                                      {"crane_double",
                                       {{10, "lift.length", 0.52458200},
                                        {10, "jib.length", 0.38803100},
                                        {10, "lift.A.p", 5.2370127e6},
                                        {10, "theta1.angle", 0.57912328}}},
                                      {"four_bar_smooth",
                                       {{5, "lift.length", 1.5018729},
                                        {5, "lift.A.p", 4.0565083e6},
                                        {5, "lift.B.p", 2.2640421e6},
                                        {5, "energy.actuators", 975.76028},
                                        {10, "lift.length", 1.2703775},
                                        {10, "lift.A.p", 5.9984285e6},
                                        {10, "lift.B.p", 4.8570926e6},
                                        {10, "energy.actuators", -1545.1419}}},
                                      {"four_bar",
                                       {{10, "lift.length", 1.2398344},
                                        {10, "lift.A.p", 5.4621209e6},
                                        {10, "lift.B.p", 4.2328976e6},
                                        {10, "energy.actuators", -1860.6886}}},
                                      {"quick_return_smooth",
                                       {{4, "lift.length", 1.2308881},
                                        {4, "lift.A.p", 2.4048110e6},
                                        {4, "lift.B.p", 6.1777174e6},
                                        {4, "energy.actuators", 357.32444}}},
                                      {"quick_return",
                                       {{10, "lift.length", 1.3125245},
                                        {10, "lift.A.p", 2.4185903e6},
                                        {10, "lift.B.p", 3.3869863e6},
                                        {10, "energy.actuators", 259.26392}}},
                                      {"chrono_crane",
                                       {{2, "lift.length", 0.536247006},
                                        {2, "lift.A.p", 4.1028e6},
                                        {2, "lift.B.p", 2.38523e6},
                                        {2, "lift.force", 6176.43},
                                        {5, "lift.length", 0.681939883},
                                        {5, "lift.A.p", 3.87452e6},
                                        {5, "lift.B.p", 2.53726e6},
                                        {5, "lift.force", 4234.68},
                                        {20, "lift.length", 0.623198484},
                                        {20, "lift.A.p", 4.64094e6},
                                        {20, "lift.B.p", 4.53071e6},
                                        {20, "lift.force", 4979.37}}}};

}  // namespace bramah
