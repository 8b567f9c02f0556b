// Where a run's results go; checked before the run, so that no simulated hour is lost to a typing
// error.
#pragma once

#include <string>
#include <vector>

#include "bramah/output.h"
#include "problems.h"

namespace bramah::app {

struct Outputs {
  std::vector<std::string> files;  // .csv, .h5
  std::string report;              // .html; empty: none

  void check(Problems& problems) const;
  std::vector<std::string> write(const Model& model, const RunSummary& summary,
                                 const Recording& recording) const;  // the paths written
};

}  // namespace bramah::app
