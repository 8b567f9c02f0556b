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

}  // namespace

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
