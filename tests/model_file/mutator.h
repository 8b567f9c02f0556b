// Changes a few bytes of a text at random, the same ones on every computer.
#pragma once

#include <algorithm>
#include <random>
#include <string>

namespace bramah {

class Mutator {
 public:
  explicit Mutator(unsigned seed) : random_(seed) {}

  // One of the numbers of the text a hundred, or 1e20, times as large or as small.
  std::string scale_a_number(std::string text) {
    static const char* kFactors[] = {"e-9", "e-3", "e2", "e6", "e12", "e30", "e300"};
    auto at = static_cast<std::size_t>(below(text.size()));
    at = text.find_first_of("0123456789", at);
    if (at == std::string::npos) return text;
    const auto end = std::min(text.find_first_not_of("0123456789.", at), text.size());
    return text.insert(end, kFactors[below(std::size(kFactors))]);
  }

  std::string mutate(std::string text) {
    const int changes = 1 + below(4);
    for (int i = 0; i < changes && !text.empty(); ++i) change(text);
    return text;
  }

 private:
  // Not std::uniform_int_distribution: its results differ between libraries.
  int below(std::size_t n) { return static_cast<int>(random_() % n); }

  void change(std::string& text) {
    static const std::string kBytes = "{}[]:,#&*!|>'\"%@`-?+^/()0129eE.nanifm \n\t\xff\x80\x01";
    static const char* kPieces[] = {
        "nan",    "1e308", "-",     "[[",   "}}",   "&a ",       "*a",     "0 m",
        "static", "sqrt(", "^-0.5", ": : ", "\n- ", "!!binary ", "ground", "1/0"};
    const auto at = static_cast<std::size_t>(below(text.size()));
    switch (below(6)) {
      case 0:
        text[at] = kBytes[static_cast<std::size_t>(below(kBytes.size()))];
        break;
      case 1:
        text.erase(at, static_cast<std::size_t>(1 + below(20)));
        break;
      case 2:
        text.insert(at, kPieces[below(std::size(kPieces))]);
        break;
      case 3:
        text.insert(at, text.substr(static_cast<std::size_t>(below(text.size())), 40));
        break;
      case 4:
        text.resize(at);
        break;
      default:
        std::swap(text[at], text[static_cast<std::size_t>(below(text.size()))]);
        break;
    }
  }

  std::mt19937 random_;
};

}  // namespace bramah
