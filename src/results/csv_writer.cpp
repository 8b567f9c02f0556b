#include "results/csv_writer.h"

#include <algorithm>
#include <deque>
#include <future>
#include <string_view>
#include <thread>

#include "bramah/run.h"
#include "text/number_text.h"
#include "text/whole_file.h"

namespace bramah {
namespace {

constexpr std::string_view kLineEnd = "\r\n";  // RFC 4180, 2.1
constexpr std::size_t kBlock = 1 << 14;        // numbers handed to the file at a time
constexpr unsigned kMostThreads = 4;           // more wait for the file

std::string origin(const Provenance& p, const std::string& incomplete) {
  const std::string mark = incomplete.empty() ? "" : "INCOMPLETE, " + incomplete + "; ";
  return mark + "bramah " + p.version + " model=" + p.model + " hash=" + p.hash +
         " method=" + p.method + "/" + p.integrator + "/" + p.coupling + " step [s]";
}

// `tail` is what every row ends with.
void append_row(std::string& text, double time, std::span<const double> row,
                std::string_view tail) {
  char number[kNumberWidth + 1];
  text.append(number, write_number(number, time));
  number[0] = ',';
  for (const double value : row) text.append(number, write_number(number + 1, value));
  text += tail;
}

// Rows from `first` to before `last`, in the memory of a text that was written.
std::string rows_text(const Recording& recording, std::size_t first, std::size_t last,
                      const std::string& tail, std::string text) {
  const std::size_t longest = (recording.columns + 1) * (kNumberWidth + 1) + tail.size();
  text.clear();
  text.reserve((last - first) * longest);
  for (std::size_t k = first; k < last; ++k)
    append_row(text, recording.times[k], recording.row(k), tail);
  return text;
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

// Digits cost more than steps: blocks of rows are made into text by several threads, and written in
// their order.
void write_csv(const std::string& path, const Provenance& provenance,
               const std::vector<Channel>& channels, const Recording& recording) {
  WholeFile file{path};
  file.write(csv_header(provenance, channels, recording.incomplete) + std::string(kLineEnd));
  const std::string tail = "," + number_text(provenance.step) + std::string(kLineEnd);
  const std::size_t rows = recording.times.size();
  const std::size_t block = std::max<std::size_t>(1, kBlock / (recording.columns + 1));
  const unsigned threads = std::clamp(std::thread::hardware_concurrency(), 1u, kMostThreads);
  const auto when = threads > 1 && rows > block ? std::launch::async : std::launch::deferred;
  std::deque<std::future<std::string>> texts;
  std::string written;
  for (std::size_t next = 0; next < rows || !texts.empty();) {
    for (; next < rows && texts.size() < threads; next += block)
      texts.push_back(std::async(when, rows_text, std::cref(recording), next,
                                 std::min(next + block, rows), std::cref(tail),
                                 std::move(written)));
    written = texts.front().get();
    texts.pop_front();
    file.write(written);
  }
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
