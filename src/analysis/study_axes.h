// The runs of a study: axes read and checked, combinations written out.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bramah/analysis.h"

namespace bramah {

constexpr const char* kStepAxis = "step";

// A run to be made.
struct StudyPlan {
  StudyRow row;         // label, values, curve, step, x
  LoadOptions load;     // all of it
  LoadOptions truth;    // what its reference has in common with it: parameters, end
  std::string group;    // runs of the same group share their reference
  std::string machine;  // what tells the machines of this study apart: "lift.bore=90mm"
};

// Ranges written out, names in their usual form, none twice, steps rising. Throws InputError.
std::vector<StudyAxis> expanded(const std::vector<StudyAxis>& axes);

// Study::sweep, its unit and Study::cases, from the axes.
void choose_sweep(const StudyOptions& options, Study& study);

std::vector<StudyPlan> planned(const Study& study, const StudyOptions& options);
// The same run with another step.
StudyPlan with_step(StudyPlan plan, const Study& study, double step_s);

// A text of numbers and units; nothing for words.
std::optional<double> axis_number(const std::string& text, std::string* unit = nullptr);

}  // namespace bramah
