// Keys of random signals.
#include "model_file/signal_parts.h"
#include "model_file/tables.h"

namespace bramah {

namespace {

// A list of values of one dimension, the signal's.
std::vector<double> read_values(Reader& in, const Node& node, const KeyInfo& key,
                                SignalItem& signal) {
  std::vector<double> values;
  if (!node.is_list() || node.items.size() < 2) {
    in.expected(node, "a list of values, e.g. " + key.example);
    return values;
  }
  for (const Node& item : node.items) {
    const auto value = in.any_quantity(item, key);
    if (!value) continue;
    if (!signal.draft.output) signal.draft.output = value->dimension;
    signal.draft.like_output.push_back({value->dimension, key.name, item.text, item.where});
    values.push_back(value->value);
  }
  return values;
}

void read_range(Reader& in, const Node& node, const KeyInfo& key, SignalItem& signal) {
  const std::vector<double> ends = read_values(in, node, key, signal);
  if (ends.size() > 2) return in.expected(node, "two ends, e.g. " + key.example);
  if (ends.size() < 2) return;
  signal.random.lower = ends[0], signal.random.upper = ends[1];
  if (!(ends[0] < ends[1])) in.problem(node.where, "the first end must be below the second");
}

Store<SignalItem> store_time(double RandomLevels::*member) {
  return [member](Reader& in, const Node& node, const KeyInfo& key, SignalItem& signal) {
    if (const auto seconds = in.quantity(node, key)) signal.random.*member = *seconds;
  };
}

void add_times(Table<SignalItem>& t) {
  t.add({.name = "hold",
         .unit = "s",
         .required = true,
         .bound = Bound::positive,
         .doc = "time from one level to the next",
         .example = "0.5 s"},
        [](Reader& in, const Node& node, const KeyInfo& key, SignalItem& signal) {
          if (const auto seconds = in.quantity(node, key))
            signal.random.hold = signal.random.first = *seconds;
        });
  t.add({.name = "first",
         .unit = "s",
         .absent = "as `hold`",
         .bound = Bound::not_negative,
         .doc = "instant of the first change; the others follow every `hold`",
         .example = "0.2 s"},
        store_time(&RandomLevels::first));
  t.add({.name = "ramp",
         .unit = "s",
         .fallback = default_text(RandomLevels{}.ramp, "s"),
         .bound = Bound::not_negative,
         .doc = "time that a change takes, smoothly; 0: a jump",
         .example = "50 ms"},
        store_time(&RandomLevels::ramp));
}

}  // namespace

const Table<SignalItem>& random_table() {
  static const Table<SignalItem> table = [] {
    Table<SignalItem> t("random",
                        "Levels drawn at random, each held for the same time: the same on every "
                        "computer for the same seed.");
    t.add({.name = "range",
           .kind = KeyKind::values,
           .absent = "`levels`",
           .doc = "lowest and highest level; every value between them is as likely",
           .example = "[-10 V, 10 V]"},
          read_range);
    t.add({.name = "levels",
           .kind = KeyKind::values,
           .absent = "`range`",
           .doc = "the levels to draw from, instead of a range",
           .example = "[-10 V, 0 V, 10 V]"},
          [](Reader& in, const Node& node, const KeyInfo& key, SignalItem& signal) {
            signal.random.choices = read_values(in, node, key, signal);
          });
    t.add({.name = "seed",
           .kind = KeyKind::integer,
           .fallback = std::to_string(RandomLevels{}.seed),
           .doc = "another number gives another sequence; two signals with the same seed move "
                  "together",
           .example = "7"},
          [](Reader& in, const Node& node, const KeyInfo& key, SignalItem& signal) {
            const auto seed = in.integer(node, key);
            if (!seed) return;
            if (*seed < 0) return in.problem(node.where, "a seed must not be negative");
            signal.random.seed = static_cast<std::uint64_t>(*seed);
          });
    add_times(t);
    t.add({.name = "initial",
           .unit = "1",
           .absent = "drawn like the others",
           .doc = "value before the first change",
           .example = "0 V"},
          [](Reader& in, const Node& node, const KeyInfo& key, SignalItem& signal) {
            const auto value = in.any_quantity(node, key);
            if (!value) return;
            signal.random.initial = value->value;
            signal.draft.like_output.push_back({value->dimension, key.name, node.text, node.where});
          });
    return t;
  }();
  return table;
}

void check_random(Reader& in, const Node& node, SignalItem& signal) {
  const bool range = node.find("range"), levels = node.find("levels");
  if (range == levels)
    in.problem(node.where,
               std::string("expected range or levels; found ") + (range ? "both" : "neither"));
  if (signal.random.ramp > signal.random.hold)
    in.problem(node.where, "the ramp must not last longer than hold");
}

}  // namespace bramah
