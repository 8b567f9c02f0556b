// A measured signal from a CSV file (RFC 4180 with a header line).
#pragma once

#include <string>
#include <vector>

#include "core/where.h"

namespace bramah {

struct CsvColumns {
  std::vector<double> time, value;    // as written
  std::string time_unit, value_unit;  // from headers such as "time [s]"; empty: none
};

// Columns by name, with or without the unit in brackets; an empty `time` is the first column.
// Throws InputError with the line in the CSV file, or at `asked_by` if a column is missing.
[[nodiscard]] CsvColumns read_csv_columns(const std::string& text, const std::string& file,
                                          const std::string& time, const std::string& value,
                                          const Where& asked_by);

}  // namespace bramah
