// What of a Snapshot a channel reads, for those who ask a Model: up to Reads::motion it is told by q, v and y.
#pragma once

#include "machine/snapshot.h"

namespace bramah {

[[nodiscard]] Reads reads_of(const Model& model, int channel);

}  // namespace bramah
