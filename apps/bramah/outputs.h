// Where a run's results go; checked before the run, so that no simulated hour is lost to a typing
// error.
#pragma once

#include <string>
#include <vector>

#include "bramah/run.h"
#include "problems.h"

namespace bramah::app {

// Problems of a place for a file: no such folder, may not be written to.
void check_place(const char* option, const std::string& path, Problems& problems);
// Also its name, and whether this program can write pages. Empty path: none is wanted.
void check_report(const std::string& path, Problems& problems);

struct Outputs {
  std::vector<std::string> files;  // .csv, .h5
  std::string report;              // .html; empty: none

  void check(Problems& problems) const;
  std::vector<std::string> write(const Model& model, const RunSummary& summary,
                                 const Recording& recording) const;  // the paths written
};

}  // namespace bramah::app
