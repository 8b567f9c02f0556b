// What the server tells of a machine: the keys of `/model.json` (results/describe.cpp writes them).
#include "results/description_names.h"
#include "server/protocol.h"

namespace bramah {
namespace {

using namespace wire;

WireType vector(int size) {
  return tuple(std::vector<WireType>(static_cast<std::size_t>(size), number()));
}

std::vector<WireRecord> picture() {
  return {
      {"Channel",
       "",
       "a quantity that is told in frames and recordings",
       {{"name", text(), "", "`lift.A.p`"},
        {"unit", text(), "", "SI"},
        {"description", text(), "", "what it is"}}},
      {"DrawingLine",
       "",
       "a line through points",
       {{"name", text(), "", "of what is drawn"},
        {"kind", choice("LineKind", kLineKinds), "", "what it is"},
        {"points", list(integer()), "", "into the drawing's points"}}},
      {"Drawing",
       "",
       "the mechanism as lines",
       {{"points", list(text()), "", "their names"},
        {"lines", list(record("DrawingLine")), "", "between them"}}},
      {"Shape",
       "",
       "a solid fixed to a body",
       {{"body", integer(), "", "into the scene's bodies; -1: the ground"},
        {"kind", choice("ShapeKind", kShapeKinds), "", "rods and beams lie along their own x"},
        {"at", vector(3), "m", "its centre, in the body's frame"},
        {"size", vector(3), "m", "length, height, width; of a mesh: scale"},
        {"turn", vector(4), "", "quaternion w, x, y, z"},
        {"end_height", number(), "m", "of a beam, at its far end"},
        {"colour", text(), "", "`#d9822b`; empty: the viewer's choice"},
        {"mesh", text(), "", "file name; the file is at `/mesh/N`, N the shape's place"}}},
      {"SceneCylinder",
       "",
       "a cylinder as it looks",
       {{"name", text(), "", "of the cylinder"},
        {"from", integer(), "", "point of the drawing"},
        {"to", integer(), "", "point of the drawing"},
        {"bore", number(), "m", "diameter of the piston"},
        {"rod", number(), "m", "diameter of the rod"},
        {"closed", number(), "m", "length when it is in"},
        {"stroke", number(), "m", "how far it goes out"}}},
      {"Marker",
       "",
       "a point of interest",
       {{"name", text(), "", "of the marker"}, {"point", integer(), "", "point of the drawing"}}},
      {"Acting",
       "",
       "what acts at a point",
       {{"name", text(), "", "of the element or the payload"},
        {"point", integer(), "", "point of the drawing"}}},
      {"SceneRope",
       "",
       "a rope; its tension is `NAME.tension`",
       {{"name", text(), "", "of its line in the drawing"},
        {"falls", number(), "", "parts of it between the last two points"}}},
      {"SceneMass",
       "",
       "a mass of a body",
       {{"body", integer(), "", "into the scene's bodies"},
        {"mass", number(), "kg", "of it"},
        {"at", vector(3), "m", "its centre, in the body's frame"}}},
      {"Base",
       "",
       "feet that the machine stands on; its margin is `NAME.margin`",
       {{"name", text(), "", "of the stability"},
        {"feet", list(integer()), "", "points of the drawing"}}},
      {"Fittings",
       "",
       "what acts on bodies",
       {{"contacts", list(record("Acting")), "", "elements with a force `NAME.fx`, `.fy`, `.fz`"},
        {"payloads", list(record("Acting")), "", "with a mass `NAME.mass`"},
        {"ropes", list(record("SceneRope")), "", "over points"},
        {"masses", list(record("SceneMass")), "", "of the bodies"},
        {"bases", list(record("Base")), "", "that can tip"}}},
      {"Scene",
       "",
       "the machine in three dimensions",
       {{"bodies", list(text()), "", "their names"},
        {"shapes", list(record("Shape")), "", "what they look like"},
        {"cylinders", list(record("SceneCylinder")), "", "between points"},
        {"markers", list(record("Marker")), "", "points of interest"}}}};
}

std::vector<WireRecord> circuit() {
  return {{"SchemeNode",
           "",
           "what parts are connected at",
           {{"name", text(), "", "of the volume, chamber, source or shaft"},
            {"kind", choice("NodeKind", kNodeKinds), "", "what it is"},
            {"pressure", text(), "", "channel of its pressure or speed; empty: `value`"},
            {"value", number(), "Pa", "of a source without a channel; rad/s of a shaft"}}},
          {"SchemePort",
           "",
           "an end of a part",
           {{"name", text(), "", "`P`, `A`"},
            {"node", integer(), "", "into the circuit's nodes; -1: connected to nothing"},
            {"flow", list(tuple({text(), number()})), "",
             "channels and factors; the sum flows into the part"},
            {"at", vector(2), "", "where its line ends in the symbol's box"},
            {"towards", choice("Direction", kDirections), "", "the way the line leaves the box"},
            {"pilot", boolean(), "", "it only feels a pressure"},
            {"lead", text(), "", "SVG path to draw where the port is used; empty: none"}}},
          {"Parameter",
           "",
           "a number of a part",
           {{"name", text(), "", "as in the machine file"},
            {"value", number_or_null(), "", "in `unit`"},
            {"unit", text(), "", "SI"},
            {"text", text(), "", "instead of the value, where it is a word", false}}},
          {"SchemePart",
           "",
           "a part of the circuit",
           {{"name", text(), "", "of the part"},
            {"type", text(), "", "of the catalogue"},
            {"title", text(), "", "what it is called"},
            {"symbol", text(), "", "SVG elements"},
            {"box", vector(2), "", "width and height of the symbol"},
            {"role", choice("PartRole", kPartRoles), "", "what it is for: where a diagram puts it"},
            {"motion", choice("PartMotion", kPartMotions), "", "what of its symbol moves"},
            {"ports", list(record("SchemePort")), "", "its ends"},
            {"channels", list(text()), "", "worth looking at"},
            {"parameters", list(record("Parameter")), "", "its numbers"}}},
          {"Scheme",
           "",
           "the oil circuit as a graph",
           {{"nodes", list(record("SchemeNode")), "", "what parts are connected at"},
            {"parts", list(record("SchemePart")), "", "what connects nodes"}}}};
}

std::vector<WireRecord> cab() {
  return {
      {"Control",
       "",
       "a lever",
       {{"input", integer(), "", "into the inputs"},
        {"signal", text(), "", "name for `inputs`"},
        {"label", text(), "", "`Lift boom`"},
        {"positive", text(), "", "what happens: `up`"},
        {"negative", text(), "", "`down`"},
        {"stick", text(), "", "`left_x` to `dpad_y`, `-left_x` the other way round; empty: none"},
        {"keys", list(text()), "", "positive, negative"},
        {"range", number(), "", "largest command, in `unit`"},
        {"unit", text(), "", "SI"},
        {"returns", boolean(), "", "to the middle, when let go"}}},
      {"Fault",
       "",
       "something that can break",
       {{"input", integer(), "", "into the inputs: its severity, 0 to 1"},
        {"name", text(), "", "`faults.NAME` is its input"},
        {"kind", text(), "", "`leak`, `stuck`, `air`, `wear`"},
        {"target", text(), "", "what it happens to"},
        {"text", text(), "", "for people"}}},
      {"EnergyBooks",
       "",
       "channels of energy",
       {{"sources", list(text()), "", "where it comes from"},
        {"losses", list(text()), "", "where it gets lost"},
        {"work", list(text()), "", "where it is used"},
        {"stored", list(text()), "", "where it stays"}}}};
}

WireRecord description() {
  return {"Description",
          "",
          "the machine",
          {{"name", text(), "", "of the machine"},
           {"hash", text(), "", "of its file"},
           {"method", text(), "", "formulation"},
           {"integrator", text(), "", "rule of a step"},
           {"coupling", text(), "", "how mechanism and oil meet"},
           {"step", number(), "s", "step size"},
           {"planar", boolean(), "", "it moves in its x-y plane"},
           {"up", integer(), "", "axis that points up: 1 y, 2 z"},
           {"channels", list(record("Channel")), "", "in the order of a frame's values"},
           {"inputs", list(text()), "", "in the order of a frame's inputs"},
           {"drawing", record("Drawing"), "", "as lines"},
           {"scene", record("Scene"), "", "in three dimensions"},
           {"fittings", record("Fittings"), "", "what acts on bodies; from a server only", false},
           {"scheme", record("Scheme"), "", "its circuit"},
           {"controls", list(record("Control")), "", "levers"},
           {"faults", list(record("Fault")), "", "what can break"},
           {"energy", record("EnergyBooks"), "", "which channels are energies"}}};
}

}  // namespace

std::vector<WireRecord> description_records() {
  std::vector<WireRecord> all = picture();
  for (const auto& records : {circuit(), cab()})
    all.insert(all.end(), records.begin(), records.end());
  all.push_back(description());
  return all;
}

}  // namespace bramah
