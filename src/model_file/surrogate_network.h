// network: of a surrogate's file.
#pragma once

#include "model_file/reader.h"
#include "surrogate/surrogate.h"

namespace bramah {

// Into s.network; its size is judged by the channels and delays of `s`, which are read before.
void read_network(Reader&, const Node&, Surrogate& s);

[[nodiscard]] const TableInfo& surrogate_network_info();

}  // namespace bramah
