// A YAML file as a plain tree in which every value knows its file and line. Size, depth and the
// expansion of aliases are limited, so that a hostile file is refused instead of filling the
// memory.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/where.h"

namespace bramah {

struct Node {
  enum class Kind { null, scalar, list, map };
  Kind kind = Kind::null;
  std::string text;               // scalar
  std::vector<Node> items;        // of a list; values of a map
  std::vector<std::string> keys;  // of a map, beside items
  std::vector<Where> key_places;  // of a map, beside keys
  Where where;

  [[nodiscard]] bool is_scalar() const noexcept { return kind == Kind::scalar; }
  [[nodiscard]] bool is_list() const noexcept { return kind == Kind::list; }
  [[nodiscard]] bool is_map() const noexcept { return kind == Kind::map; }
  [[nodiscard]] const Node* find(std::string_view key) const;
  [[nodiscard]] Node* find(std::string_view key);
  void set(const std::string& key, Node value);  // replaces or appends
  void remove(std::string_view key);
};

[[nodiscard]] Node make_scalar(const std::string& text, const Where& where);

// "a list", "a map", "nothing" or the text of a scalar in quotes, for messages.
[[nodiscard]] std::string found_text(const Node& node);

// What is expected, for messages, and how much of it.
struct DocumentKind {
  std::string thing = "machine";
  std::size_t most_values = 200'000;  // after aliases are expanded
  std::string advice = "move long tables to a CSV file";
};

// Throws InputError: a syntax error has no meaningful rest to go on with. `name` is the file in
// Where; numbered = false leaves the lines out (values from the command line).
[[nodiscard]] Node parse_document(const std::string& text, const std::string& name,
                                  bool numbered = true, const DocumentKind& kind = {});

// The bytes of a file of bounded size; throws InputError that starts with `asked_by`.
[[nodiscard]] std::string read_text_file(const std::string& path, const Where& asked_by,
                                         std::size_t largest);

}  // namespace bramah
