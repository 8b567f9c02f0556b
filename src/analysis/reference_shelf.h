// References that runs of an experiment are measured against: each is made by the first run that asks
// for it, while others that need the same one wait. A reference is a function of its group alone, so
// rows do not depend on who made it, nor on how often it was made.
#pragma once

#include <functional>
#include <future>
#include <list>
#include <memory>
#include <mutex>
#include <string>

#include "analysis/study_runs.h"

namespace bramah {

class ReferenceShelf {
 public:
  using Truth = std::shared_ptr<const StudyTruth>;

  // Throws what `make` throws, and forgets that it was asked.
  Truth get(const std::string& group, const std::function<StudyTruth()>& make);

 private:
  // Few: each holds the rows of a run. Axes that change fastest are those of the solver, or should be.
  static constexpr std::size_t kMost = 16;

  struct Place {
    std::string group;
    std::shared_future<Truth> truth;
  };
  std::mutex mutex_;
  std::list<Place> places_;  // last used first
};

}  // namespace bramah
