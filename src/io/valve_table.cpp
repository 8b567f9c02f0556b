// Directional valves. The command is a number or a voltage: the unit of the coefficient decides.
#include <algorithm>
#include <numbers>

#include "io/oil_tables.h"
#include "io/tables.h"

namespace bramah {
namespace {

constexpr const char* kEdges[] = {"PA", "PB", "AT", "BT"};  // in the order of ValveEdge

// A value in units of the command, judged once those are known.
struct CommandValue {
  std::optional<Quantity> value;
  Node node;
};

struct Spool {
  std::optional<double> bandwidth, time_constant;
  CommandValue start;
};

struct ValveItem : ValveSpec {
  FlowItem size;
  std::array<FlowItem, 4> edges;
  Spool spool;
  CommandValue neutral_value;
  Node command;
  bool has_spool = false;
};

const Table<Spool>& spool_table() {
  static const Table<Spool> table = [] {
    Table<Spool> t("spool", "First-order lag of the spool: one of `bandwidth`, `time_constant`.");
    t.quantity({.name = "bandwidth",
                .unit = "Hz",
                .absent = "`time_constant` is given",
                .bound = Bound::positive,
                .doc = "frequency f of 45° phase lag: time constant 1/(2π f)",
                .example = "35 Hz"},
               &Spool::bandwidth);
    t.quantity({.name = "time_constant",
                .unit = "s",
                .absent = "`bandwidth` is given",
                .bound = Bound::positive,
                .doc = "time constant of the lag",
                .example = "4.5 ms"},
               &Spool::time_constant);
    t.add({.name = "start",
           .unit = "1",
           .absent = "0",
           .doc = "spool at t = 0, in the command's unit",
           .example = "0 V"},
          [](Reader& in, const Node& node, const KeyInfo& key, Spool& spool) {
            spool.start = {in.any_quantity(node, key), node};
          });
    return t;
  }();
  return table;
}

void store_spool(Reader& in, const Node& node, const KeyInfo&, ValveItem& valve) {
  const std::size_t before = in.problems.size();
  read_table(in, node, spool_table(), valve.spool);
  if (in.problems.size() != before) return;
  if (valve.spool.bandwidth.has_value() == valve.spool.time_constant.has_value())
    return in.problem(node.where, "expected one of bandwidth and time_constant");
  valve.time_constant = valve.spool.time_constant
                            ? *valve.spool.time_constant
                            : 1.0 / (2.0 * std::numbers::pi * *valve.spool.bandwidth);
}

void store_neutral(Reader& in, const Node& node, const KeyInfo& key, ValveItem& valve) {
  if (node.is_scalar() && node.text == "static")
    valve.neutral_statics = true;
  else
    valve.neutral_value = {in.any_quantity(node, key), node};
}

void add_ports(Table<ValveItem>& t) {
  const auto port = [&](const char* name, const char* doc, const char* example,
                        std::string ValveSpec::*member) {
    t.reference({.name = name, .absent = "blocked", .doc = doc, .example = example}, member);
  };
  port("P", "port of the supply: a source, volume or chamber", "pump", &ValveSpec::P);
  port("T", "port of the tank", "tank", &ValveSpec::T);
  port("A", "working port; a positive command feeds it from P", "lift_hose", &ValveSpec::A);
  port("B", "working port", "lift.B", &ValveSpec::B);
}

const Table<ValveItem>& valve_table() {
  static const Table<ValveItem> table = [] {
    Table<ValveItem> t("valve",
                       "A directional valve with four metering edges, one of `coefficient`, "
                       "`nominal`, `area` for all or one for each.");
    t.choice(
        {.name = "type",
         .choices = {"4/3", "complementary"},
         .required = true,
         .doc = "`4/3`: u > 0 opens PA and BT, u < 0 opens PB and AT; `complementary`: PB and AT "
                "open with u, PA and BT with 1 - u",
         .example = "4/3"},
        &ValveSpec::type);
    add_ports(t);
    adopt(t, flow_table(), &ValveItem::size);
    t.add({.name = "at",
           .unit = "1",
           .fallback = "1",
           .doc = "with `area`: command that opens it fully, a number or volts; more opens it no "
                  "further",
           .example = "10 V"},
          [](Reader& in, const Node& node, const KeyInfo& key, ValveItem& valve) {
            if (valve.size.area) valve.size.at = in.any_quantity(node, key);
          });
    for (std::size_t edge = 0; edge < 4; ++edge)
      t.add({.name = kEdges[edge],
             .kind = KeyKind::table,
             .table = &flow_table().info,
             .absent = "as the valve",
             .doc = std::string("size of edge ") + kEdges[edge],
             .example = "{nominal: {flow: 12 l/min, drop: 35 bar}}"},
            [edge](Reader& in, const Node& node, const KeyInfo&, ValveItem& valve) {
              read_table(in, node, flow_table(), valve.edges[edge]);
            });
    adopt<ValveItem, FlowLawSpec>(t, flow_law_table(), &ValveItem::law);
    t.add(
        {.name = "signal",
         .kind = KeyKind::signal,
         .required = true,
         .doc = "command: a signal or a value",
         .example = "lift_command"},
        [](Reader&, const Node& node, const KeyInfo&, ValveItem& valve) { valve.command = node; });
    t.add({.name = "spool",
           .kind = KeyKind::table,
           .table = &spool_table().info,
           .absent = "follows at once",
           .doc = "lag of the spool",
           .example = "{bandwidth: 35 Hz}"},
          store_spool);
    t.add({.name = "neutral",
           .unit = "1",
           .choices = {"static"},
           .absent = "0",
           .doc = "added to the command; `static`: solved so that the machine rests",
           .example = "static"},
          store_neutral);
    return t;
  }();
  return table;
}

const KeyInfo& key_named(const char* name) {
  const auto& keys = valve_table().info.keys;
  return *std::find_if(keys.begin(), keys.end(), [&](auto& key) { return key.name == name; });
}

// All edges must agree on the unit of the command.
void find_coefficients(Reader& in, ValveItem& valve) {
  std::optional<Dimension> command;
  for (std::size_t edge = 0; edge < 4; ++edge) {
    const bool own = has_flow(valve.edges[edge]);
    const FlowItem& size = own ? valve.edges[edge] : valve.size;
    if (!has_flow(size))
      return in.problem(valve.where, std::string("edge ") + kEdges[edge] +
                                         " has no size; add coefficient, nominal or area to the "
                                         "valve, or to each edge");
    const auto c = flow_coefficient(in, size, valve.where);
    if (!c) return;
    valve.coefficient[edge] = c->value;
    const Dimension unit = dimension_of("m3/s/Pa^0.5") / c->dimension;
    if (command && !compatible(*command, unit))
      return in.problem(valve.where, "some edges take volts and others a number; use one");
    command = unit;
  }
  if (command) valve.command_unit = si_name(*command);
}

double command_value(Reader& in, const CommandValue& given, const char* key,
                     const std::string& unit) {
  if (!given.value) return 0.0;
  if (compatible(dimension_of(unit), given.value->dimension)) return given.value->value;
  const Reader::Inside inside(in, key);
  in.problem(given.node.where, "expected " + describe(dimension_of(unit)) +
                                   ", as the valve's command; found " + given.node.text + " (" +
                                   describe(given.value->dimension) + ")");
  return 0.0;
}

ValveSpec finish_valve(Reader& in, ValveItem& valve) {
  find_coefficients(in, valve);
  for (const FlowItem* size :
       {&valve.size, &valve.edges[0], &valve.edges[1], &valve.edges[2], &valve.edges[3]})
    if ((size->flow || size->area) && valve.type == ValveType::proportional_4_3)
      valve.full = std::min(valve.full, size->at ? size->at->value : 1.0);
  valve.start = command_value(in, valve.spool.start, "spool.start", valve.command_unit);
  valve.neutral = command_value(in, valve.neutral_value, "neutral", valve.command_unit);
  const Reader::Inside inside(in, "signal");
  if (const auto name = in.signal(valve.command, key_named("signal"), valve.command_unit))
    valve.signal = *name;
  return valve;
}

}  // namespace

std::vector<ValveSpec> read_valves(Reader& in, const Node& node) {
  return read_named(in, node, valve_table(), "valve", finish_valve);
}

const TableInfo& valve_info() { return valve_table().info; }

}  // namespace bramah
