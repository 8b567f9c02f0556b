// A measured signal from a CSV file (RFC 4180 with a header line).
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace bramah {

struct CsvColumns {
  std::vector<double> time, value;    // as written
  std::string time_unit, value_unit;  // from headers such as "time [s]"; empty: none
};

// The file has no such column: the caller says where it was asked for.
class NoSuchColumn : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Columns by name, with or without the unit in brackets; an empty `time` is the first column.
// Throws InputError with the line in the CSV file.
[[nodiscard]] CsvColumns read_csv_columns(const std::string& text, const std::string& file,
                                          const std::string& time, const std::string& value);

}  // namespace bramah
