// rahikainen2020: which configuration of a non-iterative Jacobi co-simulation gets how far.
#include "reproduce/rahikainen2020/rahikainen2020.h"

#include <fmt/format.h>

#include "bramah/analysis.h"
#include "reproduce/figures.h"

namespace bramah::papers {
namespace {

constexpr double kShare = 0.4;  // of the progress bar: one crane's study

PaperCase monolithic(const CosimCrane& crane) {
  PaperCase result{"monolithic, 1 ms", crane.model};
  result.load.method = "ali3p", result.load.integrator = "trapezoidal";
  result.load.step = 1e-3;
  return result;
}

PaperCase cosimulated(const std::string& name, const CosimCrane& crane, const CosimConfiguration& c,
                      double H, const std::string& oil_step = "0.1ms") {
  PaperCase result{name, crane.model, cosim_options(crane, c)};
  result.load.set.push_back("solver.cosimulation.oil_step=" + oil_step);
  result.load.step = H;
  result.every = 20e-3;
  return result;
}

std::vector<std::string> cylinders(const CosimCrane& crane) {
  return crane.order == 2 ? std::vector<std::string>{"lift"}
                          : std::vector<std::string>{"lift", "jib"};
}

std::vector<PageSeries> curves(const std::vector<PaperRun>& runs, const std::string& channel,
                               double per_si) {
  std::vector<PageSeries> all;
  for (const PaperRun& run : runs)
    all.push_back(channel_curve(run, channel, per_si, run.which.name));
  return all;
}

std::vector<PageSeries> details(const std::vector<PaperRun>& runs, const std::string& channel,
                                double from, double to) {
  std::vector<PageSeries> all;
  for (const PaperRun& run : runs)
    all.push_back(channel_detail(run, channel, 1.0, run.which.name, from, to));
  return all;
}

// Fig. 10: the whole system's balance over time.
PagePlot balance_plot(Workbench& bench, const CosimCrane& crane, double H) {
  std::vector<PaperRun> runs;
  for (const char* method : {"ali1", "ali3p"})
    for (const char* variables : {"velocity_force", "velocity_pressure"})
      runs.push_back(bench.run(
          cosimulated(fmt::format("{}, {}", method, variables[9] == 'f' ? "force" : "pressure"),
                      crane, {method, "euler", variables, "polynomial"}, H)));
  PagePlot plot = time_plot(fmt::format("Fig. 10: energy balance at H = {:g} ms", 1e3 * H),
                            {"T + V - W", "J"}, curves(runs, "energy.residual", 1.0));
  plot.text =
      "Balance of the mechanism with the work that it was given. With velocity-force the mechanism "
      "has no stiff part of its own, and ali1's semi-implicit Euler keeps its energy; friction and "
      "end dampers inside the mechanism (velocity-pressure) make the difference.";
  return plot;
}

// Fig. 11: what the interface model does to length and rate.
std::vector<PagePlot> model_plots(Workbench& bench, const CosimCrane& crane,
                                  const PaperRun& reference, double H) {
  std::vector<PaperRun> runs{reference};
  for (const char* input : {"polynomial", "interface_model"}) {
    PaperCase which = cosimulated(input == std::string("polynomial") ? "polynomial" : "IM", crane,
                                  {"ali1", "euler", "velocity_force", input}, H);
    which.every = H;
    runs.push_back(bench.run(which));
  }
  const std::string with = fmt::format(" at H = {:g} ms, ali1, velocity-force", 1e3 * H);
  return {time_plot("Fig. 11: length" + with, {"s", "m"}, curves(runs, "lift.length", 1.0)),
          time_plot("Fig. 11: rate after the first jump" + with, {"rate of s", "m/s"},
                    details(runs, "lift.rate", 0.95, 1.6))};
}

// Figs. 13, 17: the oil's inner step against H.
PaperPart inner_steps(Workbench& bench, const CosimCrane& crane, const PaperRun& reference,
                      const std::string& figure, const std::vector<double>& macro,
                      const std::vector<std::string>& inner) {
  PaperPart part;
  PaperTable table;
  table.name = "inner_steps_" + crane.model;
  table.title = figure + ": inner step of the oil, " + crane.title;
  table.text =
      "ali1, velocity-pressure, polynomial, oil by the trapezoidal rule: largest "
      "difference of a length from the monolithic run at 1 ms [mm].";
  for (const std::string& step : inner) table.runs.push_back("h = " + step);
  for (const double H : macro) {
    PaperRow row{fmt::format("H = {:g} ms", 1e3 * H), "mm", figure, "curve only", {}};
    std::vector<PaperRun> runs{reference};
    for (const std::string& step : inner) {
      runs.push_back(bench.run(
          cosimulated(fmt::format("H = {:g} ms, h = {}", 1e3 * H, step), crane,
                      {"ali1", "trapezoidal", "velocity_pressure", "polynomial"}, H, step)));
      const PaperRun& run = runs.back();
      row.ours.push_back(run.summary.converged
                             ? PaperValue(1e3 * deviation(run.model, run.recording, reference.model,
                                                          reference.recording)
                                                    .position)
                             : PaperValue("unstable"));
    }
    table.rows.push_back(row);
    for (const std::string& cylinder : cylinders(crane))
      part.plots.push_back(
          time_plot(fmt::format("{}: {} length, H = {:g} ms", figure, cylinder, 1e3 * H),
                    {"s", "m"}, curves(runs, cylinder + ".length", 1.0)));
  }
  table.remarks = {
      "The paper's trapezoidal rule is unstable at H = 4 ms with an inner step of 0.5 ms (one "
      "cylinder) and loses stability with 1 ms beyond the shortest H (two). Here the inner step "
      "hardly matters: what is lost is lost by H."};
  part.title = table.title;
  part.table = table;
  return part;
}

PaperCurves residual_curves(const Study& s, const CosimCrane& crane) {
  PaperCurves out{"residuals_" + crane.model, {"H [s]"}, {{}}};
  for (const CosimConfiguration& c : cosim_configurations()) {
    const CosimCurve curve = curve_of(s, c, "cosimulation.residual_energy");
    if (out.values.front().empty()) out.values.front() = curve.H;
    out.columns.push_back(c.label() + " [J]");
    out.values.push_back(curve.value);
  }
  return out;
}

PaperDraft make(Workbench& bench) {
  const CosimCrane &one = single_crane(), &two = double_crane();
  const Study single = run_configurations(bench, one, 0.0, kShare);
  const Study twin = run_configurations(bench, two, kShare, 2.0 * kShare);
  bench.begin_at(2.0 * kShare, 20);
  const PaperRun reference = bench.run(monolithic(one)), reference2 = bench.run(monolithic(two));

  PaperDraft draft;
  draft.lead =
      "Two cranes, cut at their cylinders and co-simulated without iterations: which variables to "
      "exchange, how to foresee the motion, which formulation and which rule for the oil.";
  draft.parts.push_back({.title = "What comes out", .table = findings(single, twin)});
  draft.parts.push_back({.title = "All configurations", .table = reached_steps(single, twin)});
  std::vector<PagePlot> plots{time_plot("Fig. 8: length of the cylinder", {"s", "m"},
                                        curves({reference}, "lift.length", 1.0))};
  for (PagePlot& plot : residual_plots(single, one, "Fig. 9")) plots.push_back(std::move(plot));
  plots.push_back(balance_plot(bench, one, 2e-3));
  for (PagePlot& plot : model_plots(bench, one, reference, 3e-3)) plots.push_back(std::move(plot));
  for (PagePlot& plot : oil_rule_plots(single, "Fig. 12")) plots.push_back(std::move(plot));
  draft.parts.push_back(
      {.title = one.title,
       .text = {"Residuals are the largest of a run, integrated over inner samples."},
       .plots = std::move(plots)});
  draft.parts.push_back(
      inner_steps(bench, one, reference, "Fig. 13", {1e-3, 4e-3}, {"0.1ms", "0.5ms", "1ms"}));
  plots = {};
  for (const std::string& cylinder : cylinders(two))
    plots.push_back(time_plot("Fig. 14: length of the " + cylinder + " cylinder", {"s", "m"},
                              curves({reference2}, cylinder + ".length", 1.0)));
  for (PagePlot& plot : residual_plots(twin, two, "Fig. 15")) plots.push_back(std::move(plot));
  for (PagePlot& plot : oil_rule_plots(twin, "Fig. 16")) plots.push_back(std::move(plot));
  draft.parts.push_back({.title = two.title, .plots = std::move(plots)});
  draft.parts.push_back(
      inner_steps(bench, two, reference2, "Fig. 17", {1e-3, 2e-3}, {"0.1ms", "0.5ms", "1ms"}));
  draft.parts.push_back({.title = "The energy of an interface", .table = quadratures()});
  draft.curves = {residual_curves(single, one), residual_curves(twin, two)};
  return draft;
}

}  // namespace

Paper rahikainen2020() {
  return {{"rahikainen2020",
           "On the cosimulation of multibody systems and hydraulic dynamics "
           "(Rahikainen et al., 2020)"},
          make};
}

}  // namespace bramah::papers
