// Values of files that programs write: numbers without units and expressions, bit for bit.
#pragma once

#include "model_file/reader.h"

namespace bramah {

std::optional<double> plain_number(Reader&, const Node&);  // finite
std::optional<int> whole_number(Reader&, const Node&, int least, int most);

// Whether it is a list of `count` items, which the message calls `items`: "rows of weights".
bool has_items(Reader&, const Node&, std::size_t count, const std::string& items);

}  // namespace bramah
