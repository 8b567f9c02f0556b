// A study file: refused with file and line, or options that are judged and load a small machine.
#include "bramah/analysis.h"
#include "fuzz/property.h"
#include "model_file/study_file.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bramah;
  StudyFile file;
  try {
    file = read_study_text(fuzz::text_of(data, size), "fuzz.yaml");
  } catch (const InputError& error) {
    fuzz::require_places(error);
    return 0;
  }
  static_cast<void>(problems_of(file.options));
  try {
    const Model model = load(BRAMAH_SOURCE_DIR "/models/position_servo.yaml", file.options.load);
    fuzz::step_a_little(model, 3);
  } catch (const InputError&) {  // its options are judged against the machine: "--set ..."
  }
  return 0;
}
