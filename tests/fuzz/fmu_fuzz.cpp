// A description, and zip files around it that are damaged in places which follow from the text: read with
// problems, or refused; names that lead out and bombs never get through.
#include <filesystem>

#include "bramah/fmi.h"
#include "fmi/archive.h"
#include "fmi/foreign.h"
#include "fuzz/property.h"

namespace {

using namespace bramah;

bool leads_out(const std::string& name) {
  const std::filesystem::path inside("/inside/the");
  return !(inside / name).lexically_normal().string().starts_with("/inside/the");
}

void read_all(std::string bytes) {
  try {
    const Archive archive(std::move(bytes), "fuzz.fmu");
    for (const std::string& name : archive.names()) {
      if (leads_out(name)) fuzz::broken("a way out: " + name);
      try {
        if (archive.read(name).size() > Archive::kMostBytes) fuzz::broken("a bomb");
      } catch (const InputError&) {
      }
    }
  } catch (const InputError& error) {
    if (error.problems().empty()) fuzz::broken("refused without a word");
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = fuzz::text_of(data, size);
  static_cast<void>(check_fmu_description(text, text));
  try {
    static_cast<void>(read_foreign(text, "fuzz.fmu"));
  } catch (const InputError&) {
  }
  read_all(text);
  std::string zip = zip_bytes({{"modelDescription.xml", text}, {"resources/a.txt", "a"}});
  std::uint64_t seed = 1 + size;
  for (const std::uint8_t byte : text) seed = seed * 6364136223846793005u + byte;
  for (int k = 0; k < 4; ++k) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    const std::size_t from_end = (seed >> 33) % std::min<std::size_t>(zip.size(), 200);
    zip[zip.size() - 1 - from_end] = static_cast<char>(seed >> 20);  // the directory is at the end
    read_all(zip);
  }
  return 0;
}
