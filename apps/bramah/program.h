// A program of verbs: reads the command line, performs the verb it names, says what went wrong.
#pragma once

#include <span>

#include "command.h"

namespace bramah::app {

using AddCommand = Command (*)(CLI::App& program);

// The exit code. argv[1] is the verb.
int run_program(int argc, const char* const* argv, std::span<const AddCommand> verbs);

}  // namespace bramah::app
