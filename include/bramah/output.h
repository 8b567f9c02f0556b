// What is written about a run. Files appear whole or not at all (written beside and renamed).
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "bramah/run.h"

namespace bramah {

void write_csv(const std::string& path, const Model& model, const Recording& recording);
void write_hdf5(const std::string& path, const Model& model, const RunSummary& summary,
                const Recording& recording);

// Every format a run's results can be written in, by the ending of the file's name.
struct OutputFormat {
  std::vector<std::string> endings;  // ".csv"
  std::string text;                  // one line about it
  void (*write)(const std::string& path, const Model&, const RunSummary&, const Recording&);
};
const std::vector<OutputFormat>& output_formats();
const OutputFormat* format_of(const std::string& path);  // null: no format has that ending

void write_report(const std::string& path, const Model& model, const RunSummary& summary,
                  const Recording& recording);
// A table of one's own as CSV (RFC 4180). Numbers are the shortest that read back as the same.
using CsvCell = std::variant<std::monostate, double, std::string>;  // empty, number or text
struct CsvTable {
  std::vector<std::string> columns;  // "lift.length [m]"
  std::vector<std::vector<CsvCell>> rows;
};
void write_csv(const std::string& path, const CsvTable& table);
std::string summary_json(const Model& model, const RunSummary& summary);
const char* version() noexcept;

}  // namespace bramah
