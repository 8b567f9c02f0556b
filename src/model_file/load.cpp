// A machine file to a Model.
#include "bramah/model.h"
#include "model_file/machine_file.h"
#include "build/levers.h"
#include "machine/machine.h"

namespace bramah {

Model make_model(MachineDescription d, const LoadOptions& options) {
  if (options.controls) d = with_controls(std::move(d));
  if (options.faults) d = with_faults(std::move(d));
  return Model(make_machine(d));
}

Model load(const std::string& path, const LoadOptions& options) {
  return make_model(read_machine_file(path, options), options);
}

Model load_text(const std::string& yaml, const std::string& name, const LoadOptions& options) {
  return make_model(read_machine_text(yaml, name, options), options);
}

}  // namespace bramah
