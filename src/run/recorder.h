// Fills a Recording and the figures of a RunSummary while a machine is stepped.
//
// The room: a machine carried through a whole run.
//   in    Model, RunOptions: how long, how often a row, in real time or as fast as it goes
//   out   Recording (rows of channels, poses, gaps), RunSummary; a drive that can be replayed
//   run.cpp      the loop: step() until the end, a row where one is due, SUNDIALS where it is asked
//   pacer.h      when a step is due in real time: tick k at origin + k h/speed
//   drive_*.h    what an operator did, written and read again; replay.cpp repeats it bit for bit
//   work_pool.h  many runs on several threads
// Called by apps/ through bramah/run.h, by analysis/ and reproduce/ for every run they compare.
#pragma once

#include <vector>

#include "bramah/run.h"
#include "run/extremes.h"
#include "run/watch.h"

namespace bramah {

class Recorder {
 public:
  Recorder(const Model& model, const RunOptions& options, Recording& recording);

  void reserve(std::size_t rows);                    // as far as memory for it seems reasonable
  void use(const Model& model) { model_ = &model; }  // the same channels, other parameters

  // One step, or what is known of several.
  void note(const StepReport& report, RunSummary& summary) noexcept;
  void count(long long solves, long long iterations) noexcept;
  // Each tick, where not each has a row.
  void watch_tick(const State& state, Workspace& work) noexcept {
    watch_.note_tick(*model_, state, work);
  }
  void jumped() noexcept { watch_.jumped(); }  // the state is from elsewhere
  void record(const State& state, double t, Workspace& work, RunSummary& summary);
  void finish(RunSummary& summary);  // the figures that are ratios, warnings, ends of ranges

 private:
  const Model* model_;
  const RunOptions& options_;
  Recording& recording_;

  std::vector<double> row_, pose_, bodies_;
  Extremes extremes_;
  Watch watch_;
  int residual_ = 0, books_ = 0, interface_ = -1, newton_ = 0;
  double gap_ = 0.0, rate_gap_ = 0.0;  // since the last row
  long long solves_ = 0, iterations_ = 0;
};

}  // namespace bramah
