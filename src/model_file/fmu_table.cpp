// fmus: other people's models as blocks among the signals. What a key names must be in the FMU's own
// description, and units must agree with those that it defines.
#include <fstream>
#include <iterator>

#include "bramah/fmu_subsystem.h"
#include "core/nearest.h"
#include "core/text.h"
#include "core/units.h"
#include "fmi/foreign.h"
#include "model_file/signal_parts.h"
#include "model_file/tables.h"

namespace bramah {
namespace {

struct FmuItem {
  std::string name;
  Where where, file_place;
  std::string file, path;
  struct Linked {
    std::string name;  // the key
    Where where;
    SignalItem terms;
  };
  struct Value {
    std::string name, text;
    Where where;
    Quantity value;
  };
  std::vector<Linked> inputs, outputs;
  std::vector<Value> parameters;
  double step = 0.0;
  bool isolated = false;
  int order = kBlock, output_order = kBlock;
  struct Bond {
    std::string name, input, output, energy;
    Where where;
    Quantity times{1.0};
  };
  std::vector<Bond> bonds;
  static constexpr int kBlock = -1;
};

Store<FmuItem> store_links(std::vector<FmuItem::Linked> FmuItem::*member) {
  return [member](Reader& in, const Node& node, const KeyInfo& key, FmuItem& fmu) {
    if (!node.is_map()) return in.expected(node, "a map, e.g. " + key.example);
    for (std::size_t k = 0; k < node.keys.size(); ++k) {
      const Reader::Inside inside(in, node.keys[k]);
      FmuItem::Linked link{node.keys[k], node.key_places[k], {}};
      read_terms(in, node.items[k], key, link.terms);
      (fmu.*member).push_back(std::move(link));
    }
  };
}

void store_parameters(Reader& in, const Node& node, const KeyInfo& key, FmuItem& fmu) {
  if (!node.is_map()) return in.expected(node, "a map, e.g. " + key.example);
  for (std::size_t k = 0; k < node.keys.size(); ++k) {
    const Reader::Inside inside(in, node.keys[k]);
    const Node& item = node.items[k];
    std::optional<Quantity> value;
    if (item.is_scalar() && (item.text == "true" || item.text == "false"))
      value = Quantity{item.text == "true" ? 1.0 : 0.0};
    else
      value = in.any_quantity(item, key);
    if (value) fmu.parameters.push_back({node.keys[k], item.text, item.where, *value});
  }
}

const Table<FmuItem::Bond>& bond_table() {
  using Bond = FmuItem::Bond;
  static const Table<Bond> table = [] {
    Table<Bond> t("bond",
                  "An effort and a flow of an FMU: their product is the power it takes in.");
    t.text({.name = "input",
            .absent = "`energy` is there",
            .doc = "the FMU's variable: one of its `inputs`",
            .example = "load"},
           &Bond::input);
    t.text({.name = "output",
            .absent = "`energy` is there",
            .doc = "the FMU's variable: one that `outputs` take",
            .example = "speed"},
           &Bond::output);
    t.add({.name = "times",
           .unit = "1",
           .fallback = short_number(Bond{}.times.value),
           .doc = "factor, with any unit, that makes the product the power going into the FMU",
           .example = "-1"},
          [](Reader& in, const Node& node, const KeyInfo& key, Bond& bond) {
            if (const auto value = in.any_quantity(node, key)) bond.times = *value;
          });
    t.text({.name = "energy",
            .absent = "the product counts, by the trapezoidal rule",
            .doc = "instead: the FMU's own count of the energy it has taken in, one of those that "
                   "`outputs` take; the FMU at the other end counts too",
            .example = "lift.energy"},
           &Bond::energy);
    return t;
  }();
  return table;
}

const Table<FmuItem>& fmu_table() {
  static const Table<FmuItem> table = [] {
    Table<FmuItem> t("fmu",
                     "An FMU for co-simulation, FMI 2.0 or 3.0, as a block among the signals.");
    t.add({.name = "file",
           .kind = KeyKind::text,
           .required = true,
           .doc = "path, from this file's folder",
           .example = "pid.fmu"},
          [](Reader& in, const Node& node, const KeyInfo& key, FmuItem& fmu) {
            if (const auto path = in.path(node, key)) fmu.path = *path;
            fmu.file = node.text;
            fmu.file_place = node.where;
          });
    t.add({.name = "inputs",
           .kind = KeyKind::named_terms,
           .unit = "1",
           .table = &term_info(),
           .absent = "all keep their start values",
           .doc = "its inputs, and the signal, the channel or the sum that each gets",
           .example = "{length: drive.length}"},
          store_links(&FmuItem::inputs));
    t.add({.name = "outputs",
           .kind = KeyKind::named_terms,
           .unit = "1",
           .table = &term_info(),
           .required = true,
           .doc = "signals, and the output that each is; `times` gives one without a unit its unit",
           .example = "{U: {of: u, times: 1 V}}"},
          store_links(&FmuItem::outputs));
    t.add({.name = "parameters",
           .kind = KeyKind::named_values,
           .absent = "as they are in the FMU",
           .doc = "its parameters, set before it is initialised",
           .example = "{kp: 300 V/m}"},
          store_parameters);
    t.quantity({.name = "step",
                .unit = "s",
                .absent = "the machine's step",
                .bound = Bound::positive,
                .doc = "how often it communicates: a whole number of the machine's steps",
                .example = "10 ms"},
               &FmuItem::step);
    t.boolean({.name = "isolated",
               .doc = "in a process of its own: a crash or a step that does not end is an error, "
                      "not the end of this program",
               .example = "true"},
              &FmuItem::isolated);
    const auto order = [&](KeyInfo key, int FmuItem::*member) {
      key.kind = KeyKind::integer, key.unit = "1", key.example = "1";
      t.add(std::move(key), [member](Reader& in, const Node& node, const KeyInfo& k, FmuItem& fmu) {
        const auto value = in.integer(node, k);
        if (value && (*value < 0 || *value > 3))
          in.expected(node, "a whole number from 0 to 3");
        else if (value)
          fmu.*member = *value;
      });
    };
    order({.name = "order",
           .absent = "a block: inputs are held",
           .doc = "a side of a co-simulation: order of the polynomials by which its inputs go on "
                  "between communications, 0 to 3"},
          &FmuItem::order);
    order({.name = "output_order",
           .absent = "as `order`",
           .doc = "the same of its outputs, which the machine holds at the middle of its step"},
          &FmuItem::output_order);
    t.add({.name = "bonds",
           .kind = KeyKind::named_tables,
           .table = &bond_table().info,
           .absent = "nobody watches its energy",
           .doc = "a side's efforts and flows: what the interface creates is "
                  "`cosimulation.residual_energy`",
           .example = "{shaft: {input: load, output: speed}}"},
          [](Reader& in, const Node& node, const KeyInfo&, FmuItem& fmu) {
            const auto same = [](Reader&, FmuItem::Bond& bond) { return bond; };
            fmu.bonds = read_named(in, node, bond_table(), "bond", same);
          });
    return t;
  }();
  return table;
}

class FmuReader {
 public:
  FmuReader(Reader& in, const FmuItem& fmu, const ForeignDescription& about)
      : in_(in), fmu_(fmu), about_(about) {}

