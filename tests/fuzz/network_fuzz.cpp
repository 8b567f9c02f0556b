// A surrogate file: refused with file and line, or a network that is written, exported and run.
#include "fuzz/property.h"
#include "model_file/surrogate_file.h"
#include "results/onnx.h"
#include "surrogate/narx_run.h"

namespace bramah::fuzz {
namespace {

void use(const Surrogate& surrogate) {
  const std::string text = surrogate_text(surrogate);
  if (surrogate_text(read_surrogate_text(text, "again.yaml")) != text)
    broken("a network that is another one when written and read");
  if (surrogate_onnx(surrogate).empty()) broken("a network that cannot be exported");
  const NarxRun run(surrogate);
  NarxRun::Scratch scratch = run.make_scratch();
  std::vector<double> state(run.state_size()), u(run.inputs(), 0.1), y(run.outputs(), 0.2);
  run.start(u, y, state);
  for (int k = 0; k < 3; ++k) run.sample(u, state, scratch);
  static_cast<void>(run.excess(state));
  static_cast<void>(run.history_inside(state));
}

}  // namespace
}  // namespace bramah::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bramah;
  try {
    fuzz::use(read_surrogate_text(fuzz::text_of(data, size), "fuzz.yaml"));
  } catch (const InputError& error) {
    fuzz::require_places(error);
  }
  return 0;
}
