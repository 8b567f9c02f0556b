// The options of `bramah reproduce`: read by the papers' own program, told in help, manual and
// completions by both.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace bramah::app {

struct PapersWanted {
  std::vector<std::string> papers;  // empty: all
  std::string into = "reproduced", models;
  int repeats = 5;
  bool list = false, full = false;
};

void add_papers_wanted(CLI::App& menu, PapersWanted& wanted);

}  // namespace bramah::app
