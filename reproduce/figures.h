// Figures of recorded runs: curves over time, poses.
#pragma once

#include "bramah/page.h"
#include "reproduce/workbench.h"

namespace bramah::papers {

// A channel over time, `per_si` times its SI value.
PageSeries channel_curve(const PaperRun&, const std::string& channel, double per_si,
                         const std::string& name);
// The same between two instants, every recorded value.
PageSeries channel_detail(const PaperRun&, const std::string& channel, double per_si,
                          const std::string& name, double from, double to);

// What the solver left or needed, per step.
enum class SolverCurve { gap, rate_gap, acceleration_gap, newton };
PageSeries solver_curve(const PaperRun&, SolverCurve, const std::string& name);

// A number that the paper prints, beside curves that end at `until`: a level, or a largest size to
// both sides of zero. In the colour of the plot's series `colour`, kPaperColour if it is of none.
constexpr int kPaperColour = 6;  // grey
PageSeries printed_level(const std::string& name, double value, double until,
                         int colour = kPaperColour);
PageSeries printed_size(const std::string& name, double value, double until);

// The highest curve first, so that the legend has their order.
std::vector<PageSeries> from_the_top(std::vector<PageSeries> series);

PagePlot time_plot(const std::string& title, const PageAxis& y, std::vector<PageSeries> series);
// The three levels of constraint violation, one plot each.
std::vector<PagePlot> violation_plots(const std::string& figure,
                                      const std::vector<const PaperRun*>& runs);

PageDrawing moving_drawing(const std::string& title, const PaperRun&);
// All poses at whole seconds in one picture.
PageDrawing poses_each_second(const std::string& title, const PaperRun&);

// Channels (all that exist of the names given) and the solver's columns, at most about a thousand
// rows; iterations and violations are the largest since the row before.
PaperCurves curves_of(const std::string& name, const PaperRun&,
                      const std::vector<std::string>& channels);

}  // namespace bramah::papers
