#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "bramah/analysis.h"
#include "bramah/run.h"
#include "reproduce/figures.h"
#include "reproduce/naya2011/naya2011.h"

namespace bramah::papers {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

// Table 1, p. 240, and Table 2, p. 241 [s]
struct Printed {
  const char *name, *place;
  double cpu_s;
};
constexpr Printed kPrinted[] = {{"guidance", "Table 1", 0.338},
                                {"unified", "Table 1", 0.389},
                                {"multi-rate, Euler 0.2 ms", "Tables 1, 2", 5.895},
                                {"multi-rate, trapezoidal 10 ms", "Table 1", 0.672},
                                {"multi-rate, trapezoidal 5 ms", "Table 2", 1.021}};

PaperCase multirate(const char* name, const std::string& rule, const std::string& step,
                    const std::string& velocity) {
  PaperCase result = naya_unified(name, "trapezoidal", true);
  result.load.coupling = "multirate";
  for (const std::string& set : {"integrator=" + rule, "step=" + step, "velocity=" + velocity})
    result.load.set.push_back("solver.multirate." + set);
  return result;
}

// The unified run as a file, as `bramah run -o` would write it.
class Recorded {
 public:
  explicit Recorded(const PaperRun& run)
      : path_(std::filesystem::temp_directory_path() /
              fmt::format("bramah-naya2011-{}.csv", static_cast<const void*>(&run))) {
    write_csv(path_.string(), run.model, run.recording);
  }
  ~Recorded() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

// Whether forward Euler carries the oil through the whole run with this step.
bool carries(Workbench& bench, double step) {
  PaperCase which = multirate("search", "euler", fmt::format("{:.6g} s", step), "constant");
  const Model model = bench.model(which);
  Recording rows;
  RunOptions options;
  options.every = 1.0;
  return run(model, options, rows).converged;
}

// The largest number of equal steps in 10 ms that fails, plus one.
double largest_euler_step(Workbench& bench, double macro) {
  int fails = 1, works = 200;
  while (works - fails > 1) {
    const int middle = (works + fails) / 2;
    (carries(bench, macro / middle) ? works : fails) = middle;
  }
  return macro / works;
}

double largest_difference(const PaperRun& a, const PaperRun& b) {  // [mm]
  if (!a.summary.converged || !b.summary.converged) return kNone;
  return 1e3 * deviation(a.model, a.recording, b.model, b.recording).position;
}

// Reaction of the guide against the unified force, rms over the peak; 5 steps after jumps left out.
double force_difference(const PaperRun& guided, const PaperRun& unified) {
  const auto a = static_cast<std::size_t>(guided.model.find_channel("lift.force"));
  const auto b = static_cast<std::size_t>(unified.model.find_channel("lift.force"));
  const std::size_t rows = std::min(guided.recording.times.size(), unified.recording.times.size());
  double sum = 0.0, peak = 0.0;
  int count = 0;
  for (std::size_t k = 0; k < rows; ++k) {
    const double t = unified.recording.times[k], h = unified.model.step_size();
    peak = std::max(peak, std::abs(unified.recording.row(k)[b]));
    const auto after = [&](double jump) { return t > jump - 0.5 * h && t < jump + 5.5 * h; };
    if (after(2.0) || after(6.0)) continue;
    const double e = guided.recording.row(k)[a] - unified.recording.row(k)[b];
    sum += e * e, ++count;
  }
  return std::sqrt(sum / count) / peak;
}

PageSeries difference_curve(const PaperRun& run, const PaperRun& unified) {
  PageSeries series{.name = run.which.name, .x = {}, .y = {}, .line = true, .points = false};
  const auto a = static_cast<std::size_t>(run.model.find_channel("lift.length"));
  const auto b = static_cast<std::size_t>(unified.model.find_channel("lift.length"));
  const std::size_t rows = std::min(run.recording.times.size(), unified.recording.times.size());
  for (std::size_t k = 0; k < rows; ++k) {
    series.x.push_back(run.recording.times[k]);
    series.y.push_back(1e3 * (run.recording.row(k)[a] - unified.recording.row(k)[b]));
  }
  return series;
}

std::vector<std::string> remarks(const PaperTable& table, double force, double euler_step) {
  std::vector<std::string> all{
      fmt::format(
          "Guidance follows the recorded length, rate and acceleration; its reaction differs "
          "from the unified run's force by {:.2g} % of the peak (rms).",
          100.0 * force),
      fmt::format(
          "Forward Euler carries the oil with steps of up to {:.3g} ms, found by search over "
          "whole divisions of 10 ms; the paper says 0.2 ms. At the start the fastest pole, "
          "-4611 1/s, would allow 0.43 ms; it is faster where a chamber is short.",
          1e3 * euler_step)};
  const double euler = table.rows[2].ours[1].value, five = table.rows[4].ours[1].value;
  all.push_back(
      fmt::format("Fig. 4: with forward Euler the lengths differ by {:.3g} mm, the paper has less "
                  "than 0.1 mm. Two "
                  "trapezoidal steps of 5 ms differ by {:.3g} mm: one step multiplies a stiff "
                  "error by nearly -1, "
                  "which rings about the right mean, two of them by nearly +1, which stays.",
                  euler, five));
  all.push_back(
      "Times: ours are further apart than the paper's, because a multi-rate step here carries the "
      "exact slopes of all its inner steps along, for Newton's matrix, and the mechanism is "
      "cheap.");
  return all;
}

}  // namespace

int naya_coupling_runs() { return 9; }

PaperPart naya_couplings(Workbench& bench, const PaperRun& unified, const PaperRun& exact) {
  const Recorded recorded(unified);
  PaperCase guided = naya_unified("guidance", "trapezoidal", true);
  guided.load.coupling = "guidance", guided.load.guide = recorded.path();
  const std::vector<PaperCase> cases{
      guided, unified.which, multirate("multi-rate, Euler 0.2 ms", "euler", "0.2ms", "constant"),
      multirate("multi-rate, trapezoidal 10 ms", "trapezoidal", "10ms", "constant"),
      multirate("multi-rate, trapezoidal 5 ms", "trapezoidal", "5ms", "constant")};
  std::vector<PaperRun> runs;
  for (std::size_t k = 0; k < cases.size(); ++k)
    runs.push_back(k == 1 ? unified : bench.run(cases[k]));
  const std::vector<CaseCost> costs = bench.costs(cases);

  PaperTable table;
  table.name = "couplings";
  table.title = "Tables 1 and 2: guidance, unified and multi-rate integration";
  table.text =
      "ali3p, trapezoidal rule at 10 ms for the mechanism; the paper's column and our first are "
      "CPU "
      "times over guidance's, ours from runs that take turns.";
  table.runs = {"CPU time over guidance", "length beside unified [mm]",
                "length beside the reference [mm]", "iterations per solve"};
  for (std::size_t k = 0; k < cases.size(); ++k) {
    const double ratio = kPrinted[k].cpu_s / kPrinted[0].cpu_s;
    table.rows.push_back({kPrinted[k].name,
                          "",
                          kPrinted[k].place,
                          {ratio, fmt::format("{:.3g}", ratio)},
                          {costs[k].cpu_s / costs[0].cpu_s, largest_difference(runs[k], unified),
                           largest_difference(runs[k], exact), costs[k].newton_mean}});
  }
  const double euler_step = largest_euler_step(bench, *unified.which.load.step);
  table.remarks = remarks(table, force_difference(runs[0], unified), euler_step);

  PaperPart part;
  part.title = "Couplings";
  part.table = table;
  part.plots = {
      time_plot("Fig. 4: length of multi-rate less unified", {"difference", "mm"},
                {difference_curve(runs[2], unified), difference_curve(runs[3], unified),
                 printed_size("the paper: less than 0.1 mm", 0.1, unified.recording.times.back())}),
      time_plot("Fig. 6: p1 after the second jump, unified and multi-rate", {"p1", "bar"},
                {channel_detail(unified, "lift.B.p", 1e-5, "unified", 5.95, 6.35),
                 channel_detail(runs[2], "lift.B.p", 1e-5, runs[2].which.name, 5.95, 6.35)}),
      time_plot("Force: guidance's reaction and the unified run's", {"force", "kN"},
                {channel_curve(runs[0], "lift.force", 1e-3, "guidance"),
                 channel_curve(unified, "lift.force", 1e-3, "unified")})};
  return part;
}

}  // namespace bramah::papers
