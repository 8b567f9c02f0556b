// rahikainen2020: two cranes by non-iterative Jacobi co-simulation; its configurations (Table 3)
// and the communication steps they are run with.
#pragma once

#include "bramah/analysis.h"
#include "reproduce/paper.h"

namespace bramah::papers {

// One row of Table 3.
struct CosimConfiguration {
  std::string method;     // ali1 | ali3p, with the paper's integrators
  std::string oil;        // euler | rk4 | trapezoidal
  std::string variables;  // velocity_force | velocity_pressure
  std::string input;      // polynomial | interface_model
  bool operator==(const CosimConfiguration&) const = default;

  std::string label() const;
};
const std::vector<CosimConfiguration>& cosim_configurations();

struct CosimCrane {
  std::string model, title;
  int order;  // of the paper's polynomials
};
const CosimCrane& single_crane();
const CosimCrane& double_crane();

// What stays as in the paper: pressures or forces are held, the oil's step is 0.1 ms.
LoadOptions cosim_options(const CosimCrane&, const CosimConfiguration&);

// All configurations over all steps.
Study run_configurations(Workbench&, const CosimCrane&, double from, double to);

// Values of one configuration over H; NaN where the run failed or diverged.
struct CosimCurve {
  std::vector<double> H, value;  // [s], of the measure
};
CosimCurve curve_of(const Study&, const CosimConfiguration&, const std::string& measure);
// Largest H before the residual takes off; NaN: none.
double largest_step(const Study&, const CosimConfiguration&);

std::vector<PagePlot> residual_plots(const Study&, const CosimCrane&, const std::string& figure);
std::vector<PagePlot> oil_rule_plots(const Study&, const std::string& figure);
PaperTable findings(const Study& single, const Study& twin);
PaperTable reached_steps(const Study& single, const Study& twin);
PaperTable quadratures();

}  // namespace bramah::papers
