// The rows of an experiment as CSV: what is the same for any number of threads and ranks, by rising
// number of the run. Axes in the units they were typed in, measures in SI.
#include <cmath>

#include "bramah/experiment.h"
#include "results/csv_writer.h"
#include "text/number_text.h"
#include "text/whole_file.h"

namespace bramah {
namespace {

constexpr std::size_t kChunk = 1 << 16;

std::string number_or_nothing(double value) {
  return std::isfinite(value) ? number_text(value) : "";
}

std::string cell_text(const CsvCell& cell) {
  if (const double* number = std::get_if<double>(&cell)) return number_or_nothing(*number);
  const std::string* text = std::get_if<std::string>(&cell);
  return text ? csv_cell(*text) : "";
}

std::string header(const Results& results) {
  std::string text = "run";
  for (const ExperimentAxis& axis : results.axes()) text += "," + csv_cell(axis.heading());
  text += ",outcome,reason,failed_at [s]";
  for (const StudyMeasure& measure : results.measures())
    text += "," + csv_cell(measure.name + " [" + measure.unit + "]");
  return text + "," +
         csv_cell(results.fact("program") + " model=" + results.fact("model") +
                  " hash=" + results.fact("hash") + " design=" + results.fact("design") +
                  " seed=" + results.fact("seed")) +
         "\r\n";
}

void append(std::string& text, const ExperimentRow& row) {
  text += std::to_string(row.run);
  for (const CsvCell& value : row.values) text += "," + cell_text(value);
  text += std::string(",") + outcome_name(row.outcome) + "," + csv_cell(row.reason) + "," +
          number_or_nothing(row.failed_at_s);
  for (const double value : row.measures) text += "," + number_or_nothing(value);
  text += ",\r\n";
}

}  // namespace

void write_results_csv(const std::string& path, const Results& results) {
  WholeFile file{path};
  std::string text = header(results);
  results.each([&](const ExperimentRow& row) {
    append(text, row);
    if (text.size() < kChunk) return;
    file.write(text);
    text.clear();
  });
  file.write(text);
  file.commit();
}

}  // namespace bramah
