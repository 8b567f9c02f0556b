// bramah schema: the JSON Schema of machine files, for completion and checks in editors; with
// --protocol that of the messages of bramah serve.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "bramah/model.h"
#include "bramah/serve.h"
#include "command.h"
#include "problems.h"

namespace bramah::app {

Command add_schema(CLI::App& program) {
  CLI::App* menu = program.add_subcommand("schema", "print the JSON Schema of machine files");
  menu->add_flag("--protocol",
                 std::string("that of the messages between bramah serve and its clients instead"));
  menu->footer("Example:\n  bramah schema > machine.schema.json");
  return {menu, [](const CLI::App& chosen) {
            Problems problems;
            problems.add_unknown(chosen);
            problems.throw_if_any();
            const bool protocol = chosen.count("--protocol") > 0;
            fmt::print("{}\n", protocol ? protocol_schema() : machine_file_schema());
            return static_cast<int>(kDone);
          }};
}

}  // namespace bramah::app
