// What can be asked of a machine besides running it: what is in it and where it rests, what it is to first
// order, how methods compare, studies over any parameter, the cost of a step, look-ahead.
#pragma once

#include <complex>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bramah/chart.h"
#include "bramah/model.h"
#include "bramah/run.h"

namespace bramah {

// ------------------------------------------------------------------------------------------ check
// What is in a machine, and where it rests.

struct CheckReport {
  int bodies = 0, joints = 0, coordinates = 0, loops = 0, constraints = 0, redundant = 0,
      degrees_of_freedom = 0;
  struct Joint {
    std::string name, type, role;
  };  // role: tree | cut
  std::vector<Joint> joint_list;
  struct Volume {
    std::string name;
    double volume, bulk, time_constant;
    std::string through;  // the part that sets its pace
    bool small;           // answers within a step
  };                      // at the start [m3, Pa, s]
  std::vector<Volume> volumes;
  // What a step inside a tick may be wrong by [m], [Pa]; 0: there is one step a tick.
  double accuracy_length = 0.0, accuracy_pressure = 0.0;
  std::vector<std::string> unknowns;         // of one implicit solve
  std::vector<std::string> constraint_list;  // one line per equation
  std::vector<std::string> notes;            // remarks
  std::vector<std::string> warnings;         // Model::warnings()
};
CheckReport check(const Model& model);

// Why a machine has no rest: what is out of balance, in a sentence.
struct RestProblem {
  enum class Kind { volume, joint, part, loop } kind = Kind::volume;
  std::string name;  // of the volume, joint, component or element
  std::string text;  // "volume \"line\" has no rest: 12 l/min flow in (pump), none out"
};

struct StaticsReport {
  bool converged = false;
  double residual = 0.0;  // largest scaled imbalance left
  std::string message;    // all problems, one a line
  std::vector<RestProblem> problems;
  double growth = 0.0;             // of a small push: largest pole of an unstable rest [1/s]
  std::string unstable;            // the same in a sentence; empty: stable or indifferent
  std::vector<NamedValue> solved;  // SI, by channel name
  std::vector<NamedValue> cylinder_forces;  // [N]
};
StaticsReport statics(const Model& model);

// -------------------------------------------------------------------------------------- linearize
// A machine made linear about one of its states: dx/dt = A dx + B du, dy = C dx + D du.

struct LinearizeOptions {
  // Run there first [s]. Empty: to the point of the file's section `linearize`, to which the fields
  // below add; with a value that section does not count.
  std::optional<double> at;
  bool equilibrium = false;         // then look for the nearest state of rest
  std::vector<std::string> freeze;  // states held constant: "valve.U", or "U" for all of that name;
                                    // not empty: instead of the file's
  std::vector<NamedValue> state;    // values to start from, instead of the file's [SI]
  std::vector<std::string> outputs;  // channels; empty: lengths and rates of the cylinders, states
};

struct LinearVariable {
  std::string name;
  std::string unit;    // SI
  double value = 0.0;  // where A, B, C, D hold
};

struct Mode {
  std::complex<double> pole;  // [1/s]
  double frequency = 0.0;     // |pole|/2π [Hz]
  double damping = 0.0;       // -Re/|pole|; 1: does not swing, below 0: grows
  double time_constant = std::numeric_limits<double>::infinity();  // -1/Re [s]
  struct Share {
    std::string state;
    double share = 0.0;
  };
  std::vector<Share> shares;  // who takes part, largest first; the sum over all states is 1
};

struct Linearization {
  std::string model, hash, version;
  double time = 0.0;      // [s]
  bool converged = true;  // false: no equilibrium, or the equations could not be solved
  std::string message;    // why
  double unrest = 0.0;    // how fast the fastest state moves there, of its scale [1/s]
  std::vector<LinearVariable> states, inputs, outputs;
  std::vector<std::string> frozen;
  std::vector<double> A, B, C, D;  // row by row
  std::vector<Mode> modes;         // fastest first; of a conjugate pair both
  double stiffness_ratio = 1.0;    // largest over smallest |pole|; poles at zero do not count
  double condition = 1.0;          // of A in SI units: its largest over its smallest singular value
  std::vector<std::string> notes;
};

// Names and units of all states that can be frozen or given a value: of the independent joint
// coordinates, their rates, pressures, spools and controllers, in the order of A.
std::vector<LinearVariable> linear_states(const Model& model);

// Throws InputError for names that do not exist; numerics that fail are in the result.
Linearization linearize(const Model& model, const LinearizeOptions& options = {});

// From input to output, both by number, at frequencies in Hz.
std::vector<std::complex<double>> frequency_response(const Linearization& linear, int input,
                                                     int output,
                                                     const std::vector<double>& frequencies);

struct FrequencyResponse {
  std::string input, output;
  std::vector<double> frequencies;  // [Hz]
  std::vector<std::complex<double>> values;
};

// prefix_A.csv ... prefix_D.csv, prefix_states.csv, prefix_poles.csv, and prefix_response.csv if
// there are responses. Returns the paths.
std::vector<std::string> write_linearization_csv(const std::string& prefix,
                                                 const Linearization& linear,
                                                 const std::vector<FrequencyResponse>& responses);
std::string linearization_json(const Linearization& linear,
                               const std::vector<FrequencyResponse>& responses);
void write_linearization_page(const std::string& path, const Linearization& linear,
                              const std::vector<FrequencyResponse>& responses);  // .html

// ---------------------------------------------------------------------------------------- compare
// Methods, integrators and steps side by side on one machine: what each costs and how wrong it is.

// How far one run is from another that counts as exact.
struct Deviation {
  // Largest over all cylinder lengths; over the points of bodies where there are none [m].
  double position = std::numeric_limits<double>::quiet_NaN();
  // Rms over time and all of them [m].
  double position_rms = std::numeric_limits<double>::quiet_NaN();
  // Largest, each relative to its range in the reference, which counts as 1 mm at least.
  double position_share = std::numeric_limits<double>::quiet_NaN();
  // Rms over all pressures that change, each relative to its range.
  double pressure = std::numeric_limits<double>::quiet_NaN();
  // The largest of any of them, again relative to its range.
  double pressure_max = std::numeric_limits<double>::quiet_NaN();
};

// At the instants both recordings have; channels are found by name, so the methods may differ.
Deviation deviation(const Model& model, const Recording& ours, const Model& exact_model,
                    const Recording& exact);

struct CompareOptions {
  std::vector<std::string> methods, integrators;      // empty: the usual ones
  std::vector<double> steps{5e-3, 2e-3, 1e-3, 5e-4};  // [s]
  LoadOptions load;  // set, until, coupling, tangent; the rest does not count
  int repeats = 3;   // timed runs; the least CPU time counts
  std::function<void(double fraction)> progress{};
};

struct CompareRow {
  enum class Outcome { done, refused, failed } outcome = Outcome::done;
  std::string reason;  // why it was refused or failed
  double failed_at_s = 0.0;

