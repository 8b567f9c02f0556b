// Collects everything wrong with a command line, so that all of it is reported at once.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bramah/basics.h"

namespace CLI {
class App;
}

namespace bramah::app {

class Problems {
 public:
  void add(const std::string& problem) { all_.push_back(problem); }

  // Runs `work`; an InputError becomes problems, each behind `prefix`.
  template <class Work>
  void collect(const std::string& prefix, const Work& work) {
    try {
      work();
    } catch (const InputError& error) {
      for (const std::string& problem : error.problems()) add(prefix + problem);
    }
  }

  // Options and arguments the menu does not know, with the nearest that it knows. False if there
  // are unknown options: what follows them may have been taken for something else.
  bool add_unknown(const CLI::App& command);

  void throw_if_any() const;  // InputError with all of them

 private:
  std::vector<std::string> all_;
};

// A positive time such as "1ms" in s; what is wrong with it goes to `problems`. Empty text: no
// value.
std::optional<double> read_time(const std::string& option, const std::string& text,
                                Problems& problems);

}  // namespace bramah::app
