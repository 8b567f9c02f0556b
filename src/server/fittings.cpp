#include "server/fittings.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "bramah/description.h"
#include "model_file/machine_file.h"

namespace bramah {
namespace {

using OrderedJson = nlohmann::ordered_json;

// -1: it is not drawn.
int point_of(const Drawing& drawing, const PointRef& ref) {
  const auto found = std::ranges::find(drawing.points, ref.body + "." + ref.point);
  return found == drawing.points.end() ? -1 : static_cast<int>(found - drawing.points.begin());
}

double parameter_of(const ElementSpec& element, const std::string& name, double otherwise) {
  const auto& known = element.info->parameters;
  for (std::size_t k = 0; k < known.size() && k < element.parameters.size(); ++k)
    if (known[k].name == name) return element.parameters[k];
  return otherwise;
}

OrderedJson mass_of(int body, double mass, const Triple& at) {
  return {{"body", body}, {"mass", mass}, {"at", at}};
}

OrderedJson masses_of(const MachineDescription& d) {
  OrderedJson all = OrderedJson::array();
  for (std::size_t k = 0; k < d.bodies.size(); ++k) {
    const BodySpec& body = d.bodies[k];
    all.push_back(mass_of(static_cast<int>(k), body.mass, body.com));
    for (const PointMassSpec& m : body.point_masses) {
      const auto point = std::ranges::find(body.points, m.at, &PointSpec::name);
      all.push_back(
          mass_of(static_cast<int>(k), m.mass, point == body.points.end() ? Triple{} : point->at));
    }
  }
  return all;
}

OrderedJson acting(const std::string& name, int point) {
  return {{"name", name}, {"point", point}};
}

// What is attached by a signal, and what a bucket digs (a payload of its name, once the machine is built).
OrderedJson payloads_of(const MachineDescription& d, const Drawing& drawing) {
  OrderedJson all = OrderedJson::array();
  const auto add = [&](const std::string& name, const PointRef& to) {
    if (const int point = point_of(drawing, to); point >= 0) all.push_back(acting(name, point));
  };
  for (const PayloadSpec& p : d.payloads)
    if (!p.dug) add(p.name, p.to);
  for (const BucketSpec& b : d.buckets) add(b.name, b.to);
  return all;
}

OrderedJson bases_of(const MachineDescription& d, const Drawing& drawing) {
  OrderedJson all = OrderedJson::array();
  for (const StabilitySpec& s : d.stability) {
    OrderedJson feet = OrderedJson::array();
    for (const std::string& foot : s.feet) {
      const auto e = std::ranges::find(d.elements, foot, &ElementSpec::name);
      const int point = e == d.elements.end() ? -1 : point_of(drawing, e->a);
      if (point >= 0) feet.push_back(point);
    }
    all.push_back({{"name", s.name}, {"feet", feet}});
  }
  return all;
}

OrderedJson fittings_of(const MachineDescription& d, const Drawing& drawing) {
  OrderedJson contacts = OrderedJson::array(), ropes = OrderedJson::array();
  for (const ElementSpec& e : d.elements) {
    if (!e.path.empty())
      ropes.push_back({{"name", e.name}, {"falls", parameter_of(e, "falls", 1.0)}});
    else if (const int point = point_of(drawing, e.a); e.joint.empty() && point >= 0)
      contacts.push_back(acting(e.name, point));
  }
  return {{"contacts", contacts},
          {"payloads", payloads_of(d, drawing)},
          {"ropes", ropes},
          {"masses", masses_of(d)},
          {"bases", bases_of(d, drawing)}};
}

}  // namespace

std::string description_with_fittings(const Model& model, const std::string& path,
                                      const LoadOptions& options) {
  if (path.empty()) return model_description(model);
  OrderedJson all = OrderedJson::parse(model_description(model));
  all["fittings"] = fittings_of(read_machine_file(path, options), model.drawing());
  return all.dump();
}

}  // namespace bramah
