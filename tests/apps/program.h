// Runs the bramah program as a user does and keeps what it said.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace bramah::testing {

namespace fs = std::filesystem;

struct Outcome {
  int code = -1;
  std::string out, err;
};

inline std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return (std::ostringstream{} << file.rdbuf()).str();
}

inline std::string model(const std::string& name) {
  return std::string(BRAMAH_SOURCE_DIR) + "/models/" + name + ".yaml";
}

// The program that is tested: that of this build, or the one that the environment names, such as an
// installed one.
inline std::string tested_program() {
  const char* given = std::getenv("BRAMAH_PROGRAM");
  return given && *given ? given : BRAMAH_PROGRAM;
}

// A fresh folder that the program is run in; gone after the test.
class ProgramTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    base_ = fs::temp_directory_path() /
            ("bramah_" + std::string(test->name()) + "_" + std::to_string(getpid()));
    fs::create_directories(folder());
  }
  void TearDown() override { fs::remove_all(base_); }

  fs::path folder() const { return base_ / "run"; }

  // `arguments` as typed in a shell, whose working folder is folder(); `wrapper`: a command before
  // it.
  Outcome program(const std::string& arguments, const std::string& wrapper = "") const {
    const std::string command = "cd '" + folder().string() + "' && " + wrapper + " '" +
                                tested_program() + "' " + arguments + " >'" +
                                (base_ / "out").string() + "' 2>'" + (base_ / "err").string() + "'";
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, text_of(base_ / "out"),
            text_of(base_ / "err")};
  }

  // Names of what lies in folder().
  std::set<std::string> files() const {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder()))
      names.insert(entry.path().filename().string());
    return names;
  }

 private:
  fs::path base_;
};

}  // namespace bramah::testing
