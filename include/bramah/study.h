// Many runs of one machine over any options and parameters: what each measures against a reference,
// and up to which step a measure stays within its bound.
#pragma once

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "bramah/model.h"

namespace bramah {

// One option of `bramah run` (step, method, integrator, ...) or a path of --set, and its values as
// people write them.
struct StudyAxis {
  std::string name;                 // "step" (also "H"), "method", "lift.bore"
  std::vector<std::string> values;  // "1ms"; "0.5ms:8ms:9" stands for nine, spaced geometrically
  std::string origin{};             // where it was written, for messages: "--over", "study.yaml:4:"
};

// A configuration of its own. Of `load`, what is not empty replaces the study's; its `set` comes
// after the study's. Its step is not looked at where the study has steps.
struct StudyCase {
  std::string label;
  LoadOptions load;
};

// Keeps a measure small. limit NaN: it may grow `StudyOptions::growth` times as fast as the step.
struct StudyBound {
  std::string measure;  // "length_error", "energy.residual", any channel, "<channel>.end"
  double limit = std::numeric_limits<double>::quiet_NaN();  // SI
  std::string unit{};                                       // SI, of the limit; empty: not checked
  std::string origin{};
};

struct StudyOptions {
  std::vector<StudyAxis> over;   // all combinations are run; the last axis changes fastest
  std::vector<StudyCase> cases;  // each with all combinations of `over`; empty: one without changes
  LoadOptions load;              // for all runs
  enum class Reference { fine, sundials, none } reference = Reference::fine;
  std::vector<std::string> channels;  // to measure; empty: cosimulation.residual_energy, if any
  std::vector<StudyBound> bounds;     // empty: growth of the first channel or of the length error
  double growth = 10.0;
  int refine = 0;          // halvings of the interval that holds a take-off, with runs of their own
  int jobs = 0;            // threads; 0: one for each core
  bool histories = false;  // keep what happened in each run
  std::function<void(double fraction)> progress{};  // called by the thread that called study()
};

struct StudyMeasure {
  std::string name, unit;  // "length_error", "m"
  std::string text;        // what it is
};

// A few channels over time, thinned for plots: extremes are kept.
struct StudyHistory {
  std::vector<std::string> channels, units;
  std::vector<double> times;
  std::vector<std::vector<double>> values;  // one list per channel
};

struct StudyRow {
  // done; done, but far from the reference or not finite; refused by the loader; stopped on its way
  enum class Outcome { done, diverged, refused, failed } outcome = Outcome::done;
  std::string reason;  // why not done
  double failed_at_s = 0.0;
  bool refined = false;  // not asked for: run to find a take-off

  std::string label;                // of its case
  std::vector<std::string> values;  // beside Study::axes
  std::string curve;                // all but the swept axis: "ali1, lift.bore=90mm"
  double step_s = 0.0;
  double x = 0.0;                // of the swept axis, see Study::sweep
  std::vector<double> measures;  // beside Study::measures; NaN: there is none
  int reference = -1;            // index of Study::references
  StudyHistory history;
};

// The longest step for which, and for all shorter ones, a run is done and its measure is in bounds.
struct StudyTakeOff {
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  std::string curve, measure, unit;
  double limit = kNone;   // none: growth
  double step_s = kNone;  // none: not even the shortest
  double value = kNone;   // of the measure at that step
  double next_s = kNone;  // the shortest step that is out of bounds; none: all are in
  StudyRow::Outcome next = StudyRow::Outcome::done;  // what happened there
  double next_value = kNone;
};

struct StudyReference {
  std::string what;     // the parameters it belongs to, "" if there is one reference alone
  std::string problem;  // not empty: there is none, errors are NaN
  double step_s = 0.0, wall_s = 0.0;
  StudyHistory history;
};

struct Study {
  std::string model, hash, version;
  double until_s = 0.0;
  StudyOptions::Reference reference = StudyOptions::Reference::fine;
  std::string position_measure;  // "cylinder lengths", "body points", "pressures"
  std::vector<StudyAxis> axes;   // ranges written out
  // What curves go over: "step", else the last axis of quantities, else "". In SI units.
  std::string sweep, sweep_unit;
  bool cases = false;  // rows have labels
  double growth = 0.0;
  std::vector<StudyMeasure> measures;
  std::vector<StudyReference> references;
  std::vector<StudyRow> rows;  // by curve, then rising x
  std::vector<StudyTakeOff> take_offs;
};

// "step=1ms,2ms" as an axis. Throws InputError.
StudyAxis study_axis(const std::string& text, const std::string& origin = "--over");
// "length_error=0.1mm" or a measure alone. Throws InputError.
StudyBound study_bound(const std::string& text, const std::string& origin = "--bound");
StudyOptions::Reference study_reference(const std::string& name);  // throws InputError

// `by` over `load`: what is not empty replaces, `set` is appended.
LoadOptions overlaid(LoadOptions load, const LoadOptions& by);

// What can be said against the options without the machine.
std::vector<std::string> problems_of(const StudyOptions& options);

// Runs all of it. A combination that the loader refuses and a run that fails become rows that say
// so. The same rows whatever the number of threads, but for times. Throws InputError for wrong
// options, all at once, and for a wrong file.
Study study(const std::string& path, const StudyOptions& options);

// Index of a measure by its name; of a channel's largest value by the channel's. -1: none.
int find_measure(const Study& study, const std::string& name);
const char* outcome_name(StudyRow::Outcome outcome);

struct StudyFile {
  std::string model;  // path of the machine file
  StudyOptions options;
};
bool is_study_file(const std::string& path);  // starts with "study:"
StudyFile read_study_file(const std::string& path);

void write_study_csv(const std::string& path, const Study& study);
std::string study_json(const Study& study);
void write_study_page(const std::string& path, const Study& study);  // .html

}  // namespace bramah
