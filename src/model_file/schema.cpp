// The JSON Schema of machine files, written from the key tables.
#include <algorithm>

#include "bramah/model.h"
#include "model_file/tables.h"

namespace bramah {
namespace {

std::string json_text(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

std::string json_list(const std::vector<std::string>& texts) {
  std::string out = "[";
  for (const auto& text : texts) out += (out.size() > 1 ? ", " : "") + json_text(text);
  return out + "]";
}

std::string id_of(const TableInfo& table) {
  std::string id = table.name;
  std::replace(id.begin(), id.end(), ' ', '_');
  return id;
}

std::string reference_to(const TableInfo& table) {
  return "{\"$ref\": \"#/$defs/" + id_of(table) + "\"}";
}

std::string any_of(const std::vector<std::string>& schemas) {
  std::string out;
  for (const auto& schema : schemas) out += (out.empty() ? "" : ", ") + schema;
  return "{\"anyOf\": [" + out + "]}";
}

constexpr const char* kText = R"({"type": "string"})";
constexpr const char* kScalar = R"({"type": ["string", "number"]})";
constexpr const char* kVector =
    R"({"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": ["string", "number"]}}]})";
constexpr const char* kSeries =
    R"({"type": "array", "minItems": 1, "items": {"type": "array", "minItems": 2, "maxItems": 2, )"
    R"("items": {"type": ["string", "number"]}}})";

std::string array_of(const std::string& schema) {
  return "{\"type\": \"array\", \"items\": " + schema + "}";
}

std::string map_of(const std::string& schema) {
  return "{\"type\": \"object\", \"additionalProperties\": " + schema + "}";
}

// A parameter or expression may stand for any value, so a quantity is a string; only where no unit
// is needed a bare number will do.
std::string quantity_schema(const KeyInfo& key) {
  const std::string value = key.unit == "1" ? kScalar : kText;
  return key.table ? any_of({value, reference_to(*key.table)}) : value;
}

std::string terms_schema(const TableInfo& term) {
  const std::string one = reference_to(term);
  return any_of({kText, one, array_of(any_of({kText, one}))});
}

std::string value_schema(const KeyInfo& key) {
  switch (key.kind) {
    case KeyKind::quantity:
      return quantity_schema(key);
    case KeyKind::integer:
      return R"({"type": ["integer", "string"]})";
    case KeyKind::boolean:
      return R"({"type": "boolean"})";
    case KeyKind::text:
    case KeyKind::reference:
      return key.table ? any_of({kText, reference_to(*key.table)}) : kText;
    case KeyKind::references:
      return any_of({kText, array_of(kText)});
    case KeyKind::choice:
      return "{\"enum\": " + json_list(key.choices) + "}";
    case KeyKind::signal:
      return kScalar;
    case KeyKind::vector:
      return kVector;
    case KeyKind::values:
      return array_of(kScalar);
    case KeyKind::series:
      return kSeries;
    case KeyKind::table:
      return reference_to(*key.table);
    case KeyKind::tables:
      return array_of(reference_to(*key.table));
    case KeyKind::terms:
      return terms_schema(*key.table);
    case KeyKind::named_terms:
      return map_of(terms_schema(*key.table));
    case KeyKind::named_tables: {
      const std::string one = reference_to(*key.table);
      return map_of(key.unit.empty() ? one : any_of({kVector, one}));
    }
    case KeyKind::named_values:
      return map_of(kScalar);
    case KeyKind::named_references:
      return map_of(kText);
  }
  return "{}";
}

std::string with_notes(const std::string& schema, const KeyInfo& key) {
  std::string notes = ", \"description\": " + json_text(told(key));
  if (!key.example.empty()) notes += ", \"examples\": [" + json_text(key.example) + "]";
  if (!key.fallback.empty()) notes += ", \"default\": " + json_text(key.fallback);
  // Beside a $ref other keywords are allowed since the 2019-09 draft.
  return schema.substr(0, schema.size() - 1) + notes + "}";
}

std::string table_schema(const TableInfo& table, const std::string& indent) {
  std::string properties;
  std::vector<std::string> required;
  for (const auto& key : table.keys) {
    properties += (properties.empty() ? "" : ",") + ("\n" + indent + "    ") + json_text(key.name) +
                  ": " + with_notes(value_schema(key), key);
    if (key.required) required.push_back(key.name);
  }
  return "{\n" + indent + "  \"type\": \"object\",\n" + indent +
         "  \"description\": " + json_text(table.doc) + ",\n" + indent + "  \"properties\": {" +
         properties + "\n" + indent + "  },\n" + indent + "  \"required\": " + json_list(required) +
         ",\n" + indent + "  \"additionalProperties\": false\n" + indent + "}";
}

}  // namespace

std::string machine_file_schema() {
  std::string definitions;
  const auto define = [&](const TableInfo& table, const std::string& schema) {
    definitions += (definitions.empty() ? "" : ",") + std::string("\n    ") +
                   json_text(id_of(table)) + ": " + schema;
  };
  for (const TableInfo* table : all_tables()) {
    if (table == &machine_info()) continue;
    std::vector<std::string> variants;
    for (const TableInfo* variant : table->variants) {
      define(*variant, table_schema(*variant, "    "));
      variants.push_back(reference_to(*variant));
    }
    define(*table, variants.empty() ? table_schema(*table, "    ") : any_of(variants));
  }
  std::string root = table_schema(machine_info(), "");
  root.erase(0, 2);  // the opening brace and its line break
  // A file that includes another may leave out what the other has.
  const auto required = root.rfind("  \"required\"");
  root.erase(required, root.find('\n', required) + 1 - required);
  return "{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n"
         "  \"title\": \"Bramah machine file\",\n  \"$defs\": {" +
         definitions + "\n  },\n" + root + "\n";
}

}  // namespace bramah