  std::string method, integrator;
  double step_s = 0.0;  // 0: refused or failed alike whatever the step
  int unknowns = 0;     // of one implicit solve

  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  double position_error = kNone;    // largest, against the reference [m]; see Comparison::measure
  double pressure_error = kNone;    // rms over all pressures, relative to their range
  double order = kNone;             // of position_error, against the next longer step
  double energy_residual = kNone;   // largest [J]
  double gap = kNone;               // largest violation of the constraints [m],
  double rate_gap = kNone;          // of their rates [m/s],
  double acceleration_gap = kNone;  // of their second derivatives [m/s²]
  double newton_mean = kNone;       // per implicit solve
  int newton_max = 0;
  double us_per_step = kNone;  // CPU time of stepping alone
  double real_time_factor = kNone;
};

struct Comparison {
  std::string model, hash, version;
  double until_s = 0.0;
  int repeats = 0;
  std::string measure;  // of position_error: "cylinder lengths" or "body points"
  struct Reference {
    std::string method, integrator;  // "semirecursive", "sundials"
    std::string problem;             // not empty: there is none, errors are NaN
    double grid_s = 0.0;             // errors are taken at these instants
    double wall_s = 0.0;
  } reference;
  std::vector<CompareRow> rows;  // by method, integrator, then falling step
};

// What is wrong with the options: unknown names with suggestions, impossible steps.
std::vector<std::string> problems_of(const CompareOptions& options);

// Loads and runs every combination. A pair that the program refuses and a run that fails become
// rows that say so. Throws InputError for wrong options and for a wrong file.
Comparison compare(const std::string& path, const CompareOptions& options = {});

// Slope of log(position_error) over log(step), fitted to the rows of a pair with errors beyond
// rounding; NaN: fewer than two.
double observed_order(const Comparison& comparison, const std::string& method,
                      const std::string& integrator);

void write_comparison_page(const std::string& path, const Comparison& comparison);  // .html
void write_comparison_csv(const std::string& path, const Comparison& comparison);
std::string comparison_json(const Comparison& comparison);

// ------------------------------------------------------------------------------------------ study
// Many runs of one machine over any options and parameters: what each measures against a reference,
// and up to which step a measure stays within its bound.

// One option of `bramah run` (step, method, integrator, ...) or a path of --set, and its values as
// people write them.
struct StudyAxis {
  std::string name;  // "step" (also "H"), "method", "lift.bore"
  // "1ms"; "1ms:5ms:5" stands for five, evenly spaced, "1ms:16ms:5:geometric" for 1, 2, 4, 8 and 16 ms;
  // of an Experiment also "normal(80 mm, 5 %)", alone.
  std::vector<std::string> values;
  std::string origin{};  // where it was written, for messages: "--over", "study.yaml:4:"
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
  // if_asked: fine, where steps or rules are compared or a bound or measure is an error, else none
  enum class Reference { fine, sundials, none, if_asked } reference = Reference::if_asked;
  // To measure: channels, or expressions over them, "peak = max(lift.A.p) - 1 bar" (docs/study.md);
  // empty: cosimulation.residual_energy, if any.
  std::vector<std::string> channels;
  std::vector<StudyBound> bounds;  // empty: growth of the first channel or of the length error
  double growth = 10.0;
  int refine = 0;          // halvings of the interval that holds a take-off, with runs of their own
  int jobs = 0;            // threads; 0: one for each core
  bool histories = false;  // keep what happened in each run
  std::function<void(double fraction)> progress{};  // called by the thread that called study()
  std::function<bool()> stop{};  // likewise; true: runs under way are given up, finished ones kept
  // Of an Experiment (bramah/experiment.h) alone: what is done with the machine, which points are
  // tried, which axes go together, and a parameter that is solved for in every run.
  std::string task =
      "run";  // or statics, linearize, chart, formula: the measures alone, without a machine
  ChartOptions chart{};  // of the task `chart`; an axis "chart.pressure" sets one of them
  struct Design {
    std::string kind = "grid";  // or random, latin, sobol, sensitivity
    long long runs = 0;         // of a grid all; of sensitivity the points, each of axes + 2 runs
    std::uint64_t seed = 1;
  } design;
  struct Correlation {
    std::string a, b;
    double coefficient = 0.0;  // of their normal scores
  };
  std::vector<Correlation> correlations;
  std::string find, so_that;  // "payload=0 kg:5 t", "lift.A.p = 210 bar"
  // Each run as it ends, one at a time, in the thread that made it; the study has no rows yet.
  std::function<void(const struct Study& study, const struct StudyRow& row)> finished{};
};

struct StudyMeasure {
  std::string name, unit;    // "length_error", "m"
  std::string text;          // what it is
  std::string expression{};  // empty: a measure by its name
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
  StudyOptions::Reference reference = StudyOptions::Reference::none;
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
  std::string incomplete;  // why runs are missing: "stopped after 3 of 12 runs"
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

// Whether points, a task or a search make it one for bramah/experiment.h.
bool is_experiment(const StudyOptions& options);

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
// The same table a line at a time, each with its end: what a study has until it ends.
std::string study_csv_header(const Study& study);
std::string study_csv_row(const Study& study, const StudyRow& row);
std::string study_json(const Study& study);
void write_study_page(const std::string& path, const Study& study);  // .html

// ------------------------------------------------------------------------------------------ bench
// What a machine costs and how wrong it is: speed is reported with its error beside it.

// What stepping alone costs: no loading, no channels, no output.
struct SteppingCost {
  double cpu_s = 0.0;  // of a whole run that steps and does nothing else
  long long ticks = 0;
  double newton_mean = 0.0;  // per implicit solve
  int newton_max = 0;
  std::string problem;  // not empty: the run stopped
};
SteppingCost stepping_cost(const Model& model);  // one run to the model's end time

int unknowns(const Model& model);  // of one implicit solve

struct BenchRow {
  std::string model, method, integrator;
  double step_s = 0.0;
  double tolerance = 0.0;    // of steps that choose themselves; 0: the file's
  double us_per_step = 0.0;  // least CPU time of all repeats
  double real_time_factor = 0.0;
  double length_error = 0.0;    // largest over all cylinder lengths, on a common grid [m]
  double pressure_error = 0.0;  // rms over all pressures, relative to their range
  double pressure_max = 0.0;    // largest of any pressure, relative to its range
  double newton_mean = 0.0;
  int newton_max = 0;
  int unknowns = 0;
  std::string problem;  // not empty: the run or the reference failed
};

struct BenchCase {
  std::string path;
  std::string integrator;
  double step_s = 1e-3;
  double tolerance = 0.0;  // relative, of rosenbrock; 0: the file's
};

// Runs each case `repeats` times for speed and once against the reference; cases on the same file
// share it.
std::vector<BenchRow> bench(const std::vector<BenchCase>& cases, int repeats,
                            const std::function<void(const BenchRow&)>& done = {});

// A chain of uniform rods swinging from a zigzag for a second, steps of 1 ms: inef, semi_euler.
struct ChainRow {
  int links = 0;
  bool planar = true;
  double us_per_step = 0.0;  // least CPU time of all repeats
  double us_per_link = 0.0;
  double energy_drift = 0.0;  // largest change, relative to the largest kinetic energy
  std::string problem;        // not empty: the run failed
};

// Each number of links in the plane and in space.
std::vector<ChainRow> bench_chains(const std::vector<int>& links, int repeats,
                                   const std::function<void(const ChainRow&)>& done = {});

// ------------------------------------------------------------------------------------- look ahead
// Look-ahead: from a live state, many short futures over a spread of lever commands and loads.
//
//   const LookAhead ahead("models/patu655.yaml", options, {});
//   const LookAheadResult result = ahead.run(model, state, {.futures = 200});
//
// Commands are held for the whole horizon. Future 0 keeps the present levers and load. What the
// others draw is a function of the seed and their number, so neither depends on the threads.

struct LookAheadSettings {
  double step = 5e-3;                 // [s]
  std::string integrator = "sdirk2";  // robust at long steps
  double load = 0.0;                  // largest change of the load, as a share of it; 0: never
  std::string body = "load";          // whose mass that changes; no such body: never
};

struct LookAheadOptions {
  int futures = 200;
  double horizon = 1.0;  // [s]
  double sample = 0.05;  // between points of a path [s]
  double levers = 0.3;   // largest change of a lever, as a share of its range
  std::uint64_t seed = 1;
  std::string marker{};  // empty: the first of the machine
  int threads = 2;
  int checked = 4;  // futures that are run again with the live model's step, for the error
  std::function<bool()> stop{};  // asked now and then; true: run() throws
};

struct Future {
  std::vector<double> levers;  // commands, one per control of the model
  double load = 1.0;           // times the present one
  std::vector<double> path;    // of the marker: x, y, z of each sample [m]
  double peak_pressure = 0.0;  // [Pa]
  std::string peak_at;         // volume that had it
  // Least margin against tipping, at the samples [m]; infinite: it cannot tip.
  double margin = std::numeric_limits<double>::infinity();
  std::string stop;    // the first cylinder that came to its end, at the samples; empty: none
  std::string failed;  // why it ended early; empty: it did not
};

struct LookAheadResult {
  std::string marker;
  double horizon = 0.0, step = 0.0, sample = 0.0;  // [s]
  std::vector<Future> futures;
  double error = 0.0;   // largest distance to the paths of the checked futures at the live step [m]
  double wall_s = 0.0;  // without that check
};

class LookAhead {
 public:
  // Loads the machine once more for each load. Throws InputError.
  LookAhead(const std::string& path, const LoadOptions& options, const LookAheadSettings& settings);
  ~LookAhead();

  // `live` is the model of the state, loaded with the same options and its own step. Throws
  // InputError: no such marker, another machine.
  LookAheadResult run(const Model& live, const State& state, const LookAheadOptions& options) const;

 private:
  struct Variant;
  std::vector<Variant> variants_;
};

}  // namespace bramah
