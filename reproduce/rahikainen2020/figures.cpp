#include <fmt/format.h>

#include <cmath>

#include "reproduce/rahikainen2020/rahikainen2020.h"

namespace bramah::papers {

namespace {

const char* const kResidual = "cosimulation.residual_energy";

// Over H in ms, in units of `one`.
PageSeries series(const Study& s, const CosimConfiguration& c, double one,
                  const std::string& name) {
  const CosimCurve curve = curve_of(s, c, kResidual);
  PageSeries result{.name = name, .x = {}, .y = {}};
  for (std::size_t k = 0; k < curve.H.size(); ++k) {
    result.x.push_back(1e3 * curve.H[k]);
    result.y.push_back(std::abs(curve.value[k]) / one);
  }
  return result;
}

// The paper's unit: ali1 with polynomials and forward Euler at 1 ms.
double unit_of(const Study& s, const std::string& variables) {
  const CosimCurve curve = curve_of(s, {"ali1", "euler", variables, "polynomial"}, kResidual);
  for (std::size_t k = 0; k < curve.H.size(); ++k)
    if (std::abs(curve.H[k] - 1e-3) < 1e-9 && curve.value[k] > 0.0) return curve.value[k];
  return 1.0;
}

PagePlot residual_plot(const std::string& title) {
  return {.title = title,
          .x = {"H", "ms"},
          .y = {.label = "residual energy, relative", .log = true},
          .series = {}};
}

const char* words(const std::string& variables) {
  return variables == "velocity_force" ? "velocity-force" : "velocity-pressure";
}

}  // namespace

std::vector<PagePlot> residual_plots(const Study& s, const CosimCrane& crane,
                                     const std::string& figure) {
  std::vector<PagePlot> plots;
  char letter = 'a';
  for (const char* oil : {"euler", "rk4", "trapezoidal"})
    for (const char* variables : {"velocity_force", "velocity_pressure"}) {
      PagePlot plot = residual_plot(
          fmt::format("{}{}: {}, oil by {}", figure, letter++, words(variables), oil));
      const double one = unit_of(s, variables);
      for (const char* method : {"ali1", "ali3p"})
        for (const char* input : {"polynomial", "interface_model"})
          plot.series.push_back(series(
              s, {method, oil, variables, input}, one,
              fmt::format(
                  "{}, {}", method,
                  input == std::string("polynomial") ? fmt::format("m = {}", crane.order) : "IM")));
      plot.text = fmt::format("One is {:.3g} J. Curves end where runs fail or diverge.", one);
      plots.push_back(std::move(plot));
    }
  return plots;
}

std::vector<PagePlot> oil_rule_plots(const Study& s, const std::string& figure) {
  std::vector<PagePlot> plots;
  char letter = 'a';
  for (const char* variables : {"velocity_force", "velocity_pressure"}) {
    PagePlot plot = residual_plot(fmt::format("{}{}: the oil's rule, ali1, polynomial, {}", figure,
                                              letter++, words(variables)));
    for (const char* oil : {"euler", "rk4", "trapezoidal"})
      plot.series.push_back(
          series(s, {"ali1", oil, variables, "polynomial"}, unit_of(s, variables), oil));
    plots.push_back(std::move(plot));
  }
  return plots;
}

}  // namespace bramah::papers
