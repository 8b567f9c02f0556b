// All problems of a machine file, collected while reading goes on, thrown together at the end.
#pragma once

#include <string>
#include <vector>

#include "core/where.h"

namespace bramah {

class Problems {
 public:
  void add(const Where& where, const std::string& text);
  [[nodiscard]] bool empty() const noexcept { return problems_.empty(); }
  [[nodiscard]] std::size_t size() const noexcept { return problems_.size(); }

  // Throws InputError, in the order of the file, if there are any.
  void throw_if_any() const;

 private:
  struct Problem {
    Where where;
    std::string text;
  };
  std::vector<Problem> problems_;
};

}  // namespace bramah
