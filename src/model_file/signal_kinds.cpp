// The keys of the kinds of signals that have keys of their own.
#include "model_file/signal_parts.h"
#include "model_file/tables.h"
#include "text/csv_signal.h"

namespace bramah {

namespace {

constexpr std::size_t kLargestCsv = std::size_t{64} << 20;

KeyInfo of_key() {
  return {.name = "of",
          .kind = KeyKind::terms,
          .table = &term_info(),
          .required = true,
          .doc = "signal or channel, or a list whose weighted sum is used",
          .example = "lift.length"};
}

Table<SignalItem> feedback(const char* name, const char* doc) {
  Table<SignalItem> t(name, doc);
  t.add(of_key(), read_terms);
  return t;
}

}  // namespace

const Table<SignalItem>& sine_table() {
  static const Table<SignalItem> table = [] {
    Table<SignalItem> t("sine", "mean + amplitude sin(2π frequency t + phase).");
    t.add(
        {.name = "amplitude", .unit = "1", .required = true, .doc = "amplitude", .example = "3 V"},
        [](Reader& in, const Node& node, const KeyInfo& key, SignalItem& signal) {
          const auto value = in.any_quantity(node, key);
          if (!value) return;
          signal.amplitude = value->value;
          signal.draft.output = value->dimension;
        });
    t.quantity({.name = "frequency",
                .unit = "Hz",
                .required = true,
                .bound = Bound::positive,
                .doc = "frequency",
                .example = "0.5 Hz"},
               &SignalSpec::frequency);
    t.quantity({.name = "phase",
                .unit = "rad",
                .shown = "deg",
                .doc = "phase at t = 0",
                .example = "90 deg"},
               &SignalSpec::phase);
    t.add({.name = "mean",
           .unit = "1",
           .absent = short_number(SignalSpec{}.mean),
           .doc = "mean value",
           .example = "1 V"},
          like_output(&SignalSpec::mean));
    return t;
  }();
  return table;
}

const Table<SignalItem>& csv_table() {
  static const Table<SignalItem> table = [] {
    Table<SignalItem> t("csv", "Samples from a CSV file with a header line.");
    t.add({.name = "file",
           .kind = KeyKind::text,
           .required = true,
           .doc = "path, from this file's folder",
           .example = "drive.csv"},
          [](Reader& in, const Node& node, const KeyInfo& key, SignalItem& signal) {
            if (const auto file = in.path(node, key)) signal.file = *file;
            signal.file_place = node.where;
          });
    t.text({.name = "time",
            .absent = "the first column",
            .doc = "column of times, in s",
            .example = "time"},
           &SignalItem::time_column);
    t.text({.name = "value", .required = true, .doc = "column of values", .example = "U_ref"},
           &SignalItem::value_column);
    t.text({.name = "unit",
            .absent = "from the header, `U_ref [V]`",
            .doc = "unit of the values",
            .example = "V"},
           &SignalItem::unit_text);
    t.boolean({.name = "hold",
               .doc = "keep each sample until the next instead of interpolating",
               .example = "true"},
              &SignalSpec::hold);
    return t;
  }();
  return table;
}

void load_csv(Reader& in, SignalItem& signal) {
  const std::string& path = signal.file;
  try {
    const std::string text = read_text_file(path, signal.file_place, kLargestCsv);
    in.hash.add(text);
    const CsvColumns columns =
        read_csv_columns(text, path, signal.time_column, signal.value_column);
    const std::string unit = signal.unit_text.empty() ? columns.value_unit : signal.unit_text;
    if (unit.empty())
      return in.problem(signal.file_place, "column \"" + signal.value_column +
                                               "\" has no unit in its header; add unit: V");
    const double to_seconds =
        columns.time_unit.empty() ? 1.0 : parse_as("1 " + columns.time_unit, "s");
    const Quantity factor = parse_quantity(unit == "1" ? unit : "1 " + unit);
    signal.draft.output = factor.dimension;
    for (const double t : columns.time) signal.x.push_back(t * to_seconds);
    for (const double v : columns.value) signal.y.push_back(v * factor.value);
  } catch (const InputError& error) {
    in.problems.add(Where{}, error.what());
  } catch (const NoSuchColumn& error) {
    in.problem(signal.file_place, error.what());
  } catch (const QuantityError& error) {
    in.problem(signal.file_place, error.what());
  }
}

const Table<SignalItem>& gain_table() {
  static const Table<SignalItem> table = [] {
    Table<SignalItem> t = feedback("gain", "times × of + offset.");
    t.add({.name = "times",
           .unit = "1",
           .fallback = short_number(SignalSpec::Term{}.weight),
           .doc = "factor, with any unit",
           .example = "2 V/m"},
          [](Reader& in, const Node& node, const KeyInfo& key, SignalItem& signal) {
            const auto factor = in.any_quantity(node, key);
            if (!factor) return;
            for (auto& term : signal.terms) term.weight *= factor->value;
            for (auto& weight : signal.draft.weights) weight = weight * factor->dimension;
          });
    t.add({.name = "offset",
           .unit = "1",
           .absent = short_number(SignalSpec{}.offset),
           .doc = "added",
           .example = "1 V"},
          like_input(&SignalSpec::offset));
    return t;
  }();
  return table;
}

const Table<SignalItem>& limit_table() {
  static const Table<SignalItem> table = [] {
    Table<SignalItem> t = feedback("limit", "of, kept between two bounds.");
    t.add(
        {.name = "lower", .unit = "1", .absent = "none", .doc = "lower bound", .example = "-10 V"},
        like_input(&SignalSpec::lower));
    t.add({.name = "upper", .unit = "1", .absent = "none", .doc = "upper bound", .example = "10 V"},
          like_input(&SignalSpec::upper));
    return t;
  }();
  return table;
}

const Table<SignalItem>& filter_table() {
  static const Table<SignalItem> table = [] {
    Table<SignalItem> t = feedback("filter", "of, through a first-order lag.");
    t.quantity({.name = "time_constant",
                .unit = "s",
                .required = true,
                .bound = Bound::positive,
                .doc = "time constant of the lag",
                .example = "50 ms"},
               &SignalSpec::time_constant);
    return t;
  }();
  return table;
}

const Table<SignalItem>& pid_table() {
  static const Table<SignalItem> table = [] {
    Table<SignalItem> t("pid",
                        "A controller on e = setpoint - measured: kp e + ki ∫e dt + kd de/dt.");
    const auto argument = [](double sign) {
      return [sign](Reader& in, const Node& node, const KeyInfo& key, SignalItem& signal) {
        if (const auto name = in.text(node, key)) {
          signal.terms.push_back({*name, sign, node.where});
          signal.draft.weights.emplace_back();
        }
      };
    };
    t.add({.name = "setpoint",
           .kind = KeyKind::reference,
           .required = true,
           .doc = "signal or channel that is wanted",
           .example = "length_ref"},
          argument(1.0));
    t.add({.name = "measured",
           .kind = KeyKind::reference,
           .required = true,
           .doc = "signal or channel that is controlled",
           .example = "lift.length"},
          argument(-1.0));
    t.add({.name = "kp",
           .unit = "1",
           .required = true,
           .doc = "proportional gain; its unit gives the output's",
           .example = "20 V/m"},
          [](Reader& in, const Node& node, const KeyInfo& key, SignalItem& signal) {
            const auto kp = in.any_quantity(node, key);
            if (!kp) return;
            signal.kp = kp->value;
            signal.draft.factor = kp->dimension;
          });
    const auto gain = [](double SignalSpec::*member, const char* unit) {
      return [member, unit](Reader& in, const Node& node, const KeyInfo& key, SignalItem& signal) {
        const auto k = in.any_quantity(node, key);
        if (!k) return;
        signal.*member = k->value;
        const Dimension wanted = signal.draft.factor * dimension_of(unit);
        if (!compatible(wanted, k->dimension))
          in.problem(node.where,
                     "expected the unit of kp times " + std::string(unit) + "; found " + node.text);
      };
    };
    t.add({.name = "ki",
           .unit = "1",
           .absent = short_number(SignalSpec{}.ki),
           .doc = "integral gain",
           .example = "5 V/m/s"},
          gain(&SignalSpec::ki, "1/s"));
    t.add({.name = "kd",
           .unit = "1",
           .absent = short_number(SignalSpec{}.kd),
           .doc = "derivative gain",
           .example = "0.5 V s/m"},
          gain(&SignalSpec::kd, "s"));
    t.quantity({.name = "derivative_filter",
                .unit = "s",
                .bound = Bound::not_negative,
                .doc = "time constant of the derivative's lag",
                .example = "10 ms"},
               &SignalSpec::derivative_time_constant);
    t.add({.name = "lower",
           .unit = "1",
           .absent = "none",
           .doc = "lower bound of the output",
           .example = "-10 V"},
          like_output(&SignalSpec::lower));
    t.add({.name = "upper",
           .unit = "1",
           .absent = "none",
           .doc = "upper bound of the output",
           .example = "10 V"},
          like_output(&SignalSpec::upper));
    return t;
  }();
  return table;
}

const Table<SignalItem>& sensor_table() {
  static const Table<SignalItem> table = [] {
    Table<SignalItem> t =
        feedback("sensor", "A reading of any channel: sampled, with noise, late, in steps.");
    // SensorLaw is a part of the item; what reads like the channel is checked once that is known.
    const auto like_channel = [](double SensorLaw::*member, bool positive) {
      return
          [member, positive](Reader& in, const Node& node, const KeyInfo& key, SignalItem& signal) {
            const auto value = in.any_quantity(node, key);
            if (!value) return;
            if (positive && !(value->value >= 0.0))
              return in.problem(node.where, "must not be negative; found " + node.text);
            signal.sensor.*member = value->value;
            signal.draft.like_input.push_back({value->dimension, key.name, node.text, node.where});
          };
    };
    const auto time = [](double SensorLaw::*member) {
      return [member](Reader& in, const Node& node, const KeyInfo& key, SignalItem& signal) {
        if (const auto value = in.quantity(node, key)) signal.sensor.*member = *value;
      };
    };
    t.add({.name = "sample_time",
           .unit = "s",
           .absent = "every step",
           .bound = Bound::positive,
           .doc = "how often it is read: a whole number of steps",
           .example = "10 ms"},
          time(&SensorLaw::sample_time));
    t.add({.name = "delay",
           .unit = "s",
           .fallback = short_number(SensorLaw{}.delay) + " s",
           .bound = Bound::not_negative,
           .doc = "age of the reading: a whole number of sample times",
           .example = "20 ms"},
          time(&SensorLaw::delay));
    t.add({.name = "noise",
           .unit = "1",
           .absent = "none",
           .doc = "standard deviation of what is added at random, in the channel's unit",
           .example = "0.05 deg"},
          like_channel(&SensorLaw::noise, true));
    t.add({.name = "bias",
           .unit = "1",
           .absent = "none",
           .doc = "added always",
           .example = "0.2 deg"},
          like_channel(&SensorLaw::bias, false));
    t.add({.name = "resolution",
           .unit = "1",
           .absent = "as fine as it is",
           .doc = "smallest step of the reading",
           .example = "0.1 deg"},
          like_channel(&SensorLaw::resolution, true));
    t.add({.name = "seed",
           .kind = KeyKind::integer,
           .unit = "1",
           .fallback = std::to_string(SensorLaw{}.seed),
           .doc = "of the noise; two sensors with one seed differ",
           .example = "7"},
          [](Reader& in, const Node& node, const KeyInfo& key, SignalItem& signal) {
            if (const auto seed = in.integer(node, key))
              signal.sensor.seed = static_cast<std::uint64_t>(*seed);
          });
    return t;
  }();
  return table;
}

const Table<SignalItem>& lookup_table() {
  static const Table<SignalItem> table = [] {
    Table<SignalItem> t =
        feedback("table", "A curve: linear between its points, constant outside.");
    t.add({.name = "points",
           .kind = KeyKind::series,
           .required = true,
           .doc = "pairs of argument and value",
           .example = "[[0 m, 0 V], [1 m, 10 V]]"},
          [](Reader& in, const Node& node, const KeyInfo& key, SignalItem& signal) {
            read_series(in, node, key, "", signal);
          });
    return t;
  }();
  return table;
}

}  // namespace bramah
