// The key tables of docs/model-file.md, written from the same tables that read the file.
#include "core/nearest.h"
#include "core/units.h"
#include "model_file/catalogue_page.h"
#include "model_file/machine_file.h"
#include "model_file/tables.h"

namespace bramah {
namespace {

constexpr const char* kEnd = "<!-- end of keys -->";

std::string start_of(const std::string& name) { return "<!-- keys: " + name + " -->"; }

std::string codes(const std::vector<std::string>& words) {
  std::string out;
  for (const auto& word : words) out += (out.empty() ? "" : ", ") + code_words(word);
  return out;
}

// "a length" -> "length"; a dimension without a name stays "quantity in ...".
std::string dimension_name(const std::string& unit) {
  const std::string text = describe(dimension_of(unit));
  return text.substr(text.find(' ') + 1);
}

std::string quantity_text(const KeyInfo& key) {
  if (key.unit == "1" && key.other_unit.empty() && key.choices.empty()) return "value";
  std::string text = dimension_name(key.unit);
  if (!key.other_unit.empty()) text += " or " + dimension_name(key.other_unit);
  for (const auto& word : key.choices) text += " or " + code_words(word);
  if (key.table) text += " or map: " + key.table->name;
  if (key.bound == Bound::positive) text += " > 0";
  if (key.bound == Bound::not_negative) text += " ≥ 0";
  return text;
}

std::string value_text(const KeyInfo& key) {
  switch (key.kind) {
    case KeyKind::quantity:
      return quantity_text(key);
    case KeyKind::integer:
      return "whole number";
    case KeyKind::boolean:
      return "`true` or `false`";
    case KeyKind::text:
      return key.table ? "text, or map: " + key.table->name : "text";
    case KeyKind::choice:
      return codes(key.choices);
    case KeyKind::reference:
      return "name";
    case KeyKind::references:
      return "names";
    case KeyKind::signal:
      return "signal or " + (key.unit.empty() ? "value" : quantity_text(key));
    case KeyKind::vector:
      return "vector of " + (key.unit == "1" ? std::string("numbers") : dimension_name(key.unit));
    case KeyKind::values:
      return "list of values";
    case KeyKind::series:
      return "list of pairs";
    case KeyKind::table:
      return "map: " + key.table->name;
    case KeyKind::tables:
      return "list of maps: " + key.table->name;
    case KeyKind::terms:
      return "name, or list of names and maps: " + key.table->name;
    case KeyKind::named_tables:
      return "map of names to " + (key.unit.empty() ? "" : std::string("vector or ")) +
             key.table->name;
    case KeyKind::named_values:
      return "map of names to " + (key.unit.empty() ? "values" : dimension_name(key.unit));
    case KeyKind::named_terms:
      return "map of names to names, or to maps: " + key.table->name;
    case KeyKind::named_references:
      return "map of names to names";
  }
  return {};
}

std::string absence(const KeyInfo& key) {
  if (key.required) return "**needed**";
  return key.fallback.empty() ? key.absent : code_words(key.fallback);
}

std::string block(const TableInfo& table) {
  std::string text = start_of(table.name) + "\n" + table.doc +
                     "\n\n| key | value | if absent | meaning | example |\n|---|---|---|---|---|\n";
  for (const auto& key : table.keys)
    text += "| " + code_words(key.name) + " | " + table_cell(value_text(key)) + " | " +
            table_cell(absence(key)) + " | " + table_cell(told(key)) + " | " +
            table_cell(code_words(key.example)) + " |\n";
  return text + kEnd;
}

}  // namespace

std::string machine_file_reference() {
  std::string all;
  for (const TableInfo* table : all_tables()) all += block(*table) + "\n\n";
  return all;
}

std::string refresh_reference(const std::string& markdown) {
  std::string text = markdown;
  for (const TableInfo* table : all_tables()) {
    const auto start = text.find(start_of(table->name));
    if (start == std::string::npos) continue;
    const auto end = text.find(kEnd, start);
    if (end == std::string::npos) continue;
    text.replace(start, end + std::string_view(kEnd).size() - start, block(*table));
  }
  return text;
}

}  // namespace bramah
