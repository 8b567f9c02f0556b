// malysheva2021: runs of circuit 2, from which its tables and figures are made.
#pragma once

#include "reproduce/malysheva2021/malysheva2021.h"

namespace bramah::papers::malysheva::circuit2 {

constexpr double kStretch = 4.5;        // [s] of the reference at 1 µs that is recorded
constexpr double kPdsUntil = 4.5;       // [s] of the classical solver
constexpr double kBar = 1e-5;           // per Pa
constexpr double kIterationsTo = 20.0;  // [s] Fig. 4.4
constexpr std::size_t kP1 = 0;

// Solvers in the order of the second table.
enum Which : std::size_t {
  kReference,
  kAdvRk4,
  kAdvEuler,
  kAdvHeun,
  kSdirkFine,
  kSdirkCoarse,
  kLinear,
  kRosenCoarse,
  kRosen,
  kRosenFine,
  kQuasiSdirk,
  kQuasiRosen,
  kCount
};

// Table 4.3, of kAdvRk4 and the two after it.
struct Printed {
  double speed_up, rmse;  // over the reference; [Pa]
  const char* rmse_text;
};
inline constexpr Printed kPrinted[] = {{5687.0 / 115.0, 1.0774e4, "1.0774e4"},
                                       {5687.0 / 54.0, 1.0616e4, "1.0616e4"},
                                       {5687.0 / 99.0, 0.6816e4, "0.6816e4"}};

struct Study {
  Trace exact;
  std::vector<Trace> runs;            // as solvers()
  std::vector<double> positive;       // RMSE p1 with U_e in 0 to 10 V, of the three AdvPDS
  std::vector<double> per_second;     // CPU per simulated second, as solvers() [s]
  Trace single, adaptive, classical;  // criterion 10 Pa, 300/10 Pa; PDS
  std::vector<Trace> volumes;
};

std::vector<PagePlot> plots(const Study&);
PagePlot work_precision(const Study&);  // error over cost

}  // namespace bramah::papers::malysheva::circuit2
