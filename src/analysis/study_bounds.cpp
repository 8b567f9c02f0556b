// The take-off of a curve: going from the shortest step up, the last step before the first that
// fails, diverges or leaves the bound. A bound is a limit L, |m(h)| <= L, or growth: with m/h never
// more than `growth` times the least that shorter steps have shown,
//   |m(h)| / h <= growth * min over h' <= h of |m(h')| / h'.
// The least, not the first: at short steps rounding and the reference's own error hold m up.
// A measure of second order leaves that bound at about `growth` times the shortest step.
#include "analysis/study_bounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "analysis/study_axes.h"
#include "bramah/basics.h"
#include "bramah/experiment.h"

namespace bramah {
namespace {

class Criterion {
 public:
  Criterion(double limit, double growth) : limit_(limit), growth_(growth) {}

  // To be asked with rising steps.
  bool holds(double step, double value) {
    if (!std::isfinite(value)) return false;
    if (!std::isnan(limit_)) return std::abs(value) <= limit_;
    const double slope = std::abs(value) / step;
    if (slope > 0.0) least_ = std::min(least_, slope);
    return slope == 0.0 || slope <= growth_ * least_;
  }

 private:
  double limit_, growth_, least_ = INFINITY;
};

using Rows = std::vector<const StudyRow*>;

// Rows that were refused whatever the step say nothing about steps.
std::vector<Rows> curves_of(const Study& study) {
  std::vector<Rows> curves;
  for (const StudyRow& row : study.rows) {
    if (curves.empty() || curves.back().front()->curve != row.curve) curves.emplace_back();
    curves.back().push_back(&row);
  }
  std::erase_if(curves, [](const Rows& rows) {
    return std::all_of(rows.begin(), rows.end(), [](const StudyRow* row) {
      return row->outcome == StudyRow::Outcome::refused;
    });
  });
  return curves;
}

StudyTakeOff take_off(const Rows& rows, std::size_t measure, const StudyMeasure& about,
                      double limit, double growth) {
  StudyTakeOff result;
  result.curve = rows.front()->curve;
  result.measure = about.name, result.unit = about.unit, result.limit = limit;
  Criterion criterion(limit, growth);
  for (const StudyRow* row : rows) {
    const bool done = row->outcome == StudyRow::Outcome::done;
    const double value = row->measures[measure];
    if (done && criterion.holds(row->step_s, value)) {
      result.step_s = row->step_s, result.value = value;
      continue;
    }
    result.next_s = row->step_s, result.next = row->outcome;
    if (done) result.next_value = value;
    break;
  }
  return result;
}

// The rows of an experiment as those of a study over its steps.
Study over_steps(const Results& results, std::size_t step) {
  Study study;
  study.measures = results.measures();
  const double scale = unit_quantity(results.axes()[step].unit).value;
  results.each([&](const ExperimentRow& row) {
    StudyRow& out = study.rows.emplace_back();
    out.outcome = row.outcome, out.measures = row.measures;
    for (std::size_t a = 0; a < row.values.size(); ++a) {
      if (a == step) continue;
      const ExperimentAxis& axis = results.axes()[a];
      const double* const number = std::get_if<double>(&row.values[a]);
      const std::string value = number ? fmt::format("{:.6g}{}", *number, axis.unit)
                                       : std::get<std::string>(row.values[a]);
      out.curve += (out.curve.empty() ? "" : ", ") +
                   (number ? axis.name + "=" + value : value);  // methods speak for themselves
    }
    if (out.curve.empty()) out.curve = "all runs";
    out.step_s = out.x = std::get<double>(row.values[step]) * scale;
  });
  sort_rows(study);
  return study;
}

}  // namespace

void sort_rows(Study& study) {
  std::map<std::string, std::size_t> place;
  for (const StudyRow& row : study.rows) place.emplace(row.curve, place.size());
  std::stable_sort(study.rows.begin(), study.rows.end(), [&](const StudyRow& a, const StudyRow& b) {
    if (a.curve != b.curve) return place[a.curve] < place[b.curve];
    return a.x < b.x;
  });
}

std::vector<StudyTakeOff> take_offs_of(const Results& results,
                                       const std::vector<StudyBound>& bounds, double growth) {
  if (bounds.empty()) return {};
  const auto step = std::ranges::find(results.axes(), kStepAxis, &ExperimentAxis::name);
  if (step == results.axes().end() || results.fact("design") != "grid")
    throw InputError("bound: it is about steps; a grid with an axis of steps has one");
  Study study = over_steps(results, static_cast<std::size_t>(step - results.axes().begin()));
  study.growth = growth;
  if (const auto problems = bound_problems(study.measures, bounds); !problems.empty())
    throw InputError(problems);
  return take_offs(study, bounds);
}

std::vector<std::string> bound_problems(const std::vector<StudyMeasure>& measures,
                                        const std::vector<StudyBound>& bounds) {
  Study study;
  study.measures = measures;
  std::vector<std::string> problems, names;
  for (const StudyMeasure& measure : measures) names.push_back(measure.name);
  for (const StudyBound& bound : bounds) {
    const std::string where = bound.origin.empty() ? "bound" : bound.origin;
    const int found = find_measure(study, bound.measure);
    if (found < 0) {
      problems.push_back(fmt::format("{} {}: that is not measured{}", where, bound.measure,
                                     suggestion(bound.measure, names)));
      continue;
    }
    const std::string& unit = measures[static_cast<std::size_t>(found)].unit;
    if (!bound.unit.empty() && !compatible(dimension_of(unit), dimension_of(bound.unit)))
      problems.push_back(fmt::format("{} {}: expected {}; found {}", where, bound.measure,
                                     describe(dimension_of(unit)),
                                     describe(dimension_of(bound.unit))));
  }
  return problems;
}

std::vector<StudyTakeOff> take_offs(const Study& study, const std::vector<StudyBound>& bounds) {
  std::vector<StudyTakeOff> result;
  for (const StudyBound& bound : bounds) {
    const int found = find_measure(study, bound.measure);
    if (found < 0) continue;
    const auto m = static_cast<std::size_t>(found);
    for (const Rows& rows : curves_of(study)) {
      const auto measured = [&](const StudyRow* row) { return !std::isnan(row->measures[m]); };
      const auto ran = [&](const StudyRow* row) { return row->outcome == StudyRow::Outcome::done; };
      if (std::any_of(rows.begin(), rows.end(), ran) &&
          std::none_of(rows.begin(), rows.end(), measured))
        continue;
      result.push_back(take_off(rows, m, study.measures[m], bound.limit, study.growth));
    }
  }
  return result;
}

double halfway(const StudyTakeOff& take_off) {
  constexpr double kNear = 1.001;  // two steps that are the same for any purpose
  if (!(take_off.next_s > kNear * take_off.step_s)) return 0.0;
  const double middle =
      std::stod(fmt::format("{:.4g}", std::sqrt(take_off.step_s * take_off.next_s)));
  return middle > take_off.step_s && middle < take_off.next_s ? middle : 0.0;
}

}  // namespace bramah
