#include "results/csv_writer.h"

#include <string_view>

#include "bramah/run.h"
#include "text/number_text.h"
#include "text/whole_file.h"

namespace bramah {
namespace {

constexpr std::string_view kLineEnd = "\r\n";  // RFC 4180, 2.1
constexpr std::size_t kBlock = 1 << 18;        // bytes handed to the file at a time

std::string origin(const Provenance& p, const std::string& incomplete) {
  const std::string mark = incomplete.empty() ? "" : "INCOMPLETE, " + incomplete + "; ";
  return mark + "bramah " + p.version + " model=" + p.model + " hash=" + p.hash +
         " method=" + p.method + "/" + p.integrator + "/" + p.coupling + " step [s]";
}

// `tail` is what every row ends with.
void append_row(std::string& text, double time, std::span<const double> row,
                std::string_view tail) {
  const std::size_t start = text.size();
  text.resize(start + (row.size() + 1) * (kNumberWidth + 1));
  char* at = write_number(text.data() + start, time);
  for (const double value : row) {
    *at++ = ',';
    at = write_number(at, value);
  }
  text.resize(static_cast<std::size_t>(at - text.data()));
  text += tail;
}

void append_cell(std::string& text, const CsvCell& cell) {
  if (const double* number = std::get_if<double>(&cell)) text += number_text(*number);
  if (const std::string* words = std::get_if<std::string>(&cell)) text += csv_cell(*words);
}

}  // namespace

void append_csv_row(std::string& text, double time, std::span<const double> row, double step) {
  append_row(text, time, row, "," + number_text(step) + std::string(kLineEnd));
}

std::string csv_cell(std::string text) {
  bool quote = false;
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
    quote = quote || c == ',' || c == '"';
  }
  if (!quote) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

std::string csv_header(const Provenance& provenance, const std::vector<Channel>& channels,
                       const std::string& incomplete) {
  std::string header = "time [s]";
  for (const Channel& channel : channels)
    header += "," + csv_cell(channel.name + " [" + channel.unit + "]");
  return header + "," + csv_cell(origin(provenance, incomplete));
}

void write_csv(const std::string& path, const Provenance& provenance,
               const std::vector<Channel>& channels, const Recording& recording) {
  WholeFile file{path};
  std::string text = csv_header(provenance, channels, recording.incomplete);
  text += kLineEnd;
  const std::string tail = "," + number_text(provenance.step) + std::string(kLineEnd);
  for (std::size_t k = 0; k < recording.times.size(); ++k) {
    append_row(text, recording.times[k], recording.row(k), tail);
    if (text.size() < kBlock) continue;
    file.write(text);
    text.clear();
  }
  file.write(text);
  file.commit();
}

void write_csv(const std::string& path, const CsvTable& table) {
  std::string text;
  for (std::size_t c = 0; c < table.columns.size(); ++c)
    text += (c > 0 ? "," : "") + csv_cell(table.columns[c]);
  text += kLineEnd;
  for (const std::vector<CsvCell>& row : table.rows) {
    for (std::size_t c = 0; c < row.size(); ++c) {
      if (c > 0) text += ',';
      append_cell(text, row[c]);
    }
    text += kLineEnd;
  }
  WholeFile file{path};
  file.write(text);
  file.commit();
}

}  // namespace bramah
