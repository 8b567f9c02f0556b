#include "outputs.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "bramah/basics.h"

namespace bramah::app {
namespace {

namespace fs = std::filesystem;

// ".csv or .h5"
std::string endings() {
  std::string text;
  const auto& formats = output_formats();
  for (std::size_t k = 0; k < formats.size(); ++k)
    text += (k == 0 ? "" : k + 1 < formats.size() ? ", " : " or ") + formats[k].endings.front();
  return text;
}

// One name for ./x.csv and x.csv.
fs::path place(const fs::path& path) {
  std::error_code ignored;
  return fs::weakly_canonical(fs::absolute(path, ignored), ignored);
}

// Why nothing can be written there; empty if it can.
std::string obstacle(const fs::path& path) {
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) return "is a folder; give a file";
  if (!fs::is_directory(folder, ignored))
    return fmt::format("there is no folder \"{}\"; make it first", folder.string());
  if (fs::exists(path, ignored) && access(path.c_str(), W_OK) != 0)
    return "exists and may not be written to";
  if (!fs::exists(path, ignored) && access(folder.c_str(), W_OK) != 0)
    return fmt::format("folder \"{}\" may not be written to", folder.string());
  return "";
}

}  // namespace

void check_place(const char* option, const std::string& path, Problems& problems) {
  const std::string reason = obstacle(path);
  if (!reason.empty()) problems.add(fmt::format("{} {}: {}", option, path, reason));
}

void check_report(const std::string& report, Problems& problems) {
  if (report.empty()) return;
  if (const fs::path path = report; path.extension() != ".html" && path.extension() != ".htm")
    problems.add(fmt::format("--report {}: expected a name that ends in .html", report));
  else
    check_place("--report", report, problems);
  if (!has_report_page())
    problems.add(
        "--report: this program was built without the report page, because its packages could not "
        "be fetched; build/viewer/left_out.txt says why. Mend that and call again, or leave "
        "--report out");
}

void Outputs::check(Problems& problems) const {
  for (auto file = files.begin(); file != files.end(); ++file) {
    if (!format_of(*file))
      problems.add(
          fmt::format("--output {}: the ending says the format; expected {}", *file, endings()));
    else
      check_place("--output", *file, problems);
    if ((file->ends_with(".h5") || file->ends_with(".hdf5")) && !has_hdf5())
      problems.add(
          fmt::format("--output {}: this program was built without HDF5; `./bramah --with hdf5` "
                      "brings it in",
                      *file));
    const auto same = [&](const std::string& other) { return place(other) == place(*file); };
    if (std::any_of(files.begin(), file, same))
      problems.add(fmt::format("--output {}: given twice", *file));
  }
  check_report(report, problems);
}

std::vector<std::string> Outputs::write(const Model& model, const RunSummary& summary,
                                        const Recording& recording) const {
  std::vector<std::string> written;
  for (const std::string& file : files) {
    format_of(file)->write(file, model, summary, recording);
    written.push_back(file);
  }
  if (!report.empty()) {
    write_report(report, model, summary, recording);
    written.push_back(report);
  }
  return written;
}

}  // namespace bramah::app
