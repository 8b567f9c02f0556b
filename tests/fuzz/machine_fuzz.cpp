// A machine file: refused with file and line, or a machine that describes itself and steps.
#include "fuzz/property.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bramah;
  try {
    const Model model = load_text(fuzz::text_of(data, size), "fuzz.yaml");
    fuzz::step_a_little(model, 5);
    if (model_description(model).empty()) fuzz::broken("a machine without a description");
  } catch (const InputError& error) {
    fuzz::require_places(error);
  }
  return 0;
}
