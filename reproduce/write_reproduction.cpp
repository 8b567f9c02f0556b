// A reproduction as files: the page, tables and curves as CSV (RFC 4180).
#include <cmath>
#include <filesystem>

#include "bramah/error.h"
#include "bramah/features.h"
#include "bramah/reproduce.h"
#include "results/csv_writer.h"
#include "text/number_text.h"
#include "text/whole_file.h"
#include "bramah/page.h"

namespace bramah {
namespace {

constexpr const char* kLineEnd = "\r\n";

// The number where there is one, words where there are only words.
std::string value_cell(const PaperValue& value) {
  if (!std::isnan(value.value)) return number_text(value.value);
  return csv_cell(value.text);
}

std::string table_text(const PaperTable& table) {
  std::string text = "quantity,unit,printed in,paper as printed,paper";
  for (const std::string& run : table.runs) text += "," + csv_cell("ours: " + run);
  text += kLineEnd;
  for (const PaperRow& row : table.rows) {
    text += csv_cell(row.what) + "," + csv_cell(row.unit) + "," + csv_cell(row.place) + "," +
            csv_cell(row.paper.text) + ",";
    if (!std::isnan(row.paper.value)) text += number_text(row.paper.value);
    for (const PaperValue& ours : row.ours) text += "," + value_cell(ours);
    text += kLineEnd;
  }
  return text;
}

std::string curves_text(const PaperCurves& curves) {
  std::string text;
  for (const std::string& column : curves.columns)
    text += (text.empty() ? "" : ",") + csv_cell(column);
  text += kLineEnd;
  for (std::size_t k = 0; k < curves.values.front().size(); ++k) {
    for (std::size_t c = 0; c < curves.values.size(); ++c)
      text += (c > 0 ? "," : "") + number_text(curves.values[c][k]);
    text += kLineEnd;
  }
  return text;
}

void write_whole(const std::string& path, const std::string& text) {
  WholeFile file{path};
  file.write(text);
  file.commit();
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
  if (has_report_page() && r.page) write_page(place("index.html"), *r.page);
  for (const PaperTable& table : r.tables)
    write_whole(place(table.name + ".csv"), table_text(table));
  for (const PaperCurves& curves : r.curves)
    write_whole(place(curves.name + ".csv"), curves_text(curves));
  return written;
}

}  // namespace bramah
