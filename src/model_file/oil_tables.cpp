// Sources, volumes, leakages, orifices.
#include "model_file/oil_tables.h"

#include "model_file/static_start.h"
#include "model_file/tables.h"

namespace bramah {
namespace {

// ---- sources
struct SourceItem : SourceSpec {
  bool has_pressure = false, has_flow = false, has_speed = false;
};

// A source's size: a value, or the name of a signal.
Store<SourceItem> store_size(SourceSpec::Kind kind, bool SourceItem::*seen) {
  return [kind, seen](Reader& in, const Node& node, const KeyInfo& key, SourceItem& source) {
    source.kind = kind;
    source.*seen = true;
    if (node.is_scalar() && is_name(node.text) && !in.parameters.has(node.text)) {
      if (const auto name = in.signal(node, key, key.unit)) source.signal = *name;
    } else if (const auto value = in.quantity(node, key)) {
      source.value = *value;
    }
  };
}

const Table<SourceItem>& source_table() {
  static const Table<SourceItem> table = [] {
    Table<SourceItem> t(
        "source",
        "A supply or a tank (`pressure`), a flow into a volume (`flow`), or a shaft that "
        "turns at a given speed (`speed`).");
    t.add({.name = "pressure",
           .kind = KeyKind::signal,
           .unit = "Pa",
           .absent = "`flow` is given",
           .doc = "absolute pressure it keeps: a value or a signal",
           .example = "7.6 MPa",
           .typical = "0.5 ... 450 bar"},
          store_size(SourceSpec::Kind::pressure, &SourceItem::has_pressure));
    t.add({.name = "flow",
           .kind = KeyKind::signal,
           .unit = "m3/s",
           .absent = "`pressure` is given",
           .doc = "flow it delivers: a value or a signal",
           .example = "24 l/min",
           .typical = "0.1 ... 1000 l/min"},
          store_size(SourceSpec::Kind::flow, &SourceItem::has_flow));
    t.add({.name = "speed",
           .kind = KeyKind::signal,
           .unit = "rad/s",
           .absent = "`pressure` or `flow` is given",
           .doc = "speed at which it turns a shaft, whatever the torque: a value or a signal",
           .example = "1500 rpm",
           .typical = "100 ... 5000 rpm"},
          store_size(SourceSpec::Kind::speed, &SourceItem::has_speed));
    t.reference({.name = "into",
                 .absent = "needed with `flow`",
                 .doc = "volume or chamber that takes the flow",
                 .example = "pump_line"},
                &SourceSpec::into);
    return t;
  }();
  return table;
}

SourceSpec finish_source(Reader& in, SourceItem& source) {
  if (source.has_pressure + source.has_flow + source.has_speed != 1)
    in.problem(source.where, "expected one of pressure, flow and speed");
  if (source.has_flow && source.into.empty())
    in.problem(source.where, "a flow needs the volume it feeds, e.g. into: pump_line");
  if (source.has_pressure && !source.has_flow && !source.into.empty())
    in.problem(source.where, "into belongs to a flow; a pressure source is named by what it feeds");
  return source;
}

// ---- volumes and leakages
const Table<VolumeSpec>& volume_table() {
  static const Table<VolumeSpec> table = [] {
    Table<VolumeSpec> t("volume", "Oil at one pressure: a hose, a line, a block.");
    adopt(t, hose_table(), &VolumeSpec::hose);
    t.add(pressure_key("start", "pressure at t = 0"),
          [](Reader& in, const Node& node, const KeyInfo& key, VolumeSpec& volume) {
            if (const auto p = read_pressure(in, node, key)) volume.start = *p;
          });
    t.reference({.name = "fluid",
                 .absent = "the file's only fluid",
                 .doc = "what it holds",
                 .example = "oil"},
                &VolumeSpec::fluid);
    return t;
  }();
  return table;
}

const Table<LeakageSpec>& leakage_table() {
  static const Table<LeakageSpec> table = [] {
    Table<LeakageSpec> t("leakage", "A laminar gap: Q = conductance × pressure difference.");
    t.reference(
        {.name = "from", .required = true, .doc = "volume, chamber or source", .example = "lift.A"},
        &LeakageSpec::from);
    t.reference(
        {.name = "to", .required = true, .doc = "volume, chamber or source", .example = "tank"},
        &LeakageSpec::to);
    t.quantity({.name = "conductance",
                .unit = "m3/s/Pa",
                .required = true,
                .bound = Bound::not_negative,
                .doc = "flow per pressure difference",
                .example = "0.1 l/min/bar",
                .typical = "1e-14 ... 1e-9 m3/s/Pa"},
               &LeakageSpec::conductance);
    return t;
  }();
  return table;
}

// ---- orifices
const Table<OrificeSpec>& orifice_table() {
  static const Table<OrificeSpec> table = [] {
    Table<OrificeSpec> t("orifice",
                         "A throttle between two volumes; positive flow runs from `from` to `to`.");
    t.reference({.name = "from",
                 .required = true,
                 .doc = "volume, chamber or source",
                 .example = "lift_hose"},
                &OrificeSpec::from);
    t.reference(
        {.name = "to", .required = true, .doc = "volume, chamber or source", .example = "lift.A"},
        &OrificeSpec::to);
    adopt(t, flow_table(), &OrificeSpec::size);
    adopt(t, flow_law_table(), &OrificeSpec::law);
    t.add({.name = "opening",
           .kind = KeyKind::signal,
           .unit = "1",
           .absent = "fully open",
           .doc = "signal that multiplies the coefficient",
           .example = "brake"},
          [](Reader& in, const Node& node, const KeyInfo& key, OrificeSpec& orifice) {
            if (const auto name = in.signal(node, key, key.unit)) orifice.opening = *name;
          });
    return t;
  }();
  return table;
}

template <class Spec>
constexpr auto keep = [](Reader&, auto& item) -> Spec { return item; };

}  // namespace

KeyInfo pressure_key(const std::string& name, const std::string& doc) {
  return {.name = name,
          .unit = "Pa",
          .choices = {"static"},
          .fallback = default_text(PressureSpec{}.value, "MPa"),
          .bound = Bound::not_negative,
          .doc = doc +
                 ", absolute; `static`: solved so that the machine rests, `static near 50 bar`: "
                 "from there",
          .example = "3.5 MPa"};
}

std::optional<PressureSpec> read_pressure(Reader& in, const Node& node, const KeyInfo& key) {
  if (is_static(node)) {
    PressureSpec start{.statics = true};
    if (const auto guess = static_guess(node))
      if (const auto value = in.quantity(*guess, key)) start.value = *value, start.guessed = true;
    return start;
  }
  if (const auto value = in.quantity(node, key)) return PressureSpec{.value = *value};
  return std::nullopt;
}

const Table<HoseSpec>& hose_table() {
  static const Table<HoseSpec> table = [] {
    Table<HoseSpec> t("hose", "Oil in a hose at a chamber, with its wall.");
    t.quantity({.name = "volume",
                .unit = "m3",
                .required = true,
                .bound = Bound::positive,
                .doc = "oil it holds",
                .example = "47.1 cm3",
                .typical = "0.001 ... 100 l"},
               &HoseSpec::volume);
    t.quantity({.name = "wall",
                .unit = "Pa",
                .absent = "rigid",
                .bound = Bound::positive,
                .doc = "bulk modulus of the wall",
                .example = "550 MPa",
                .typical = "100 ... 50000 MPa"},
               &HoseSpec::wall);
    return t;
  }();
  return table;
}

std::vector<SourceSpec> read_sources(Reader& in, const Node& node) {
  return read_named(in, node, source_table(), "source", finish_source);
}
std::vector<VolumeSpec> read_volumes(Reader& in, const Node& node) {
  return read_named(in, node, volume_table(), "volume", keep<VolumeSpec>);
}
std::vector<LeakageSpec> read_leakages(Reader& in, const Node& node) {
  return read_named(in, node, leakage_table(), "leakage", keep<LeakageSpec>);
}
std::vector<OrificeSpec> read_orifices(Reader& in, const Node& node) {
  return read_named(in, node, orifice_table(), "orifice", check_sizes<OrificeSpec>);
}

const TableInfo& source_info() { return source_table().info; }
const TableInfo& volume_info() { return volume_table().info; }
const TableInfo& leakage_info() { return leakage_table().info; }
const TableInfo& orifice_info() { return orifice_table().info; }

}  // namespace bramah
