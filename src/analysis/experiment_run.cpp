// Run k of an experiment: its machine, what is done with it, what is measured.
#include <fmt/format.h>

#include <cmath>

#include "analysis/comparison_options.h"
#include "analysis/experiment_plan.h"
#include "analysis/study_axes.h"
#include "core/units.h"
#include "run/cpu_time.h"

namespace bramah {
namespace {

class Performance {
 public:
  Performance(const ExperimentPlan& plan, long long run, const StopAsked& stop)
      : plan_(plan), stop_(stop), values_(point_of(plan, run)) {
    row_.run = run;
    for (std::size_t a = 0; a < values_.size(); ++a)
      row_.values.push_back(cell_of(plan.axes[a], values_[a]));
    row_.measures.assign(plan.measures.size(), NAN);
  }

  std::optional<ExperimentRow> row() {
    const double from = cpu_seconds();
    std::optional<double> found;
    std::string why;
    if (!plan_.find_name.empty() && !(found = solved(why))) {
      if (stopped_) return std::nullopt;
      row_.outcome = StudyRow::Outcome::failed, row_.reason = why;
    } else if (!measure(found)) {
      return std::nullopt;
    }
    row_.cpu_s = cpu_seconds() - from;
    return std::move(row_);
  }

 private:
  Attempt attempt(const std::optional<double>& found) {
    Attempt result;
    result.source.named = named(found);
    result.load = options(found);
    try {
      result.chart = chart();
      if (!is_formula(plan_)) result.model = load(plan_.files, result.load);
      find_task(plan_.options.task)->perform(result, plan_, stop_);
    } catch (const InputError& error) {
      result.outcome = StudyRow::Outcome::refused;
      result.reason = short_reason(error, plan_.files.path);
    } catch (const std::exception& error) {  // one run of a million: the others go on
      result.outcome = StudyRow::Outcome::failed;
      result.reason = fmt::format("internal error: {}", error.what());
    }
    stopped_ = stopped_ || result.stopped;
    return result;
  }

  std::map<std::string, Quantity, std::less<>> named(const std::optional<double>& found) const {
    std::map<std::string, Quantity, std::less<>> result;
    for (std::size_t a = 0; a < values_.size(); ++a)
      if (!plan_.axes[a].words) result[plan_.axes[a].name] = parse_quantity(values_[a]);
    if (found) result[plan_.find_name] = parse_quantity(found_text(*found));
    return result;
  }

  std::string found_text(double value) const { return short_number(value, 12) + plan_.find_unit; }

  LoadOptions options(const std::optional<double>& found) const {
    LoadOptions load = plan_.options.load;
    for (std::size_t a = 0; a < values_.size(); ++a)
      if (!is_chart_axis(plan_.axes[a].name)) apply_axis(plan_.options.over[a], values_[a], load);
    if (found) load.set.push_back(plan_.find_name + "=" + found_text(*found));
    return load;
  }

  ChartOptions chart() const {
    ChartOptions result = plan_.options.chart;
    for (std::size_t a = 0; a < values_.size(); ++a)
      if (const std::string& name = plan_.axes[a].name; is_chart_axis(name))
        set_chart_option(result, name.substr(name.find('.') + 1), values_[a]);
    return result;
  }

  bool measure(const std::optional<double>& found) {
    const Attempt made = attempt(found);
    if (stopped_) return false;
    row_.outcome = made.outcome, row_.reason = made.reason, row_.failed_at_s = made.failed_at_s;
    if (made.outcome != StudyRow::Outcome::done && made.outcome != StudyRow::Outcome::diverged)
      return true;
    for (std::size_t k = 0; k < plan_.measures.size(); ++k) try {
        row_.measures[k] = measured(plan_.measures[k].expression, made.source).value;
      } catch (const InputError& error) {
        if (row_.reason.empty()) row_.reason = error.what();  // this machine has no such value
      }
    return true;
  }

  // False position with halved weights (Illinois): brackets shrink from both sides.
  std::optional<double> solved(std::string& why) {
    double a = plan_.find_from, b = plan_.find_to, at_a = 0.0, at_b = 0.0;
    if (!imbalance(a, at_a, why) || !imbalance(b, at_b, why)) return std::nullopt;
    if (at_a * at_b > 0.0) {
      why = fmt::format("no {} from {:g} to {:g} {} does: {} does not change sign", plan_.find_name,
                        a, b, plan_.find_unit, plan_.find_expression);
      return std::nullopt;
    }
    constexpr int kMost = 60;
    constexpr double kNear = 1e-9;  // of the interval
    int side = 0;
    double x = a;
    for (int k = 0;
         k < kMost && std::abs(b - a) > kNear * std::abs(plan_.find_to - plan_.find_from); ++k) {
      const double before = x;
      x = at_b == at_a ? 0.5 * (a + b) : b - at_b * (b - a) / (at_b - at_a);
      double at_x = 0.0;
      if (!imbalance(x, at_x, why)) return std::nullopt;
      if (at_x == 0.0 || std::abs(x - before) <= kNear * std::abs(plan_.find_to - plan_.find_from))
        break;
      if (at_x * at_b > 0.0) {
        b = x, at_b = at_x;
        if (side == -1) at_a *= 0.5;
        side = -1;
      } else {
        a = x, at_a = at_x;
        if (side == 1) at_b *= 0.5;
        side = 1;
      }
    }
    return x;
  }

  bool imbalance(double x, double& value, std::string& why) {
    const Attempt made = attempt(x);
    why = fmt::format("at {} = {:g} {}: {}", plan_.find_name, x, plan_.find_unit, made.reason);
    if (stopped_ || made.outcome != StudyRow::Outcome::done) return false;
    value = measured(plan_.find_expression, made.source).value;
    why = fmt::format("at {} = {:g} {}: {} has no value", plan_.find_name, x, plan_.find_unit,
                      plan_.find_expression);
    return std::isfinite(value);
  }

  const ExperimentPlan& plan_;
  const StopAsked& stop_;
  std::vector<std::string> values_;
  ExperimentRow row_;
  bool stopped_ = false;
};

}  // namespace

std::optional<ExperimentRow> perform_run(const ExperimentPlan& plan, long long run,
                                         const StopAsked& stop) {
  return Performance(plan, run, stop).row();
}

}  // namespace bramah
