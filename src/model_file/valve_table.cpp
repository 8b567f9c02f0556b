// Directional valves. The command is a number or a voltage: the unit of the coefficient decides.
#include <algorithm>
#include <numbers>

#include "model_file/oil_tables.h"
#include "model_file/tables.h"

namespace bramah {
namespace {

constexpr const char* kEdges[] = {"PA", "PB", "AT", "BT"};  // in the order of ValveEdge

// A value in units of the command, judged once those are known.
struct CommandValue {
  std::optional<Quantity> value;
  Node node;
};

struct Lag {
  std::optional<double> bandwidth, time_constant, frequency;
  double damping = 0.7, gain = 1.0;
  CommandValue rate_limit, start;
};

struct WearItem {
  double conductance = 0.0;
  CommandValue shut;
};

struct ValveItem : ValveSpec {
  FlowItem size;
  FlowLawSpec law;
  std::array<FlowItem, 4> edges;
  Lag lag;
  CommandValue neutral_value;
  Node command;
  FlowItem neutral_path;
  std::array<WearItem, 4> worn;
  CommandValue overlap, underlap, cut;
  bool triangular = false;
};

const Table<Lag>& spool_table() {
  static const Table<Lag> table = [] {
    Table<Lag> t("spool",
                 "How the spool follows its command: with a first-order lag (one of `bandwidth`, "
                 "`time_constant`) or as a spring and a mass (`frequency`).");
    t.quantity({.name = "bandwidth",
                .unit = "Hz",
                .absent = "another of the three is given",
                .bound = Bound::positive,
                .doc = "frequency f of 45° phase lag: time constant 1/(2π f)",
                .example = "35 Hz"},
               &Lag::bandwidth);
    t.quantity({.name = "time_constant",
                .unit = "s",
                .absent = "another of the three is given",
                .bound = Bound::positive,
                .doc = "time constant of the lag",
                .example = "4.5 ms"},
               &Lag::time_constant);
    t.quantity({.name = "frequency",
                .unit = "rad/s",
                .absent = "another of the three is given",
                .bound = Bound::positive,
                .doc = "natural frequency ω of u'' = gain ω² U - 2 damping ω u' - ω² u "
                       "[malysheva2021, eq. 2.34]",
                .example = "331 rad/s"},
               &Lag::frequency);
    t.quantity({.name = "damping",
                .unit = "1",
                .fallback = "0.7",
                .bound = Bound::not_negative,
                .doc = "with `frequency`: damping ratio",
                .example = "0.62"},
               &Lag::damping);
    t.quantity({.name = "gain",
                .unit = "1",
                .fallback = "1",
                .bound = Bound::positive,
                .doc = "with `frequency`: position over command at rest",
                .example = "0.99"},
               &Lag::gain);
    t.add(
        {.name = "rate_limit",
         .unit = "1/s",
         .absent = "none",
         .bound = Bound::positive,
         .doc = "of a first-order lag: largest speed of the spool, in the command's unit per time",
         .example = "20 1/s"},
        [](Reader& in, const Node& node, const KeyInfo& key, Lag& spool) {
          spool.rate_limit = {in.any_quantity(node, key), node};
        });
    t.add({.name = "start",
           .unit = "1",
           .absent = "0",
           .doc = "spool at t = 0, in the command's unit",
           .example = "0 V"},
          [](Reader& in, const Node& node, const KeyInfo& key, Lag& spool) {
            spool.start = {in.any_quantity(node, key), node};
          });
    return t;
  }();
  return table;
}

void store_spool(Reader& in, const Node& node, const KeyInfo&, ValveItem& valve) {
  const std::size_t before = in.problems.size();
  read_table(in, node, spool_table(), valve.lag);
  if (in.problems.size() != before) return;
  const Lag& lag = valve.lag;
  if (lag.bandwidth.has_value() + lag.time_constant.has_value() + lag.frequency.has_value() != 1)
    return in.problem(node.where, "expected one of bandwidth, time_constant and frequency");
  if (lag.frequency) {
    valve.spool.order = Spool::Order::second;
    valve.spool.omega = *lag.frequency;
    valve.spool.damping = lag.damping;
    valve.spool.gain = lag.gain;
    return;
  }
  valve.spool.order = Spool::Order::first;
  valve.spool.tau =
      lag.time_constant ? *lag.time_constant : 1.0 / (2.0 * std::numbers::pi * *lag.bandwidth);
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
  port("C", "6/3: inlet of the neutral path", "pump_line", &ValveSpec::C);
  port("N", "6/3: outlet of the neutral path", "tank", &ValveSpec::N);
}

void add_type(Table<ValveItem>& t) {
  t.add(
      {.name = "type",
       .kind = KeyKind::choice,
       .choices = {"2/2", "3/2", "4/3", "6/3", "complementary"},
       .required = true,
       .doc = "`2/2`: PA opens with u; `3/2`: AT open at u = 0, PA at full; `4/3`: u > 0 opens PA "
              "and BT, u < 0 opens PB and AT; `6/3`: a 4/3 with a neutral path from C to N; "
              "`complementary`: PB and AT open with u, PA and BT with 1 - u",
       .example = "4/3"},
      [](Reader& in, const Node& node, const KeyInfo& key, ValveItem& valve) {
        if (const auto word = in.choice(node, key))
          valve.design.type = static_cast<ValveType>(
              std::find(key.choices.begin(), key.choices.end(), *word) - key.choices.begin());
      });
  t.add(
      {.name = "centre",
       .kind = KeyKind::choice,
       .choices = {"closed", "open", "tandem", "float"},
       .fallback = "closed",
       .doc = "4/3 and 6/3, what the middle position joins: nothing; all (by `underlap`); P with T "
              "(by `neutral_path`); A and B with T (by `underlap`)",
       .example = "float"},
      [](Reader& in, const Node& node, const KeyInfo& key, ValveItem& valve) {
        if (const auto word = in.choice(node, key))
          valve.design.centre = static_cast<ValveCentre>(
              std::find(key.choices.begin(), key.choices.end(), *word) - key.choices.begin());
      });
}

// Values in the command's unit.
void add_laps(Table<ValveItem>& t) {
  const auto command = [&](const char* name, const char* doc, const char* example,
                           CommandValue ValveItem::*member, const char* absent = "0") {
    t.add({.name = name,
           .unit = "1",
           .absent = absent,
           .bound = Bound::not_negative,
           .doc = doc,
           .example = example},
          [member](Reader& in, const Node& node, const KeyInfo& key, ValveItem& valve) {
            valve.*member = {in.any_quantity(node, key), node};
          });
  };
  command("overlap", "command before an edge opens: a dead band to each side", "2 V",
          &ValveItem::overlap);
  command("underlap", "of edges that are open in the middle: command that shuts them", "0.5 V",
          &ValveItem::underlap);
  t.add({.name = "grooves",
         .kind = KeyKind::choice,
         .choices = {"rectangular", "triangular"},
         .fallback = "rectangular",
         .doc = "opening grows with the command past the overlap, or with its square "
                "[malysheva2021, eqs. 2.43, 2.48]",
         .example = "triangular"},
        [](Reader& in, const Node& node, const KeyInfo& key, ValveItem& valve) {
          if (const auto word = in.choice(node, key)) valve.triangular = *word == "triangular";
        });
  t.add({.name = "neutral_path",
         .kind = KeyKind::table,
         .table = &flow_table().info,
         .absent = "needed by 6/3 and a tandem centre",
         .doc = "size of the path that is open in the middle",
         .example = "{nominal: {flow: 60 l/min, drop: 5 bar}}"},
        [](Reader& in, const Node& node, const KeyInfo&, ValveItem& valve) {
          read_table(in, node, flow_table(), valve.neutral_path);
        });
  command("cut", "command at which the neutral path is shut", "0.3", &ValveItem::cut, "1");
}

const Table<WearItem>& worn_edge_table() {
  static const Table<WearItem> table = [] {
    Table<WearItem> t(
        "worn edge",
        "Laminar leakage over a worn edge, l f(u/shut) Δp with f(r) = 1 - 3 r² + 2 r³ "
        "[malysheva2021, eqs. 2.36-2.37].");
    t.quantity({.name = "conductance",
                .unit = "m3/s/Pa",
                .required = true,
                .bound = Bound::not_negative,
                .doc = "l, flow per pressure drop in the middle",
                .example = "1.15e-13 m3/s/Pa"},
               &WearItem::conductance);
    t.add({.name = "shut",
           .unit = "1",
           .required = true,
           .doc = "command, with its sign, at which it has gone; on the other side there is none",
           .example = "0.794 V"},
          [](Reader& in, const Node& node, const KeyInfo& key, WearItem& wear) {
            wear.shut = {in.any_quantity(node, key), node};
          });
    return t;
  }();
  return table;
}

const Table<ValveItem>& wear_table() {
  static const Table<ValveItem> table = [] {
    Table<ValveItem> t("wear", "Leakage of a worn 4/3 or 6/3 valve, edge by edge.");
    for (std::size_t edge = 0; edge < 4; ++edge)
      t.add({.name = kEdges[edge],
             .kind = KeyKind::table,
             .table = &worn_edge_table().info,
             .absent = "none",
             .doc = std::string("of edge ") + kEdges[edge],
             .example = "{conductance: 1e-13 m3/s/Pa, shut: 0.8 V}"},
            [edge](Reader& in, const Node& node, const KeyInfo&, ValveItem& valve) {
              read_table(in, node, worn_edge_table(), valve.worn[edge]);
            });
    return t;
  }();
  return table;
}

const Table<ValveItem>& valve_table() {
  static const Table<ValveItem> table = [] {
    Table<ValveItem> t("valve",
                       "A directional valve with four metering edges, one of `coefficient`, "
                       "`nominal`, `area` for all or one for each.");
    add_type(t);
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
    add_laps(t);
    t.add({.name = "wear",
           .kind = KeyKind::table,
           .table = &wear_table().info,
           .absent = "none",
           .doc = "leakage over worn edges",
           .example = "{AT: {conductance: 1.15e-13 m3/s/Pa, shut: 0.794 V}}"},
          [](Reader& in, const Node& node, const KeyInfo&, ValveItem& valve) {
            read_table(in, node, wear_table(), valve);
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

double command_value(Reader& in, const CommandValue& given, const char* key,
                     const std::string& unit, double fallback = 0.0) {
  if (!given.value) return fallback;
  if (compatible(dimension_of(unit), given.value->dimension)) return given.value->value;
  const Reader::Inside inside(in, key);
  in.problem(given.node.where, "expected " + describe(dimension_of(unit)) +
                                   ", as the valve's command; found " + given.node.text + " (" +
                                   describe(given.value->dimension) + ")");
  return fallback;
}

// Which edges a type has.
bool has_edge(const ValveItem& valve, std::size_t edge) {
  if (valve.design.type == ValveType::two_two) return edge == 0;
  if (valve.design.type == ValveType::three_two) return edge == 0 || edge == 2;
  return true;
}

// All edges must agree on the unit of the command. C is per unit of opening: of the command past
// the overlap, or of its square.
void find_coefficients(Reader& in, ValveItem& valve) {
  const double exponent = valve.triangular ? 2.0 : 1.0;
  std::optional<Dimension> command;
  for (std::size_t edge = 0; edge < 4; ++edge) {
    if (!has_edge(valve, edge)) continue;
    const bool own = has_flow(valve.edges[edge]);
    const FlowItem& size = own ? valve.edges[edge] : valve.size;
    if (!has_flow(size))
      return in.problem(valve.where, std::string("edge ") + kEdges[edge] +
                                         " has no size; add coefficient, nominal or area to the "
                                         "valve, or to each edge");
    const auto c = flow_coefficient(in, size, valve.where);
    if (!c) return;
    valve.design.coefficient[edge] = c->value;
    Dimension unit = dimension_of("m3/s/Pa^0.5") / c->dimension;
    if (size.coefficient) unit = power(unit, 1.0 / exponent);
    if (!dimensionless(unit) && !identical(unit, dimension_of("V")))
      return in.problem(valve.where,
                        "the opening of triangular grooves goes with the square of the command: "
                        "give the coefficient per V^2, e.g. 2.31e-9 m3/s/V^2/Pa^0.5");
    if (command && !compatible(*command, unit))
      return in.problem(valve.where, "some edges take volts and others a number; use one");
    command = unit;
  }
  if (command) valve.command_unit = si_name(*command);
}

// A nominal flow is that of the full command, at - overlap beyond where the edge opens.
void scale_openings(Reader& in, ValveItem& valve) {
  ValveDesign& d = valve.design;
  d.exponent = valve.triangular ? 2 : 1;
  d.lap = command_value(in, valve.overlap, "overlap", valve.command_unit);
  d.underlap = command_value(in, valve.underlap, "underlap", valve.command_unit);
  d.cut = command_value(in, valve.cut, "cut", valve.command_unit, 1.0);
  if (d.lap < 0.0 || d.underlap < 0.0)
    return in.problem(valve.where,
                      "overlap and underlap must not be negative; open edges are a "
                      "matter of centre and underlap");
  if (!(d.cut > 0.0)) return in.problem(valve.where, "cut must be greater than zero");
  for (std::size_t edge = 0; edge < 4; ++edge) {
    const FlowItem& size = has_flow(valve.edges[edge]) ? valve.edges[edge] : valve.size;
    if (size.coefficient || !has_edge(valve, edge)) continue;
    const double at = size.at ? size.at->value : 1.0;
    if (d.lap >= at) return in.problem(valve.where, "the overlap is as large as the full command");
    const double opening = at - d.lap;
    d.coefficient[edge] *= at / (valve.triangular ? opening * opening : opening);
    if (d.type != ValveType::complementary) valve.full = std::min(valve.full, at);
  }
  if (valve.full < 1e300) d.full = valve.full;
  const bool path = d.type == ValveType::six_three || d.centre == ValveCentre::tandem;
  if (path != has_flow(valve.neutral_path))
    in.problem(valve.where, path ? "a 6/3 valve or a tandem centre needs neutral_path"
                                 : "neutral_path belongs to a 6/3 valve or a tandem centre");
  else if (path)
    if (const auto c = flow_coefficient(in, valve.neutral_path, valve.where))
      d.neutral_coefficient = c->value;
}

ValveSpec finish_valve(Reader& in, ValveItem& valve) {
  find_coefficients(in, valve);
  scale_openings(in, valve);
  valve.design.law = static_cast<OrificeLaw>(valve.law.law);
  valve.design.transition = valve.law.transition;
  for (std::size_t edge = 0; edge < 4; ++edge) {
    valve.wear.conductance[edge] = valve.worn[edge].conductance;
    valve.wear.shut[edge] =
        command_value(in, valve.worn[edge].shut, "wear", valve.command_unit, 1.0);
  }
  if (valve.lag.rate_limit.value) valve.spool.rate_limit = valve.lag.rate_limit.value->value;
  valve.start = command_value(in, valve.lag.start, "spool.start", valve.command_unit);
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
