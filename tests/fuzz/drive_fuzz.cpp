// A recorded drive: refused with file and line, or replayed on a small machine.
//
// HASH, START and LATER stand for the machine's hash, its first state and that after three steps, so
// that the corpus need not follow every change of the program.
#include "bramah/run.h"
#include "fuzz/property.h"
#include "model_file/scratch_folder.h"
#include "run/drive_file.h"
#include "run/driven_servo.h"
#include "run/state_text.h"

namespace bramah::fuzz {
namespace {

constexpr long long kMostSteps = 200;

void replace_all(std::string& text, const std::string& word, const std::string& by) {
  for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + by.size()))
    text.replace(at, word.size(), by);
}

class Replayer {
 public:
  Replayer() : path_(write_driven_servo(folder_.file("servo.yaml"))) {
    const Model model = load(path_);
    hash_ = model.hash();
    State state = model.initial_state();
    start_ = state_text(state);
    Workspace work(model);
    for (int k = 0; k < 3; ++k) step(model, state, work, {});
    later_ = state_text(state);
  }

  std::string filled(std::string text) const {
    replace_all(text, "HASH", hash_);
    replace_all(text, "START", start_);
    replace_all(text, "LATER", later_);
    return text;
  }

  void play(const std::string& text) const {
    const std::string file = folder_.file("drive.jsonl");
    std::ofstream(file, std::ios::binary) << text;
    ReplayOptions options;
    options.model = path_;
    static_cast<void>(replay(file, options));
  }

 private:
  ScratchFolder folder_;
  std::string path_, hash_, start_, later_;
};

bool is_short(const DriveFile& drive) {
  const long long steps = drive.end              ? drive.end->steps
                          : drive.events.empty() ? 0
                                                 : drive.events.back().step;
  return steps <= kMostSteps && drive.events.size() <= 50;
}

}  // namespace
}  // namespace bramah::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bramah;
  static const fuzz::Replayer replayer;
  const std::string text = replayer.filled(fuzz::text_of(data, size));
  try {
    if (!fuzz::is_short(read_drive_text(text, "fuzz.jsonl"))) return 0;
  } catch (const InputError& error) {
    fuzz::require_places(error);
    return 0;
  }
  try {
    replayer.play(text);
  } catch (const InputError&) {  // options of the machine have no line
  }
  return 0;
}
