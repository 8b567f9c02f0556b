// The front door: from a description to a machine. bramah/description.h says what enters and leaves.
//
//   steps   check_description (all problems at once), completed (what was left to be found), bodies
//           that bend, levers and faults; make_machine (which machines are made on the way: in joint
//           coordinates, with oil, ...), Assembly (mechanism, circuit, signals, equations, start),
//           statics, names, channels, scene, scheme, check
//   callers model_file/ (load), look-ahead, training, programs that make a machine without a file
#include "build/description_check.h"
#include "build/flexible.h"
#include "build/levers.h"
#include "build/pump_check.h"
#include "machine/machine.h"

namespace bramah {

Model build(MachineDescription description, const BuildOptions& options) {
  Problems problems;
  check_description(description, problems);
  problems.throw_if_any();
  description = with_flexible_bodies(completed(std::move(description)));
  description.running = options.running;
  for (std::string& doubt : pump_doubts(description))
    description.warnings.push_back(std::move(doubt));
  if (options.controls) description = with_controls(std::move(description));
  if (options.faults) description = with_faults(std::move(description));
  try {
    return Model(make_machine(description));
  } catch (const InputError& error) {  // of which a doubt may be the cause
    std::vector<std::string> all = error.problems();
    all.insert(all.end(), description.warnings.begin(), description.warnings.end());
    throw InputError(all);
  }
}

}  // namespace bramah
