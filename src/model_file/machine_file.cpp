#include "model_file/machine_file.h"

#include <algorithm>
#include <filesystem>

#include "build/flexible.h"
#include "build/references.h"
#include "model_file/signal_units.h"
#include "model_file/tables.h"

namespace bramah {
namespace {

// Where a section begins; one that is not there has nowhere better than the first line.
Where section_place(const Node& root, const char* key, const Where& otherwise) {
  const auto found = std::find(root.keys.begin(), root.keys.end(), key);
  return found == root.keys.end()
             ? otherwise
             : root.key_places[static_cast<std::size_t>(found - root.keys.begin())];
}

MachineDescription describe_machine(Source source, const LoadOptions& options) {
  Reader in(source);
  apply_overrides(source, options, in.problems);
  const Node& root = source.root;
  in.hash = source.hash;
  take_parts(in, options.parts);
  in.own_forces = options.forces;
  if (const Node* parameters = root.find("parameters"))
    in.parameters = Parameters(*parameters, in.problems);
  if (const Node* signals = root.find("signals"))
    in.signal_names.insert(signals->keys.begin(), signals->keys.end());
  if (const Node* fmus = root.find("fmus"))
    for (const Node& fmu : fmus->items)
      if (const Node* outputs = fmu.find("outputs"))
        in.signal_names.insert(outputs->keys.begin(), outputs->keys.end());

  MachineDescription machine;
  machine.file = source.file;
  machine.where = {source.file, 1};
  machine.solver_where = section_place(root, "solver", machine.where);
  machine.initial_where = section_place(root, "initial", machine.where);
  machine.name = std::filesystem::path(source.file).stem().string();
  read_machine(in, root, machine);
  check_references(machine, in.problems);
  check_flexible(machine, in.problems);
  resolve_signals(machine, in);
  in.problems.throw_if_any();
  machine.hash = in.hash.hex();
  machine.warnings = in.warnings;
  return machine;
}

}  // namespace

MachineDescription read_machine_file(const std::string& path, const LoadOptions& options) {
  return describe_machine(read_source_file(path), options);
}

MachineDescription read_machine_text(const std::string& text, const std::string& name,
                                     const LoadOptions& options) {
  return describe_machine(read_source_text(text, name), options);
}

}  // namespace bramah