  BlockSpec block(std::vector<SignalSpec>& signals) {
    BlockSpec block;
    block.name = fmu_.name, block.where = fmu_.where, block.step = fmu_.step;
    block.kind = "FMU " + std::to_string(about_.version) + ".0, " + fmu_.file;
    FmuImport import{.file = fmu_.path, .name = fmu_.name};
    import.isolated = fmu_.isolated;
    add_parameters(import);
    add_inputs(block);
    for (const FmuItem::Linked& link : fmu_.outputs) add_output(link, block, signals);
    if (fmu_.order != FmuItem::kBlock) {
      block.order = fmu_.order;
      block.output_order = fmu_.output_order != FmuItem::kBlock ? fmu_.output_order : fmu_.order;
    } else if (fmu_.output_order != FmuItem::kBlock) {
      in_.problem(fmu_.where, "an output_order is of a side; give the FMU an `order` too");
    }
    for (const FmuItem::Bond& bond : fmu_.bonds) add_bond(bond, block);
    for (const BlockSpec::Output& output : block.outputs) import.outputs.push_back(output.name);
    block.make = [import] { return std::make_unique<FmuSubsystem>(import); };
    return block;
  }

 private:
  // Nothing after a problem.
  const ForeignVariable* find(const std::string& name, const std::string& causality,
                              const Where& where) {
    std::vector<std::string> names;
    for (const ForeignVariable& v : about_.variables) {
      if (v.causality != causality) continue;
      if (v.name == name) return &v;
      names.push_back(v.name);
    }
    const std::string hint = did_you_mean(name, names);
    in_.problem(where, "the FMU has no " + causality + " \"" + name + "\" that is a number" +
                           (names.empty()  ? "; it has none"
                            : hint.empty() ? "; it has " + join(names)
                                           : hint));
    return nullptr;
  }

