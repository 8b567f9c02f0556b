// Errors of input: files, command line, arguments of the API. Numerical failures are not
// exceptions; see StepReport.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace bramah {

// Where a value was written: every item of a description carries one, so that an error found late
// still names file and line.
struct Where {
  std::string file;
  int line = 0;  // 1-based; 0: not from a file
};

// All problems found, one message each: "file:line: what was found; what was expected; what to do".
class InputError : public std::runtime_error {
 public:
  explicit InputError(std::vector<std::string> problems)
      : std::runtime_error(join(problems)), problems_(std::move(problems)) {}
  explicit InputError(const std::string& problem) : InputError(std::vector<std::string>{problem}) {}

  const std::vector<std::string>& problems() const noexcept { return problems_; }

 private:
  static std::string join(const std::vector<std::string>& problems) {
    std::string all;
    for (const auto& problem : problems) all += (all.empty() ? "" : "\n") + problem;
    return all;
  }
  std::vector<std::string> problems_;
};

}  // namespace bramah
