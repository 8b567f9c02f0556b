#include "reproduce/figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace bramah::papers {
namespace {

constexpr std::size_t kCurveRows = 1001;  // of a CSV
constexpr std::size_t kPoses = 201;       // of a moving drawing

std::vector<double> column(const PaperRun& run, int channel) {
  std::vector<double> values(run.recording.times.size());
  for (std::size_t k = 0; k < values.size(); ++k)
    values[k] = run.recording.row(k)[static_cast<std::size_t>(channel)];
  return values;
}

std::vector<double> solver_values(const PaperRun& run, SolverCurve which) {
  switch (which) {
    case SolverCurve::gap:
      return run.recording.gap;
    case SolverCurve::rate_gap:
      return run.recording.rate_gap;
    case SolverCurve::acceleration_gap:
      return run.recording.acceleration_gap;
    case SolverCurve::newton:
      return {run.recording.newton.begin(), run.recording.newton.end()};
  }
  return {};
}

PageSeries series(const std::string& name, std::vector<double> x, std::vector<double> y) {
  return {.name = name, .x = std::move(x), .y = std::move(y), .line = true, .points = false};
}

// The largest of each `stride` rows that end at a kept row.
std::vector<double> largest_since(const std::vector<double>& values, std::size_t stride) {
  std::vector<double> kept{values.front()};
  for (std::size_t k = stride; k < values.size(); k += stride) {
    const auto last = values.begin() + static_cast<std::ptrdiff_t>(k) + 1;
    kept.push_back(*std::max_element(last - static_cast<std::ptrdiff_t>(stride), last));
  }
  return kept;
}

std::vector<double> every(const std::vector<double>& values, std::size_t stride) {
  std::vector<double> kept;
  for (std::size_t k = 0; k < values.size(); k += stride) kept.push_back(values[k]);
  return kept;
}

}  // namespace

PageSeries channel_curve(const PaperRun& run, const std::string& channel, double per_si,
                         const std::string& name) {
  const int c = run.model.find_channel(channel);
  if (c < 0) return series(name, {}, {});
  std::vector<double> values = column(run, c);
  for (double& value : values) value *= per_si;
  return thinned(series(name, run.recording.times, std::move(values)));
}

PageSeries channel_detail(const PaperRun& run, const std::string& channel, double per_si,
                          const std::string& name, double from, double to) {
  PageSeries result = series(name, {}, {});
  const int c = run.model.find_channel(channel);
  if (c < 0) return result;
  for (std::size_t k = 0; k < run.recording.times.size(); ++k) {
    const double t = run.recording.times[k];
    if (t < from || t > to) continue;
    result.x.push_back(t);
    result.y.push_back(per_si * run.recording.row(k)[static_cast<std::size_t>(c)]);
  }
  return result;
}

PageSeries solver_curve(const PaperRun& run, SolverCurve which, const std::string& name) {
  return thinned_to_largest(series(name, run.recording.times, solver_values(run, which)));
}

PageSeries printed_level(const std::string& name, double value, double until, int colour) {
  PageSeries level = series(name, {0.0, until}, {value, value});
  level.colour = colour, level.dash = 1;
  return level;
}

PageSeries printed_size(const std::string& name, double value, double until) {
  PageSeries frame =
      series(name, {0.0, until, until, 0.0, 0.0}, {value, value, -value, -value, value});
  frame.colour = kPaperColour, frame.dash = 1;
  return frame;
}

std::vector<PageSeries> from_the_top(std::vector<PageSeries> curves) {
  const auto mean = [](const PageSeries& curve) {
    const double sum = std::accumulate(curve.y.begin(), curve.y.end(), 0.0);
    return curve.y.empty() ? 0.0 : sum / static_cast<double>(curve.y.size());
  };
  std::stable_sort(curves.begin(), curves.end(),
                   [&](const PageSeries& a, const PageSeries& b) { return mean(a) > mean(b); });
  return curves;
}

PagePlot time_plot(const std::string& title, const PageAxis& y, std::vector<PageSeries> curves) {
  return {.title = title, .x = {"time", "s"}, .y = y, .series = std::move(curves)};
}

