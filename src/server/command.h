// What goes between the thread that talks and the thread that simulates.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "bramah/model.h"
#include "bramah/run.h"
#include "run/watch.h"
#include "server/past.h"

namespace bramah {

struct Command {
  enum class Kind {
    inputs,
    pause,
    resume,
    step,
    speed,
    reset,
    snapshot,
    restore,
    back,  // to an instant of the last minute
    record,
    adopt,        // go on with another model
    copy_state,   // answered by Kind::state
    copy_past,    // answered by Kind::past
    finish_drive  // answered by Kind::drive_end
  };
  Kind kind = Kind::pause;
  int client = 0;      // who asked; 0: the server itself
  std::string name{};  // snapshot, restore
  double value = 0.0;  // speed, step (a count), record (interval; 0: off), back (t), copy_past [s]
  std::vector<std::pair<int, double>> inputs{};
  std::shared_ptr<const Model> model{};  // adopt
  std::unique_ptr<Workspace> work{};
  std::map<std::string, std::string> settings{};
};

struct Answer {
  enum class Kind { done, error, drive, drive_end, state, past };
  Kind kind = Kind::done;
  int client = 0;
  Command::Kind of = Command::Kind::pause;
  std::string text{};  // the error; lines of the drive
  State state{};
  std::shared_ptr<const Model> model{};
  std::shared_ptr<const Stretch> past{};
  std::map<std::string, std::string> settings{};
};

// What clients see of the simulation at one instant.
struct Frame {
  long long tick = 0, steps = 0;
  double t = 0.0, cpu = 0.0;  // [s]; CPU time of all steps
  double speed = 1.0;
  double oldest = 0.0;  // [s] instant it can go back to
  bool paused = false, recording = false, recording_full = false;
  std::vector<double> values, points, bodies, inputs;
  std::vector<Sight> sights;
  StepStatistics statistics;
};

}  // namespace bramah
