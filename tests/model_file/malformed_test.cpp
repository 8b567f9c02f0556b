// Each file in malformed/ ends with the message it must give, after "#= ".
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "bramah/basics.h"
#include "model_file/machine_file.h"

namespace bramah {
namespace {

namespace fs = std::filesystem;
const fs::path kFolder = fs::path(BRAMAH_SOURCE_DIR) / "tests/model_file/malformed";

std::vector<std::string> malformed_files() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(kFolder))
    if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

std::string expected_in(const fs::path& path) {
  std::ifstream stream(path);
  std::string line, all;
  while (std::getline(stream, line))
    if (line.starts_with("#= ")) all += (all.empty() ? "" : "\n") + line.substr(3);
  return all;
}

std::string without_folder(std::string text) {
  const std::string folder = kFolder.string() + "/";
  for (auto at = text.find(folder); at != std::string::npos; at = text.find(folder))
    text.erase(at, folder.size());
  return text;
}

class Malformed : public testing::TestWithParam<std::string> {};

TEST_P(Malformed, SaysWhatIsWrong) {
  const fs::path path = kFolder / (GetParam() + ".yaml");
  try {
    (void)read_machine_file(path.string());
    FAIL() << "was read";
  } catch (const InputError& error) {
    EXPECT_EQ(without_folder(error.what()), expected_in(path));
  }
}

INSTANTIATE_TEST_SUITE_P(Files, Malformed, testing::ValuesIn(malformed_files()),
                         [](const auto& file) { return file.param; });

TEST(MalformedFolder, HasManyFiles) { EXPECT_GE(malformed_files().size(), 40u); }

}  // namespace
}  // namespace bramah
