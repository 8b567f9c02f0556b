#include "build/soil_builder.h"

#include <algorithm>
#include <cmath>

#include "build/item_check.h"
#include "core/nearest.h"
#include "core/text.h"
#include "multibody/forces/blade.h"

namespace bramah {

namespace {

constexpr double kDegree = 0.017453292519943295;

bool is_blade(const ElementSpec& element) { return element.info == &blade_info(); }

void check_properties(const SoilSpec& soil, Problems& problems) {
  const ItemCheck check(problems, "soil", soil.where);
  check.positive("density", soil.density, "kg/m3");
  check.not_negative("cohesion", soil.cohesion, "Pa");
  check.not_negative("adhesion", soil.adhesion, "Pa");
  check.not_negative("surcharge", soil.surcharge, "Pa");
  check.not_negative("penetration", soil.penetration, "Pa");
  const auto angle = [&](const char* key, double value, double least, double most,
                         const char* why) {
    if (!check.finite(key, value)) return;
    if (value >= least * kDegree - 1e-9 && value <= most * kDegree + 1e-9) return;
    check.refuse(key, concat("expected ", least, " to ", most, " deg: ", why, "; found ",
                             value / kDegree, " deg"));
  };
  angle("friction", soil.friction, 2.0, 60.0,
        "without friction no wedge has a plane of its own, and none stands steeper");
  angle("wall_friction", soil.wall_friction, 0.0, 60.0, "it is an angle of friction");
  angle("repose", soil.repose, 5.0, 60.0, "the slope that loose soil keeps");
  if (soil.wall_friction > soil.friction + 1e-9 && soil.friction > 0.0)
    check.refuse(
        "wall_friction",
        concat("must not be greater than friction, for soil would slide on soil first; found ",
               soil.wall_friction / kDegree, " and ", soil.friction / kDegree, " deg"));
  if (check.finite("swell", soil.swell) && !(soil.swell >= 1.0 && soil.swell <= 3.0))
    check.refuse("swell", concat("expected 1 to 3; found ", soil.swell));
}

void check_bucket(const BucketSpec& bucket, const MachineDescription& d, Problems& problems) {
  const ItemCheck check = item_check(problems, "bucket", bucket);
  check.positive("capacity", bucket.capacity, "m3");
  check.direction("opening", bucket.opening);
  if (bucket.to.body == "ground")
    check.refuse("to", "is a point of the ground; name one of the bucket");
  if (std::ranges::any_of(d.payloads, [&](const auto& p) { return p.name == bucket.name; }))
    check.refuse("a payload has this name already");
  const auto edge = std::ranges::find(d.elements, bucket.edge, &ElementSpec::name);
  std::vector<std::string> blades;
  for (const ElementSpec& element : d.elements)
    if (is_blade(element)) blades.push_back(element.name);
  if (edge == d.elements.end())
    check.refuse("edge", concat("there is no element \"", bucket.edge, "\"",
                                did_you_mean(bucket.edge, blades),
                                blades.empty() ? "; expected one of the type blade" : ""));
  else if (!is_blade(*edge))
    check.refuse("edge", concat("element \"", bucket.edge, "\" is a ", edge->info->type,
                                "; expected one of the type blade"));
  else if (edge->a.body != bucket.to.body)
    check.refuse("edge", concat("is on ", edge->a.body, ", but `to` is on ", bucket.to.body,
                                "; expected one body"));
}

}  // namespace

void check_soil(const MachineDescription& d, Problems& problems) {
  if (d.soil) check_properties(*d.soil, problems);
  for (const BucketSpec& bucket : d.buckets) check_bucket(bucket, d, problems);
  if (d.buckets.empty()) return;
  const Where& where = d.buckets[0].where;
  if (!d.terrain)
    problems.add(where, "buckets: there is no `terrain` that they could dig; give its grid");
  if (d.planar) problems.add(where, "buckets: dig in space; expected `mechanism: spatial`");
  if (d.solver.coordinates == Coordinates::natural)
    problems.add(where,
                 "buckets: a change of mass is known to joint coordinates only; take the method "
                 "semirecursive, or a blade without a bucket");
}

void add_bucket_loads(MachineDescription& d) {
  for (const BucketSpec& bucket : d.buckets) {
    if (std::ranges::any_of(d.payloads, [&](const auto& p) { return p.name == bucket.name; }))
      continue;  // completed before
    PayloadSpec load;
    load.name = bucket.name, load.to = bucket.to, load.dug = true, load.where = bucket.where;
    const SoilSpec soil = d.soil.value_or(SoilSpec{});
    load.mass = bucket.capacity * soil.density / soil.swell;
    d.payloads.push_back(std::move(load));
  }
}

std::size_t soil_memory(const MachineDescription& d) {
  return d.buckets.empty() ? 0 : Soil::memory(d.terrain->heights.size(), d.buckets.size());
}

void start_soil(const MachineDescription& d, std::span<double> soil) {
  if (!soil.empty()) std::ranges::copy(d.terrain->heights, soil.begin());
}

Soil build_soil(const MachineDescription& d, const BuiltMechanism& built) {
  if (d.buckets.empty()) return {};
  const SoilSpec soil = d.soil.value_or(SoilSpec{});
  std::vector<Soil::Bucket> buckets;
  for (const BucketSpec& spec : d.buckets) {
    const auto edge = std::ranges::find(d.elements, spec.edge, &ElementSpec::name);
    const auto load = std::ranges::find(d.payloads, spec.name, &PayloadSpec::name);
    Soil::Bucket bucket;
    bucket.element = static_cast<int>(edge - d.elements.begin());
    bucket.gauges = built.forces.elements[static_cast<std::size_t>(bucket.element)].gauges;
    bucket.payload = static_cast<std::size_t>(load - d.payloads.begin());
    bucket.half_width = 0.5 * edge->parameters[0];
    bucket.capacity = spec.capacity;
    const double size = std::hypot(spec.opening[0], spec.opening[1], spec.opening[2]);
    for (std::size_t k = 0; k < 3; ++k) bucket.opening[k] = spec.opening[k] / size;
    buckets.push_back(std::move(bucket));
  }
  return Soil(built.terrain, soil.density, soil.swell, soil.repose, std::move(buckets));
}

}  // namespace bramah
