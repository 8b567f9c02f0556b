// What a key of the machine file is, told once: parsing, suggestions, the JSON Schema and the
// tables of docs/model-file.md all come from these records.
#pragma once

#include <string>
#include <vector>

namespace bramah {

enum class KeyKind {
  quantity,  // value with a unit; a plain number where unit is "1"
  integer,
  boolean,
  text,
  choice,            // one of `choices`
  reference,         // name of something in the file
  references,        // list of names
  signal,            // name of a signal, or a value
  vector,            // two or three quantities
  values,            // list of quantities of one dimension
  series,            // list of pairs
  table,             // a map with the keys of another table
  tables,            // a list of such maps
  terms,             // a name, or a list of names and such maps
  named_tables,      // a map from names to such maps
  named_values,      // a map from names to quantities
  named_references,  // a map from names to names of something in the file
  named_terms,       // a map from names to such terms
};

enum class Bound { none, not_negative, positive };

struct TableInfo;

struct KeyInfo {
  std::string name{};
  KeyKind kind = KeyKind::quantity;
  std::string unit{};                  // SI; quantity, vector, named_values
  std::string other_unit{};            // quantities of joints: for sliding coordinates
  std::vector<std::string> choices{};  // choice; of a quantity: words allowed instead of a value
  const TableInfo* table =
      nullptr;  // table, tables, named_tables; of a quantity or text: a map instead
  bool required = false;
  std::string fallback{};  // the default, which is the struct's own value: told here, read nowhere
  std::string shown{};     // unit in which it is told, where that is not `unit`
  std::string absent{};    // what absence means, where there is no fallback
  Bound bound = Bound::none;
  std::string doc{};
  std::string example{};
  std::string typical{};  // "20 ... 400 mm": a value far from it is doubted
};

// What documentation says of a key; the catalogue's own parts have their range in `doc`.
[[nodiscard]] inline std::string told(const KeyInfo& key) {
  const bool has = key.typical.empty() || key.doc.find("; typically ") != std::string::npos;
  return has ? key.doc : key.doc + "; typically " + key.typical;
}

struct TableInfo {
  std::string name{};  // heading in the documentation and name in the schema: "cylinder"
  std::string doc{};
  std::vector<KeyInfo> keys{};
  std::vector<const TableInfo*> variants{};  // by their `type`: each with its own keys
};

}  // namespace bramah
