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
           .absent = "0.5 s",
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

// A whole number between two ends.
Store<TrainingSpec> count(int TrainingPlan::*member, int least) {
  return [member, least](Reader& in, const Node& node, const KeyInfo& key, TrainingSpec& training) {
    const auto number = in.integer(node, key);
    if (number && (*number < least || *number > kMostNumbers))
      in.expected(node, "a whole number from " + std::to_string(least) + " to " +
                            std::to_string(kMostNumbers));
    else if (number)
      training.plan.*member = *number;
  };
}

const Table<TuneStage>& tune_table() {
  static const Table<TuneStage> table = [] {
    Table<TuneStage> t("tune", "Fitting over runs of the network on its own outputs.");
    const auto number_up_to = [](int TuneStage::*member, int least, int most) {
      return [member, least, most](Reader& in, const Node& node, const KeyInfo& key,
                                   TuneStage& stage) {
        const auto number = in.integer(node, key);
        if (number && (*number < least || *number > most))
          in.expected(
              node, "a whole number from " + std::to_string(least) + " to " + std::to_string(most));
        else if (number)
          stage.*member = *number;
      };
    };
    t.add({.name = "horizon",
           .kind = KeyKind::integer,
           .unit = "1",
           .fallback = "20",
           .doc = "samples of a run",
           .example = "100"},
          number_up_to(&TuneStage::horizon, 2, 100'000));
    t.add({.name = "runs",
           .kind = KeyKind::integer,
           .unit = "1",
           .fallback = "200",
           .doc = "runs, from places drawn at random",
           .example = "150"},
          number_up_to(&TuneStage::runs, 1, kMostNumbers));
    t.add({.name = "epochs",
           .kind = KeyKind::integer,
           .unit = "1",
           .fallback = "20",
           .doc = "epochs at most",
           .example = "30"},
          number_up_to(&TuneStage::epochs, 1, kMostNumbers));
    return t;
  }();
  return table;
}

void store_tune(Reader& in, const Node& node, const KeyInfo& key, TrainingSpec& training) {
  if (!node.is_list()) return in.expected(node, "a list of maps, e.g. " + key.example);
  for (const Node& item : node.items) {
    TuneStage stage;
    read_table(in, item, tune_table(), stage);
    training.plan.tune.push_back(stage);
  }
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
              .fallback = "400 s",
              .bound = Bound::positive,
              .doc = "how long the machine runs for the data",
              .example = "4000 s"},
             &TrainingSpec::duration);
  t.quantity({.name = "sample_time",
              .unit = "s",
              .fallback = "10 ms",
              .bound = Bound::positive,
              .doc = "time between samples, a whole number of steps",
              .example = "10 ms"},
             &TrainingSpec::sample_time);
  t.quantity({.name = "turn",
              .unit = "1",
              .fallback = "5 %",
              .bound = Bound::not_negative,
              .doc = "part of the stroke at each end in which a cylinder is turned back",
              .example = "5 %"},
             &TrainingSpec::turn);
  t.add({.name = "seed",
         .kind = KeyKind::integer,
         .unit = "1",
         .fallback = "1",
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

void add_delays(Table<TrainingSpec>& t) {
  t.add({.name = "input_delays",
         .kind = KeyKind::values,
         .unit = "1",
         .fallback = "[0, 10]",
         .doc = "first and last delay of the inputs, in samples; the first is 0 or 1",
         .example = "[1, 6]"},
        [](Reader& in, const Node& node, const KeyInfo& key, TrainingSpec& training) {
          const std::vector<int> ends = integers(in, node, key);
          if (ends.size() != 2 || ends[0] < 0 || ends[0] > 1 || ends[1] < ends[0] || ends[1] > 1000)
            return in.expected(node, "0 or 1, and a whole number up to 1000");
          training.plan.delays.input_first = ends[0], training.plan.delays.input_last = ends[1];
        });
  const auto delays = [](int NarxDelays::*member) {
    return [member](Reader& in, const Node& node, const KeyInfo& key, TrainingSpec& training) {
      const auto number = in.integer(node, key);
      if (number && (*number < 0 || *number > 1000))
        in.expected(node, "a whole number from 0 to 1000");
      else if (number)
        training.plan.delays.*member = *number;
    };
  };
  t.add({.name = "output_delays",
         .kind = KeyKind::integer,
         .unit = "1",
         .fallback = "11",
         .doc = "delays of the outputs, from 1 on; 0: none (NFIR)",
         .example = "6"},
        delays(&NarxDelays::outputs));
  t.add({.name = "error_delays",
         .kind = KeyKind::integer,
         .unit = "1",
         .fallback = "0",
         .doc = "delays of the errors, from 1 on (NARMAX); 0: none (NARX)",
         .example = "2"},
        delays(&NarxDelays::errors));
}

void add_network(Table<TrainingSpec>& t) {
  t.add({.name = "hidden",
         .kind = KeyKind::values,
         .unit = "1",
         .fallback = "[15, 13, 12, 11]",
         .doc = "neurons of the hidden layers",
         .example = "[8, 8]"},
        [](Reader& in, const Node& node, const KeyInfo& key, TrainingSpec& training) {
          training.plan.hidden = integers(in, node, key);
          for (const int neurons : training.plan.hidden)
            if (neurons < 1 || neurons > 1000)
              return in.expected(node, "whole numbers from 1 to 1000");
          if (training.plan.hidden.size() > 31) in.expected(node, "at most 31 layers");
        });
  t.add({.name = "activation",
         .kind = KeyKind::choice,
         .choices = {"tanh", "logistic"},
         .fallback = "tanh",
         .doc = "sigmoid of the hidden layers",
         .example = "logistic"},
        [](Reader& in, const Node& node, const KeyInfo& key, TrainingSpec& training) {
          if (const auto word = in.choice(node, key))
            training.plan.activation = *word == "tanh" ? Activation::tanh : Activation::logistic;
        });
  add_delays(t);
}

void add_fit(Table<TrainingSpec>& t) {
  t.add({.name = "samples",
         .kind = KeyKind::integer,
         .unit = "1",
         .fallback = "20000",
         .doc = "samples drawn from the training part for the fit one step ahead; 0: all",
         .example = "30000"},
        count(&TrainingPlan::samples, 0));
  t.add({.name = "epochs",
         .kind = KeyKind::integer,
         .unit = "1",
         .fallback = "300",
         .doc = "epochs of that fit, at most",
         .example = "150"},
        count(&TrainingPlan::epochs, 1));
  t.add({.name = "patience",
         .kind = KeyKind::integer,
         .unit = "1",
         .fallback = "6",
         .doc = "epochs without a better validation error after which a stage stops",
         .example = "20"},
        count(&TrainingPlan::patience, 1));
  t.add({.name = "regularise",
         .kind = KeyKind::choice,
         .choices = {"always", "settled", "never"},
         .fallback = "always",
         .doc = "Bayesian regularisation: from the first epoch on, for small weights and stable "
                "loops; once the fit has settled, for the least error one step ahead, with loops "
                "that must be tuned; or never",
         .example = "settled"},
        [](Reader& in, const Node& node, const KeyInfo& key, TrainingSpec& training) {
          if (const auto word = in.choice(node, key))
            training.plan.regularise = *word == "settled"  ? Regularise::settled
                                       : *word == "always" ? Regularise::always
                                                           : Regularise::never;
        });
  t.add({.name = "tune",
         .kind = KeyKind::tables,
         .table = &tune_table().info,
         .absent = "none",
         .doc = "then stages over runs of the network on its own outputs, one after the other",
         .example = "[{horizon: 50, runs: 200, epochs: 20}]"},
        store_tune);
}

const Table<TrainingSpec>& training_table() {
  static const Table<TrainingSpec> table = [] {
    Table<TrainingSpec> t("training", "How `bramah train` makes a surrogate of the circuit.");
    add_data(t);
    add_network(t);
    add_fit(t);
    return t;
  }();
  return table;
}

}  // namespace

TrainingSpec read_training(Reader& in, const Node& node) {
  TrainingSpec training;
  training.where = node.where;
  read_table(in, node, training_table(), training);
  for (Input& input : training.inputs)
    if (input.hold.empty()) input.hold = {0.5};
  return training;
}

const TableInfo& training_info() { return training_table().info; }

}  // namespace bramah
