// A linearised machine as a page: its poles in the complex plane, who takes part in them, and
// frequency responses.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "bramah/analysis.h"
#include "bramah/page.h"
#include "report/shown_number.h"
#include "report/shown_unit.h"

namespace bramah {
namespace {

std::string shares(const Mode& mode) {
  std::string text;
  for (std::size_t k = 0; k < mode.shares.size() && k < 4; ++k)
    text += fmt::format("{}{} {:.0f} %", k ? ", " : "", mode.shares[k].state,
                        100.0 * mode.shares[k].share);
  return text;
}

// "−2.30×10⁴", "−1.20 ± 34.0i"
std::string pole_text(std::complex<double> pole) {
  const std::string real = shown_number(pole.real(), 4);
  if (pole.imag() == 0.0) return real;
  return fmt::format("{} ± {}i", real, shown_number(std::abs(pole.imag()), 4));
}

// Rounding errors of the largest pole are neither growth nor decay.
double rounding(const Linearization& l) {
  double largest = 0.0;
  for (const Mode& mode : l.modes) largest = std::max(largest, std::abs(mode.pole));
  return 1e-9 * largest;
}

// The mode that grows fastest; null: none grows.
const Mode* growth(const Linearization& l) {
  const Mode* found = nullptr;
  for (const Mode& mode : l.modes)
    if (mode.pole.real() > (found ? found->pole.real() : rounding(l))) found = &mode;
  return found;
}

std::string instability(const Linearization& l) {
  const Mode* mode = growth(l);
  if (!mode) return "";
  return fmt::format("Unstable: a small push grows. Pole {} 1/s, e times as large after {} s; {}.",
                     pole_text(mode->pole), shown_number(1.0 / mode->pole.real(), 3),
                     shares(*mode));
}

std::vector<PageFigure> pole_figures(const Linearization& l) {
  double slowest = 0.0;
  for (const Mode& mode : l.modes)
    if (mode.pole.real() < -rounding(l)) slowest = std::max(slowest, -1.0 / mode.pole.real());
  const Mode* grows = growth(l);
  const PageFigure stability =
      grows ? PageFigure{"Stability", "unstable", "pole " + pole_text(grows->pole) + " 1/s"}
            : PageFigure{"Stability", "stable", "no pole grows"};
  return {stability,
          {"Fastest pole", pole_text(l.modes[0].pole) + " 1/s", shares(l.modes[0])},
          {"Slowest decay", slowest > 0.0 ? shown_number(slowest) + " s" : "–", "time constant"},
          {"Stiffness ratio", shown_number(l.stiffness_ratio), "largest over smallest pole"},
          {"Condition of A", shown_number(l.condition), "2-norm, SI units"}};
}

PageTable poles_table(const Linearization& l) {
  PageTable table;
  table.columns = {{"real", "1/s", "", 5},
                   {"imaginary", "1/s", "", 5},
                   {"frequency", "Hz", "size of the pole over 2π", 4},
                   {"damping", "", "1: does not swing; below 0: grows", 3},
                   {"time constant", "ms", "after which 37 % are left", 4},
                   {"states", "", "who takes part, and how much", 3}};
  for (const Mode& mode : l.modes) {
    if (mode.pole.imag() < 0.0) continue;  // the other of a pair
    table.rows.push_back({{mode.pole.real(), mode.pole.imag(), mode.frequency, mode.damping,
                           mode.time_constant * 1e3, shares(mode)}});
  }
  return table;
}

PagePlot empty_plot(const char* title, PageAxis x, PageAxis y) {
  PagePlot plot;
  plot.title = title;
  plot.x = std::move(x), plot.y = std::move(y);
  return plot;
}

// Logarithmic from a tenth of the smallest part that is no rounding error: 10^-n.
double linear_below(const Linearization& l) {
  double least = INFINITY;
  for (const Mode& mode : l.modes)
    for (const double part : {std::abs(mode.pole.real()), std::abs(mode.pole.imag())})
      if (part > rounding(l)) least = std::min(least, part);
  return std::isfinite(least) ? std::pow(10.0, std::floor(std::log10(least))) : 1.0;
}

// Both poles of a pair stand in one row of the table; the upper one bears the name.
PagePlot poles_plot(const Linearization& l) {
  PagePlot plot = empty_plot("Pole map", {"real part", "1/s"}, {"imaginary part", "1/s"});
  plot.text =
      "Names: the state that takes part most. Logarithmic to both sides of zero. Dotted: damping "
      "0.01, 0.1 and 0.5.";
  plot.x.linear_below = plot.y.linear_below = linear_below(l);
  plot.poles = true;
  PageSeries decays, grows;
  decays.name = "decays", grows.name = "grows";
  decays.line = grows.line = false;
  int rows = 0;
  for (const Mode& mode : l.modes) {
    if (mode.pole.imag() < 0.0) continue;  // the other of a pair
    PageSeries& to = mode.pole.real() > rounding(l) ? grows : decays;
    const bool pair = mode.pole.imag() > 0.0;
    for (const double imaginary : {mode.pole.imag(), -mode.pole.imag()}) {
      if (imaginary < 0.0 && !pair) continue;
      to.x.push_back(mode.pole.real()), to.y.push_back(imaginary);
      to.labels.push_back(imaginary < 0.0 || mode.shares.empty() ? "" : mode.shares[0].state);
      to.rows.push_back(rows);
      if (!pair) break;
    }
    ++rows;
  }
  if (!decays.x.empty()) plot.series.push_back(decays);
  if (!grows.x.empty()) plot.series.push_back(grows);
  return plot;
}

// Phase without jumps of a whole turn.
std::vector<double> phases(const FrequencyResponse& r) {
  std::vector<double> out;
  for (const std::complex<double> g : r.values) {
    double degrees = std::arg(g) * 180.0 / std::numbers::pi;
    if (!out.empty()) degrees -= 360.0 * std::round((degrees - out.back()) / 360.0);
    out.push_back(degrees);
  }
  return out;
}

PageSection bode(const std::vector<FrequencyResponse>& responses) {
  PageSection section{.title = "Frequency response"};
  PagePlot size = empty_plot("Magnitude", {"frequency", "Hz", true}, {"magnitude", "dB"});
  PagePlot phase = empty_plot("Phase", {"frequency", "Hz", true}, {"phase", "deg"});
  size.text = "20 log10 of output over input, both in SI units.";
  for (const FrequencyResponse& r : responses) {
    const std::string name = r.input + " → " + r.output;
    std::vector<double> decibels;
    for (const std::complex<double> g : r.values)
      decibels.push_back(20.0 * std::log10(std::abs(g)));
    size.series.push_back({.name = name, .x = r.frequencies, .y = decibels, .points = false});
    phase.series.push_back({.name = name, .x = r.frequencies, .y = phases(r), .points = false});
  }
  section.plots = {size, phase};
  return section;
}

PageTable states_table(const Linearization& l) {
  PageTable table;
  table.title = "Operating point";
  table.columns = {{"state"}, {"value", "", "", 6}, {"unit"}};
  for (const LinearVariable& s : l.states) {
    const ShownUnit unit = shown_unit(s.unit);
    table.rows.push_back({{s.name, s.value * unit.per_si, unit.unit}});
  }
  return table;
}

}  // namespace

void write_linearization_page(const std::string& path, const Linearization& l,
                              const std::vector<FrequencyResponse>& responses) {
  Page page{.kind = "Bramah linearisation", .title = l.model};
  page.lead = fmt::format("{} states about t = {:g} s: where small disturbances go.",
                          l.states.size(), l.time);
  page.alarm = l.converged ? instability(l) : l.message;
  PageSection poles{.title = "Poles", .text = l.notes};
  if (!l.modes.empty()) poles.figures = pole_figures(l);
  poles.plots = {poles_plot(l)};
  poles.tables = {poles_table(l)};
  page.sections = {poles};
  if (!responses.empty()) page.sections.push_back(bode(responses));
  page.sections.push_back({.title = "State", .tables = {states_table(l)}});
  page.facts = {
      {"Model", l.model},
      {"Model hash", l.hash},
      {"Unrest", fmt::format("{:.3g} 1/s: the fastest state's rate over its scale", l.unrest)},
      {"Program", "bramah " + l.version}};
  write_page(path, page);
}

}  // namespace bramah
