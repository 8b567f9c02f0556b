// What a training works with: the machine, its samples, and fresh signals to judge networks by.
#pragma once

#include <functional>

#include "bramah/description.h"
#include "surrogate/trainer.h"

namespace bramah {

struct Course {
  MachineDescription machine;  // with its inputs set from outside
  TrainingPlan plan;
  Samples samples;
  std::vector<Samples> fresh;  // pieces of a signal that no training has seen
  double data_cpu_s = 0.0;
};

struct CourseOptions {
  double fresh_s = 10.0;  // of a piece [s]
  int fresh_runs = 30;    // pieces beside the first
  std::function<void(double fraction)> progress{};
};

// Makes the samples, or reads them; then the fresh pieces are those of the test part. Throws
// InputError.
Course make_course(MachineDescription, const CourseOptions&);

// A network with the course's channels and delays.
Surrogate surrogate_of(const Course&, const Network&);

// Mean squares of scaled errors in closed loop; infinite: it ran away.
struct ClosedScores {
  double first = 0.0, mean = 0.0, worst = 0.0;
};
ClosedScores closed_scores(const Surrogate&, const std::vector<Samples>& fresh);

}  // namespace bramah
