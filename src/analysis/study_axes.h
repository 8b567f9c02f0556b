// The runs of a study: axes read and checked, combinations written out.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bramah/analysis.h"
#include "core/units.h"

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

// Whether rules and steps are compared: then steps are as long as the study says, and errors are the answer.
bool compares_solvers(const StudyOptions& options);
// Whether that, a bound or a measure needs a reference.
bool asks_for_errors(const StudyOptions& options);

// A value of an axis as an option of the loader.
void apply_axis(const StudyAxis& axis, const std::string& value, LoadOptions& load);

std::vector<StudyPlan> planned(const Study& study, const StudyOptions& options);
// The same run with another step.
StudyPlan with_step(StudyPlan plan, const Study& study, double step_s);

// What a run's reference has in common with it, parameters and end; runs of the same group share it.
LoadOptions truth_of(const LoadOptions& load);
std::string group_of(const LoadOptions& truth);

// A text of numbers and units; nothing for words.
std::optional<double> axis_number(const std::string& text, std::string* unit = nullptr);

// "ms" of "0.5 ms", if a number and its unit are all there is; and what one of it is.
std::string typed_unit(const std::string& text);
Quantity unit_quantity(const std::string& unit);  // "": 1

// At the separators that stand in no bracket or quotation, without blanks around.
std::vector<std::string> split_list(const std::string& text, char separator);

}  // namespace bramah
