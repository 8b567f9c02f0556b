// A trained surrogate as a file: YAML that people can read and compare, numbers that read back bit
// for bit (docs/surrogate-file.md).
#pragma once

#include <string>

#include "surrogate/surrogate.h"

namespace bramah {

// Throw InputError with all problems at once, each with file and line.
[[nodiscard]] Surrogate read_surrogate(const std::string& path);
[[nodiscard]] Surrogate read_surrogate_text(const std::string& text, const std::string& name);

// Throws InputError if it is no surrogate that could be read again.
[[nodiscard]] std::string surrogate_text(const Surrogate&);

}  // namespace bramah
