#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/experiment_plan.h"
#include "analysis/point_sets.h"
#include "analysis/study_axes.h"

namespace bramah {
namespace {

constexpr int kDigits = 8;  // of values that are drawn: short enough to be typed again

// Where run k lies in the cube, in the direction of one axis.
double coordinate(const ExperimentPlan& plan, long long run, int axis) {
  const int d = static_cast<int>(plan.axes.size());
  const std::uint64_t seed = plan.options.design.seed, k = static_cast<std::uint64_t>(run);
  switch (plan.points) {
    case PointSet::random:
      return random_point(seed, k, axis);
    case PointSet::latin:
      return latin_point(seed, k, static_cast<std::uint64_t>(plan.runs), axis);
    case PointSet::sobol:
      return sobol_point(seed, k, axis);
    case PointSet::sensitivity: {  // A, B, then A with one coordinate of B after the other
      const long long which = run % (d + 2);
      const bool from_b = which == 1 || which == 2 + axis;
      return sobol_point(seed, static_cast<std::uint64_t>(run / (d + 2)), from_b ? d + axis : axis);
    }
    case PointSet::grid:
      break;
  }
  return 0.0;
}

// Pairs that go together, by their normal scores.
void correlate(const ExperimentPlan& plan, std::vector<double>& u) {
  for (const StudyOptions::Correlation& pair : plan.options.correlations) {
    std::size_t a = 0, b = 0;
    for (std::size_t k = 0; k < u.size(); ++k) {
      if (plan.axes[k].name == pair.a) a = k;
      if (plan.axes[k].name == pair.b) b = k;
    }
    const double r = pair.coefficient;
    u[b] = normal_share(r * normal_quantile(u[a]) + std::sqrt(1.0 - r * r) * normal_quantile(u[b]));
  }
}

std::string value_at(const StudyAxis& axis, const std::optional<Distribution>& spread, double u) {
  if (!spread) {
    const auto n = static_cast<double>(axis.values.size());
    return axis.values[static_cast<std::size_t>(std::min(std::floor(u * n), n - 1.0))];
  }
  if (spread->is_discrete()) return spread->word(u);
  return short_number(spread->quantile(u), kDigits) + spread->unit();
}

}  // namespace

int most_axes(PointSet points) {
  if (points == PointSet::sobol) return kMostSobolDimensions;
  return points == PointSet::sensitivity ? kMostSobolDimensions / 2 : 0;
}

std::vector<std::string> point_of(const ExperimentPlan& plan, long long run) {
  const std::vector<StudyAxis>& over = plan.options.over;
  std::vector<std::string> values(over.size());
  if (plan.points == PointSet::grid) {  // the last axis changes fastest
    for (std::size_t a = over.size(); a-- > 0;) {
      const auto n = static_cast<long long>(over[a].values.size());
      values[a] = over[a].values[static_cast<std::size_t>(run % n)];
      run /= n;
    }
    return values;
  }
  std::vector<double> u(over.size());
  for (std::size_t a = 0; a < u.size(); ++a) u[a] = coordinate(plan, run, static_cast<int>(a));
  correlate(plan, u);
  for (std::size_t a = 0; a < u.size(); ++a)
    values[a] = value_at(over[a], plan.distributions[a], u[a]);
  return values;
}

CsvCell cell_of(const ExperimentAxis& axis, const std::string& value) {
  if (axis.words) return value;
  if (typed_unit(value) == axis.unit) return std::stod(value);  // as it was typed
  return axis_number(value).value_or(NAN) / unit_quantity(axis.unit).value;
}

}  // namespace bramah
