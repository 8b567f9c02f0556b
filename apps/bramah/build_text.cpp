#include "build_text.h"

#include <fmt/format.h>

#include <string_view>

#include "bramah/basics.h"
#include "bramah/run.h"
#include "installed.h"

namespace bramah::app {
namespace {

// Names in a list that may be empty, and one more.
std::string with(std::string names, const char* name) {
  return names.empty() ? name : names + ", " + name;
}

}  // namespace

std::string build_text() {
  const std::string_view built = revision();
  const bool changed = built.ends_with('+');
  const std::string_view commit = built.substr(0, built.size() - changed);
  std::string processor = BRAMAH_BUILT_FOR, parts = BRAMAH_PARTS, left_out = BRAMAH_PARTS_LEFT_OUT;
  std::string& of_page = has_report_page() ? parts : left_out;
  of_page = with(of_page, "pages");
  return fmt::format(
      "bramah {}\n"
      "  revision   {}{}\n"
      "  compiler   {}, {}, {}\n"
      "  processor  {}\n"
      "  parts      {}\n"
      "  left out   {}\n"
      "  program    {}",
      version(), commit == "-" ? "unknown: not built in a git repository" : commit,
      changed ? ", with changes" : "", BRAMAH_COMPILER, BRAMAH_BUILD_TYPE, BRAMAH_FLAGS,
      processor.empty() ? "any of its kind" : processor, parts.empty() ? "none" : parts,
      left_out.empty() ? "none" : left_out, own_program().string());
}

}  // namespace bramah::app
