// jaiswal2021: figures 6 to 14.
#include <fmt/format.h>

#include <numbers>

#include "reproduce/figures.h"
#include "reproduce/jaiswal2021/jaiswal2021.h"

namespace bramah::papers::jaiswal {
namespace {

constexpr double kBar = 1e-5;  // per Pa
constexpr double kDegrees = 180.0 / std::numbers::pi;

std::vector<PageSeries> both(const Results& r, const std::string& channel, double per_si,
                             const std::string& name, int colour) {
  std::vector<PageSeries> pair;
  for (const Method method : {kDouble, kPenalty}) {
    PageSeries curve =
        channel_curve(r.run(method, kPrinted), channel, per_si, name + ", " + kMethods[method]);
    curve.colour = colour, curve.dash = method == kDouble ? 0 : 1;
    pair.push_back(std::move(curve));
  }
  return pair;
}

struct Quantity {
  std::string channel, name;
};

PagePlot both_plot(const Results& r, const std::string& title, const PageAxis& axis, double per_si,
                   const std::vector<Quantity>& quantities) {
  std::vector<PageSeries> curves;
  for (std::size_t k = 0; k < quantities.size(); ++k)
    for (PageSeries& curve :
         both(r, quantities[k].channel, per_si, quantities[k].name, static_cast<int>(k)))
      curves.push_back(std::move(curve));
  return time_plot(title, axis, from_the_top(std::move(curves)));
}

double end_of(const Results& r) { return r.run(kDouble, kPrinted).recording.times.back(); }

PagePlot work_plot(const CaseStudy& m, const Results& r) {
  const PageSeries paper =
      printed_level(fmt::format("the paper: largest {} J", m.work_text), m.work, end_of(r));
  return time_plot(
      std::string("Work of the actuator"), {"work", "J"},
      {channel_curve(r.run(kDouble, kPrinted), "energy.actuators", 1.0, "friction as printed"),
       channel_curve(r.run(kDouble, kSmooth), "energy.actuators", 1.0, "smooth friction"), paper});
}

}  // namespace

std::vector<PagePlot> plots(const CaseStudy& m, const Results& r) {
  std::vector<Quantity> joints;
  for (int k = 1; k <= m.joints; ++k)
    for (const char* kind : {".angle", ".position"})
      if (const std::string name = fmt::format("z{}", k);
          r.run(kDouble, kPrinted).model.find_channel(name + kind) >= 0)
        joints.push_back({name + kind, name});
  const auto titled = [](const char* figure, const char* text) {
    return std::string(figure) + ": " + text;
  };
  std::vector<PagePlot> all{
      both_plot(r, titled(m.coordinates, "joint coordinates"), {"angle", "deg"}, kDegrees, joints),
      both_plot(r, titled(m.pressures, "pressures"), {"pressure", "bar"}, kBar,
                {{"lift_hose.p", "p1"}, {"lift.A.p", "p2"}, {"lift.B.p", "p3"}}),
      both_plot(r, titled(m.energies, "energies"), {"energy", "J"}, 1.0,
                {{"energy.kinetic", "kinetic"},
                 {"energy.potential", "potential"},
                 {"energy.actuators", "work of the actuator"}}),
      both_plot(r, titled(m.energies, "energy balance"), {"drift", "J"}, 1.0,
                {{"energy.residual", "balance"}}),
      work_plot(m, r)};
  all[3].series.push_back(
      printed_size(fmt::format("the paper: peak {} J", m.drift_text), m.drift, end_of(r)));
  for (PagePlot& plot :
       violation_plots(m.violation, {&r.run(kDouble, kPrinted), &r.run(kPenalty, kPrinted)}))
    all.push_back(std::move(plot));
  std::vector<PageSeries> newton;
  for (const Method method : {kDouble, kPenalty})
    newton.push_back(solver_curve(r.run(method, kPrinted), SolverCurve::newton, kMethods[method]));
  for (const Method method : {kDouble, kPenalty}) {
    const int most = (method == kDouble ? m.double_step : m.penalty).most;
    newton.push_back(printed_level(fmt::format("the paper: {}, at most {}", kMethods[method], most),
                                   most, end_of(r), static_cast<int>(method)));
  }
  all.push_back(
      time_plot(titled(m.figure + 10, "Newton iterations"), {"most in a step"}, std::move(newton)));
  return all;
}

void add_curves(const CaseStudy& m, const Results& r, std::vector<PaperCurves>& curves) {
  std::vector<std::string> channels{"lift.length", "lift.rate", "lift.force",  "lift_hose.p",
                                    "lift.A.p",    "lift.B.p",  "lift_valve.U"};
  for (int k = 1; k <= m.joints; ++k)
    for (const char* kind : {".angle", ".position"})
      channels.push_back(fmt::format("z{}{}", k, kind));
  for (const char* energy : {"kinetic", "potential", "actuators", "residual"})
    channels.push_back(std::string("energy.") + energy);
  for (const Method method : {kDouble, kPenalty})
    for (const std::size_t column : {kPrinted, kSmooth}) {
      const PaperRun& run = r.run(method, column);
      curves.push_back(
          curves_of("curves_" + run.which.model + "_" + kMethods[method], run, channels));
    }
}

std::vector<PageDrawing> drawings(const CaseStudy& m, const Results& r) {
  const PaperRun& run = r.run(kDouble, kPrinted);
  return {poses_each_second(std::string(m.poses) + ": positions at every second", run),
          moving_drawing("The same, moving", run)};
}

}  // namespace bramah::papers::jaiswal
