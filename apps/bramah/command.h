// The commands of the program, one file each. A command adds its options to the menu and returns
// what to do when it was chosen: a function that gives the exit code.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace bramah::app {

enum ExitCode { kDone = 0, kNumericsFailed = 1, kBadInput = 2, kInterrupted = 130 };

// What `bramah --help` says of the papers, and their own program too.
inline constexpr const char* kReproduceLine = "the papers' tables and figures, ours beside theirs";

using Action = std::function<int(const CLI::App& command)>;

struct Command {
  CLI::App* menu = nullptr;
  Action action;
};

Command add_run(CLI::App& program);
Command add_train(CLI::App& program);
Command add_check(CLI::App& program);
Command add_statics(CLI::App& program);
Command add_linearize(CLI::App& program);
Command add_chart(CLI::App& program);
Command add_schema(CLI::App& program);
Command add_bench(CLI::App& program);
Command add_compare(CLI::App& program);
Command add_study(CLI::App& program);
Command add_reproduce(CLI::App& program);  // its line in the list of commands
int start_reproduce(const std::vector<std::string>& arguments);
Command add_serve(CLI::App& program);
Command add_replay(CLI::App& program);
Command add_fmu(CLI::App& program);
Command add_completion(CLI::App& program);
Command add_manual(CLI::App& program);

}  // namespace bramah::app