  void add_parameters(FmuImport& import) {
    for (const FmuItem::Value& given : fmu_.parameters) {
      const Reader::Inside inside(in_, "parameters");
      const ForeignVariable* v = find(given.name, "parameter", given.where);
      if (!v) continue;
      const ForeignUnit unit = v->meaning.value_or(ForeignUnit{given.value.dimension});
      if (!compatible(unit.dimension, given.value.dimension))
        in_.problem(given.where, given.name + ": expected " + describe(unit.dimension) +
                                     "; found " + given.text);
      import.parameters[given.name] = (given.value.value - unit.offset) / unit.factor;
    }
  }

  // All of them, in the FMU's order; those that get nothing keep their start values.
  void add_inputs(BlockSpec& block) {
    const Reader::Inside inside(in_, "inputs");
    for (const FmuItem::Linked& link : fmu_.inputs) (void)find(link.name, "input", link.where);
    for (const ForeignVariable& v : about_.variables) {
      if (v.causality != "input") continue;
      BlockSpec::Input& input = block.inputs.emplace_back(BlockSpec::Input{v.name, {}, v.start});
      for (const FmuItem::Linked& link : fmu_.inputs)
        if (link.name == v.name) connect(link, v, input);
    }
  }

  void connect(const FmuItem::Linked& link, const ForeignVariable& v, BlockSpec::Input& input) {
    const ForeignUnit unit = v.meaning.value_or(ForeignUnit{});
    BlockDraft draft{"fmu \"" + fmu_.name + "\": inputs: " + v.name,
                     link.terms.terms,
                     link.terms.draft.weights,
                     {}};
    if (v.meaning) draft.wanted = unit.dimension;
    in_.block_drafts.push_back(std::move(draft));
    input.terms = link.terms.terms;
    for (SignalSpec::Term& term : input.terms) term.weight /= unit.factor;
    input.offset = -unit.offset / unit.factor;
  }

  void add_output(const FmuItem::Linked& link, BlockSpec& block, std::vector<SignalSpec>& signals) {
    const Reader::Inside inside(in_, "outputs");
    if (!is_name(link.name))
      in_.problem(link.where, "a name has letters, digits and _ only, e.g. boom_lift");
    if (link.terms.terms.size() != 1)
      return in_.problem(link.where, "a signal is one output of the FMU; expected its name");
    const SignalSpec::Term& term = link.terms.terms.front();
    SignalSpec signal;
    signal.name = link.name, signal.where = link.where;
    signal.kind = SignalSpec::Kind::block;
    SignalDraft draft;
    if (const ForeignVariable* v = find(term.of, "output", term.where)) {
      const ForeignUnit unit = v->meaning.value_or(ForeignUnit{});
      draft.output = unit.dimension * link.terms.draft.weights.front();
      block.outputs.push_back(
          {v->name, link.name, term.weight * unit.factor, term.weight * unit.offset});
    }
    in_.signal_drafts[signal.name] = draft;
    signals.push_back(std::move(signal));
  }

  // Of a bond's end among what is connected; -1 after a problem.
  template <class Ends>
  int end_of(const FmuItem::Bond& bond, const std::string& name, const char* what,
             const Ends& connected) {
    std::vector<std::string> names;
    for (std::size_t k = 0; k < connected.size(); ++k) {
      if (connected[k].name == name) return static_cast<int>(k);
      names.push_back(connected[k].name);
    }
    if (!name.empty())
      in_.problem(bond.where, concat("\"", name, "\" is none of its connected ", what, ", ",
                                     join(names), did_you_mean(name, names)));
    return -1;
  }

  ForeignUnit unit_of(const std::string& name, const char* causality) const {
    for (const ForeignVariable& v : about_.variables)
      if (v.name == name && v.causality == causality) return v.meaning.value_or(ForeignUnit{});
    return {};
  }

