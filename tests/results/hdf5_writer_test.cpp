#include "results/hdf5_writer.h"

#include <gtest/gtest.h>
#include <hdf5.h>

#include "bramah/basics.h"
#include "model_file/scratch_folder.h"

namespace bramah {
namespace {

Channel stored_channel(const std::string& name, const std::string& unit) {
  Channel c;
  c.name = name, c.unit = unit;
  return c;
}

Recording recording() {
  Recording r;
  r.times = {0.0, 0.1, 0.2};
  r.columns = 2;
  r.values = {1.0, 10.0, 2.0, 20.0, 1.0 / 3.0, 30.0};
  r.newton = {0, 3, 2};
  r.gap = {0.0, 1e-12, 2e-12};
  r.rate_gap = {0.0, 1e-10, 2e-10};
  return r;
}

const std::vector<Channel> kChannels{stored_channel("lift.length", "m"),
                                     stored_channel("lift.A.p", "Pa")};

void write_sample(const std::string& path, const std::vector<Channel>& channels = kChannels) {
  RunSummary summary;
  summary.steps = 3;
  summary.newton_mean = 2.5;
  write_hdf5(path,
             {.model = "Kran \"ä\"",
              .hash = "1a2b",
              .method = "semirecursive",
              .integrator = "sdirk2",
              .coupling = "monolithic",
              .version = "0.1.0",
              .step = 0.1},
             channels, summary, recording());
}

std::vector<double> read_doubles(hid_t file, const char* name) {
  const hid_t dataset = H5Dopen2(file, name, H5P_DEFAULT);
  const hid_t space = H5Dget_space(dataset);
  std::vector<double> values(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
  H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
  H5Sclose(space);
  H5Dclose(dataset);
  return values;
}

std::string read_text_attribute(hid_t file, const char* object, const char* name) {
  const hid_t attribute = H5Aopen_by_name(file, object, name, H5P_DEFAULT, H5P_DEFAULT);
  const hid_t type = H5Aget_type(attribute);
  char* text = nullptr;
  H5Aread(attribute, type, &text);
  const std::string copy = text != nullptr ? text : "";
  H5free_memory(text);
  H5Tclose(type);
  H5Aclose(attribute);
  return copy;
}

double read_number_attribute(hid_t file, const char* name) {
  const hid_t attribute = H5Aopen(file, name, H5P_DEFAULT);
  double value = 0.0;
  H5Aread(attribute, H5T_NATIVE_DOUBLE, &value);
  H5Aclose(attribute);
  return value;
}

TEST(Hdf5Writer, ChannelsReadBackWithUnits) {
  const ScratchFolder folder;
  write_sample(folder.file("r.h5"));
  const hid_t file = H5Fopen(folder.file("r.h5").c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  ASSERT_GE(file, 0);
  EXPECT_EQ(read_doubles(file, "time"), (std::vector<double>{0.0, 0.1, 0.2}));
  EXPECT_EQ(read_doubles(file, "lift.length"), (std::vector<double>{1.0, 2.0, 1.0 / 3.0}));
  EXPECT_EQ(read_doubles(file, "lift.A.p"), (std::vector<double>{10.0, 20.0, 30.0}));
  EXPECT_EQ(read_doubles(file, "solver.newton"), (std::vector<double>{0.0, 3.0, 2.0}));
  EXPECT_EQ(read_doubles(file, "solver.gap"), recording().gap);
  EXPECT_EQ(read_text_attribute(file, "time", "unit"), "s");
  EXPECT_EQ(read_text_attribute(file, "lift.A.p", "unit"), "Pa");
  H5Fclose(file);
}

TEST(Hdf5Writer, TheRootSaysWhereItComesFrom) {
  const ScratchFolder folder;
  write_sample(folder.file("Läufe.h5"));
  const hid_t file = H5Fopen(folder.file("Läufe.h5").c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  ASSERT_GE(file, 0);
  EXPECT_EQ(read_text_attribute(file, "/", "model"), "Kran \"ä\"");
  EXPECT_EQ(read_text_attribute(file, "/", "hash"), "1a2b");
  EXPECT_EQ(read_text_attribute(file, "/", "method"), "semirecursive");
  EXPECT_EQ(read_text_attribute(file, "/", "integrator"), "sdirk2");
  EXPECT_EQ(read_text_attribute(file, "/", "coupling"), "monolithic");
  EXPECT_EQ(read_text_attribute(file, "/", "version"), "0.1.0");
  EXPECT_EQ(read_number_attribute(file, "step_s"), 0.1);
  EXPECT_EQ(read_number_attribute(file, "steps"), 3.0);
  EXPECT_EQ(read_number_attribute(file, "newton_mean"), 2.5);
  EXPECT_EQ(read_number_attribute(file, "converged"), 1.0);
  H5Fclose(file);
}

std::string hdf5_failure(const std::string& path,
                         const std::vector<Channel>& channels = kChannels) {
  try {
    write_sample(path, channels);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no failure";
}

TEST(Hdf5Writer, FailuresNamePathAndReasonAndLeaveNothing) {
  const ScratchFolder folder;
  const std::string missing = folder.file("missing/r.h5");
  EXPECT_EQ(hdf5_failure(missing), missing + ": cannot be written: No such file or directory");
  const std::string twice =
      hdf5_failure(folder.file("r.h5"), {stored_channel("a", "m"), stored_channel("a", "m")});
  EXPECT_EQ(twice.find(folder.file("r.h5") + ": cannot be written: HDF5: "), 0u) << twice;
  EXPECT_EQ(hdf5_failure("/dev/null"), "no failure");
  EXPECT_EQ(hdf5_failure("/dev/full"), "/dev/full: cannot be written: No space left on device");
  EXPECT_EQ(folder.entries(), 0);
}

}  // namespace
}  // namespace bramah
