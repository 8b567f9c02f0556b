// Chains written as Denavit-Hartenberg tables: one row a joint, with its coordinate's own keys.
#include <set>

#include "model_file/coordinate_table.h"
#include "model_file/denavit_hartenberg.h"
#include "model_file/tables.h"

namespace bramah {
namespace {

struct RowItem : DenavitHartenbergRow {
  bool known_type = false;
  CoordinateItem only;
};

void store_joint(Reader& in, const Node& node, const KeyInfo& key, RowItem& row) {
  const auto name = in.text(node, key);
  if (!name) return;
  if (!is_name(*name))
    return in.problem(node.where, "a name has letters, digits and _ only, e.g. boom_lift");
  row.joint = *name;
  row.where = node.where;
}

void store_body(Reader& in, const Node& node, const KeyInfo& key, RowItem& row) {
  const auto name = in.text(node, key);
  if (!name) return;
  if (*name == "ground")
    return in.problem(node.where, "a row's body is moved by its joint; the ground is the `base`");
  row.body = *name;
  row.body_where = node.where;
}

void store_type(Reader& in, const Node& node, const KeyInfo& key, RowItem& row) {
  const auto word = in.choice(node, key);
  if (!word) return;
  row.known_type = true;
  row.type = *word == "prismatic" ? JointType::prismatic : JointType::revolute;
  row.only.slides = row.type == JointType::prismatic;
  if (in.planar && row.only.slides)
    in.problem(
        node.where,
        "slides along z, out of the plane; use mechanism: spatial, or `joints` for this one");
}

// A length along z or a twist about x would leave the plane.
Store<RowItem> store_flat(double DenavitHartenbergRow::*member) {
  return [member](Reader& in, const Node& node, const KeyInfo& key, RowItem& row) {
    const auto value = in.quantity(node, key);
    if (!value) return;
    row.*member = *value;
    if (in.planar && *value != 0.0)
      in.problem(node.where, "must be 0 in a planar mechanism; found " + node.text);
  };
}

void add_numbers(Table<RowItem>& t) {
  using TableRow = DenavitHartenbergRow;
  t.quantity({.name = "theta",
              .unit = "rad",
              .shown = "deg",
              .doc = "angle about z; the coordinate of a revolute joint is added",
              .example = "90 deg"},
             &TableRow::theta);
  t.add({.name = "d",
         .unit = "m",
         .fallback = default_text(TableRow{}.d, "m"),
         .doc = "length along z; the coordinate of a prismatic joint is added",
         .example = "1.8 m"},
        store_flat(&TableRow::d));
  t.quantity({.name = "a",
              .unit = "m",
              .doc = "length along x; with `modified` it comes before this joint",
              .example = "0.3 m"},
             &TableRow::a);
  t.add({.name = "alpha",
         .unit = "rad",
         .fallback = default_text(TableRow{}.alpha, "deg"),
         .doc = "angle about x; with `modified` it comes before this joint",
         .example = "-90 deg"},
        store_flat(&TableRow::alpha));
}

const Table<RowItem>& row_table() {
  static const Table<RowItem> table = [] {
    Table<RowItem> t("denavit hartenberg row",
                     "One row of the table: a joint, the body it moves, four numbers, and the keys "
                     "of a joint's coordinate.");
    t.add({.name = "joint",
           .kind = KeyKind::text,
           .required = true,
           .doc = "name of the joint",
           .example = "lift"},
          store_joint);
    t.add({.name = "body",
           .kind = KeyKind::reference,
           .required = true,
           .doc = "body that the joint moves; its frame is the row's",
           .example = "boom"},
          store_body);
    t.add({.name = "type",
           .kind = KeyKind::choice,
           .choices = {"revolute", "prismatic"},
           .required = true,
           .doc = "turns about z, or slides along it",
           .example = "revolute"},
          store_type);
    add_numbers(t);
    const auto& one = coordinate_table();
    for (std::size_t i = 0; i < one.info.keys.size(); ++i)
      t.add(one.info.keys[i], [store = one.stores[i]](Reader& in, const Node& node,
                                                      const KeyInfo& key, RowItem& row) {
        if (row.known_type) store(in, node, key, row.only);
      });
    return t;
  }();
  return table;
}

DenavitHartenbergRow read_row(Reader& in, const Node& node, std::size_t place) {
  const Node* name = node.is_map() ? node.find("joint") : nullptr;
  const bool named = name && name->is_scalar() && is_name(name->text);
  const Reader::Inside inside(in, named ? "joint \"" + name->text + "\"" : std::to_string(place),
                              named);
  RowItem row;
  row.where = node.where;
  read_table(in, node, row_table(), row);
  row.coordinate = row.only;
  return row;
}

void store_rows(Reader& in, const Node& node, const KeyInfo& key, DenavitHartenbergChain& chain) {
  if (node.is_list() && node.items.empty())
    return in.problem(node.where, "a chain needs a row, e.g. " + key.example);
  if (!node.is_list())
    return in.expected(node, "a list of rows from the base outwards, e.g. " + key.example);
  for (std::size_t i = 0; i < node.items.size(); ++i)
    chain.rows.push_back(read_row(in, node.items[i], i));
}

const Table<DenavitHartenbergChain>& chain_table() {
  using Chain = DenavitHartenbergChain;
  static const Table<Chain> table = [] {
    Table<Chain> t("denavit hartenberg chain",
                   "A serial chain of joints as a table of Denavit and Hartenberg's four numbers.");
    t.choice({.name = "convention",
              .choices = {"standard", "modified"},
              .required = true,
              .doc = "`standard`: Rz(theta) Tz(d) Tx(a) Rx(alpha), each joint about the z of the "
                     "frame before it; `modified` (Craig): Rx(alpha) Tx(a) Rz(theta) Tz(d), about "
                     "its own frame's z",
              .example = "standard"},
             &Chain::convention);
    t.point({.name = "base",
             .fallback = Chain{}.base.body + "." + Chain{}.base.point,
             .doc = "point whose frame the first row starts from",
             .example = "ground.pedestal"},
            &Chain::base);
    t.add({.name = "rows",
           .kind = KeyKind::tables,
           .table = &row_table().info,
           .required = true,
           .doc = "the rows, from the base outwards",
           .example = "[{joint: slew, body: pillar, type: revolute, d: 1.8 m, alpha: -90 deg}]"},
          store_rows);
    return t;
  }();
  return table;
}

DenavitHartenbergChain finish_chain(Reader& in, DenavitHartenbergChain& chain) {
  if (chain.base.where.file.empty()) chain.base.where = chain.where;  // not written
  std::set<std::string> bodies{chain.base.body};
  for (const auto& row : chain.rows)
    if (!bodies.insert(row.body).second)
      in.problem(row.body_where, "joint \"" + row.joint + "\": the chain has come by \"" +
                                     row.body + "\" already; close a loop with `joints`");
  return chain;
}

}  // namespace

void read_chains(Reader& in, const Node& node, MachineDescription& machine) {
  for (const auto& chain : read_named(in, node, chain_table(), "chain", finish_chain))
    add_chain(chain, machine, in.problems);
}

const TableInfo& chain_info() { return chain_table().info; }

}  // namespace bramah
