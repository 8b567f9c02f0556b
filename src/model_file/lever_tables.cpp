// What a person sees and moves: markers, controls, faults.
#include <algorithm>

#include "model_file/key_table.h"
#include "model_file/tables.h"

namespace bramah {
namespace {

// ---- markers: a map from names to points
const KeyInfo& marker_key() {
  static const KeyInfo key{
      .name = "marker", .kind = KeyKind::reference, .doc = "a point", .example = "boom.tip"};
  return key;
}

// ---- controls
struct ControlItem : ControlSpec {
  std::optional<Quantity> span;
};

const Table<ControlItem>& control_table() {
  static const Table<ControlItem> table = [] {
    Table<ControlItem> t("control",
                         "A lever, named after the signal that it takes the place of when a person "
                         "drives the machine (`bramah serve`).");
    t.text({.name = "label",
            .absent = "the signal's name",
            .doc = "what it moves",
            .example = "Lift boom"},
           &ControlSpec::label);
    t.text(
        {.name = "positive", .absent = "-", .doc = "what a positive command does", .example = "up"},
        &ControlSpec::positive);
    t.text({.name = "negative",
            .absent = "-",
            .doc = "what a negative command does",
            .example = "down"},
           &ControlSpec::negative);
    t.word(
        {.name = "stick",
         .choices = {"left_x", "left_y", "right_x", "right_y", "trigger", "dpad_x", "dpad_y",
                     "-left_x", "-left_y", "-right_x", "-right_y", "-trigger", "-dpad_x",
                     "-dpad_y"},
         .absent = "a slider",
         .doc = "axis of a two-stick gamepad or of the joysticks on the page; right and up, away "
                "from the driver, are positive, with a minus negative",
         .example = "left_y"},
        &ControlSpec::stick);
    t.add({.name = "keys",
           .kind = KeyKind::references,
           .absent = "none",
           .doc = "key for a positive command, key for a negative one",
           .example = "[W, S]"},
          [](Reader& in, const Node& node, const KeyInfo& key, ControlItem& control) {
            const bool two = node.is_list() && node.items.size() == 2 &&
                             std::ranges::all_of(node.items, &Node::is_scalar);
            if (!two) return in.expected(node, "two keys, e.g. " + key.example);
            for (const Node& item : node.items) control.keys.push_back(item.text);
          });
    t.add({.name = "range",
           .unit = "1",
           .absent = "the command that opens the valve fully",
           .bound = Bound::positive,
           .doc = "largest command, in the unit of the signal",
           .example = "10 V"},
          [](Reader& in, const Node& node, const KeyInfo& key, ControlItem& control) {
            control.span = in.any_quantity(node, key);
            if (control.span) control.range = control.span->value;
            if (control.span && !(control.range > 0.0)) in.problem(node.where, "must be positive");
          });
    t.boolean(
        {.name = "returns", .doc = "springs back to the middle when let go", .example = "false"},
        &ControlSpec::returns);
    return t;
  }();
  return table;
}

// ---- faults
struct FaultItem : FaultSpec {
  int kinds = 0;
};

Store<FaultItem> store_kind(FaultSpec::Kind kind) {
  return [kind](Reader& in, const Node& node, const KeyInfo& key, FaultItem& fault) {
    fault.kind = kind;
    ++fault.kinds;
    if (const auto name = in.text(node, key)) fault.target = *name;
  };
}

const Table<FaultItem>& fault_table() {
  static const Table<FaultItem> table = [] {
    Table<FaultItem> t(
        "fault",
        "Something that can go wrong while the machine runs: one of `leak`, `stuck`, "
        "`air`, `wear`. Its severity, from 0 to 1, is the input `faults.NAME`.");
    const auto kind = [&](const char* name, FaultSpec::Kind which, const char* doc,
                          const char* example) {
      t.add({.name = name,
             .kind = KeyKind::reference,
             .absent = "another kind",
             .doc = doc,
             .example = example},
            store_kind(which));
    };
    kind("leak", FaultSpec::Kind::leak, "volume or chamber that leaks to the outside", "lift.A");
    kind("stuck", FaultSpec::Kind::stuck, "valve whose spool stays where it is", "lift_valve");
    kind("air", FaultSpec::Kind::air, "fluid that air is mixed into", "oil");
    kind("wear", FaultSpec::Kind::wear, "pump that leaks inside, in proportion to its pressure",
         "pump");
    t.quantity({.name = "flow",
                .unit = "m3/s",
                .shown = "l/min",
                .bound = Bound::positive,
                .doc = "`leak`, `wear`: flow at the worst",
                .example = "20 l/min"},
               &FaultSpec::flow);
    t.quantity({.name = "drop",
                .unit = "Pa",
                .shown = "bar",
                .bound = Bound::positive,
                .doc = "`leak`, `wear`: pressure drop at which `flow` passes",
                .example = "200 bar"},
               &FaultSpec::drop);
    t.quantity({.name = "share",
                .unit = "1",
                .shown = "%",
                .bound = Bound::positive,
                .doc = "`air`: share of the volume at atmospheric pressure at the worst",
                .example = "5 %"},
               &FaultSpec::share);
    return t;
  }();
  return table;
}

}  // namespace

std::vector<MarkerSpec> read_markers(Reader& in, const Node& node) {
  std::vector<MarkerSpec> markers;
  if (!node.is_map()) {
    in.expected(node, "a map from names to points, e.g. {tip: boom.tip}");
    return markers;
  }
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    const Reader::Inside inside(in, "marker \"" + node.keys[i] + "\"", true);
    if (!is_name(node.keys[i]))
      in.problem(node.key_places[i], "a name has letters, digits and _ only");
    if (const auto at = in.point(node.items[i], marker_key()))
      markers.push_back({node.keys[i], *at, node.key_places[i]});
  }
  return markers;
}

std::vector<ControlSpec> read_controls(Reader& in, const Node& node) {
  return read_named(
      in, node, control_table(), "control", [](Reader& reader, ControlItem& item) -> ControlSpec {
        if (item.span)
          reader.signal_uses.push_back({item.name, si_name(item.span->dimension),
                                        "control \"" + item.name + "\": range", item.where});
        return item;
      });
}

std::vector<FaultSpec> read_faults(Reader& in, const Node& node) {
  return read_named(
      in, node, fault_table(), "fault", [](Reader& reader, FaultItem& item) -> FaultSpec {
        if (item.kinds != 1)
          reader.problem(item.where, "expected one of leak, stuck, air, wear; found " +
                                         std::to_string(item.kinds));
        if (item.share > 0.5)
          reader.problem(item.where, "more than half air is no oil; take at most 50 %");
        return item;
      });
}

const TableInfo& control_info() { return control_table().info; }
const TableInfo& fault_info() { return fault_table().info; }

}  // namespace bramah
