#include "reproduce/reproduction_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace bramah::papers {
namespace {

constexpr std::size_t kWidth = 110;

std::string value_text(const PaperValue& value) {
  if (!value.text.empty()) return value.text;
  return std::isnan(value.value) ? "-" : fmt::format("{:.4g}", value.value);
}

// Letters, not bytes: units such as m/s² are wider in UTF-8 than on the screen.
std::size_t letters(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string left(const std::string& text, std::size_t width) {
  return text + std::string(width > letters(text) ? width - letters(text) : 0, ' ');
}

std::string right(const std::string& text, std::size_t width) {
  return std::string(width > letters(text) ? width - letters(text) : 0, ' ') + text;
}

// A bullet with its lines broken at blanks.
std::string bullet(const std::string& text) {
  std::istringstream words(text);
  std::string result, line = "  -", word;
  while (words >> word) {
    if (letters(line) + letters(word) + 1 > kWidth) {
      result += line + "\n";
      line = "   ";
    }
    line += " " + word;
  }
  return result + line + "\n";
}

std::vector<std::string> cells(const PaperRow& row) {
  std::vector<std::string> result{row.unit.empty() ? row.what : row.what + " [" + row.unit + "]",
                                  value_text(row.paper)};
  for (const PaperValue& ours : row.ours) result.push_back(value_text(ours));
  return result;
}

std::string table_text(const PaperTable& table) {
  std::vector<std::vector<std::string>> lines{{"", "paper"}};
  lines[0].insert(lines[0].end(), table.runs.begin(), table.runs.end());
  for (const PaperRow& row : table.rows) lines.push_back(cells(row));
  std::vector<std::size_t> widths(lines[0].size(), 0);
  for (const auto& line : lines)
    for (std::size_t c = 0; c < line.size(); ++c) widths[c] = std::max(widths[c], letters(line[c]));
  std::string text = table.title + "\n" + table.text + "\n\n";
  for (const auto& line : lines) {
    text += "  " + left(line[0], widths[0]);
    for (std::size_t c = 1; c < line.size(); ++c) text += "  " + right(line[c], widths[c]);
    text += "\n";
  }
  text += "\n";
  for (const std::string& remark : table.remarks) text += bullet(remark);
  return text + "\n";
}

}  // namespace

std::string reproduction_text(const Reproduction& result) {
  std::string text = result.paper + ": " + result.title + "\n\n";
  for (const PaperTable& table : result.tables) text += table_text(table);
  return text;
}

}  // namespace bramah::papers
