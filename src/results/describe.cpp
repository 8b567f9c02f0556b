#include "bramah/model.h"

#include <nlohmann/json.hpp>

#include "bramah/parts.h"
#include "results/description_names.h"

namespace bramah {

namespace {

using Json = nlohmann::ordered_json;

// Title and symbol of a type of the catalogue.
struct Face {
  std::string title, symbol;
  DiagramInfo diagram{};
};
constexpr const char* kBlockSymbol =
    R"(<g fill="none" stroke="currentColor" stroke-width="2"><path d="M14 12H86V48H14Z"/></g>)"
    R"(<text x="50" y="35" text-anchor="middle" font-size="14" fill="currentColor">FMU</text>)";

Face face_of(const std::string& type) {
  if (type == "fmu") return {"FMU", kBlockSymbol};
  if (const PartInfo* info = find_part(type)) return {info->title, info->symbol, info->diagram};
  return {type, ""};
}

Json channels_of(const Model& model) {
  Json all = Json::array();
  for (const Channel& c : model.channels())
    all.push_back({{"name", c.name}, {"unit", c.unit}, {"description", c.description}});
  return all;
}

Json drawing_of(const Drawing& drawing) {
  Json lines = Json::array();
  for (const Drawing::Line& line : drawing.lines)
    lines.push_back(
        {{"name", line.name}, {"kind", word_of(kLineKinds, line.kind)}, {"points", line.points}});
  return {{"points", drawing.points}, {"lines", lines}};
}

Json scene_of(const Scene& scene) {
  Json shapes = Json::array(), cylinders = Json::array(), markers = Json::array();
  for (const Scene::Shape& s : scene.shapes)
    shapes.push_back({{"body", s.body},
                      {"kind", word_of(kShapeKinds, s.kind)},
                      {"at", s.at},
                      {"size", s.size},
                      {"turn", s.turn},
                      {"end_height", s.end_height},
                      {"colour", s.colour},
                      {"mesh", s.mesh.substr(s.mesh.find_last_of('/') + 1)}});
  for (const Scene::Cylinder& c : scene.cylinders)
    cylinders.push_back({{"name", c.name},
                         {"from", c.from},
                         {"to", c.to},
                         {"bore", c.bore},
                         {"rod", c.rod},
                         {"closed", c.closed},
                         {"stroke", c.stroke}});
  for (const Scene::Marker& m : scene.markers)
    markers.push_back({{"name", m.name}, {"point", m.point}});
  return {
      {"bodies", scene.bodies}, {"shapes", shapes}, {"cylinders", cylinders}, {"markers", markers}};
}

Json port_of(const Scheme::Port& port, const Anchor& anchor) {
  Json flow = Json::array();
  for (const auto& [channel, factor] : port.flow) flow.push_back(Json::array({channel, factor}));
  return {{"name", port.name},
          {"node", port.node},
          {"flow", flow},
          {"at", {anchor.x, anchor.y}},
          {"towards", word_of(kDirections, anchor.towards)},
          {"pilot", anchor.pilot},
          {"lead", anchor.lead}};
}

Json ports_of(const Scheme::Part& part, const DiagramInfo& diagram) {
  std::vector<std::string> names;
  for (const Scheme::Port& port : part.ports) names.push_back(port.name);
  const std::vector<Anchor> anchors = anchors_of(diagram, names);
  Json ports = Json::array();
  for (std::size_t k = 0; k < names.size(); ++k)
    ports.push_back(port_of(part.ports[k], anchors[k]));
  return ports;
}

Json part_of(const Scheme::Part& part) {
  const Face face = face_of(part.type);
  Json parameters = Json::array();
  for (const Scheme::Parameter& p : part.parameters) {
    Json one{{"name", p.name}, {"value", p.value}, {"unit", p.unit}};
    if (!p.text.empty()) one["text"] = p.text;
    parameters.push_back(one);
  }
  return {{"name", part.name},
          {"type", part.type},
          {"title", face.title},
          {"symbol", face.symbol},
          {"box", {100, 60}},
          {"role", word_of(kPartRoles, face.diagram.role)},
          {"motion", word_of(kPartMotions, face.diagram.motion)},
          {"ports", ports_of(part, face.diagram)},
          {"channels", part.channels},
          {"parameters", parameters}};
}

Json scheme_of(const Scheme& scheme) {
  Json nodes = Json::array(), parts = Json::array();
  for (const Scheme::Node& n : scheme.nodes)
    nodes.push_back({{"name", n.name},
                     {"kind", word_of(kNodeKinds, n.kind)},
                     {"pressure", n.channel},
                     {"value", n.value}});
  for (const Scheme::Part& part : scheme.parts) parts.push_back(part_of(part));
  return {{"nodes", nodes}, {"parts", parts}};
}

Json controls_of(const Model& model) {
  Json all = Json::array();
  for (const Control& c : model.controls())
    all.push_back({{"input", c.input},
                   {"signal", c.signal},
                   {"label", c.label},
                   {"positive", c.positive},
                   {"negative", c.negative},
                   {"stick", c.stick},
                   {"keys", c.keys},
                   {"range", c.range},
                   {"unit", c.unit},
                   {"returns", c.returns}});
  return all;
}

Json faults_of(const Model& model) {
  Json all = Json::array();
  for (const Fault& f : model.faults())
    all.push_back({{"input", f.input},
                   {"name", f.name},
                   {"kind", f.kind},
                   {"target", f.target},
                   {"text", f.text}});
  return all;
}

// Which channels of energy are where it comes from, goes to and stays.
Json energy_of(const Model& model) {
  Json energy{{"sources", Json::array()},
              {"losses", Json::array()},
              {"work", Json::array()},
              {"stored", Json::array()}};
  for (const Channel& c : model.channels()) {
    const auto starts = [&](const char* head) { return c.name.rfind(head, 0) == 0; };
    if (starts("energy.source.")) energy["sources"].push_back(c.name);
    if (starts("energy.loss.")) energy["losses"].push_back(c.name);
    if (starts("energy.work.")) energy["work"].push_back(c.name);
    if (c.name == "energy.kinetic" || c.name == "energy.potential" || c.name == "energy.oil")
      energy["stored"].push_back(c.name);
  }
  return energy;
}

}  // namespace

std::string model_description(const Model& model) {
  return Json{{"name", model.name()},
              {"hash", model.hash()},
              {"method", model.method()},
              {"integrator", model.integrator()},
              {"coupling", model.coupling()},
              {"step", model.step_size()},
              {"planar", model.drawing().planar},
              {"up", model.drawing().up},
              {"channels", channels_of(model)},
              {"inputs", model.inputs()},
              {"drawing", drawing_of(model.drawing())},
              {"scene", scene_of(model.scene())},
              {"scheme", scheme_of(model.scheme())},
              {"controls", controls_of(model)},
              {"faults", faults_of(model)},
              {"energy", energy_of(model)}}
      .dump();
}

}  // namespace bramah
