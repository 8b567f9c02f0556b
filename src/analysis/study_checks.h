// What only the machine can say about a study's options: paths, channels, bounds.
#pragma once

#include "analysis/study_axes.h"

namespace bramah {

// InputError if no run can be loaded because a path or value of --over or --set is wrong; runs that
// are refused for other reasons become rows.
void check_paths(const std::string& path, const Study& study, const std::vector<StudyPlan>& plans);

// Study::position_measure of machines without cylinders and bodies.
constexpr const char* kPressures = "pressures";

// Measured against a reference.
inline bool is_error_measure(const std::string& name) {
  return name == "length_error" || name == "length_error_rms" || name == "pressure_error";
}

// The same somewhere in an expression.
inline bool mentions_error(const std::string& text) {
  return text.find("length_error") != std::string::npos ||
         text.find("pressure_error") != std::string::npos;
}

// Channels and bounds of the options, completed with the usual ones; names and units checked.
struct StudyQuestions {
  std::vector<StudyMeasure> channels;
  std::vector<StudyBound> bounds;
};
StudyQuestions checked_questions(const std::string& path, const Model& base,
                                 const StudyOptions& options, const Study& study,
                                 const std::vector<StudyPlan>& plans);

}  // namespace bramah
