// What the ground is made of, and buckets that dig it.
#include "model_file/key_table.h"
#include "model_file/tables.h"

namespace bramah {
namespace {

struct SoilItem : SoilSpec {};

const Table<SoilItem>& soil_table() {
  static const Table<SoilItem> table = [] {
    Table<SoilItem> t("soil",
                      "What the ground is made of that blades cut ([soil](theory/soil.md)).");
    t.quantity({.name = "density",
                .unit = "kg/m3",
                .doc = "as it has grown",
                .example = "1900 kg/m3",
                .typical = "1200 ... 2300 kg/m3"},
               &SoilSpec::density);
    t.quantity({.name = "cohesion",
                .unit = "Pa",
                .shown = "kPa",
                .doc = "of the soil",
                .example = "10 kPa"},
               &SoilSpec::cohesion);
    t.quantity({.name = "friction",
                .unit = "rad",
                .shown = "deg",
                .doc = "its angle of internal friction, 2 to 60 deg",
                .example = "34 deg"},
               &SoilSpec::friction);
    t.quantity(
        {.name = "adhesion", .unit = "Pa", .shown = "kPa", .doc = "to a blade", .example = "2 kPa"},
        &SoilSpec::adhesion);
    t.quantity({.name = "wall_friction",
                .unit = "rad",
                .shown = "deg",
                .doc = "angle of friction on a blade, not above `friction`",
                .example = "22 deg"},
               &SoilSpec::wall_friction);
    t.quantity({.name = "surcharge",
                .unit = "Pa",
                .shown = "kPa",
                .doc = "load on the ground ahead of a blade",
                .example = "1 kPa"},
               &SoilSpec::surcharge);
    t.quantity({.name = "penetration",
                .unit = "Pa",
                .shown = "kPa",
                .doc = "pressure under an edge that goes in",
                .example = "500 kPa"},
               &SoilSpec::penetration);
    t.quantity({.name = "swell",
                .unit = "1",
                .doc = "volume loose over volume as it has grown, 1 to 3",
                .example = "1.25"},
               &SoilSpec::swell);
    t.quantity({.name = "repose",
                .unit = "rad",
                .shown = "deg",
                .doc = "slope that loose soil keeps, 5 to 60 deg",
                .example = "35 deg"},
               &SoilSpec::repose);
    return t;
  }();
  return table;
}

struct BucketItem : BucketSpec {};

const Table<BucketItem>& bucket_table() {
  static const Table<BucketItem> table = [] {
    Table<BucketItem> t("bucket",
                        "Takes up what its edge cuts out of the terrain, and is emptied by tilting "
                        "([soil](theory/soil.md)).");
    t.reference({.name = "edge",
                 .required = true,
                 .doc = "element of the type `blade` on the same body",
                 .example = "edge"},
                &BucketSpec::edge);
    t.point({.name = "to",
             .required = true,
             .doc = "where what it holds has its centre of mass",
             .example = "bucket.earth"},
            &BucketSpec::to);
    t.triple({.name = "opening",
              .unit = "1",
              .required = true,
              .doc = "the way out of it, in its body's axes",
              .example = "[0, 0, -1]"},
             &BucketSpec::opening);
    t.quantity({.name = "capacity",
                .unit = "m3",
                .required = true,
                .doc = "of loose soil, heaped",
                .example = "0.8 m3",
                .typical = "1e-3 ... 50 m3"},
               &BucketSpec::capacity);
    return t;
  }();
  return table;
}

}  // namespace

SoilSpec read_soil(Reader& in, const Node& node) {
  SoilItem item;
  item.where = node.where;
  read_table(in, node, soil_table(), item);
  return item;
}

std::vector<BucketSpec> read_buckets(Reader& in, const Node& node) {
  return read_named(in, node, bucket_table(), "bucket",
                    [](Reader&, BucketItem& item) -> BucketSpec { return item; });
}

const TableInfo& soil_info() { return soil_table().info; }
const TableInfo& bucket_info() { return bucket_table().info; }

}  // namespace bramah
