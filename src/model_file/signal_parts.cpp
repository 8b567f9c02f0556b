#include "model_file/signal_parts.h"

#include "model_file/tables.h"

namespace bramah {
namespace {

struct TermItem : SignalSpec::Term {
  Dimension weight_dimension;
};

const Table<TermItem>& term_table() {
  static const Table<TermItem> table = [] {
    Table<TermItem> t("term", "One part of a sum.");
    t.reference(
        {.name = "of", .required = true, .doc = "signal or channel", .example = "lift.length"},
        &SignalSpec::Term::of);
    t.add({.name = "times",
           .unit = "1",
           .fallback = short_number(SignalSpec::Term{}.weight),
           .doc = "factor, with any unit",
           .example = "2 V/m"},
          [](Reader& in, const Node& node, const KeyInfo& key, TermItem& term) {
            const auto weight = in.any_quantity(node, key);
            if (!weight) return;
            term.weight = weight->value;
            term.weight_dimension = weight->dimension;
          });
    return t;
  }();
  return table;
}

void read_term(Reader& in, const Node& node, const KeyInfo& key, SignalItem& signal) {
  TermItem term;
  term.where = node.where;
  if (node.is_map()) {
    read_table(in, node, term_table(), term);
  } else if (const auto name = in.text(node, key)) {
    term.of = *name;
  }
  signal.terms.push_back(term);
  signal.draft.weights.push_back(term.weight_dimension);
}

Store<SignalItem> like(double SignalSpec::*member,
                       std::vector<SignalDraft::Value> SignalDraft::*list) {
  return [member, list](Reader& in, const Node& node, const KeyInfo& key, SignalItem& signal) {
    const auto value = in.any_quantity(node, key);
    if (!value) return;
    signal.*member = value->value;
    (signal.draft.*list).push_back({value->dimension, key.name, node.text, node.where});
  };
}

void check_increasing(Reader& in, const Node& item, const SignalItem& signal) {
  const std::size_t n = signal.x.size();
  if (n > 1 && !(signal.x[n - 1] > signal.x[n - 2]))
    in.problem(item.where, "each entry must come after the one before; found " +
                               item.items[0].text + " too early");
}

}  // namespace

const TableInfo& term_info() { return term_table().info; }

void read_series(Reader& in, const Node& node, const KeyInfo& key, const std::string& x_unit,
                 SignalItem& signal) {
  if (!node.is_list() || node.items.empty())
    return in.expected(node, "a list of pairs, e.g. " + key.example);
  KeyInfo x_key = key;
  x_key.example = x_unit == "s" ? "1.5 s" : "";
  for (const auto& item : node.items) {
    if (!item.is_list() || item.items.size() != 2) {
      in.expected(item, "a pair, as in " + key.example);
      continue;
    }
    std::optional<double> x;
    if (!x_unit.empty()) {
      x = in.quantity(item.items[0], x_key, x_unit);
    } else if (const auto q = in.any_quantity(item.items[0], key)) {
      x = q->value;
      signal.draft.like_input.push_back({q->dimension, "points", item.items[0].text, item.where});
    }
    const auto y = in.any_quantity(item.items[1], key);
    if (!x || !y) continue;
    if (!signal.draft.output) signal.draft.output = y->dimension;
    signal.draft.like_output.push_back({y->dimension, key.name, item.items[1].text, item.where});
    signal.x.push_back(*x);
    signal.y.push_back(y->value);
    check_increasing(in, item, signal);
  }
}

void read_terms(Reader& in, const Node& node, const KeyInfo& key, SignalItem& signal) {
  if (!node.is_list()) return read_term(in, node, key, signal);
  if (node.items.empty()) return in.problem(node.where, "expected at least one signal or channel");
  for (const auto& item : node.items) read_term(in, item, key, signal);
}

Store<SignalItem> like_input(double SignalSpec::*member) {
  return like(member, &SignalDraft::like_input);
}
Store<SignalItem> like_output(double SignalSpec::*member) {
  return like(member, &SignalDraft::like_output);
}

}  // namespace bramah
