// New inputs from those of a corpus: bytes, numbers, lines and words are changed, and taken from
// other inputs. The same ones on every computer.
#pragma once

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "model_file/mutator.h"

namespace bramah::fuzz {

class Mixer {
 public:
  Mixer(std::vector<std::string> corpus, unsigned seed)
      : corpus_(std::move(corpus)), random_(seed), mutator_(seed) {}

  std::string next() {
    std::string text = any();
    if (text.empty()) return mutator_.mutate(" ");
    switch (below(8)) {
      case 0:
      case 1:
        return mutator_.scale_a_number(text);
      case 2:
      case 3:
        return mutator_.mutate(text);
      case 4:
        return change_lines(text);
      case 5:
        return head(text) + tail(any());
      case 6:
        return exchange_word(text);
      default:
        return mutator_.mutate(change_lines(exchange_word(text)));
    }
  }

 private:
  std::size_t below(std::size_t n) { return random_() % n; }
  const std::string& any() { return corpus_[below(corpus_.size())]; }

  // Where a line begins: the first after a random place, else the first of all.
  std::size_t line_start(const std::string& text) {
    const auto end = text.empty() ? std::string::npos : text.find('\n', below(text.size()));
    return end == std::string::npos ? 0 : end + 1;
  }
  std::string head(const std::string& text) { return text.substr(0, line_start(text)); }
  std::string tail(const std::string& text) { return text.substr(line_start(text)); }
  std::string line(const std::string& text) {
    const std::size_t first = line_start(text);
    return text.substr(first, std::min(text.find('\n', first), text.size() - 1) + 1 - first);
  }

  std::string change_lines(std::string text) {
    const std::size_t at = line_start(text);
    switch (below(3)) {
      case 0:
        return text.erase(at, line(text.substr(at)).size());
      case 1:
        return text.insert(at, line(any()));
      default:
        return text.insert(at, line(text));
    }
  }

  struct Word {
    std::size_t first = 0, size = 0;
  };
  Word word(const std::string& text) {
    static const char* kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
    if (text.empty()) return {};
    const auto first = text.find_first_of(kLetters, below(text.size()));
    if (first == std::string::npos) return {};
    return {first, std::min(text.find_first_not_of(kLetters, first), text.size()) - first};
  }
  std::string exchange_word(std::string text) {
    const std::string& other = any();
    const Word from = word(other), to = word(text);
    return text.replace(to.first, to.size, other.substr(from.first, from.size));
  }

  std::vector<std::string> corpus_;
  std::mt19937 random_;
  Mutator mutator_;
};

}  // namespace bramah::fuzz
