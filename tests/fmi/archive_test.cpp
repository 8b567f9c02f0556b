// Zip files as they should be, and as somebody might make them.
#include "fmi/archive.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bramah/basics.h"
#include "model_file/scratch_folder.h"

namespace bramah {
namespace {

std::string problem_of(const std::string& bytes) {
  try {
    const Archive archive(bytes, "x.fmu");
    for (const std::string& name : archive.names()) static_cast<void>(archive.read(name));
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
  return text;
}

TEST(Archive, GivesBackWhatWentIn) {
  const std::map<std::string, std::string> files{{"a.txt", "one"},
                                                 {"b/c.txt", std::string(100000, 'x')}};
  const std::string bytes = zip_bytes(files);
  EXPECT_EQ(bytes, zip_bytes(files)) << "the same files, other bytes";
  const Archive archive(bytes, "x.fmu");
  EXPECT_THAT(archive.names(), ::testing::ElementsAre("a.txt", "b/c.txt"));
  for (const auto& [name, text] : files) EXPECT_EQ(archive.read(name), text);
  const ScratchFolder folder;
  archive.unpack(folder.file("to"));
  EXPECT_EQ(read_text(folder.file("to/b/c.txt")), files.at("b/c.txt"));
  EXPECT_THROW(static_cast<void>(archive.read("none")), InputError);
}

TEST(Archive, NamesThatLeadOutAreRefused) {
  const std::string good = zip_bytes({{"aa/bb/cc", "text"}});
  EXPECT_EQ(problem_of(good), "");
  EXPECT_THAT(problem_of(replaced(good, "aa/bb/cc", "../../cc")),
              ::testing::HasSubstr("leads out"));
  EXPECT_THAT(problem_of(replaced(good, "aa/bb/cc", "/a/bb/cc")),
              ::testing::HasSubstr("no path inside"));
  EXPECT_THAT(problem_of(replaced(good, "aa/bb/cc", "..\\..\\cc")),
              ::testing::HasSubstr("no path inside"));
  EXPECT_THAT(problem_of(replaced(good, "aa/bb/cc", "C:/bb/cc")),
              ::testing::HasSubstr("no path inside"));
}

TEST(Archive, BombsAreRefused) {
  EXPECT_THAT(problem_of(zip_bytes({{"bomb", std::string(64u << 20, '\0')}})),
              ::testing::HasSubstr("zip bomb"));
}

TEST(Archive, DamageIsSeen) {
  const std::string good = zip_bytes({{"a", std::string(5000, 'a') + "b"}});
  EXPECT_THAT(problem_of("no zip"), ::testing::HasSubstr("no zip file"));
  EXPECT_NE(problem_of(good.substr(0, good.size() / 2)), "");
  std::string changed = good;
  changed[40] = static_cast<char>(changed[40] ^ 0x55);
  EXPECT_NE(problem_of(changed), "");
}

}  // namespace
}  // namespace bramah
