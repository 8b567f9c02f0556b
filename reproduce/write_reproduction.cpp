// A reproduction as files: the page, tables and curves as CSV (RFC 4180).
#include <cmath>
#include <filesystem>

#include "bramah/basics.h"
#include "bramah/run.h"
#include "reproduce/reproduce.h"

namespace bramah::papers {
namespace {

CsvCell number_cell(double value) { return std::isnan(value) ? CsvCell{} : CsvCell{value}; }

// The number where there is one, words where there are only words.
CsvCell value_cell(const PaperValue& value) {
  return std::isnan(value.value) ? CsvCell{value.text} : CsvCell{value.value};
}

CsvTable csv_of(const PaperTable& table) {
  CsvTable csv{.columns = {"quantity", "unit", "printed in", "paper as printed", "paper"},
               .rows = {}};
  for (const std::string& run : table.runs) csv.columns.push_back("ours: " + run);
  for (const PaperRow& row : table.rows) {
    std::vector<CsvCell>& cells = csv.rows.emplace_back();
    cells = {row.what, row.unit, row.place, row.paper.text, number_cell(row.paper.value)};
    for (const PaperValue& ours : row.ours) cells.push_back(value_cell(ours));
  }
  return csv;
}

CsvTable csv_of(const PaperCurves& curves) {
  CsvTable csv{.columns = curves.columns, .rows = {}};
  for (std::size_t k = 0; k < curves.values.front().size(); ++k) {
    std::vector<CsvCell>& cells = csv.rows.emplace_back();
    for (const std::vector<double>& column : curves.values) cells.emplace_back(column[k]);
  }
  return csv;
}

}  // namespace

std::vector<std::string> write_reproduction(const std::string& folder, const Reproduction& r) {
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (!std::filesystem::is_directory(folder))
    throw InputError(folder + ": the folder cannot be made" +
                     (failure ? ": " + failure.message() : std::string{}));
  std::vector<std::string> written;
  const auto place = [&](const std::string& name) {
    return written.emplace_back((std::filesystem::path(folder) / name).string());
  };
  if (has_report_page()) write_page(place("index.html"), r.page);
  for (const PaperTable& table : r.tables) write_csv(place(table.name + ".csv"), csv_of(table));
  for (const PaperCurves& curves : r.curves) write_csv(place(curves.name + ".csv"), csv_of(curves));
  return written;
}

}  // namespace bramah::papers
