// The protocol as a JSON Schema: `bramah schema --protocol`.
#include <cmath>

#include "bramah/serve.h"
#include "results/summary_json.h"
#include "server/protocol.h"

namespace bramah {
namespace {

using OrderedJson = nlohmann::ordered_json;
using Kind = WireType::Kind;

OrderedJson reference(const std::string& name) { return {{"$ref", "#/$defs/" + name}}; }

OrderedJson number_schema(const WireType& type) {
  OrderedJson schema;
  schema["type"] = type.or_null ? OrderedJson::array({"number", "null"}) : OrderedJson("number");
  if (!std::isinf(type.most)) {
    schema["minimum"] = type.least;
    schema["maximum"] = type.most;
  }
  return schema;
}

OrderedJson text_schema(const WireType& type) {
  OrderedJson schema{{"type", "string"}};
  if (type.longest > 0) {
    schema["minLength"] = 1;
    schema["maxLength"] = type.longest;
  }
  return schema;
}

OrderedJson schema_of(const WireType& type);

OrderedJson tuple_schema(const WireType& type) {
  OrderedJson places = OrderedJson::array();
  for (const WireType& of : type.of) places.push_back(schema_of(of));
  return {{"type", "array"},
          {"prefixItems", places},
          {"minItems", places.size()},
          {"maxItems", places.size()}};
}

OrderedJson schema_of(const WireType& type) {
  switch (type.kind) {
    case Kind::number:
      return number_schema(type);
    case Kind::integer:
      return {{"type", "integer"}};
    case Kind::text:
      return text_schema(type);
    case Kind::boolean:
      return {{"type", "boolean"}};
    case Kind::list:
      return {{"type", "array"}, {"items", schema_of(type.of[0])}};
    case Kind::tuple:
      return tuple_schema(type);
    case Kind::map:
      return {{"type", "object"}, {"additionalProperties", schema_of(type.of[0])}};
    case Kind::choice:
    case Kind::record:
      return reference(type.name);
  }
  return {};
}

// `unit` is no word of JSON Schema: readers that do not know it pass over it.
OrderedJson field_schema(const WireField& field) {
  OrderedJson schema = schema_of(field.type);
  if (!field.unit.empty()) schema["unit"] = field.unit;
  schema["description"] = field.doc;
  if (!field.fallback.is_null()) schema["default"] = field.fallback;
  return schema;
}

OrderedJson record_schema(const WireRecord& record) {
  OrderedJson properties = OrderedJson::object(), required = OrderedJson::array();
  if (!record.tag.empty()) {
    properties["type"] = {{"const", record.tag}};
    required.push_back("type");
  }
  for (const WireField& field : record.fields) {
    properties[field.name] = field_schema(field);
    if (field.required) required.push_back(field.name);
  }
  return {{"description", record.doc},
          {"type", "object"},
          {"properties", properties},
          {"required", required},
          {"additionalProperties", false}};
}

// Choices that records use, each once.
void define_choices(const WireType& type, OrderedJson& definitions) {
  if (type.kind == Kind::choice) definitions[type.name] = {{"enum", type.choices}};
  for (const WireType& of : type.of) define_choices(of, definitions);
}

void define(const std::vector<WireRecord>& records, OrderedJson& definitions) {
  for (const WireRecord& record : records) {
    for (const WireField& field : record.fields) define_choices(field.type, definitions);
    definitions[record.name] = record_schema(record);
  }
}

OrderedJson one_of(const std::vector<WireRecord>& records, const char* doc) {
  OrderedJson all = OrderedJson::array();
  for (const WireRecord& record : records) all.push_back(reference(record.name));
  return {{"description", doc}, {"oneOf", all}};
}

}  // namespace

std::string protocol_schema() {
  OrderedJson definitions = OrderedJson::object();
  define(wire_records(), definitions);
  define(wire_commands(), definitions);
  define(wire_messages(), definitions);
  definitions["Command"] = one_of(wire_commands(), "from a client");
  definitions["Message"] = one_of(wire_messages(), "from the server");
  return json_text(
      OrderedJson{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                  {"title", "Protocol of bramah serve"},
                  {"description",
                   "Each message is one JSON object. Numbers are in SI units; null "
                   "stands for one that is not finite."},
                  {"version", kProtocol},
                  {"anyOf", OrderedJson::array({reference("Command"), reference("Message")})},
                  {"$defs", definitions}},
      2);
}

}  // namespace bramah
