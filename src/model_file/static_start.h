// Starts that are solved for rest: `static`, or `static near 50 bar` with where to begin.
#pragma once

#include <optional>
#include <string_view>

#include "model_file/document.h"

namespace bramah {

inline constexpr std::string_view kStaticNear = "static near ";

[[nodiscard]] inline bool is_static(const Node& node) {
  return node.is_scalar() && (node.text == "static" || node.text.starts_with(kStaticNear));
}

// The value after `near`.
[[nodiscard]] inline std::optional<Node> static_guess(const Node& node) {
  if (!node.text.starts_with(kStaticNear)) return std::nullopt;
  return make_scalar(node.text.substr(kStaticNear.size()), node.where);
}

}  // namespace bramah
