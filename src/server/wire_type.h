// Types of the wire: what a JSON value between server and clients may be. They are data, so that
// one table serves the reader of commands, the tests of what is sent, the JSON Schema, the page's
// types and the documentation.
#pragma once

#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace bramah {

struct WireType {
  enum class Kind { number, integer, text, boolean, choice, list, tuple, map, record };
  Kind kind = Kind::text;
  std::string name{};                  // of a record; of a choice that is used in several places
  std::vector<std::string> choices{};  // words
  std::vector<WireType> of{};          // list, map: one; tuple: one a place
  double least = -std::numeric_limits<double>::infinity(), most = -least;
  std::size_t longest = 0;  // text: from one to so many characters; 0: any
  bool or_null = false;     // null: a number that is not finite
  std::string wanted{};     // what an error says was expected, where the usual text says too little
};

namespace wire {
[[nodiscard]] WireType number();
[[nodiscard]] WireType number(double least, double most);
[[nodiscard]] WireType number_or_null();
[[nodiscard]] WireType integer();
[[nodiscard]] WireType text(std::size_t longest = 0);
[[nodiscard]] WireType boolean();
[[nodiscard]] WireType choice(std::string name, std::vector<std::string> words);
[[nodiscard]] WireType list(WireType of, std::string wanted = {});
[[nodiscard]] WireType tuple(std::vector<WireType> of);
[[nodiscard]] WireType map(WireType of);  // {name: value}
[[nodiscard]] WireType record(std::string name);
}  // namespace wire

struct WireField {
  std::string name;
  WireType type;
  std::string unit;  // SI; empty: none
  std::string doc;   // one line
  bool required = true;
  nlohmann::json fallback{};  // of one that is not required; null: its absence says something
};

// An object. With a tag it is a message of its own: {"type": tag, ...}.
struct WireRecord {
  std::string name;  // as the page calls it: "SchemePart"
  std::string tag;   // "look_ahead"; empty: part of another
  std::string doc;
  std::vector<WireField> fields;
  bool needs_levers = false;  // a command of the client that drives
};

// "", or the first thing that is wrong: "channels[2].unit": expected a text. `place` is the path of
// `value`, empty at the top. Records are looked up by name in the protocol.
[[nodiscard]] std::string problem_in(const nlohmann::json& value, const WireType& type,
                                     const std::string& place);
[[nodiscard]] std::string problem_in(const nlohmann::json& value, const WireRecord& record,
                                     const std::string& place = {});

}  // namespace bramah
