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
  const auto protocol = std::make_shared<bool>(false);
  menu->add_flag("--protocol", *protocol,
                 "that of the messages between bramah serve and its clients instead");
  menu->footer("Example:\n  bramah schema > machine.schema.json");
  return {menu, [protocol](const CLI::App& chosen) {
            Problems problems;
            problems.add_unknown(chosen);
            problems.throw_if_any();
            fmt::print("{}\n", *protocol ? protocol_schema() : machine_file_schema());
            return static_cast<int>(kDone);
          }};
}

}  // namespace bramah::app
