// Signals: what each kind must have, and that whatever is used exists and has the unit of its use.
#include <algorithm>
#include <optional>

#include "build/description_check.h"
#include "build/item_check.h"
#include "build/used_signals.h"
#include "core/nearest.h"

namespace bramah {

namespace {

using Kind = SignalSpec::Kind;

constexpr double kMostBreaks = 1000.0;  // of one signal in a step

bool reads_others(Kind kind) {
  return kind == Kind::gain || kind == Kind::sum || kind == Kind::limit || kind == Kind::filter ||
         kind == Kind::pid || kind == Kind::table;
}

void check_points(const ItemCheck& check, const SignalSpec& s) {
  if (s.x.empty() || s.x.size() != s.y.size())
    return check.refuse("expected as many x as y, at least one; found " +
                        std::to_string(s.x.size()) + " and " + std::to_string(s.y.size()));
  check.finite("x", s.x);
  check.finite("y", s.y);
  for (std::size_t k = 1; k < s.x.size(); ++k)
    if (s.x[k] <= s.x[k - 1])
      return check.refuse("x", "each entry must come after the one before; found " +
                                   short_number(s.x[k]) + " too early");
}

void check_random(const ItemCheck& check, const RandomLevels& r) {
  check.positive("random.hold", r.hold, "s");
  check.not_negative("random.first", r.first, "s");
  check.not_negative("random.ramp", r.ramp, "s");
  if (r.ramp > r.hold) check.refuse("random", "the ramp must not last longer than hold");
  check.finite("random.choices", r.choices);
  check.finite("random.lower", r.lower);
  check.finite("random.upper", r.upper);
  if (r.initial) check.finite("random.initial", *r.initial);
  if (r.choices.empty() && r.lower >= r.upper)
    check.refuse("random", "lower must be below upper, unless there are choices");
}

void check_numbers(const ItemCheck& check, const SignalSpec& s) {
  const double numbers[] = {s.value, s.amplitude, s.phase, s.mean, s.offset,
                            s.lower, s.upper,     s.kp,    s.ki,   s.kd};
  check.finite("its numbers", numbers);
  check.not_negative("period", s.period, "s");
  check.not_negative("sample_time", s.sample_time, "s");
  check.not_negative("derivative_time_constant", s.derivative_time_constant, "s");
  for (const SignalSpec::Term& term : s.terms) {
    check.finite("weight of " + term.of, term.weight);
    if (term.of.empty()) check.refuse("terms", "a term names no signal or channel");
  }
  if (s.lower > s.upper) check.refuse("lower must not exceed upper");
}

// A step ends at every break, so a signal that jumps without pause would run for ever.
void check_breaks(const ItemCheck& check, const SignalSpec& s, double step) {
  const auto at_most = [&](const char* key, double interval, double breaks) {
    if (!(interval > 0.0 && step > 0.0)) return;
    const double each = breaks * step / interval;
    if (each > kMostBreaks)
      check.refuse(key, short_number(interval) + " s makes " + short_number(each, 3) +
                            " breaks in a step of " + short_number(step) + " s; at most " +
                            short_number(kMostBreaks) + ". Is the unit right?");
  };
  at_most("sample_time", s.sample_time, 1.0);
  if (s.kind == Kind::steps || s.kind == Kind::ramps)
    at_most("period", s.period, static_cast<double>(s.x.size()));
  if (s.kind == Kind::random)
    at_most("random.hold", s.random.hold, s.random.ramp > 0.0 ? 2.0 : 1.0);
}

void check_kind(const ItemCheck& check, const SignalSpec& s) {
  const bool repeats = s.kind == Kind::steps || s.kind == Kind::ramps;
  if (repeats || s.kind == Kind::csv || s.kind == Kind::table) check_points(check, s);
  if (s.kind == Kind::sine) check.positive("frequency", s.frequency, "Hz");
  if (s.kind == Kind::filter) check.positive("time_constant", s.time_constant, "s");
  if (s.kind == Kind::random) check_random(check, s.random);
  if (s.period > 0.0 && !repeats) check.refuse("only steps and ramps have a period");
  if (s.period > 0.0 && !s.x.empty() && s.x.back() > s.period)
    check.refuse("the last time is later than the period");
  if (reads_others(s.kind) && s.terms.empty())
    check.refuse("terms", "expected at least one signal or channel");
}

// Of a unit that a program wrote; nothing after a problem.
std::optional<Dimension> unit_dimension(const ItemCheck& check, const std::string& unit) {
  try {
    const Quantity one = parse_quantity(unit);
    if (one.value == 1.0) return one.dimension;
    check.refuse("unit", "\"" + unit + "\" is no SI unit; expected " + si_name(one.dimension));
  } catch (const QuantityError& error) {
    check.refuse("unit", error.what());
  }
  return std::nullopt;
}

void check_use(const MachineDescription& d, const UsedSignal& use, Problems& problems) {
  const auto found = std::ranges::find(d.signals, use.signal, &SignalSpec::name);
  if (found == d.signals.end()) {
    std::vector<std::string> names;
    for (const SignalSpec& s : d.signals) names.push_back(s.name);
    return problems.add(use.where, use.user + ": there is no signal \"" + use.signal + "\"" +
                                       (names.empty() ? "; the machine has no signals"
                                                      : did_you_mean(use.signal, names)));
  }
  if (found->unit.empty() || reads_others(found->kind)) return;  // weights may have any unit
  Problems told;
  const auto unit = unit_dimension(item_check(told, "signal", *found), found->unit);
  if (!unit || compatible(dimension_of(use.unit), *unit)) return;
  problems.add(use.where, use.user + ": signal \"" + use.signal + "\" is " + describe(*unit) +
                              "; expected " + describe(dimension_of(use.unit)) + " here");
}

}  // namespace

void check_signals(const MachineDescription& d, Problems& problems) {
  for (const SignalSpec& s : d.signals) {
    const ItemCheck check = item_check(problems, "signal", s);
    check_numbers(check, s);
    check_kind(check, s);
    check_breaks(check, s, d.solver.step);
    if (!s.unit.empty()) (void)unit_dimension(check, s.unit);
  }
  for (const UsedSignal& use : used_signals(d)) check_use(d, use, problems);
  for (const ControlSpec& control : d.controls)
    item_check(problems, "control", control).not_negative("range", control.range, "1");
}

}  // namespace bramah
