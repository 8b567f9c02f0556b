#include "analysis/row_bytes.h"

#include <cstdint>
#include <cstring>
#include <stdexcept>

namespace bramah {
namespace {

class BytesWriter {
 public:
  explicit BytesWriter(char kind) : bytes_(1, kind) {}
  template <class T>
  void plain(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void size(std::size_t n) { plain(static_cast<std::uint64_t>(n)); }
  void text(const std::string& value) { size(value.size()), bytes_ += value; }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

class BytesReader {
 public:
  explicit BytesReader(const std::string& bytes) : bytes_(bytes) {}
  template <class T>
  T plain() {
    T value;
    std::memcpy(&value, part(sizeof value), sizeof value);
    return value;
  }
  std::size_t size() { return static_cast<std::size_t>(plain<std::uint64_t>()); }
  std::string text() {
    const std::size_t n = size();
    return {part(n), n};
  }

 private:
  const char* part(std::size_t n) {
    if (n > bytes_.size() - at_) throw std::runtime_error("a message of the cluster is too short");
    at_ += n;
    return bytes_.data() + at_ - n;
  }
  const std::string& bytes_;
  std::size_t at_ = 1;  // behind the letter
};

void write_cell(BytesWriter& w, const CsvCell& cell) {
  w.plain(static_cast<char>(cell.index()));
  if (const double* number = std::get_if<double>(&cell)) w.plain(*number);
  if (const std::string* text = std::get_if<std::string>(&cell)) w.text(*text);
}

CsvCell read_cell(BytesReader& r) {
  switch (r.plain<char>()) {
    case 1:
      return r.plain<double>();
    case 2:
      return r.text();
    default:
      return {};
  }
}

void write_row(BytesWriter& w, const ExperimentRow& row) {
  w.plain(row.run), w.plain(row.outcome), w.text(row.reason), w.plain(row.failed_at_s);
  w.size(row.values.size());
  for (const CsvCell& cell : row.values) write_cell(w, cell);
  w.size(row.measures.size());
  for (const double value : row.measures) w.plain(value);
  w.plain(row.cpu_s), w.plain(row.worker);
}

ExperimentRow read_row(BytesReader& r) {
  ExperimentRow row;
  row.run = r.plain<long long>(), row.outcome = r.plain<StudyRow::Outcome>();
  row.reason = r.text(), row.failed_at_s = r.plain<double>();
  for (std::size_t n = r.size(); n > 0; --n) row.values.push_back(read_cell(r));
  for (std::size_t n = r.size(); n > 0; --n) row.measures.push_back(r.plain<double>());
  row.cpu_s = r.plain<double>(), row.worker = r.plain<int>();
  return row;
}

}  // namespace

std::string run_bytes(const std::vector<long long>& runs) {
  BytesWriter w(kWork);
  w.size(runs.size());
  for (const long long run : runs) w.plain(run);
  return w.take();
}

std::vector<long long> runs_of(const std::string& bytes) {
  BytesReader r(bytes);
  std::vector<long long> runs;
  for (std::size_t n = r.size(); n > 0; --n) runs.push_back(r.plain<long long>());
  return runs;
}

std::string row_bytes(const std::vector<ExperimentRow>& rows) {
  BytesWriter w(kRows);
  w.size(rows.size());
  for (const ExperimentRow& row : rows) write_row(w, row);
  return w.take();
}

std::vector<ExperimentRow> rows_of(const std::string& bytes) {
  BytesReader r(bytes);
  std::vector<ExperimentRow> rows;
  for (std::size_t n = r.size(); n > 0; --n) rows.push_back(read_row(r));
  return rows;
}

}  // namespace bramah
