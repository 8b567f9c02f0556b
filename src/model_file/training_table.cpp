// training: how `bramah train` makes data for a surrogate, and how it fits one.
#include "model_file/key_table.h"
#include "model_file/tables.h"

namespace bramah {
namespace {

using Input = TrainingSpec::Input;

constexpr int kMostNumbers = 1'000'000;

// Items of a list, or the one value that stands for it.
template <class Take>
void for_items(Reader& in, const Node& node, const KeyInfo& key, const Take& take) {
  if (node.is_list())
    for (const Node& item : node.items) take(item);
  else if (node.is_scalar())
    take(node);
  else
    in.expected(node, "a list, e.g. " + key.example);
}

void store_levels(Reader& in, const Node& node, const KeyInfo& key, Input& input) {
  std::vector<Quantity> ends;
  for_items(in, node, key, [&](const Node& item) {
    if (const auto value = in.any_quantity(item, key)) ends.push_back(*value);
  });
  if (ends.size() != 2) return in.expected(node, "two values, e.g. " + key.example);
  if (!compatible(ends[0].dimension, ends[1].dimension))
    return in.problem(node.where, "the ends are " + describe(ends[0].dimension) + " and " +
                                      describe(ends[1].dimension));
  if (!(ends[0].value < ends[1].value))
    return in.problem(node.where, "the first end must be below the second");
  input.lower = ends[0], input.upper = ends[1];
}

void store_holds(Reader& in, const Node& node, const KeyInfo& key, Input& input) {
  input.hold.clear();
  for_items(in, node, key, [&](const Node& item) {
    if (const auto seconds = in.quantity(item, key)) input.hold.push_back(*seconds);
  });
}

const Table<Input>& input_table() {
  static const Table<Input> table = [] {
    Table<Input> t("training input",
                   "A signal that `bramah train` replaces by levels drawn at random.");
    t.add({.name = "levels",
           .kind = KeyKind::values,
           .unit = "1",
           .absent = "none; needed unless there is a csv",
           .doc = "lowest and highest level; every value between them is as likely",
           .example = "[-10 V, 10 V]"},
          store_levels);
    t.add({.name = "hold",
           .kind = KeyKind::values,
           .unit = "s",
           .absent = default_text(Input{}.hold.front(), "s"),
           .bound = Bound::positive,
           .doc = "how long a level is held: one time, or several to draw from; rounded to samples",
           .example = "[0.1 s, 1 s]"},
          store_holds);
    t.reference(
        {.name = "turns",
         .absent = "none",
         .doc =
             "cylinder that it extends with positive levels and that is turned back near its ends: "
             "there a level that drives it on is replaced by one of the other sign",
         .example = "lift"},
        &Input::turns);
    return t;
  }();
  return table;
}

Store<TrainingSpec> names(std::vector<std::string> TrainingSpec::*member) {
  return [member](Reader& in, const Node& node, const KeyInfo& key, TrainingSpec& training) {
    for_items(in, node, key, [&](const Node& item) {
      if (const auto name = in.text(item, key)) (training.*member).push_back(*name);
    });
  };
}

std::vector<int> integers(Reader& in, const Node& node, const KeyInfo& key) {
  std::vector<int> out;
  for_items(in, node, key, [&](const Node& item) {
    if (const auto number = in.integer(item, key)) out.push_back(*number);
  });
  return out;
}

const Table<TuneStage>& tune_table() {
  static const Table<TuneStage> table = [] {
    Table<TuneStage> t("tune", "Fitting over runs of the network on its own outputs.");
    t.integer({.name = "horizon", .doc = "samples of a run", .example = "100"}, &TuneStage::horizon,
              2, 100'000);
    t.integer({.name = "runs", .doc = "runs, from places drawn at random", .example = "150"},
              &TuneStage::runs, 1, kMostNumbers);
    t.integer({.name = "epochs", .doc = "epochs at most", .example = "30"}, &TuneStage::epochs, 1,
              kMostNumbers);
    return t;
  }();
  return table;
}

void add_data(Table<TrainingSpec>& t) {
  t.add({.name = "inputs",
         .kind = KeyKind::named_tables,
         .table = &input_table().info,
         .required = true,
         .doc = "signals of the file that become the network's inputs",
         .example = "{U: {levels: [-10 V, 10 V]}}"},
        [](Reader& in, const Node& node, const KeyInfo&, TrainingSpec& training) {
          training.inputs = read_named(in, node, input_table(), "signal",
                                       [](Reader&, Input& input) { return input; });
        });
  t.add({.name = "reads",
         .kind = KeyKind::references,
         .absent = "none",
         .doc = "channels that are inputs too; with a cylinder's force the surrogate becomes a "
                "source of its rate under the load",
         .example = "[lift.force]"},
        names(&TrainingSpec::reads));
  t.add({.name = "outputs",
         .kind = KeyKind::references,
         .required = true,
         .doc = "channels that the network predicts",
         .example = "[lift.length, lift.rate]"},
        names(&TrainingSpec::outputs));
  t.quantity({.name = "duration",
              .unit = "s",
              .bound = Bound::positive,
              .doc = "how long the machine runs for the data",
              .example = "4000 s"},
             &TrainingSpec::duration);
  t.quantity({.name = "sample_time",
              .unit = "s",
              .shown = "ms",
              .bound = Bound::positive,
              .doc = "time between samples, a whole number of steps",
              .example = "10 ms"},
             &TrainingSpec::sample_time);
  t.quantity({.name = "turn",
              .unit = "1",
              .shown = "%",
              .bound = Bound::not_negative,
              .doc = "part of the stroke at each end in which a cylinder is turned back",
              .example = "5 %"},
             &TrainingSpec::turn);
  t.add({.name = "seed",
         .kind = KeyKind::integer,
         .unit = "1",
         .fallback = std::to_string(TrainingSpec{}.seed),
         .doc = "of the levels and of the first weights",
         .example = "7"},
        [](Reader& in, const Node& node, const KeyInfo& key, TrainingSpec& training) {
          const auto seed = in.integer(node, key);
          if (seed && *seed < 0) return in.expected(node, "a whole number from 0 on");
          if (seed) training.seed = training.plan.seed = static_cast<std::uint64_t>(*seed);
        });
  t.add({.name = "csv",
         .kind = KeyKind::text,
         .absent = "the machine is run",
         .doc = "samples from a file instead, from this file's folder: columns `time` and, "
                "by name, inputs and outputs",
         .example = "measured.csv"},
        [](Reader& in, const Node& node, const KeyInfo& key, TrainingSpec& training) {
          if (const auto path = in.path(node, key)) training.csv = *path;
        });
}

// "[15, 13]": a default as people write it.
std::string list_text(const std::vector<int>& numbers) {
  std::string text;
  for (const int number : numbers) text += (text.empty() ? "" : ", ") + std::to_string(number);
  return "[" + text + "]";
}

const Table<NarxDelays>& narx_delays_table() {
  static const Table<NarxDelays> table = [] {
    constexpr int kMost = 1000;
    const NarxDelays fresh;
    Table<NarxDelays> t("delays", "Samples of the past that the network sees.");
    t.add({.name = "input_delays",
           .kind = KeyKind::values,
           .unit = "1",
           .fallback = list_text({fresh.input_first, fresh.input_last}),
           .doc = "first and last delay of the inputs, in samples; the first is 0 or 1",
           .example = "[1, 6]"},
          [](Reader& in, const Node& node, const KeyInfo& key, NarxDelays& delays) {
            const std::vector<int> ends = integers(in, node, key);
            if (ends.size() != 2 || ends[0] < 0 || ends[0] > 1 || ends[1] < ends[0] ||
                ends[1] > kMost)
              return in.expected(node, "0 or 1, and a whole number up to 1000");
            delays.input_first = ends[0], delays.input_last = ends[1];
          });
    t.integer({.name = "output_delays",
               .doc = "delays of the outputs, from 1 on; 0: none (NFIR)",
               .example = "6"},
              &NarxDelays::outputs, 0, kMost);
    t.integer({.name = "error_delays",
               .doc = "delays of the errors, from 1 on (NARMAX); 0: none (NARX)",
               .example = "2"},
              &NarxDelays::errors, 0, kMost);
    return t;
  }();
  return table;
}

void store_hidden(Reader& in, const Node& node, const KeyInfo& key, TrainingPlan& plan) {
  plan.hidden = integers(in, node, key);
  for (const int neurons : plan.hidden)
    if (neurons < 1 || neurons > 1000) return in.expected(node, "whole numbers from 1 to 1000");
  if (plan.hidden.size() > 31) in.expected(node, "at most 31 layers");
}

void store_tune(Reader& in, const Node& node, const KeyInfo& key, TrainingPlan& plan) {
  if (!node.is_list()) return in.expected(node, "a list of maps, e.g. " + key.example);
  for (const Node& item : node.items) read_table(in, item, tune_table(), plan.tune.emplace_back());
}

void add_network(Table<TrainingPlan>& t) {
  t.add({.name = "hidden",
         .kind = KeyKind::values,
         .unit = "1",
         .fallback = list_text(TrainingPlan{}.hidden),
         .doc = "neurons of the hidden layers",
         .example = "[8, 8]"},
        store_hidden);
  t.choice({.name = "activation",
            .choices = {"tanh", "logistic"},
            .doc = "sigmoid of the hidden layers",
            .example = "logistic"},
           &TrainingPlan::activation);
  adopt(t, narx_delays_table(), &TrainingPlan::delays);
}

void add_fit(Table<TrainingPlan>& t) {
  t.integer({.name = "samples",
             .doc = "samples drawn from the training part for the fit one step ahead; 0: all",
             .example = "30000"},
            &TrainingPlan::samples, 0, kMostNumbers);
  t.integer({.name = "epochs", .doc = "epochs of that fit, at most", .example = "150"},
            &TrainingPlan::epochs, 1, kMostNumbers);
  t.integer({.name = "patience",
             .doc = "epochs without a better validation error after which a stage stops",
             .example = "20"},
            &TrainingPlan::patience, 1, kMostNumbers);
  t.choice({.name = "regularise",
            .choices = {"never", "settled", "always"},
            .doc = "Bayesian regularisation: never; once the fit has settled, for the least error "
                   "one step ahead, with loops that must be tuned; or from the first epoch on, for "
                   "small weights and stable loops",
            .example = "settled"},
           &TrainingPlan::regularise);
  t.add({.name = "tune",
         .kind = KeyKind::tables,
         .table = &tune_table().info,
         .absent = "none",
         .doc = "then stages over runs of the network on its own outputs, one after the other",
         .example = "[{horizon: 50, runs: 200, epochs: 20}]"},
        store_tune);
}

const Table<TrainingPlan>& plan_table() {
  static const Table<TrainingPlan> table = [] {
    Table<TrainingPlan> t("plan", "What the network is made of and how it is fitted.");
    add_network(t);
    add_fit(t);
    return t;
  }();
  return table;
}

const Table<TrainingSpec>& training_table() {
  static const Table<TrainingSpec> table = [] {
    Table<TrainingSpec> t("training", "How `bramah train` makes a surrogate of the circuit.");
    add_data(t);
    adopt(t, plan_table(), &TrainingSpec::plan);
    return t;
  }();
  return table;
}

}  // namespace

TrainingSpec read_training(Reader& in, const Node& node) {
  TrainingSpec training;
  training.where = node.where;
  read_table(in, node, training_table(), training);
  return training;
}

const TableInfo& training_info() { return training_table().info; }

}  // namespace bramah
