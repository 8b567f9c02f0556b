// One coordinate of a joint: its start, spring, stops and signals.
#include "model_file/coordinate_table.h"

#include "model_file/static_start.h"

namespace bramah {
namespace {

// A coordinate turns or slides; its units follow.
struct LimitItem : LimitSpec {
  bool slides = false;
};

template <class Item, class Owner>
Store<Item> turn_or_slide(double Owner::*member) {
  return [member](Reader& in, const Node& node, const KeyInfo& key, Item& item) {
    if (const auto value = in.quantity(node, key, item.slides ? key.other_unit : key.unit))
      item.*member = *value;
  };
}

const Table<LimitItem>& limit_table() {
  static const Table<LimitItem> table = [] {
    Table<LimitItem> t("limits", "Elastic stops at both ends of a coordinate.");
    t.add({.name = "lower",
           .unit = "rad",
           .other_unit = "m",
           .required = true,
           .doc = "lower end",
           .example = "-20 deg"},
          turn_or_slide<LimitItem>(&LimitSpec::lower));
    t.add({.name = "upper",
           .unit = "rad",
           .other_unit = "m",
           .required = true,
           .doc = "upper end",
           .example = "60 deg"},
          turn_or_slide<LimitItem>(&LimitSpec::upper));
    t.add({.name = "stiffness",
           .unit = "N m/rad",
           .other_unit = "N/m",
           .required = true,
           .bound = Bound::positive,
           .doc = "of the stop, from the first touch on",
           .example = "1e6 N m/rad"},
          turn_or_slide<LimitItem>(&LimitSpec::stiffness));
    t.add({.name = "damping",
           .unit = "N m s/rad",
           .other_unit = "N s/m",
           .absent = short_number(LimitSpec{}.damping),
           .bound = Bound::not_negative,
           .doc = "of the stop, grown from zero over the first millimetre or milliradian",
           .example = "1e4 N m s/rad"},
          turn_or_slide<LimitItem>(&LimitSpec::damping));
    return t;
  }();
  return table;
}

const Table<CoordinateItem>& joint_spring_table() {
  static const Table<CoordinateItem> table = [] {
    Table<CoordinateItem> t("joint spring", "A linear spring on a coordinate.");
    t.add({.name = "stiffness",
           .unit = "N m/rad",
           .other_unit = "N/m",
           .required = true,
           .bound = Bound::not_negative,
           .doc = "force or torque per deflection",
           .example = "500 N m/rad"},
          turn_or_slide<CoordinateItem>(&CoordinateSpec::stiffness));
    t.add({.name = "rest",
           .unit = "rad",
           .other_unit = "m",
           .absent = short_number(CoordinateSpec{}.rest),
           .doc = "coordinate without force",
           .example = "10 deg"},
          turn_or_slide<CoordinateItem>(&CoordinateSpec::rest));
    return t;
  }();
  return table;
}

void store_start(Reader& in, const Node& node, const KeyInfo& key, CoordinateItem& item) {
  item.has_start = true;
  if (is_static(node)) {
    item.start_kind = CoordinateSpec::Start::statics;
    if (const auto guess = static_guess(node))
      turn_or_slide<CoordinateItem> (&CoordinateSpec::start)(in, *guess, key, item);
    return;
  }
  item.start_kind = CoordinateSpec::Start::given;
  turn_or_slide<CoordinateItem> (&CoordinateSpec::start)(in, node, key, item);
}

void store_guess(Reader& in, const Node& node, const KeyInfo& key, CoordinateItem& item) {
  if (item.has_start)
    return in.problem(node.where,
                      "stands beside start; a coordinate is kept (start) or solved from "
                      "a guess, not both");
  item.start_kind = CoordinateSpec::Start::guess;
  turn_or_slide<CoordinateItem> (&CoordinateSpec::start)(in, node, key, item);
}

void store_limits(Reader& in, const Node& node, const KeyInfo&, CoordinateItem& item) {
  LimitItem limit;
  limit.slides = item.slides;
  limit.where = node.where;
  const std::size_t before = in.problems.size();
  read_table(in, node, limit_table(), limit);
  if (in.problems.size() == before && !(limit.lower < limit.upper))
    in.problem(node.where, "lower must be less than upper");
  item.limit = limit;
}

Store<CoordinateItem> store_signal(std::string CoordinateSpec::*member) {
  return [member](Reader& in, const Node& node, const KeyInfo& key, CoordinateItem& item) {
    const auto name = in.signal(node, key, item.slides ? key.other_unit : key.unit);
    if (name) item.*member = *name;
  };
}

}  // namespace

const Table<CoordinateItem>& coordinate_table() {
  static const Table<CoordinateItem> table = [] {
    Table<CoordinateItem> t(
        "coordinate", "One coordinate of a joint; angles where it turns, lengths where it slides.");
    t.add({.name = "start",
           .unit = "rad",
           .other_unit = "m",
           .choices = {"static"},
           .absent = "solved so that loops close, from 0",
           .doc = "value at t = 0, kept; `static`: solved so that the machine rests, `static near "
                  "20 deg`: from there",
           .example = "30 deg"},
          store_start);
    t.add({.name = "guess",
           .unit = "rad",
           .other_unit = "m",
           .absent = "-",
           .doc = "instead of `start`: solved so that loops close, from here",
           .example = "-135 deg"},
          store_guess);
    t.add({.name = "rate",
           .unit = "rad/s",
           .other_unit = "m/s",
           .absent = short_number(CoordinateSpec{}.rate),
           .doc = "speed at t = 0",
           .example = "0.1 rad/s"},
          turn_or_slide<CoordinateItem>(&CoordinateSpec::rate));
    t.add({.name = "spring",
           .kind = KeyKind::table,
           .table = &joint_spring_table().info,
           .absent = "none",
           .doc = "linear spring",
           .example = "{stiffness: 500 N m/rad}"},
          [](Reader& in, const Node& node, const KeyInfo&, CoordinateItem& item) {
            read_table(in, node, joint_spring_table(), item);
          });
    t.add({.name = "damping",
           .unit = "N m s/rad",
           .other_unit = "N s/m",
           .absent = short_number(CoordinateSpec{}.damping),
           .bound = Bound::not_negative,
           .doc = "viscous friction",
           .example = "20 N m s/rad"},
          turn_or_slide<CoordinateItem>(&CoordinateSpec::damping));
    t.add({.name = "limits",
           .kind = KeyKind::table,
           .table = &limit_table().info,
           .absent = "none",
           .doc = "elastic stops",
           .example = "{lower: -20 deg, upper: 60 deg, stiffness: 1e6 N m/rad}"},
          store_limits);
    t.add({.name = "driver",
           .kind = KeyKind::signal,
           .unit = "rad",
           .other_unit = "m",
           .absent = "free to move",
           .doc = "signal that prescribes the coordinate",
           .example = "slew_angle"},
          store_signal(&CoordinateSpec::driver));
    t.add({.name = "effort",
           .kind = KeyKind::signal,
           .unit = "N m",
           .other_unit = "N",
           .absent = "none",
           .doc = "signal with a torque or force on the coordinate",
           .example = "motor_torque"},
          store_signal(&CoordinateSpec::effort));
    return t;
  }();
  return table;
}

}  // namespace bramah
