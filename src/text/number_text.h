// Numbers as text: the shortest decimal that reads back as the same number.
//
// The room: texts and files as such, before anything in them means a machine. Numbers that read
// back as the same bits (here, shortest_decimal.h), measured signals from CSV (csv_signal.h), files that appear whole or
// not at all (whole_file.h), quantities and suggestions for the command line (quantity.cpp,
// suggestion.cpp), messages of Protocol Buffers (protobuf.h), bytes made smaller (deflate.h). Used by model_file/, results/, report/
// and server/.
#pragma once

#include <charconv>
#include <cmath>
#include <string>
#include <type_traits>

#include "text/shortest_decimal.h"

namespace bramah {

constexpr std::size_t kNumberWidth = kShortestWidth;

// Writes at `at`, which has room for kNumberWidth characters; returns the end of what was written.
template <class Real>
char* write_number(char* at, Real value) {
  if constexpr (std::is_same_v<Real, double>)
    return write_shortest(at, value);
  else
    return std::to_chars(at, at + kNumberWidth, value).ptr;
}

template <class Real>
std::string number_text(Real value) {
  char text[kNumberWidth];
  return {text, write_number(text, value)};
}

}  // namespace bramah
