// Machine files: YAML with units, named parameters, includes and overrides.
#pragma once

#include <string>

#include "bramah/model.h"
#include "machine/description.h"

namespace bramah {

// Throws InputError with every problem found. Relative paths inside start at the file's folder.
[[nodiscard]] MachineDescription read_machine_file(const std::string& path,
                                                   const LoadOptions& options = {},
                                                   const OwnForces& forces = {});
[[nodiscard]] MachineDescription read_machine_text(const std::string& text, const std::string& name,
                                                   const LoadOptions& options = {},
                                                   const OwnForces& forces = {});

// The key tables as Markdown, each between "<!-- keys: NAME -->" and "<!-- end of keys -->".
[[nodiscard]] std::string machine_file_reference();
// The text with all such blocks replaced by the present ones.
[[nodiscard]] std::string refresh_reference(const std::string& markdown);

}  // namespace bramah
