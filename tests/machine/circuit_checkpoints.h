// The circuits of malysheva2021 solved independently (Radau at 1e-10, restarted at every jump of an
// input), as printed.
#pragma once

#include "machine/checkpoints.h"

namespace bramah {

inline const std::vector<Case> kCircuits{{"circuit1",
                                          {{0.005, "V1.p", 8578093.1},
                                           {0.005, "V2.p", 7224161.9},
                                           {0.01, "V1.p", 9985985.1},
                                           {0.01, "V2.p", 9972640.2}}},
                                         {"circuit2",
                                          {{0.05, "V1.p", 294750.4},
                                           {0.05, "V2.p", 244848.5},
                                           {0.1, "V1.p", 1082125.2},
                                           {0.1, "V2.p", 897248.9},
                                           {0.5, "V1.p", 6207858.2},
                                           {0.5, "V2.p", 5162535.1}}},
                                         {"circuit3",
                                          {{1, "cylinder.rate", 0.14314750},
                                           {1.03, "cylinder.rate", 0.53534656},
                                           {1.5, "cylinder.rate", 0.46596982},
                                           {1.5, "cylinder.length", 0.37257008}}},
                                         {"circuit4",
                                          {{0.05, "V3.p", 4049601.1},
                                           {0.05, "cylinder.length", 0.30656967},
                                           {10, "V3.p", 4871230.2},
                                           {10, "cylinder.length", 0.75818482}}}};

}  // namespace bramah
