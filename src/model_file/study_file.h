// A study as text, for whoever has no file (bramah/analysis.h has read_study_file).
#pragma once

#include <string>

#include "bramah/analysis.h"

namespace bramah {

// `path` is the file in messages; the machine lies beside it. Throws InputError with file:line.
StudyFile read_study_text(const std::string& text, const std::string& path);

}  // namespace bramah
