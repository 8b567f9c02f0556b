// The example that joins a served machine with Python's standard library alone.
#include <cstdlib>

#include "server/served.h"

namespace bramah::testing {
namespace {

using ::testing::HasSubstr;

TEST(PythonClient, ShowsAChannelAndMovesALever) {
  ScratchFolder folder;
  Served served(write_driven_servo(folder.file("servo.yaml")));
  const std::string out = folder.file("out.txt");
  const std::string command = "python3 " BRAMAH_SOURCE_DIR "/examples/telemetry_client.py " +
                              std::to_string(served.port()) + " drive.length lever 5 >" + out +
                              " 2>&1";
  ASSERT_EQ(std::system(command.c_str()), 0) << read_text(out);
  const std::string text = read_text(out);
  EXPECT_THAT(text, HasSubstr("Driven servo: client 1, driver; showing drive.length"));
  const std::size_t last = text.rfind("drive.length = ");
  ASSERT_NE(last, std::string::npos);
  EXPECT_GT(std::stod(text.substr(last + 15)), 0.87) << text;  // it moved from 0.85 m
}

}  // namespace
}  // namespace bramah::testing
