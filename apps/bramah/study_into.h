// Studies whose rows are kept in a folder: `bramah study FILE --into FOLDER`, `--show FOLDER`.
#pragma once

#include <string>
#include <vector>

#include "bramah/experiment.h"

namespace bramah::app {

struct KeptOutputs {
  std::vector<std::string> tables;  // .csv
  std::string report;               // .html
};

// Carries out what is missing, then shows all. The exit code.
int study_into(const StudyFile& file, const std::string& folder, const KeptOutputs& outputs);
int show_study(const std::string& folder, const KeptOutputs& outputs);

}  // namespace bramah::app
