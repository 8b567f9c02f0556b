// The bramah command. Exit codes: 0 done, 1 the numerics failed, 2 bad input.
#include <string_view>

#include "program.h"

int main(int argc, char** argv) {
  using namespace bramah::app;
  constexpr AddCommand kVerbs[] = {add_run,   add_check,   add_statics,    add_linearize,
                                   add_chart, add_compare, add_study,      add_reproduce,
                                   add_bench, add_schema,  add_serve,      add_replay,
                                   add_train, add_fmu,     add_completion, add_manual};
  // A program of its own, which reads its own options.
  if (argc > 1 && std::string_view(argv[1]) == "reproduce")
    return start_reproduce({argv + 2, argv + argc});
  return run_program(argc, argv, kVerbs);
}
