// The keys of one coordinate of a joint; a joint with one coordinate takes them as its own.
#pragma once

#include "model_file/key_table.h"

namespace bramah {

struct CoordinateItem : CoordinateSpec {
  bool slides = false;
  bool has_start = false;
};

const Table<CoordinateItem>& coordinate_table();

}  // namespace bramah
