#include "run/settings.h"

#include <gmock/gmock.h>

namespace bramah {
namespace {

TEST(Settings, TheLastWordStands) {
  LoadOptions options;
  options.set = {"load=500 kg", "load.x=1 m"};
  for (const char* value : {"600 kg", "700 kg"}) {
    set_anew(options, "load", value);
    set_anew(options, "fluid.bulk", "1.5 GPa");
  }
  EXPECT_THAT(options.set, testing::ElementsAre("load.x=1 m", "load=700 kg", "fluid.bulk=1.5 GPa"));
}

}  // namespace
}  // namespace bramah
