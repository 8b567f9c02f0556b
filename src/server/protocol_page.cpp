// The tables of docs/protocol.md.
#include <cmath>

#include "core/text.h"
#include "server/protocol.h"

namespace bramah {
namespace {

using Kind = WireType::Kind;

std::string type_text(const WireType& type);

std::string list_text(const WireType& type) {
  std::string places;
  for (const WireType& of : type.of) places += (places.empty() ? "" : ", ") + type_text(of);
  return "[" + places + "]";
}

std::string choice_text(const WireType& type) {
  std::string words;
  for (const std::string& word : type.choices) words += (words.empty() ? "`" : ", `") + word + "`";
  return words;
}

std::string type_text(const WireType& type) {
  switch (type.kind) {
    case Kind::number:
      return std::isinf(type.most) ? type.or_null ? "number or null" : "number"
                                   : concat(type.least, " to ", type.most);
    case Kind::integer:
      return "integer";
    case Kind::text:
      return type.longest > 0 ? concat("text, 1 to ", type.longest, " characters") : "text";
    case Kind::boolean:
      return "true or false";
    case Kind::choice:
      return choice_text(type);
    case Kind::list:
      return "list of " + type_text(type.of[0]);
    case Kind::tuple:
      return list_text(type);
    case Kind::map:
      return "{name: " + type_text(type.of[0]) + "}";
    case Kind::record:
      return type.name;
  }
  return "";
}

std::string field_row(const WireField& field) {
  std::string type = type_text(field.type);
  if (!field.unit.empty()) type += " [" + field.unit + "]";
  if (!field.fallback.is_null()) type += "; otherwise `" + field.fallback.dump() + "`";
  if (!field.required && field.fallback.is_null()) type += "; optional";
  return "| | `" + field.name + "` | " + type + " | " + field.doc + " |\n";
}

std::string table_of(const std::string& head, const std::vector<WireRecord>& records) {
  std::string text = "| " + head + " | field | type | meaning |\n|---|---|---|---|\n";
  for (const WireRecord& record : records) {
    const std::string name = record.tag.empty() ? record.name : "`" + record.tag + "`";
    text +=
        "| " + name + " | | | " + record.doc + (record.needs_levers ? " (*driver*)" : "") + " |\n";
    for (const WireField& field : record.fields) text += field_row(field);
  }
  return text;
}

// Replaces what is between the marks of one table.
void refresh(std::string& page, const std::string& name, const std::string& table) {
  const std::string start = "<!-- protocol: " + name + " -->\n";
  const auto at = page.find(start);
  if (at == std::string::npos) return;
  const auto from = at + start.size(), end = page.find("<!-- end of protocol -->", from);
  if (end != std::string::npos) page.replace(from, end - from, table);
}

}  // namespace

std::string refresh_protocol_page(const std::string& page) {
  std::string fresh = page;
  refresh(fresh, "commands", table_of("command", wire_commands()));
  refresh(fresh, "messages", table_of("message", wire_messages()));
  refresh(fresh, "records", table_of("object", wire_records()));
  return fresh;
}

}  // namespace bramah
