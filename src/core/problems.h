// All problems of a machine, collected while reading or checking goes on, thrown together at the end.
//
// In: a place (core/where.h) and a sentence, as often as something is wrong. Out: one InputError
// with all of them, in the order of the file. Used by model_file/ for machines, studies and trained
// networks and by build/ for descriptions, so that people mend a file once and not once a problem.
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
