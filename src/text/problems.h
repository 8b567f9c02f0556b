// All problems of a machine file, collected while reading goes on, thrown together at the end.
//
// In: a place (core/where.h) and a sentence, as often as something is wrong. Out: one InputError
// with all of them, in the order of the file. Used by model_file/ for machines, studies and trained
// networks, so that people mend a file once and not once a problem.
//
// The room: texts and files as such, before anything in them means a machine. Numbers that read
// back as the same bits (number_text.h), measured signals from CSV (csv_signal.h), files that
// appear whole or not at all (whole_file.h), quantities and suggestions for the command line
// (quantity.cpp, suggestion.cpp), messages of Protocol Buffers (protobuf.h).
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
