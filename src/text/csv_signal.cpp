#include "text/csv_signal.h"

#include <charconv>
#include <cmath>

#include "bramah/basics.h"
#include "core/nearest.h"
#include "core/where.h"

namespace bramah {
namespace {

// One record after the other; quoted fields may hold commas, quotes ("") and line breaks.
class CsvRecords {
 public:
  CsvRecords(const std::string& text, std::string file) : text_(text), file_(std::move(file)) {}

  int line() const { return record_line_; }

  bool next(std::vector<std::string>& fields) {
    if (pos_ >= text_.size()) return false;
    fields.assign(1, "");
    record_line_ = line_;
    while (pos_ < text_.size()) {
      const char c = text_[pos_++];
      if (c == '"' && fields.back().empty()) {
        quoted(fields.back());
      } else if (c == ',') {
        fields.emplace_back();
      } else if (c == '\n') {
        ++line_;
        return true;
      } else if (c != '\r') {
        fields.back() += c;
      }
    }
    return true;
  }

 private:
  void quoted(std::string& field) {
    while (pos_ < text_.size()) {
      const char c = text_[pos_++];
      if (c == '\n') ++line_;
      if (c != '"') {
        field += c;
      } else if (pos_ < text_.size() && text_[pos_] == '"') {
        field += text_[pos_++];
      } else {
        return;
      }
    }
    throw InputError(prefix({file_, record_line_}) + "a quoted field is not closed");
  }

  const std::string& text_;
  std::string file_;
  std::size_t pos_ = 0;
  int line_ = 1, record_line_ = 1;
};

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::string bare_name(const std::string& header) {
  return trimmed(header.substr(0, header.rfind('[')));
}

std::string unit_of(const std::string& header) {
  const auto open = header.rfind('['), close = header.rfind(']');
  if (open == std::string::npos || close == std::string::npos || close < open) return {};
  return trimmed(header.substr(open + 1, close - open - 1));
}

std::size_t find_column(const std::vector<std::string>& header, const std::string& name,
                        const std::string& file) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < header.size(); ++i) {
    if (trimmed(header[i]) == name || bare_name(header[i]) == name) return i;
    names.push_back(bare_name(header[i]));
  }
  throw NoSuchColumn("\"" + file + "\" has no column \"" + name + "\"; it has " + join(names));
}

double number(const std::vector<std::string>& fields, std::size_t column, const Where& where) {
  if (column >= fields.size())
    throw InputError(prefix(where) + "expected at least " + std::to_string(column + 1) +
                     " fields; found " + std::to_string(fields.size()));
  const std::string text = trimmed(fields[column]);
  double value = 0.0;
  const char* end = text.data() + text.size();
  const auto [last, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || last != end || !std::isfinite(value))
    throw InputError(prefix(where) + "expected a finite number; found \"" + text + "\"");
  return value;
}

}  // namespace

CsvColumns read_csv_columns(const std::string& text, const std::string& file,
                            const std::string& time, const std::string& value) {
  CsvRecords records(text, file);
  std::vector<std::string> header, fields;
  if (!records.next(header))
    throw InputError(prefix({file, 1}) + "expected a header line; found an empty file");
  const std::size_t t = time.empty() ? 0 : find_column(header, time, file);
  const std::size_t v = find_column(header, value, file);
  CsvColumns columns{{}, {}, unit_of(header[t]), unit_of(header[v])};
  while (records.next(fields)) {
    const Where where{file, records.line()};
    if (fields.size() == 1 && trimmed(fields[0]).empty()) continue;
    columns.time.push_back(number(fields, t, where));
    columns.value.push_back(number(fields, v, where));
    const std::size_t n = columns.time.size();
    if (n > 1 && !(columns.time[n - 1] > columns.time[n - 2]))
      throw InputError(prefix(where) + "times must increase; found " + fields[t] +
                       " after the time before it");
  }
  if (columns.time.empty())
    throw InputError(prefix({file, 1}) + "holds no samples below its header");
  return columns;
}

}  // namespace bramah
