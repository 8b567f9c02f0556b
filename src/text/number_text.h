// Numbers as text: the shortest decimal that reads back as the same number.
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
