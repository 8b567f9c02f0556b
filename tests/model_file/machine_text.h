// Machines from text, and what reading them complains about.
#pragma once

#include <string>

#include "bramah/basics.h"
#include "model_file/machine_file.h"

namespace bramah {

inline MachineDescription machine(const std::string& text, const LoadOptions& options = {}) {
  return read_machine_text("bramah: 1\n" + text, "m.yaml", options);
}

// All messages, one a line; "none" if there are none.
inline std::string problems_of(const std::string& text, const LoadOptions& options = {}) {
  try {
    (void)machine(text, options);
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

inline std::string model_path(const std::string& name) {
  return std::string(BRAMAH_SOURCE_DIR) + "/models/" + name + ".yaml";
}

}  // namespace bramah
