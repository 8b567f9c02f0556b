// Runs of shipped machines for reproductions: recorded once, timed several times in turn.
#pragma once

#include <string>
#include <vector>

#include "bramah/run.h"
#include "reproduce/reproduce.h"

namespace bramah::papers {

struct PaperCase {
  std::string name;   // in legends and of files
  std::string model;  // "naya_rod": a file in the folder of models
  LoadOptions load{};
  double every = 0.0;  // between recorded rows [s]; 0: every step
};

struct PaperRun {
  PaperCase which;
  Model model;
  RunSummary summary;
  Recording recording;
};

struct CaseCost {
  double cpu_s;        // least of all repeats; NaN: a run failed
  double newton_mean;  // per implicit solve
  int newton_max;
  int unknowns;
};

class Workbench {
 public:
  explicit Workbench(const ReproduceOptions& options) : options_(options) {}

  void expect(int runs) { expected_ = runs; }  // for the progress bar; a timed case counts as one
  Model model(const PaperCase&);               // loaded, cut short if the options say so
  PaperRun run(const PaperCase&);              // recorded, with poses
  // One run of each case in turn, `times` over (0: as the options say): a busy machine disturbs all
  // alike.
  std::vector<CaseCost> costs(const std::vector<PaperCase>&, int times = 0);

  std::string path(const std::string& model);  // of its file, which is then named on the page
  void show(double fraction) const;            // progress of work that is not a run()
  void count(double runs);                     // work that is as long as so many runs is done
  void begin_at(double fraction, int runs);    // where that work ends, and how many runs follow

  int repeats() const { return options_.repeats; }
  bool full() const { return options_.full; }
  double longest() const { return options_.longest; }
  const std::vector<std::string>& problems() const { return problems_; }
  const std::vector<std::string>& models() const { return models_; }  // "naya_rod 0123abcd"

 private:
  void report(double share) const;
  void name_model(const std::string& model);
  void note_problem(const PaperCase&, const std::string& problem);

  const ReproduceOptions& options_;
  int expected_ = 1;
  double done_ = 0.0, before_ = 0.0;
  std::vector<std::string> problems_, models_;
};

// NaN for a run that did not come to its end.
double peak(const PaperRun&, const std::string& channel);   // largest value
double range(const PaperRun&, const std::string& channel);  // largest less smallest value
double energy_drift(const PaperRun&);                       // largest |energy.residual| [J]
// The instant of the largest |energy.residual| [s].
double drift_instant(const PaperRun&);

}  // namespace bramah::papers
