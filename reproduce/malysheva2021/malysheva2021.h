// malysheva2021, chapters 2 to 4: what its tables and figures are made from.
#pragma once

#include "bramah/surrogate.h"
#include "reproduce/paper.h"

namespace bramah::papers::malysheva {

// What is kept of a run: few channels, all rows.
struct Trace {
  PaperCase which;
  bool finished = false;
  std::string message;  // why not
  std::vector<double> t;
  std::vector<std::vector<double>> values;  // one list per channel
  std::vector<double> iterations;           // of the inner loop, in each step
};

Trace trace(Workbench&, const PaperCase&, const std::vector<std::string>& channels);

// Rms difference of one channel at the instants both have; NaN if a run failed or they share none.
double rmse(const Trace&, const Trace& exact, std::size_t channel);
// The same where the exact values are below a limit.
double rmse_below(const Trace&, const Trace& exact, std::size_t channel, double limit);

// Between two instants, `per_si` times the SI value; thinned where there are many rows.
PageSeries curve(const Trace&, std::size_t channel, double per_si, const std::string& name,
                 double from, double to);
PageSeries iteration_curve(const Trace&, const std::string& name, double to);
// Difference to the exact solution.
PageSeries error_curve(const Trace&, const Trace& exact, std::size_t channel, double per_si,
                       const std::string& name, double from, double to);
PaperCurves curves_of(const std::string& name, const std::vector<std::string>& columns,
                      const std::vector<const Trace*>& traces,
                      const std::vector<std::size_t>& channels);

// The inner loop of a pseudo-dynamic solver.
struct Loop {
  const char* oil;    // pds, advpds
  const char* inner;  // euler, rk4, modified_heun
  double step;        // [s]
  double criterion, low_criterion;
  double volume = 1e-3;  // [m³] Sec. 4.4.1
};
PaperCase with_loop(const std::string& name, const char* model, const char* volume, const Loop&);
PaperCase plain(const std::string& name, const char* model, const char* integrator, double step);

constexpr double kMainStep = 1e-4;  // [s] of the main loop; rows of a trace

// Sections of the page; each adds its curves to the draft.
void add_crane(Workbench&, PaperDraft&);
void add_network(Workbench&, PaperDraft&);
PaperTable network_speed(Workbench&, const TrainingRecord& signal, const Surrogate&);
PaperTable where_networks_pay(Workbench&);
void add_circuit2(Workbench&, PaperDraft&);
void add_circuit4(Workbench&, PaperDraft&);
constexpr int kCraneRuns = 29, kNetworkRuns = 20, kRuns2 = 37,
              kRuns4 = 37;  // of each, for the progress bar

}  // namespace bramah::papers::malysheva
