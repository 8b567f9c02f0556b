#include "model_file/file_shelf.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bramah/bramah.h"

namespace bramah {
namespace {

using testing::HasSubstr;

const std::string kModels = BRAMAH_SOURCE_DIR "/models/";

std::vector<double> after(const Model& model, int ticks) {
  State state = model.initial_state();
  Workspace work(model);
  EXPECT_TRUE(advance(model, state, work, Inputs{}, ticks).converged);
  return {state.values().begin(), state.values().end()};
}

TEST(FileShelf, AMachineIsReadFromMemoryWithAllItIncludes) {
  for (const char* name : {"four_bar.yaml", "wheel_loader_ls.yaml", "circuit3_servo.yaml"}) {
    MachineFiles files;
    const Model model = load(kModels + name, {}, files);
    EXPECT_GE(files.texts.size(), 1u);
    // Elsewhere these paths would not exist.
    const Model again = load(files, {});
    EXPECT_EQ(model.hash(), again.hash());
    EXPECT_EQ(after(model, 20), after(again, 20)) << name;
  }
}

TEST(FileShelf, WhatIsNotThereIsNotOpened) {
  MachineFiles files;
  (void)load(kModels + "four_bar.yaml", {}, files);
  files.path = kModels + "pendulum.yaml";  // which exists
  try {
    (void)load(files, {});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("is not among the machine's files"));
  }
}

TEST(FileShelf, ListsWhatCanBeSet) {
  MachineFiles files;
  LoadOptions options;
  options.set = {"lift.bore=90mm"};
  (void)load(kModels + "chrono_crane.yaml", options, files);
  std::map<std::string, std::string> found;
  for (const Setting& s : settings(files, options)) found[s.path] = s.text;
  EXPECT_EQ(found["lift.bore"], "90mm");
  EXPECT_EQ(found["bob.mass"], "100 kg");
  EXPECT_EQ(found["L"], "1 m");
  EXPECT_EQ(found["solver.step"], "1 ms");
  // Each of them is a path of --set: set to what it is, it changes nothing.
  const Model model = load(files, options);
  for (const char* path : {"lift.bore", "bob.mass", "L", "lift.friction.viscous", "fluid.bulk"}) {
    LoadOptions more = options;
    more.set.push_back(std::string(path) + "=" + found[path]);
    EXPECT_EQ(after(load(files, more), 10), after(model, 10)) << path;
  }
}

TEST(Settings, NumbersInSiAreThoseWithUnits) {
  LoadOptions units, si;
  units.set = {"lift.bore=90 mm", "lift.friction.viscous=2e5 N s/m", "boom.com=\"[0.4, 0.1] m\""};
  si.set = {"lift.bore=0.09 SI", "lift.friction.viscous=2e5 SI", "boom.com=\"[0.4, 0.1] SI\""};
  const std::string path = kModels + "chrono_crane.yaml";
  EXPECT_EQ(after(load(path, units), 10), after(load(path, si), 10));
  si.set = {"lift.bore=90 mm SI"};
  try {
    (void)load(path, si);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("a value has one unit, not SI beside another"));
  }
}

}  // namespace
}  // namespace bramah
