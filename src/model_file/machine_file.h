// Machine files: YAML with units, named parameters, includes and overrides.
//
//   text   source.h, document.h   file with its includes -> tree of values that know their line
//   tree   overrides.cpp          --set and other load options written into it
//   keys   key_info.h, key_table.h, *_table.cpp   what may be written, told once: how it is read,
//                                                 the schema, the tables of docs/model-file.md
//   value  reader.h               "80 mm" -> 0.08, dimension checked; parameters.h: named values
//   names  references.h           every name once, nothing refers to a missing one
// In: a path or a text, LoadOptions. Out: a MachineDescription in SI, in the terms of data sheets,
// or an InputError with every problem and its line. What fits together is judged by
// hydraulics/sizing.h and build/. load.cpp goes on to build(); studies and trained networks are
// read here too (study_file.cpp, surrogate_file.h). The only room that knows yaml-cpp.
// docs/way-of-a-number.md.
#pragma once

#include <string>

#include "bramah/description.h"
#include "bramah/model.h"

namespace bramah {

// Throws InputError with every problem found. Relative paths inside start at the file's folder.
[[nodiscard]] MachineDescription read_machine_file(const std::string& path,
                                                   const LoadOptions& options = {});
[[nodiscard]] MachineDescription read_machine_text(const std::string& text, const std::string& name,
                                                   const LoadOptions& options = {});

// As load(), for a machine that goes on from a state that it has (Model::adopt): a start at rest need
// not exist.
[[nodiscard]] Model load_running(const std::string& path, const LoadOptions& options);

// The key tables as Markdown, each between "<!-- keys: NAME -->" and "<!-- end of keys -->".
[[nodiscard]] std::string machine_file_reference();
// The text with all such blocks replaced by the present ones.
[[nodiscard]] std::string refresh_reference(const std::string& markdown);

}  // namespace bramah
