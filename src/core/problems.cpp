#include "core/problems.h"

#include <algorithm>

#include "bramah/basics.h"

namespace bramah {
namespace {

constexpr std::size_t kMostShown = 50;  // more than a screen or two helps nobody
constexpr std::size_t kMostKept = 10000;

}  // namespace

void Problems::add(const Where& where, const std::string& text) {
  if (problems_.size() < kMostKept) problems_.push_back({where, text});
}

void Problems::throw_if_any() const {
  if (problems_.empty()) return;
  std::vector<Problem> sorted = problems_;
  std::vector<std::string> files;
  for (const auto& problem : sorted)
    if (std::find(files.begin(), files.end(), problem.where.file) == files.end())
      files.push_back(problem.where.file);
  const auto rank = [&](const Problem& p) {
    return std::find(files.begin(), files.end(), p.where.file) - files.begin();
  };
  std::stable_sort(sorted.begin(), sorted.end(), [&](const Problem& a, const Problem& b) {
    const auto file_a = rank(a), file_b = rank(b);
    return file_a != file_b ? file_a < file_b : a.where.line < b.where.line;
  });
  std::vector<std::string> messages;
  for (const auto& problem : sorted) {
    const std::string message = prefix(problem.where) + problem.text;
    if (std::find(messages.begin(), messages.end(), message) != messages.end()) continue;
    if (messages.size() == kMostShown) {
      messages.emplace_back("... and more; correct these first");
      break;
    }
    messages.push_back(message);
  }
  throw InputError(messages);
}

}  // namespace bramah
