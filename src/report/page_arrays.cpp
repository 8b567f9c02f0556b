#include "report/page_arrays.h"

#include "results/summary_json.h"

namespace bramah {
namespace {

using Json = nlohmann::ordered_json;

const char* kind_name(Drawing::Line::Kind kind) {
  switch (kind) {
    case Drawing::Line::Kind::body:
      return "body";
    case Drawing::Line::Kind::cylinder:
      return "cylinder";
    case Drawing::Line::Kind::spring:
      return "spring";
    case Drawing::Line::Kind::ground:
      return "ground";
    case Drawing::Line::Kind::rope:
      return "rope";
    case Drawing::Line::Kind::terrain:
      return "terrain";
  }
  return "body";
}

}  // namespace

std::string drawing_text(const Drawing& drawing, std::span<const double> times) {
  Json lines = Json::array();
  for (const Drawing::Line& line : drawing.lines)
    lines.push_back({{"name", line.name}, {"kind", kind_name(line.kind)}, {"points", line.points}});
  const Json head = {
      {"planar", drawing.planar}, {"up", drawing.up}, {"points", drawing.points}, {"lines", lines}};
  std::string object = json_text(head);
  object.back() = ',';
  return object + "\"times\":" + array_text<double>(times) + "}";
}

std::string drawing_text(const Drawing& drawing, std::span<const double> times,
                         std::span<const double> poses) {
  std::string object = drawing_text(drawing, times);
  object.back() = ',';
  return object + "\"poses\":" + array_text<float>(poses) + "}";
}

}  // namespace bramah