std::vector<PagePlot> violation_plots(const std::string& figure,
                                      const std::vector<const PaperRun*>& runs) {
  struct Level {
    SolverCurve which;
    const char *title, *label, *unit;
  };
  std::vector<PagePlot> plots;
  for (const Level& level :
       {Level{SolverCurve::gap, "constraint violation", "largest", "m"},
        Level{SolverCurve::rate_gap, "first derivative", "largest", "m/s"},
        Level{SolverCurve::acceleration_gap, "second derivative", "largest", "m/s²"}}) {
    std::vector<PageSeries> curves;
    for (const PaperRun* run : runs)
      curves.push_back(solver_curve(*run, level.which, run->which.name));
    plots.push_back(
        time_plot(figure + ": " + level.title, {level.label, level.unit, true}, std::move(curves)));
  }
  return plots;
}

PageDrawing moving_drawing(const std::string& title, const PaperRun& run) {
  PageDrawing result{.title = title, .drawing = run.model.drawing(), .times = {}, .poses = {}};
  const Recording& rows = run.recording;
  const std::size_t width = 3 * result.drawing.points.size(), count = rows.pose_times.size();
  const std::size_t kept = std::min(count, kPoses);
  for (std::size_t k = 0; k < kept; ++k) {
    const std::size_t pose = kept < 2 ? 0 : k * (count - 1) / (kept - 1);
    const auto first = rows.poses.begin() + static_cast<std::ptrdiff_t>(pose * width);
    result.times.push_back(rows.pose_times[pose]);
    result.poses.insert(result.poses.end(), first, first + static_cast<std::ptrdiff_t>(width));
  }
  return result;
}

PageDrawing poses_each_second(const std::string& title, const PaperRun& run) {
  const Drawing& one = run.model.drawing();
  PageDrawing result{.title = title, .drawing = {}, .times = {0.0}, .poses = {}};
  result.drawing.planar = one.planar, result.drawing.up = one.up;
  const Recording& rows = run.recording;
  const std::size_t width = 3 * one.points.size();
  double next = 0.0;
  for (std::size_t k = 0; k < rows.pose_times.size(); ++k) {
    if (rows.pose_times[k] < next - 1e-9) continue;
    const int offset = static_cast<int>(result.drawing.points.size());
    for (const std::string& point : one.points)
      result.drawing.points.push_back(fmt::format("{} at {:g} s", point, next));
    for (Drawing::Line line : one.lines) {
      if (line.kind == Drawing::Line::Kind::ground && offset > 0) continue;
      line.name += fmt::format(" at {:g} s", next);
      for (int& point : line.points) point += offset;
      result.drawing.lines.push_back(line);
    }
    const auto first = rows.poses.begin() + static_cast<std::ptrdiff_t>(k * width);
    result.poses.insert(result.poses.end(), first, first + static_cast<std::ptrdiff_t>(width));
    next += 1.0;
  }
  return result;
}

PaperCurves curves_of(const std::string& name, const PaperRun& run,
                      const std::vector<std::string>& channels) {
  const Recording& rows = run.recording;
  const std::size_t stride = std::max<std::size_t>(1, (rows.times.size() - 1) / (kCurveRows - 1));
  PaperCurves curves{.name = name, .columns = {"time [s]"}, .values = {every(rows.times, stride)}};
  for (const std::string& channel : channels) {
    const int c = run.model.find_channel(channel);
    if (c < 0) continue;
    const std::string& unit = run.model.channels()[static_cast<std::size_t>(c)].unit;
    curves.columns.push_back(channel + " [" + unit + "]");
    curves.values.push_back(every(column(run, c), stride));
  }
  const auto add = [&](const char* heading, SolverCurve which) {
    curves.columns.push_back(heading);
    curves.values.push_back(largest_since(solver_values(run, which), stride));
  };
  add("solver.newton [1]", SolverCurve::newton);
  add("solver.gap [m]", SolverCurve::gap);
  add("solver.rate_gap [m/s]", SolverCurve::rate_gap);
  add("solver.acceleration_gap [m/s2]", SolverCurve::acceleration_gap);
  return curves;
}

}  // namespace bramah::papers
