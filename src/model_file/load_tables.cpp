// Payloads that are taken up and set down, grips that hold bodies, probes that measure.
#include <array>

#include "model_file/key_table.h"
#include "model_file/tables.h"

namespace bramah {
namespace {

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t"), last = text.find_last_not_of(" \t");
  return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

// "grip > 0.5": the value has the channel's unit, which is checked once all are known.
template <class Item>
void store_condition(Reader& in, const Node& node, const KeyInfo& key, Item& item) {
  const auto expected = [&] {
    in.expected(node, "a signal or channel, > or <, and a value, e.g. " + key.example);
  };
  if (!node.is_scalar()) return expected();
  const auto at = node.text.find_first_of("<>");
  if (at == std::string::npos) return expected();
  Node value = node;
  value.text = trimmed(node.text.substr(at + 1));
  const std::string of = trimmed(node.text.substr(0, at));
  if (of.empty() || value.text.empty()) return expected();
  KeyInfo number{.name = key.name, .unit = "1", .example = "0.5"};
  const auto quantity = in.any_quantity(value, number);
  if (!quantity) return;
  item.when = {of, node.text[at] == '>', quantity->value, node.where};
  in.block_drafts.push_back({in.context(), {{of, 1.0, node.where}}, {{}}, quantity->dimension});
}

KeyInfo when_key() {
  return {.name = "when",
          .kind = KeyKind::text,
          .required = true,
          .doc = "signal, lever, channel or `time` against a value; looked at before every step",
          .example = "grip > 0.5"};
}

struct PayloadItem : PayloadSpec {};

const Table<PayloadItem>& payload_table() {
  static const Table<PayloadItem> table = [] {
    Table<PayloadItem> t("payload",
                         "A mass that is part of a body while a condition holds: caught at rest, "
                         "so that momentum is kept and energy is lost; let go as it moves.");
    t.point({.name = "to",
             .required = true,
             .doc = "point of a body: where its centre of mass is",
             .example = "boom.tip"},
            &PayloadSpec::to);
    t.quantity({.name = "mass",
                .unit = "kg",
                .required = true,
                .bound = Bound::positive,
                .doc = "its mass",
                .example = "500 kg",
                .typical = "0.1 ... 1e5 kg"},
               &PayloadSpec::mass);
    t.add({.name = "inertia",
           .kind = KeyKind::vector,
           .unit = "kg m2",
           .absent = "a point",
           .doc = "about its centre: Izz; spatial: a list Ixx, Iyy, Izz, in the body's axes",
           .example = "12 kg m2"},
          [](Reader& in, const Node& node, const KeyInfo& key, PayloadItem& load) {
            if (in.planar) {
              if (const auto izz = in.quantity(node, key)) load.inertia[2] = *izz;
            } else if (const auto three = in.vector(node, key, 3)) {
              std::copy(three->begin(), three->end(), load.inertia.begin());
            }
          });
    t.add(when_key(), store_condition<PayloadItem>);
    t.add({.name = "share",
           .kind = KeyKind::reference,
           .absent = "all of it",
           .doc = "signal or channel that the mass is multiplied by, at every step",
           .example = "filling"},
          [](Reader& in, const Node& node, const KeyInfo& key, PayloadItem& load) {
            if (const auto name = in.text(node, key)) {
              load.share = *name;
              in.block_drafts.push_back(
                  {in.context(), {{*name, 1.0, node.where}}, {{}}, Dimension{}});
            }
          });
    t.either({.name = "start",
              .choices = {"free", "attached"},
              .doc = "whether it is there at t = 0; rest and statics know of no other",
              .example = "attached"},
             &PayloadSpec::attached, "attached");
    return t;
  }();
  return table;
}

struct GripItem : GripSpec {};

Store<GripItem> store_points(std::vector<PointRef> GripSpec::*member) {
  return [member](Reader& in, const Node& node, const KeyInfo& key, GripItem& grip) {
    if (!node.is_list()) return in.expected(node, "a list of points, e.g. " + key.example);
    for (const Node& item : node.items)
      if (const auto point = in.point(item, key)) (grip.*member).push_back(*point);
  };
}

const Table<GripItem>& grip_table() {
  static const Table<GripItem> table = [] {
    Table<GripItem> t("grip",
                      "Holds a body of the machine as it finds it, while a condition holds: stiff "
                      "springs from where its points are when the grip closes.");
    t.point({.name = "from",
             .required = true,
             .doc = "point of the body that grips",
             .example = "claw.middle"},
            &GripSpec::from);
    t.add(
        {.name = "to",
         .kind = KeyKind::references,
         .required = true,
         .doc = "points of the body that is held: two in the plane, three in space, not in a line",
         .example = "[log.left, log.right, log.top]"},
        store_points(&GripSpec::to));
    t.quantity({.name = "stiffness",
                .unit = "N/m",
                .required = true,
                .bound = Bound::positive,
                .doc = "against each point's motion along each axis",
                .example = "2e6 N/m"},
               &GripSpec::stiffness);
    t.quantity({.name = "damping",
                .unit = "N s/m",
                .bound = Bound::not_negative,
                .doc = "the same",
                .example = "2e4 N s/m"},
               &GripSpec::damping);
    t.quantity({.name = "reach",
                .unit = "m",
                .required = true,
                .bound = Bound::positive,
                .doc = "from `from` to the middle of the points, beyond which it takes nothing",
                .example = "300 mm"},
               &GripSpec::reach);
    t.add(when_key(), store_condition<GripItem>);
    t.either({.name = "start",
              .choices = {"open", "closed"},
              .doc = "whether it holds at t = 0",
              .example = "closed"},
             &GripSpec::holds, "closed");
    return t;
  }();
  return table;
}

struct ProbeItem : ProbeSpec {};

const Table<ProbeItem>& probe_table() {
  static const Table<ProbeItem> table = [] {
    Table<ProbeItem> t("probe", "An instrument at a point of a body, with channels of its own.");
    t.choice({.name = "type",
              .choices = {"motion", "imu", "inclinometer"},
              .doc = "`motion`: x, vx, ax, ... in the world; `imu`: ax, ..., wx, ... as its body "
                     "feels them, gravity included; `inclinometer`: pitch and roll of its body, in "
                     "the plane its angle",
              .example = "imu"},
             &ProbeSpec::kind);
    t.point({.name = "at", .required = true, .doc = "where it is", .example = "boom.tip"},
            &ProbeSpec::at);
    return t;
  }();
  return table;
}

template <class Spec, class Item>
std::vector<Spec> read_all(Reader& in, const Node& node, const Table<Item>& table,
                           const char* word) {
  return read_named(in, node, table, word, [](Reader&, Item& item) -> Spec { return item; });
}

}  // namespace

std::vector<PayloadSpec> read_payloads(Reader& in, const Node& node) {
  return read_all<PayloadSpec>(in, node, payload_table(), "payload");
}
std::vector<GripSpec> read_grips(Reader& in, const Node& node) {
  return read_all<GripSpec>(in, node, grip_table(), "grip");
}
std::vector<ProbeSpec> read_probes(Reader& in, const Node& node) {
  return read_all<ProbeSpec>(in, node, probe_table(), "probe");
}

const TableInfo& payload_info() { return payload_table().info; }
const TableInfo& grip_info() { return grip_table().info; }
const TableInfo& probe_info() { return probe_table().info; }

}  // namespace bramah
