// A machine file to a Model.
#include "bramah/description.h"
#include "model_file/machine_file.h"

namespace bramah {

Model load(const std::string& path, const LoadOptions& options) {
  return build(read_machine_file(path, options), {options.controls, options.faults});
}

Model load_running(const std::string& path, const LoadOptions& options) {
  return build(read_machine_file(path, options), {options.controls, options.faults, true});
}

Model load_text(const std::string& yaml, const std::string& name, const LoadOptions& options) {
  return build(read_machine_text(yaml, name, options), {options.controls, options.faults});
}

}  // namespace bramah
