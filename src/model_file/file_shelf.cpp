#include "model_file/file_shelf.h"

#include "bramah/description.h"
#include "core/units.h"
#include "model_file/machine_file.h"
#include "model_file/source.h"
#include "model_file/tables.h"

namespace bramah {
namespace {

thread_local FileShelf* present = nullptr;

bool has_components(const std::string& section) {
  for (const auto& key : machine_info().keys)
    if (key.name == section)
      return key.kind == KeyKind::named_tables || key.kind == KeyKind::named_values;
  return false;
}

void list_settings(const Node& node, const std::string& path, std::vector<Setting>& all) {
  const auto below = [&](const std::string& name) {
    return path.empty() ? name : path + "." + name;
  };
  if (node.is_scalar() && !node.text.empty()) all.push_back({path, node.text});
  for (std::size_t k = 0; k < node.items.size(); ++k)
    list_settings(node.items[k], below(node.is_map() ? node.keys[k] : std::to_string(k)), all);
}

}  // namespace

FileShelf::FileShelf(MachineFiles& files, Mode mode) : files_(files), mode_(mode), outer_(present) {
  present = this;
}
FileShelf::~FileShelf() { present = outer_; }

const std::string* FileShelf::find(const std::string& path) {
  if (!present) return nullptr;
  const auto found = present->files_.texts.find(path);
  return found == present->files_.texts.end() ? nullptr : &found->second;
}

void FileShelf::keep(const std::string& path, const std::string& text) {
  if (present && present->mode_ == Mode::keep) present->files_.texts[path] = text;
}

bool FileShelf::only() { return present && present->mode_ == Mode::only; }

Model load(const std::string& path, const LoadOptions& options, MachineFiles& read) {
  read = {path, {}};
  const FileShelf shelf(read, FileShelf::Mode::keep);
  return load(path, options);
}

Model load(const MachineFiles& files, const LoadOptions& options) {
  MachineFiles copy = files;
  const FileShelf shelf(copy, FileShelf::Mode::only);
  return load(files.path, options);
}

// A component goes by its name alone, as on the command line.
std::vector<Setting> settings(const MachineFiles& files, const LoadOptions& options) {
  MachineFiles copy = files;
  const FileShelf shelf(copy, FileShelf::Mode::only);
  Source source = read_source_file(files.path);
  Problems problems;
  apply_overrides(source, options, problems);
  problems.throw_if_any();
  std::vector<Setting> all;
  for (std::size_t k = 0; k < source.root.keys.size(); ++k) {
    const std::string& key = source.root.keys[k];
    const std::size_t before = all.size();
    list_settings(source.root.items[k], has_components(key) ? "" : key, all);
    for (std::size_t i = before; i < all.size(); ++i) all[i].section = key;
  }
  return all;
}

}  // namespace bramah
