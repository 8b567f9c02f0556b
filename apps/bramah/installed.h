// Where the program's own files are: beside it, wherever its folder was moved to.
#pragma once

#include <filesystem>
#include <string>

namespace bramah::app {

std::filesystem::path own_program();  // this program, links followed

// The file or folder `name` ("models", "models/four_bar.yaml") in share/bramah of the installed
// tree, or in the source tree of a program in its build folder. Empty if there is none.
std::filesystem::path installed(const std::string& name);

// `name` itself, unless it is not here and is that of a shipped machine (models/..., examples/...):
// then the shipped one.
std::string here_or_installed(const std::string& name);

}  // namespace bramah::app
