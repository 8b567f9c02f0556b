// Numbers as text: the shortest decimal that reads back as the same number.
//
// The room: texts and files as such, before anything in them means a machine. Numbers that read
// back as the same bits (here), measured signals from CSV (csv_signal.h), files that appear whole or
// not at all (whole_file.h), quantities and suggestions for the command line (quantity.cpp,
// suggestion.cpp), messages of Protocol Buffers (protobuf.h). Used by model_file/, results/, report/
// and server/.
#pragma once

#include <charconv>
#include <cmath>
#include <string>

namespace bramah {

constexpr std::size_t kNumberWidth = 32;  // no shortest double or float is longer

// Writes at `at`, which has room for kNumberWidth characters; returns the end of what was written.
template <class Real>
char* write_number(char* at, Real value) {
  return std::to_chars(at, at + kNumberWidth, value).ptr;
}

template <class Real>
std::string number_text(Real value) {
  char text[kNumberWidth];
  return {text, write_number(text, value)};
}

}  // namespace bramah
