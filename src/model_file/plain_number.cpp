#include "model_file/plain_number.h"

#include <charconv>
#include <cmath>

#include "core/text.h"

namespace bramah {

std::optional<double> plain_number(Reader& in, const Node& node) {
  double value = 0.0;
  const char *first = node.text.data(), *end = first + node.text.size();
  const auto [last, error] = std::from_chars(first, end, value);
  if (!node.is_scalar() || first == end || last != end || error == std::errc::invalid_argument) {
    in.expected(node, "a plain number without a unit");
  } else if (error != std::errc{} || !std::isfinite(value)) {
    in.expected(node, "a finite number within the range of double");
  } else {
    return value;
  }
  return std::nullopt;
}

std::optional<int> whole_number(Reader& in, const Node& node, int least, int most) {
  int value = 0;
  const char *first = node.text.data(), *end = first + node.text.size();
  const auto [last, error] = std::from_chars(first, end, value);
  if (node.is_scalar() && first != end && last == end && error == std::errc{} && value >= least &&
      value <= most)
    return value;
  in.expected(node, concat("a whole number from ", least, " to ", most));
  return std::nullopt;
}

bool has_items(Reader& in, const Node& node, std::size_t count, const std::string& items) {
  if (node.is_list() && node.items.size() == count) return true;
  in.problem(node.where,
             concat("expected ", count, " ", items, "; found ",
                    node.is_list() ? std::to_string(node.items.size()) : found_text(node)));
  return false;
}

}  // namespace bramah
