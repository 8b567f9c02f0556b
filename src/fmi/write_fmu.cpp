// An FMU on disk: description, binary, the machine's files, documentation, icon, licences.
#include <filesystem>
#include <fstream>
#include <iterator>

#include "bramah/fmi.h"
#include "bramah/run.h"
#include "core/text.h"
#include "fmi/archive.h"
#include "fmi/documentation.h"
#include "fmi/icon.h"
#include "fmi/licence.h"
#include "text/whole_file.h"

namespace bramah {
namespace {

namespace fs = std::filesystem;

// The shared object stands beside the program, or where it was installed.
std::string find_library(const std::string& given) {
  if (!given.empty()) return given;
  std::error_code ignored;
  const fs::path here = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  for (const fs::path& place : {here / "bramah_fmu.so", here / "../lib/bramah/bramah_fmu.so",
                                here / "../bramah_fmu.so"})  // of lib/bramah/x86-64-v3/bramah
    if (fs::exists(place)) return place.string();
  throw InputError("the shared object of FMUs, " + (here / "bramah_fmu.so").string() +
                   ", has not been built; ./bramah fmu builds it, or: cmake --build " +
                   here.string() + " --target bramah_fmu");
}

std::string read_bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw InputError(path + ": cannot be read");
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

bool has_fmi() noexcept { return true; }

FmuPlan write_fmu(const std::string& path, const std::string& machine, const LoadOptions& load,
                  const FmuOptions& options) {
  if (options.version != 2 && options.version != 3)
    throw InputError(concat("FMI ", options.version, ": 2 and 3 are offered"));
  const FmuPlan plan = plan_fmu(machine, load, options);
  const Model model = bramah::load(plan.files, plan.options);
  const std::string identifier = fmu_identifier(plan.files.path);
  const bool three = options.version == 3;
  std::map<std::string, std::string> files;
  files["modelDescription.xml"] = fmu_description(plan, model, options.version);
  files[concat("binaries/", three ? "x86_64-linux/" : "linux64/", identifier, ".so")] =
      read_bytes(find_library(options.library));
  for (auto& [name, text] : plan_files(plan)) files["resources/" + name] = text;
  files["documentation/index.html"] = fmu_page(plan, model, options.version);
  if (const std::string terminals = fmu_terminals(plan); three && !terminals.empty())
    files["terminalsAndIcons/terminalsAndIcons.xml"] = terminals;
  files["documentation/licenses/license.txt"] = licence_text();
  files[three ? "terminalsAndIcons/icon.png" : "model.png"] = machine_icon(model);
  WholeFile file(path);
  file.write(zip_bytes(files));
  file.commit();
  return plan;
}

}  // namespace bramah
