// Directional valves: the keys of their data sheets. hydraulics/sizing.h judges them.
#include "model_file/oil_tables.h"
#include "model_file/static_start.h"
#include "model_file/tables.h"

namespace bramah {
namespace {

constexpr const char* kEdges[] = {"PA", "PB", "AT", "BT"};  // in the order of ValveEdge

// Stores a value whose unit is judged once that of the command is known.
template <class Item, class Owner>
Store<Item> store_command(std::optional<CommandValue> Owner::*member) {
  return [member](Reader& in, const Node& node, const KeyInfo& key, Item& item) {
    if (const auto value = in.any_quantity(node, key))
      item.*member = CommandValue{*value, node.text, node.where};
  };
}

const Table<SpoolSheet>& spool_table() {
  static const Table<SpoolSheet> table = [] {
    Table<SpoolSheet> t(
        "spool",
        "How the spool follows its command: with a first-order lag (one of `bandwidth`, "
        "`time_constant`) or as a spring and a mass (`frequency`).");
    t.quantity({.name = "bandwidth",
                .unit = "Hz",
                .absent = "another of the three is given",
                .bound = Bound::positive,
                .doc = "frequency f of 45° phase lag: time constant 1/(2π f)",
                .example = "35 Hz",
                .typical = "1 ... 300 Hz"},
               &SpoolSheet::bandwidth);
    t.quantity({.name = "time_constant",
                .unit = "s",
                .absent = "another of the three is given",
                .bound = Bound::positive,
                .doc = "time constant of the lag",
                .example = "4.5 ms",
                .typical = "1 ... 500 ms"},
               &SpoolSheet::time_constant);
    t.quantity({.name = "frequency",
                .unit = "rad/s",
                .absent = "another of the three is given",
                .bound = Bound::positive,
                .doc = "natural frequency ω of u'' = gain ω² U - 2 damping ω u' - ω² u "
                       "[malysheva2021, eq. 2.34]",
                .example = "331 rad/s"},
               &SpoolSheet::frequency);
    t.quantity({.name = "damping",
                .unit = "1",
                .bound = Bound::not_negative,
                .doc = "with `frequency`: damping ratio",
                .example = "0.62"},
               &SpoolSheet::damping);
    t.quantity({.name = "gain",
                .unit = "1",
                .bound = Bound::positive,
                .doc = "with `frequency`: position over command at rest",
                .example = "0.99"},
               &SpoolSheet::gain);
    t.add(
        {.name = "rate_limit",
         .unit = "1/s",
         .absent = "none",
         .bound = Bound::positive,
         .doc = "of a first-order lag: largest speed of the spool, in the command's unit per time",
         .example = "20 1/s"},
        store_command<SpoolSheet>(&SpoolSheet::rate_limit));
    t.add({.name = "start",
           .unit = "1",
           .absent = "0",
           .doc = "spool at t = 0, in the command's unit",
           .example = "0 V"},
          store_command<SpoolSheet>(&SpoolSheet::start));
    return t;
  }();
  return table;
}

void store_spool(Reader& in, const Node& node, const KeyInfo&, ValveSpec& valve) {
  valve.spool.emplace().where = node.where;
  read_table(in, node, spool_table(), *valve.spool);
}

void store_neutral(Reader& in, const Node& node, const KeyInfo& key, ValveSpec& valve) {
  valve.neutral_statics = is_static(node);
  if (!valve.neutral_statics)
    store_command<ValveSpec> (&ValveSheet::neutral)(in, node, key, valve);
  else if (const auto guess = static_guess(node))
    store_command<ValveSpec> (&ValveSheet::neutral)(in, *guess, key, valve);
}

void add_ports(Table<ValveSpec>& t) {
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

void add_type(Table<ValveSpec>& t) {
  t.choice(
      {.name = "type",
       .choices = {"2/2", "3/2", "4/3", "6/3", "complementary"},
       .required = true,
       .doc = "`2/2`: PA opens with u; `3/2`: AT open at u = 0, PA at full; `4/3`: u > 0 opens PA "
              "and BT, u < 0 opens PB and AT; `6/3`: a 4/3 with a neutral path from C to N; "
              "`complementary`: PB and AT open with u, PA and BT with 1 - u",
       .example = "4/3"},
      &ValveSheet::type);
  t.choice(
      {.name = "centre",
       .choices = {"closed", "open", "tandem", "float"},
       .doc = "4/3 and 6/3, what the middle position joins: nothing; all (by `underlap`); P with T "
              "(by `neutral_path`); A and B with T (by `underlap`)",
       .example = "float"},
      &ValveSheet::centre);
}

// Values in the command's unit.
void add_laps(Table<ValveSpec>& t) {
  const auto command = [&](const char* name, const char* doc, const char* example,
                           std::optional<CommandValue> ValveSheet::*member,
                           const char* absent = "0") {
    t.add({.name = name,
           .unit = "1",
           .absent = absent,
           .bound = Bound::not_negative,
           .doc = doc,
           .example = example},
          store_command<ValveSpec>(member));
  };
  command("overlap", "command before an edge opens: a dead band to each side", "2 V",
          &ValveSheet::overlap);
  command("underlap", "of edges that are open in the middle: command that shuts them", "0.5 V",
          &ValveSheet::underlap);
  t.either({.name = "grooves",
            .choices = {"rectangular", "triangular"},
            .doc = "opening grows with the command past the overlap, or with its square "
                   "[malysheva2021, eqs. 2.43, 2.48]",
            .example = "triangular"},
           &ValveSheet::triangular, "triangular");
  t.add({.name = "neutral_path",
         .kind = KeyKind::table,
         .table = &flow_table().info,
         .absent = "needed by 6/3 and a tandem centre",
         .doc = "size of the path that is open in the middle",
         .example = "{nominal: {flow: 60 l/min, drop: 5 bar}}"},
        [](Reader& in, const Node& node, const KeyInfo&, ValveSpec& valve) {
          read_table(in, node, flow_table(), valve.neutral_path);
        });
  command("cut", "command at which the neutral path is shut", "0.3", &ValveSheet::cut, "1");
}

const Table<ValveSheet::Wear>& worn_edge_table() {
  static const Table<ValveSheet::Wear> table = [] {
    Table<ValveSheet::Wear> t(
        "worn edge",
        "Laminar leakage over a worn edge, l f(u/shut) Δp with f(r) = 1 - 3 r² + 2 r³ "
        "[malysheva2021, eqs. 2.36-2.37].");
    t.quantity({.name = "conductance",
                .unit = "m3/s/Pa",
                .required = true,
                .bound = Bound::not_negative,
                .doc = "l, flow per pressure drop in the middle",
                .example = "1.15e-13 m3/s/Pa",
                .typical = "1e-14 ... 1e-9 m3/s/Pa"},
               &ValveSheet::Wear::conductance);
    t.add({.name = "shut",
           .unit = "1",
           .required = true,
           .doc = "command, with its sign, at which it has gone; on the other side there is none",
           .example = "0.794 V"},
          store_command<ValveSheet::Wear>(&ValveSheet::Wear::shut));
    return t;
  }();
  return table;
}

const Table<ValveSpec>& wear_table() {
  static const Table<ValveSpec> table = [] {
    Table<ValveSpec> t("wear", "Leakage of a worn 4/3 or 6/3 valve, edge by edge.");
    for (std::size_t edge = 0; edge < 4; ++edge)
      t.add({.name = kEdges[edge],
             .kind = KeyKind::table,
             .table = &worn_edge_table().info,
             .absent = "none",
             .doc = std::string("of edge ") + kEdges[edge],
             .example = "{conductance: 1e-13 m3/s/Pa, shut: 0.8 V}"},
            [edge](Reader& in, const Node& node, const KeyInfo&, ValveSpec& valve) {
              read_table(in, node, worn_edge_table(), valve.wear[edge]);
            });
    return t;
  }();
  return table;
}

// A value must be in the command's unit, which the sizes tell; they come before in the table.
void store_signal(Reader& in, const Node& node, const KeyInfo& key, ValveSpec& valve) {
  const auto command = command_dimension(valve);
  if (!command) return;  // told with the sizes
  if (const auto name = in.signal(node, key, si_name(*command))) valve.signal = *name;
}

const Table<ValveSpec>& valve_table() {
  static const Table<ValveSpec> table = [] {
    Table<ValveSpec> t("valve",
                       "A directional valve with four metering edges, one of `coefficient`, "
                       "`nominal`, `area` for all or one for each.");
    add_type(t);
    add_ports(t);
    adopt(t, flow_table(), &ValveSpec::size);
    t.add({.name = "at",
           .unit = "1",
           .fallback = short_number(full_command(FlowSize{}).value),
           .doc = "with `area`: command that opens it fully, a number or volts; more opens it no "
                  "further",
           .example = "10 V"},
          [](Reader& in, const Node& node, const KeyInfo& key, ValveSpec& valve) {
            if (!valve.size.area) return;
            valve.size.at = in.any_quantity(node, key);
            if (!valve.size.at) valve.size.area.reset();  // without its command it says nothing
          });
    for (std::size_t edge = 0; edge < 4; ++edge)
      t.add({.name = kEdges[edge],
             .kind = KeyKind::table,
             .table = &flow_table().info,
             .absent = "as the valve",
             .doc = std::string("size of edge ") + kEdges[edge],
             .example = "{nominal: {flow: 12 l/min, drop: 35 bar}}"},
            [edge](Reader& in, const Node& node, const KeyInfo&, ValveSpec& valve) {
              read_table(in, node, flow_table(), valve.edges[edge]);
            });
    add_laps(t);
    t.add({.name = "wear",
           .kind = KeyKind::table,
           .table = &wear_table().info,
           .absent = "none",
           .doc = "leakage over worn edges",
           .example = "{AT: {conductance: 1.15e-13 m3/s/Pa, shut: 0.794 V}}"},
          [](Reader& in, const Node& node, const KeyInfo&, ValveSpec& valve) {
            read_table(in, node, wear_table(), valve);
          });
    adopt(t, flow_law_table(), &ValveSpec::law);
    t.add({.name = "signal",
           .kind = KeyKind::signal,
           .required = true,
           .doc = "command: a signal or a value",
           .example = "lift_command"},
          store_signal);
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
           .doc = "added to the command; `static`: solved so that the machine rests, `static near "
                  "0.4`: from there",
           .example = "static"},
          store_neutral);
    return t;
  }();
  return table;
}

}  // namespace

std::vector<ValveSpec> read_valves(Reader& in, const Node& node) {
  return read_named(in, node, valve_table(), "valve", check_sizes<ValveSpec>);
}

const TableInfo& valve_info() { return valve_table().info; }

}  // namespace bramah
