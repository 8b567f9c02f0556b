// A drive: everything that happened to a machine from outside while it ran (levers, faults,
// restored states, changed parameters), with the step at which each happened. Steps are
// deterministic, so a drive gives the same states again, bit for bit. docs/real-time.md has the
// file's format.
#pragma once

#include <string>

#include "bramah/run.h"

namespace bramah {

struct ReplayOptions {
  std::string model;  // machine file instead of the recorded path; its content must be the same
  LoadOptions
      expect;      // what is set here must be what was recorded: another method gives other bits
  RunOptions run;  // every, poses, progress; until is the drive's
};

struct Replay {
  Model model;
  RunSummary summary;
  Recording recording;  // times: of the drive, which go on where a state was restored
  long long events = 0;
  bool complete = true;    // the file had its last line; otherwise replayed up to its last event
  bool same = true;        // the last state is the recorded one, bit for bit
  std::string difference;  // where it is not: "v[3]: 0.25 recorded, 0.26 now"
};

// Throws InputError (file:line) for files that are no drives, machines that changed since, and
// options that would not give the same bits.
Replay replay(const std::string& path, const ReplayOptions& options);

}  // namespace bramah
