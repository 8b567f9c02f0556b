// A surrogate as an ONNX model, for other programs: one sample, in physical units.
#pragma once

#include <string>

#include "surrogate/surrogate.h"

namespace bramah {

// The bytes of a ModelProto (docs/surrogate-file.md says what goes in and out). Throws InputError
// if problems_of() has something to say.
[[nodiscard]] std::string surrogate_onnx(const Surrogate&);

}  // namespace bramah
