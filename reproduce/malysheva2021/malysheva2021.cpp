// malysheva2021, chapter 2: the mobile crane; chapter 3: networks; chapter 4: pseudo-dynamic
// solvers for circuits with small volumes. Inputs and the crane's data are not printed, so errors
// are compared in size only.
#include "reproduce/malysheva2021/malysheva2021.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace bramah::papers {
namespace malysheva {
namespace {

constexpr double kSameTime = 1e-9;        // [s]
constexpr std::size_t kCurveRows = 1001;  // of a CSV

// Calls use(i, j) for every instant that both have.
template <class Use>
void each_shared(const Trace& a, const Trace& b, Use use) {
  for (std::size_t i = 0, j = 0; i < a.t.size() && j < b.t.size();) {
    const double ahead = a.t[i] - b.t[j];
    if (std::abs(ahead) < kSameTime)
      use(i++, j++);
    else
      ++(ahead < 0.0 ? i : j);
  }
}

PageSeries line(const std::string& name, std::vector<double> t, std::vector<double> y) {
  return {.name = name, .x = std::move(t), .y = std::move(y), .line = true, .points = false};
}

}  // namespace

Trace trace(Workbench& bench, const PaperCase& which, const std::vector<std::string>& channels) {
  PaperRun run = bench.run(which);
  Trace result{which, run.summary.converged, run.summary.message, {}, {}, {}};
  result.iterations.assign(run.recording.newton.begin(), run.recording.newton.end());
  for (const std::string& channel : channels) {
    const auto c = static_cast<std::size_t>(run.model.find_channel(channel));
    std::vector<double> values(run.recording.times.size());
    for (std::size_t k = 0; k < values.size(); ++k) values[k] = run.recording.row(k)[c];
    result.values.push_back(std::move(values));
  }
  result.t = std::move(run.recording.times);
  return result;
}

double rmse_below(const Trace& run, const Trace& exact, std::size_t channel, double limit) {
  double sum = 0.0, count = 0.0;
  each_shared(run, exact, [&](std::size_t i, std::size_t j) {
    const double truth = exact.values[channel][j];
    if (!(truth < limit)) return;
    sum += std::pow(run.values[channel][i] - truth, 2);
    count += 1.0;
  });
  const bool usable = run.finished && exact.finished && count > 1.0;
  return usable ? std::sqrt(sum / count) : std::numeric_limits<double>::quiet_NaN();
}

double rmse(const Trace& run, const Trace& exact, std::size_t channel) {
  return rmse_below(run, exact, channel, INFINITY);
}

PageSeries curve(const Trace& run, std::size_t channel, double per_si, const std::string& name,
                 double from, double to) {
  std::vector<double> t, y;
  for (std::size_t k = 0; k < run.t.size(); ++k) {
    if (run.t[k] < from - kSameTime || run.t[k] > to + kSameTime) continue;
    t.push_back(run.t[k]);
    y.push_back(per_si * run.values[channel][k]);
  }
  return thinned(line(name, std::move(t), std::move(y)));
}

PageSeries iteration_curve(const Trace& run, const std::string& name, double to) {
  std::vector<double> t, y;
  for (std::size_t k = 0; k < run.t.size() && run.t[k] <= to; ++k) {
    t.push_back(run.t[k]);
    y.push_back(run.iterations[k]);
  }
  return thinned_to_largest(line(name, std::move(t), std::move(y)));
}

PageSeries error_curve(const Trace& run, const Trace& exact, std::size_t channel, double per_si,
                       const std::string& name, double from, double to) {
  std::vector<double> t, y;
  each_shared(run, exact, [&](std::size_t i, std::size_t j) {
    if (run.t[i] < from || run.t[i] > to) return;
    t.push_back(run.t[i]);
    y.push_back(per_si * (run.values[channel][i] - exact.values[channel][j]));
  });
  return thinned(line(name, std::move(t), std::move(y)));
}

// Rows of the first trace, thinned; the others have them too.
PaperCurves curves_of(const std::string& name, const std::vector<std::string>& columns,
                      const std::vector<const Trace*>& traces,
                      const std::vector<std::size_t>& channels) {
  const std::size_t rows = traces[0]->t.size();
  const std::size_t stride = std::max<std::size_t>(1, (rows - 1) / (kCurveRows - 1));
  PaperCurves curves{.name = name, .columns = {"time [s]"}, .values = {{}}};
  for (std::size_t k = 0; k < rows; k += stride) curves.values[0].push_back(traces[0]->t[k]);
  for (std::size_t c = 0; c < traces.size(); ++c) {
    curves.columns.push_back(columns[c]);
    std::vector<double> kept;
    const std::vector<double>& all = traces[c]->values[channels[c]];
    for (std::size_t k = 0; k < rows; k += stride)
      kept.push_back(k < all.size() ? all[k] : std::numeric_limits<double>::quiet_NaN());
    curves.values.push_back(std::move(kept));
  }
  return curves;
}

PaperCase plain(const std::string& name, const char* model, const char* integrator, double step) {
  PaperCase result{name, model};
  result.load.integrator = integrator;
  result.load.step = step;
  result.load.set = {"solver.guard=off"};  // as the thesis ran them
  result.every = kMainStep;
  return result;
}

PaperCase with_loop(const std::string& name, const char* model, const char* volume,
                    const Loop& loop) {
  PaperCase result = plain(name, model, "rk4", kMainStep);
  const auto set = [&](const std::string& text) { result.load.set.push_back("solver." + text); };
  set(fmt::format("oil={}", loop.oil));
  set(fmt::format("small_volumes={}", volume));
  set(fmt::format("pseudo.inner={}", loop.inner));
  set(fmt::format("pseudo.step={:g} s", loop.step));
  set(fmt::format("pseudo.volume={:g} m3", loop.volume));
  set(fmt::format("pseudo.criterion={:g} Pa", loop.criterion));
  set(fmt::format("pseudo.low_criterion={:g} Pa", loop.low_criterion));
  set("pseudo.longest=10 s");  // Sec. 4.5
  return result;
}

}  // namespace malysheva

namespace {

PaperDraft make(Workbench& bench) {
  bench.expect(malysheva::kCraneRuns + malysheva::kNetworkRuns + malysheva::kRuns2 +
               malysheva::kRuns4);
  PaperDraft draft;
  draft.lead =
      "Small volumes make a circuit stiff. The thesis carries their pressures to a steady state in "
      "an inner loop (PDS, AdvPDS) so that explicit rules can take long steps; here these solvers "
      "stand beside rules that do not mind stiffness. Before them, the crane of chapter 2: a "
      "recursive formulation against general ones, and the networks of chapter 3, which learn a "
      "circuit from its samples.";
  malysheva::add_crane(bench, draft);
  malysheva::add_network(bench, draft);
  malysheva::add_circuit2(bench, draft);
  malysheva::add_circuit4(bench, draft);
  return draft;
}

}  // namespace

Paper malysheva2021() {
  return {
      {"malysheva2021",
       "Faster than real-time simulation of fluid power-driven mechatronic machines (Malysheva, "
       "2021), chapters 2 to 4"},
      make};
}

}  // namespace bramah::papers
