// Experiments: `bramah study FILE --into FOLDER`, `--show FOLDER`, and without a folder those that only
// bramah/experiment.h can do; then a temporary one holds the rows as long as the program runs.
#pragma once

#include <string>
#include <vector>

#include "bramah/experiment.h"

namespace bramah::app {

struct KeptOutputs {
  std::vector<std::string> tables;  // .csv
  std::string report;               // .html
  bool json = false;                // instead of tables for people
  std::vector<StudyBound> bounds;   // the longest steps that keep them
  double growth = 10.0;
};

// Carries out what is missing, then shows all. An empty folder: a temporary one. The exit code.
int study_into(const StudyFile& file, const std::string& folder, const KeptOutputs& outputs);
int show_study(const std::string& folder, const KeptOutputs& outputs);

}  // namespace bramah::app
