// The root of a machine file.
#include <algorithm>

#include "model_file/key_table.h"
#include "model_file/tables.h"

namespace bramah {
namespace {

constexpr const char* kVersion = "1";

void store_version(Reader& in, const Node& node, const KeyInfo&, MachineDescription&) {
  if (node.is_scalar() && node.text == kVersion) return;
  in.problem(node.where, "format version " + found_text(node) +
                             " is not supported; this program reads version " + kVersion);
}

void store_fluids(Reader& in, MachineDescription& machine, std::vector<FluidSpec> fluids) {
  for (const auto& fluid : fluids) {
    machine.fluids.push_back(fluid);
    in.densities[fluid.name] = fluid.density;
  }
}

// "[0, -9.81] m/s2": a default in the plane, as people write it.
std::string vector_text(const Triple& v, const std::string& unit) {
  return "[" + short_number(v[0]) + ", " + short_number(v[1]) + "] " + unit;
}

void add_head(Table<MachineDescription>& t) {
  t.add({.name = "bramah",
         .kind = KeyKind::integer,
         .unit = "1",
         .required = true,
         .doc = "version of the file format",
         .example = "1"},
        store_version);
  t.text({.name = "name",
          .absent = "the file's name",
          .doc = "name of the machine",
          .example = "Four-bar lift"},
         &MachineDescription::name);
  t.add(
      {.name = "include",
       .kind = KeyKind::references,
       .absent = "nothing",
       .doc = "a file or a list of files to start from; this file's keys replace or extend theirs",
       .example = "four_bar.yaml"},
      [](Reader&, const Node&, const KeyInfo&, MachineDescription&) {});  // merged before
  t.add({.name = "parameters",
         .kind = KeyKind::named_values,
         .absent = "none",
         .doc = "named values for expressions",
         .example = "{L1: 9 m, A: pi/4*(80 mm)^2}"},
        [](Reader&, const Node&, const KeyInfo&, MachineDescription&) {});  // read before
  t.add({.name = "mechanism",
         .kind = KeyKind::choice,
         .choices = {"planar", "spatial"},
         .fallback = MachineDescription{}.planar ? "planar" : "spatial",
         .doc = "planar: x and y, angles about z",
         .example = "spatial"},
        [](Reader& in, const Node& node, const KeyInfo& key, MachineDescription& machine) {
          if (const auto word = in.choice(node, key)) machine.planar = *word == "planar";
          in.planar = machine.planar;
        });
  t.triple({.name = "gravity",
            .unit = "m/s2",
            .absent = "`" + vector_text(MachineDescription{}.gravity, "m/s2") +
                      "`; needed in a spatial mechanism",
            .doc = "gravity",
            .example = "\"[0, -9.81] m/s2\""},
           &MachineDescription::gravity);
  t.either({.name = "initial",
            .choices = {"as_written", "static"},
            .doc = "`static`: whatever is written as `static` is solved so that the machine rests "
                   "at t = 0, and so are states of components and elements without a start",
            .example = "static"},
           &MachineDescription::initial_static, "static");
  t.choice({.name = "reactions",
            .choices = {"none", "world", "body"},
            .doc = "forces and moments in joints as channels `JOINT.fx`, ... `JOINT.mz`, in world "
                   "axes or those of the joint's second body",
            .example = "world"},
           &MachineDescription::reactions);
}

template <class Spec>
void add_section(Table<MachineDescription>& t, const char* name, const TableInfo& info,
                 std::vector<Spec> (*read)(Reader&, const Node&),
                 std::vector<Spec> MachineDescription::*member, const char* doc) {
  t.add({.name = name, .kind = KeyKind::named_tables, .table = &info, .absent = "none", .doc = doc},
        [read, member](Reader& in, const Node& node, const KeyInfo&, MachineDescription& machine) {
          machine.*member = read(in, node);
        });
}

// What a person sees and moves.
void add_person(Table<MachineDescription>& t) {
  using M = MachineDescription;
  t.add({.name = "markers",
         .kind = KeyKind::named_references,
         .absent = "none",
         .doc = "named places with channels `NAME.x`, ...; pages draw their paths",
         .example = "{tip: boom.tip}"},
        [](Reader& in, const Node& node, const KeyInfo&, M& m) {
          m.markers = read_markers(in, node);
        });
  t.add({.name = "controls",
         .kind = KeyKind::named_tables,
         .table = &control_info(),
         .absent = "every signal in time that commands a part",
         .doc = "levers for `bramah serve`, named after the signals they replace"},
        [](Reader& in, const Node& node, const KeyInfo&, M& m) {
          m.has_controls = true;
          m.controls = read_controls(in, node);
        });
  t.add({.name = "faults",
         .kind = KeyKind::named_tables,
         .table = &fault_info(),
         .absent = "a usual set",
         .doc = "what can go wrong under `bramah serve`"},
        [](Reader& in, const Node& node, const KeyInfo&, M& m) {
          m.has_faults = true;
          m.faults = read_faults(in, node);
        });
}

void add_sections(Table<MachineDescription>& t) {
  using M = MachineDescription;
  t.add({.name = "ground",
         .kind = KeyKind::table,
         .table = &ground_info(),
         .absent = "`origin` alone",
         .doc = "points of the world"},
        [](Reader& in, const Node& node, const KeyInfo&, M& m) { read_ground(in, node, m); });
  add_section(t, "bodies", body_info(), read_bodies, &M::bodies, "rigid bodies");
  add_section(t, "joints", joint_info(), read_joints, &M::joints, "joints between bodies");
  t.add({.name = "denavit_hartenberg",
         .kind = KeyKind::named_tables,
         .table = &chain_info(),
         .absent = "none",
         .doc = "further joints, as Denavit-Hartenberg tables of serial chains"},
        [](Reader& in, const Node& node, const KeyInfo&, M& m) { read_chains(in, node, m); });
  add_section(t, "springs", spring_info(), read_springs, &M::springs, "springs between points");
  add_section(t, "forces", force_info(), read_forces, &M::forces, "forces and torques");
  add_section(t, "elements", element_info(), read_elements, &M::elements,
              "force elements with a law of their own");
  t.add({.name = "terrain",
         .kind = KeyKind::table,
         .table = &terrain_info(),
         .absent = "the ground is a plane",
         .doc = "height of the ground on a grid"},
        [](Reader& in, const Node& node, const KeyInfo&, M& m) {
          m.terrain = read_terrain(in, node);
        });
  t.add({.name = "soil",
         .kind = KeyKind::table,
         .table = &soil_info(),
         .absent = "its defaults, where there is a blade",
         .doc = "what the ground is made of that blades cut"},
        [](Reader& in, const Node& node, const KeyInfo&, M& m) { m.soil = read_soil(in, node); });
  add_section(t, "buckets", bucket_info(), read_buckets, &M::buckets, "what digs the terrain");
  add_section(t, "stability", stability_info(), read_stability, &M::stability,
              "how near it is to tipping");
  add_section(t, "payloads", payload_info(), read_payloads, &M::payloads,
              "masses that are taken up and set down");
  add_section(t, "grips", grip_info(), read_grips, &M::grips, "what holds bodies and lets them go");
  add_section(t, "probes", probe_info(), read_probes, &M::probes, "instruments on bodies");
  t.add({.name = "fluid",
         .kind = KeyKind::table,
         .table = &fluid_info(),
         .absent = "no oil",
         .doc = "the oil"},
        [](Reader& in, const Node& node, const KeyInfo&, M& m) {
          store_fluids(in, m, read_fluid(in, node));
        });
  t.add({.name = "fluids",
         .kind = KeyKind::named_tables,
         .table = &fluid_info(),
         .absent = "`fluid`",
         .doc = "several oils"},
        [](Reader& in, const Node& node, const KeyInfo&, M& m) {
          store_fluids(in, m, read_fluids(in, node));
        });
  add_section(t, "sources", source_info(), read_sources, &M::sources, "supplies, tanks, flows");
  add_section(t, "volumes", volume_info(), read_volumes, &M::volumes, "oil volumes");
  add_section(t, "orifices", orifice_info(), read_orifices, &M::orifices, "throttles");
  add_section(t, "leakages", leakage_info(), read_leakages, &M::leakages, "laminar gaps");
  add_section(t, "valves", valve_info(), read_valves, &M::valves, "directional valves");
  add_section(t, "cylinders", cylinder_info(), read_cylinders, &M::cylinders, "cylinders");
  add_section(t, "shafts", shaft_info(), read_shafts, &M::shafts, "what pumps and engines turn");
  add_section(t, "components", component_info(), read_components, &M::components,
              "further parts of the catalogue");
  add_section(t, "signals", signal_info(), read_signals, &M::signals,
              "commands, measurements, controllers");
  t.add({.name = "fmus",
         .kind = KeyKind::named_tables,
         .table = &fmu_info(),
         .absent = "none",
         .doc = "other people's models as blocks among the signals"},
        [](Reader& in, const Node& node, const KeyInfo&, M& m) { read_fmus(in, node, m); });
  add_person(t);
  t.add({.name = "surrogate",
         .kind = KeyKind::text,
         .table = &surrogate_info(),
         .absent = "the oil is solved",
         .doc = "a trained network in place of valves, oil and cylinders; its file alone is enough",
         .example = "circuit3.narx.yaml"},
        [](Reader& in, const Node& node, const KeyInfo&, M& m) {
          m.surrogate = read_surrogate_use(in, node);
        });
  t.add(
      {.name = "solver",
       .kind = KeyKind::table,
       .table = &solver_info(),
       .absent = "its defaults",
       .doc = "how it is solved"},
      [](Reader& in, const Node& node, const KeyInfo&, M& m) { m.solver = read_solver(in, node); });
  t.add({.name = "linearize",
         .kind = KeyKind::table,
         .table = &linearize_info(),
         .absent = "about the start",
         .doc = "where it is made linear"},
        [](Reader& in, const Node& node, const KeyInfo&, M& m) {
          m.linearize = read_linearize(in, node);
        });
  t.add({.name = "training",
         .kind = KeyKind::table,
         .table = &training_info(),
         .absent = "`bramah train` has nothing to do",
         .doc = "a surrogate of its circuit, for `bramah train`"},
        [](Reader& in, const Node& node, const KeyInfo&, M& m) {
          m.training = read_training(in, node);
        });
}

const Table<MachineDescription>& machine_table() {
  static const Table<MachineDescription> table = [] {
    Table<MachineDescription> t("machine", "The keys of a machine file.");
    add_head(t);
    add_sections(t);
    return t;
  }();
  return table;
}

void collect(const TableInfo& table, std::vector<const TableInfo*>& all) {
  if (std::find(all.begin(), all.end(), &table) != all.end()) return;
  all.push_back(&table);
  for (const auto& key : table.keys)
    if (key.table) collect(*key.table, all);
}

}  // namespace

void read_machine(Reader& in, const Node& node, MachineDescription& machine) {
  in.planar = machine.planar;
  read_table(in, node, machine_table(), machine);
  if (!machine.planar && !node.find("gravity"))
    in.problem(node.where,
               "a spatial mechanism needs its gravity, e.g. gravity: \"[0, 0, -9.81] m/s2\"");
}

const TableInfo& machine_info() { return machine_table().info; }

std::vector<const TableInfo*> all_tables() {
  std::vector<const TableInfo*> all;
  collect(machine_info(), all);
  return all;
}

}  // namespace bramah
