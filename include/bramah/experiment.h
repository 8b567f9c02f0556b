// An experiment: a study of any number of runs whose rows are kept in a folder as they are found.
//
//   const Experiment experiment(read_study_file("study.yaml"));
//   carry_out(experiment, "results", {});                  // called again, it goes on where it was
//   write_results_csv("rows.csv", Results("results"));
//
// Each run is a function of the experiment and its number alone: rows are the same, bit for bit,
// whatever the number of threads and computers. docs/study.md has designs, distributions and measures.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bramah/analysis.h"
#include "bramah/run.h"

namespace bramah {

struct ExperimentAxis {
  std::string name;    // "lift.bore"
  std::string unit;    // as typed: "mm"; "" of plain numbers and words
  bool words = false;  // values are no numbers
  int levels = 0;      // how many values it has; 0: any
  std::string heading() const { return unit.empty() ? name : name + " [" + unit + "]"; }
};

struct ExperimentRow {
  long long run = 0;  // its number in the design
  StudyRow::Outcome outcome = StudyRow::Outcome::done;
  std::string reason;  // why not done
  double failed_at_s = 0.0;
  std::vector<CsvCell> values;   // beside the axes, in their units
  std::vector<double> measures;  // beside the measures, SI; NaN: there is none
  double cpu_s = 0.0;            // this and the next are not the same each time
  int worker = 0;                // who made it
};

// Everything that decides about rows. Throws InputError, with all problems.
class Experiment {
 public:
  explicit Experiment(const StudyFile& file);

  long long runs() const;
  const std::vector<ExperimentAxis>& axes() const;
  const std::vector<StudyMeasure>& measures() const;
  // Name and value: version, model, hash, design, seed; "definition", which decides; "file PATH".
  const std::vector<std::pair<std::string, std::string>>& facts() const;

  std::vector<std::string> values(long long run) const;  // as options: "83.2mm"
  // One run; any thread. A run that fails is a row that says so. Nothing: it was told to stop.
  std::optional<ExperimentRow> perform(long long run, const std::function<bool()>& stop = {}) const;

 private:
  std::shared_ptr<const struct ExperimentPlan> plan_;
};

// Other computers that help: messages between processes that are numbered from 0. Rank 0 deals out
// runs and keeps the rows; the others call help().
class Cluster {
 public:
  virtual ~Cluster() = default;
  virtual int rank() const = 0;
  virtual int size() const = 0;
  virtual void send(int to, const std::string& bytes) = 0;
  struct Message {
    int from = 0;
    std::string bytes;
  };
  virtual std::optional<Message> receive() = 0;  // nothing: none is there now
};

struct ExperimentProgress {
  long long runs = 0, done = 0, failed = 0;  // done: on the disk, failed ones among them
  long long found = 0;                       // of them: there before
  double rate = 0.0;                         // runs a second, of all ranks
  double left_s = 0.0;
};

struct CarryOutOptions {
  int jobs = 0;  // threads; 0: one for each core, on a cluster one
  Cluster* cluster = nullptr;
  std::function<void(const ExperimentProgress&)> progress{};  // about ten times a second
  std::function<bool()> stop{};  // likewise; true: runs under way are given up
};

// Performs what is not in the folder yet. Each row is on the disk before it is counted. Throws
// InputError: another process is at work there, the rows there are of another experiment, the disk is full.
ExperimentProgress carry_out(const Experiment& experiment, const std::string& folder,
                             const CarryOutOptions& options);
// What all ranks but 0 do, until rank 0 sends them home.
void help(const Experiment& experiment, Cluster& cluster, int jobs);

// What a folder holds, also while somebody writes there. Throws InputError.
class Results {
 public:
  explicit Results(const std::string& folder);

  long long runs() const { return runs_; }  // of the design
  const std::vector<ExperimentAxis>& axes() const { return axes_; }
  const std::vector<StudyMeasure>& measures() const { return measures_; }
  const std::vector<std::pair<std::string, std::string>>& facts() const { return facts_; }
  std::string fact(const std::string& name) const;
  void each(const std::function<void(const ExperimentRow&)>& take) const;  // by rising number

 private:
  std::string folder_;
  long long runs_ = 0;
  std::vector<ExperimentAxis> axes_;
  std::vector<StudyMeasure> measures_;
  std::vector<std::pair<std::string, std::string>> facts_;
};

// The longest steps that keep a measure in its bound, as of a Study: one for each curve over the steps of a
// grid. Throws InputError: no axis of steps, no such measure, another unit.
std::vector<StudyTakeOff> take_offs_of(const Results& results,
                                       const std::vector<StudyBound>& bounds, double growth);

// How many runs, what they measured, what failed; a table of all where there are few.
std::string results_text(const Results& results);
std::string results_json(const Results& results, const std::vector<StudyTakeOff>& take_offs = {});
void write_results_csv(const std::string& path, const Results& results);
void write_results_page(const std::string& path, const Results& results,
                        const std::vector<StudyTakeOff>& take_offs = {},
                        double growth = 10.0);  // .html

}  // namespace bramah
