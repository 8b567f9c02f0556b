// A machine file to a Model.
#include "bramah/model.h"
#include "io/machine_file.h"
#include "machine/machine.h"

namespace bramah {

Model load(const std::string& path, const LoadOptions& options) {
  return Model(make_machine(read_machine_file(path, options)));
}

Model load_text(const std::string& yaml, const std::string& name, const LoadOptions& options) {
  return Model(make_machine(read_machine_text(yaml, name, options)));
}

}  // namespace bramah
