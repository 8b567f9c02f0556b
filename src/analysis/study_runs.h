// One run of a study, what it measures, and the reference it is measured against.
#pragma once

#include <functional>
#include <optional>

#include "analysis/study_axes.h"
#include "bramah/run.h"

namespace bramah {

// The machine as exactly as we can, shared by all runs of a group.
struct StudyTruth {
  StudyReference about;
  std::optional<Model> model;  // none: there is no reference
  Recording recording;
};

using StudyProgress = std::function<void(double fraction)>;

// Step of the reference and the interval of its rows, from the shortest step of the study [s].
struct ReferenceSteps {
  double step, every;
};
ReferenceSteps reference_steps(double shortest);

using MachineLoader = std::function<Model(const LoadOptions&)>;

// Of `study` the kind of reference counts, and with a history its measures. `path`: for messages.
StudyTruth run_truth(const std::string& path, const MachineLoader& load_machine, LoadOptions load,
                     const Study& study, double shortest, bool history,
                     const StudyProgress& progress);

// A run that came to its end: is it anything like the truth? Else its outcome, and why.
void judge(const Model& model, const Recording& recording, const Deviation& error,
           StudyRow::Outcome& outcome, std::string& reason);

// The measures of a study; channels give two each, their largest and their last value.
std::vector<StudyMeasure> study_measures(const Model& model,
                                         const std::vector<StudyMeasure>& channels);

StudyRow run_plan(const std::string& path, const StudyPlan& plan, const Study& study,
                  const StudyTruth* truth, bool history, const StudyProgress& progress);

}  // namespace bramah
