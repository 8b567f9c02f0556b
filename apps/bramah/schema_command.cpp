// bramah schema: the JSON Schema of machine files, for completion and checks in editors.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "bramah/model.h"
#include "command.h"
#include "problems.h"

namespace bramah::app {

Command add_schema(CLI::App& program) {
  CLI::App* menu = program.add_subcommand("schema", "print the JSON Schema of machine files");
  menu->footer("Example:\n  bramah schema > machine.schema.json");
  return {menu, [](const CLI::App& chosen) {
            Problems problems;
            problems.add_unknown(chosen);
            problems.throw_if_any();
            fmt::print("{}\n", machine_file_schema());
            return static_cast<int>(kDone);
          }};
}

}  // namespace bramah::app