  void add_bond(const FmuItem::Bond& bond, BlockSpec& block) {
    const Reader::Inside inside(in_, "bond \"" + bond.name + "\"");
    if (fmu_.order == FmuItem::kBlock)
      in_.problem(bond.where,
                  "a bond is of a side of a co-simulation; give the FMU an `order` too");
    const bool product = !bond.input.empty() && !bond.output.empty();
    if (product == !bond.energy.empty() || (!product && !(bond.input + bond.output).empty()))
      return in_.problem(bond.where, "expected `input` and `output`, or `energy`");
    if (product) return add_product(bond, block);
    const int output = end_of(bond, bond.energy, "outputs", block.outputs);
    if (output < 0) return;
    expect(bond, "output", dimension_of("J"), unit_of(bond.energy, "output").dimension,
           has_unit(bond.energy, "output"));
    block.bonds.push_back(
        {bond.name, -1, output, unit_of(bond.energy, "output").factor, bond.where});
  }

  void expect(const FmuItem::Bond& bond, const char* what, const Dimension& wanted,
              const Dimension& found, bool known) {
    if (known && !compatible(wanted, found))
      in_.problem(bond.where, concat("expected ", what, " to be ", describe(wanted), "; found ",
                                     describe(found)));
  }

  // It must be a power where the FMU says what its variables are.
  void add_product(const FmuItem::Bond& bond, BlockSpec& block) {
    const bool linked = end_of(bond, bond.input, "inputs", fmu_.inputs) >= 0;
    const int output = end_of(bond, bond.output, "outputs", block.outputs);
    if (!linked || output < 0) return;
    const ForeignUnit u = unit_of(bond.input, "input"), y = unit_of(bond.output, "output");
    if (u.offset != 0.0 || y.offset != 0.0)
      in_.problem(bond.where, "a unit with a zero of its own makes no power");
    expect(bond, "input times output and `times`", dimension_of("W"),
           u.dimension * y.dimension * bond.times.dimension,
           has_unit(bond.input, "input") && has_unit(bond.output, "output"));
    for (std::size_t k = 0; k < block.inputs.size(); ++k)
      if (block.inputs[k].name == bond.input)
        block.bonds.push_back({bond.name, static_cast<int>(k), output,
                               bond.times.value * u.factor * y.factor, bond.where});
  }

  bool has_unit(const std::string& name, const char* causality) const {
    for (const ForeignVariable& v : about_.variables)
      if (v.name == name && v.causality == causality) return v.meaning.has_value();
    return false;
  }

  Reader& in_;
  const FmuItem& fmu_;
  const ForeignDescription& about_;
};

// Outputs of what could not be read are signals all the same, so that their users are not reported too.
void add_unread(Reader& in, const std::vector<FmuItem>& all, std::vector<SignalSpec>& signals) {
  for (const FmuItem& fmu : all)
    for (const FmuItem::Linked& link : fmu.outputs) {
      if (!in.signal_drafts.try_emplace(link.name).second) continue;
      SignalSpec signal;
      signal.name = link.name, signal.where = link.where;
      signal.kind = SignalSpec::Kind::block;
      signals.push_back(std::move(signal));
    }
}

}  // namespace

const TableInfo& fmu_info() { return fmu_table().info; }

// What the keys say is held against the FMU even where some could not be read: all problems at once.
void read_fmus(Reader& in, const Node& node, MachineDescription& machine) {
  const auto same = [](Reader&, FmuItem& fmu) { return fmu; };
  const std::vector<FmuItem> all = read_named(in, node, fmu_table(), "fmu", same);
  for (const FmuItem& fmu : all) {
    const Reader::Inside inside(in, "fmu \"" + fmu.name + "\"", true);
    if (fmu.path.empty()) continue;
    try {
      const ForeignDescription about = describe_foreign(fmu.path);
      std::ifstream file(fmu.path, std::ios::binary);
      in.hash.add(std::string(std::istreambuf_iterator<char>(file), {}));
      machine.blocks.push_back(FmuReader(in, fmu, about).block(machine.signals));
    } catch (const InputError& error) {
      in.problem(fmu.file_place, error.what());
    }
  }
  add_unread(in, all, machine.signals);
}

}  // namespace bramah
