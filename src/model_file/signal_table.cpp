// Signals: commands, measurements and controllers. Each has one key that says what kind it is.
#include "model_file/signal_parts.h"
#include "model_file/tables.h"

namespace bramah {

namespace {

using Kind = SignalSpec::Kind;

void choose(SignalItem& signal, Kind kind) {
  signal.kind = kind;
  ++signal.kinds;
}

Store<SignalItem> store_value(Kind kind) {
  return [kind](Reader& in, const Node& node, const KeyInfo& key, SignalItem& signal) {
    choose(signal, kind);
    const auto value = in.any_quantity(node, key);
    if (!value) return;
    signal.value = value->value;
    signal.draft.output = value->dimension;
  };
}

Store<SignalItem> store_samples(Kind kind) {
  return [kind](Reader& in, const Node& node, const KeyInfo& key, SignalItem& signal) {
    choose(signal, kind);
    read_series(in, node, key, "s", signal);
  };
}

// A kind with keys of its own.
void add_kind(Table<SignalItem>& t, Kind kind, const Table<SignalItem>& (*keys)(), const char* doc,
              const char* example) {
  const std::string name = keys().info.name;
  t.add({.name = name,
         .kind = KeyKind::table,
         .table = &keys().info,
         .absent = "another kind",
         .doc = doc,
         .example = example},
        [kind, keys](Reader& in, const Node& node, const KeyInfo&, SignalItem& signal) {
          choose(signal, kind);
          const std::size_t before = in.problems.size();
          read_table(in, node, keys(), signal);
          if (kind == Kind::random && in.problems.size() == before) check_random(in, node, signal);
          if (kind == Kind::csv && in.problems.size() == before) load_csv(in, signal);
        });
}

void add_feedback(Table<SignalItem>& t) {
  add_kind(t, Kind::gain, gain_table, "a multiple of a channel or signal",
           "{of: lift.length, times: 2 V/m}");
  t.add({.name = "sum",
         .kind = KeyKind::terms,
         .table = &term_info(),
         .absent = "another kind",
         .doc = "sum of channels or signals, each with a factor",
         .example = "[U_ref, {of: lift.rate, times: -3 V s/m}]"},
        [](Reader& in, const Node& node, const KeyInfo& key, SignalItem& signal) {
          choose(signal, Kind::sum);
          read_terms(in, node, key, signal);
        });
  add_kind(t, Kind::limit, limit_table, "kept between bounds",
           "{of: U_raw, lower: -10 V, upper: 10 V}");
  add_kind(t, Kind::filter, filter_table, "through a first-order lag",
           "{of: lift.A.p, time_constant: 50 ms}");
  add_kind(t, Kind::pid, pid_table, "a controller",
           "{setpoint: length_ref, measured: lift.length, kp: 20 V/m}");
  add_kind(t, Kind::table, lookup_table, "a curve", "{of: lever, points: [[0, 0 V], [1, 10 V]]}");
  add_kind(t, Kind::block, sensor_table, "a reading of any channel, as an instrument gives it",
           "{of: boom_imu.pitch, sample_time: 10 ms, noise: 0.05 deg}");
}

const Table<SignalItem>& signal_table() {
  static const Table<SignalItem> table = [] {
    Table<SignalItem> t("signal", "A value that changes in time: one of the kinds below.");
    t.add({.name = "constant",
           .unit = "1",
           .absent = "another kind",
           .doc = "never changes",
           .example = "3 V"},
          store_value(Kind::constant));
    t.add({.name = "steps",
           .kind = KeyKind::series,
           .absent = "another kind",
           .doc = "each value holds from its time on, the first one before it too",
           .example = "[[0 s, 0 V], [1 s, 10 V]]"},
          store_samples(Kind::steps));
    t.add({.name = "ramps",
           .kind = KeyKind::series,
           .absent = "another kind",
           .doc = "straight lines from point to point, constant outside",
           .example = "[[0 s, 0], [1.5 s, 0.6]]"},
          store_samples(Kind::ramps));
    add_kind(t, Kind::sine, sine_table, "a sine", "{amplitude: 3 V, frequency: 0.5 Hz}");
    add_kind(t, Kind::csv, csv_table, "samples from a file", "{file: drive.csv, value: U_ref}");
    add_kind(t, Kind::random, random_table, "levels drawn at random, each held for a while",
             "{range: [-10 V, 10 V], hold: 0.5 s, seed: 1}");
    t.add({.name = "input",
           .unit = "1",
           .absent = "another kind",
           .doc = "set from outside while the machine runs; the value is its default",
           .example = "0 V"},
          store_value(Kind::input));
    add_feedback(t);
    t.quantity({.name = "period",
                .unit = "s",
                .absent = "does not repeat",
                .bound = Bound::positive,
                .doc = "`steps` and `ramps` start again after this time",
                .example = "10 s"},
               &SignalSpec::period);
    t.quantity({.name = "sample_time",
                .unit = "s",
                .absent = "continuous",
                .bound = Bound::positive,
                .doc = "evaluated this often and held between",
                .example = "10 ms"},
               &SignalSpec::sample_time);
    return t;
  }();
  return table;
}

SignalSpec finish_signal(Reader& in, SignalItem& signal) {
  if (signal.kinds != 1)
    in.problem(signal.where, "expected one kind of signal, e.g. steps; found " +
                                 (signal.kinds == 0 ? "none" : std::to_string(signal.kinds)));
  const bool repeats = signal.kind == Kind::steps || signal.kind == Kind::ramps;
  if (signal.period > 0.0 && !repeats)
    in.problem(signal.where, "only steps and ramps have a period");
  if (signal.period > 0.0 && !signal.x.empty() && signal.x.back() > signal.period)
    in.problem(signal.where, "the last time is later than the period");
  if (signal.lower > signal.upper) in.problem(signal.where, "lower must not exceed upper");
  in.signal_drafts[signal.name] = signal.draft;
  if (signal.kind == Kind::block) {
    const std::string problem = sensor_problem(signal.sensor);
    if (!problem.empty()) in.problem(signal.where, problem);
    if (signal.terms.size() > 1)
      in.problem(signal.where,
                 "a sensor reads one channel; found " + std::to_string(signal.terms.size()));
    in.sensors[signal.name] = signal.sensor;
  }
  return signal;
}

}  // namespace

std::vector<SignalSpec> read_signals(Reader& in, const Node& node) {
  return read_named(in, node, signal_table(), "signal", finish_signal);
}

const TableInfo& signal_info() { return signal_table().info; }

}  // namespace bramah
