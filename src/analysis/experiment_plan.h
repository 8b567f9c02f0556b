// What an experiment is made of: its machine, axes, points and measures. See bramah/experiment.h.
//   experiment.cpp         reading and checking
//   experiment_points.cpp  the values of run k
//   experiment_run.cpp     run k
//   reference_shelf.h      what runs are measured against, where errors are asked for
//   experiment_tasks.cpp   what is done with the machine of run k
//   workshop.h, carry_out.cpp, help.cpp   who does it, and where the rows go
#pragma once

#include <map>

#include "analysis/distribution.h"
#include "analysis/measure.h"
#include "analysis/reference_shelf.h"
#include "bramah/binding.h"
#include "bramah/experiment.h"

namespace bramah {

enum class PointSet { grid, random, latin, sobol, sensitivity };

struct ExperimentPlan {
  StudyOptions options;  // axes written out
  MachineFiles files;    // texts, so that a file that is edited meanwhile changes nothing
  std::vector<std::optional<Distribution>> distributions;  // beside options.over
  std::vector<ExperimentAxis> axes;
  std::vector<StudyMeasure> measures;
  std::vector<std::pair<std::string, std::string>> facts;
  PointSet points = PointSet::grid;
  long long runs = 0;
  // options.find: what is looked for, between which values, and what shall vanish.
  std::string find_name, find_unit, find_expression;
  double find_from = 0.0, find_to = 0.0;  // in find_unit
  // Where errors are asked for: options.reference says against what; shared by all threads.
  std::shared_ptr<ReferenceShelf> references;
  double shortest_step = 0.0;  // of all runs [s]
};

inline bool is_formula(const ExperimentPlan& plan) { return plan.options.task == "formula"; }

// "chart.pressure": an axis that sets an option of the chart, and nothing of the machine.
inline bool is_chart_axis(const std::string& name) { return name.starts_with("chart."); }

// The values of run k beside options.over, as they are set.
std::vector<std::string> point_of(const ExperimentPlan& plan, long long run);
// The same as numbers in the axes' units, or words.
CsvCell cell_of(const ExperimentAxis& axis, const std::string& value);
// How many axes a design has room for; 0: any number.
int most_axes(PointSet points);

// What one run left behind.
struct Attempt {
  StudyRow::Outcome outcome = StudyRow::Outcome::done;
  std::string reason;
  double failed_at_s = 0.0;
  bool stopped = false;
  LoadOptions load;
  ChartOptions chart;
  std::optional<Model> model;
  Recording recording;
  MeasureSource source;
};
using StopAsked = std::function<bool()>;

// See Experiment::perform.
std::optional<ExperimentRow> perform_run(const ExperimentPlan& plan, long long run,
                                         const StopAsked& stop);

// What can be done with a machine, by its name in a study file.
struct ExperimentTask {
  const char* name;
  // Leaves its results in `attempt`; attempt.model is there, but for a formula.
  void (*perform)(Attempt& attempt, const ExperimentPlan& plan, const StopAsked& stop);
  // The names that measures may use, with their dimensions.
  void (*announce)(MeasureSource& source, const StudyOptions& options);
};
const ExperimentTask* find_task(const std::string& name);  // null: none
std::vector<std::string> task_names();

}  // namespace bramah
