// Look-ahead: from a live state, many short futures over a spread of lever commands and loads.
//
//   const LookAhead ahead("models/patu655.yaml", options, {});
//   const LookAheadResult result = ahead.run(model, state, {.futures = 200});
//
// Commands are held for the whole horizon. Future 0 keeps the present levers and load. What the
// others draw is a function of the seed and their number, so neither depends on the threads.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "bramah/model.h"

namespace bramah {

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
  std::string failed;          // why it ended early; empty: it did not
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
