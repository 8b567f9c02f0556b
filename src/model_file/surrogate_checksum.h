// A number that changes when a trained network does: FNV-1a, 64 bit, over the values of scales, weights
// and biases. Layout, comments and how a number is written do not matter.
//
// In: a surrogate. Out: sixteen hexadecimal digits, written by surrogate_text() and compared when the
// file is read, so that no one runs a network other than the one that was judged.
#pragma once

#include <string>

#include "surrogate/surrogate.h"

namespace bramah {

[[nodiscard]] std::string checksum_of(const Surrogate&);

}  // namespace bramah
