// A YAML document as JSON, with the limits and messages of machine files.
#include <nlohmann/json.hpp>

#include "bramah/binding.h"
#include "model_file/document.h"

namespace bramah {
namespace {

nlohmann::ordered_json json_of(const Node& node) {
  switch (node.kind) {
    case Node::Kind::null:
      return nullptr;
    case Node::Kind::scalar:
      return node.text;
    case Node::Kind::list: {
      auto list = nlohmann::ordered_json::array();
      for (const Node& item : node.items) list.push_back(json_of(item));
      return list;
    }
    case Node::Kind::map: {
      auto map = nlohmann::ordered_json::object();
      for (std::size_t k = 0; k < node.keys.size(); ++k) map[node.keys[k]] = json_of(node.items[k]);
      return map;
    }
  }
  return nullptr;
}

}  // namespace

std::string document_json(const std::string& yaml, const std::string& name) {
  return json_of(parse_document(yaml, name, true, {.thing = "document"}))
      .dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace bramah
