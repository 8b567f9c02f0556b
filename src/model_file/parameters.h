// Named values of a file: evaluated when first used, in any order of writing.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/expression.h"
#include "core/problems.h"
#include "model_file/document.h"

namespace bramah {

class Parameters : public Scope {
 public:
  Parameters() = default;
  Parameters(const Node& map, Problems& problems);

  const Quantity* find(std::string_view name) const override;
  std::vector<std::string> names() const override;
  [[nodiscard]] bool has(std::string_view name) const;

 private:
  struct Entry {
    std::string text;
    Where where;
    enum class State { unread, being_read, known, wrong } state = State::unread;
    Quantity value;
    std::string problem;  // empty if it is that of another parameter
  };
  class OtherIsWrong;
  void add(const std::string& name, const Node& node, Problems& problems);
  void read(const std::string& name, Entry& entry) const;

  // Evaluation on demand fills the entries in; to a reader of expressions that is invisible.
  mutable std::map<std::string, Entry, std::less<>> entries_;
  mutable std::vector<std::string> chain_;  // names being evaluated, outermost first
};

}  // namespace bramah
