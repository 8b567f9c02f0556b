#include "results/csv_writer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>

#include "bramah/basics.h"
#include "bramah/run.h"
#include "model_file/scratch_folder.h"

namespace bramah {
namespace {

Channel channel(const std::string& name, const std::string& unit) {
  Channel c;
  c.name = name, c.unit = unit;
  return c;
}

Provenance provenance() {
  return {.model = "four_bar",
          .hash = "1a2b",
          .method = "semirecursive",
          .integrator = "sdirk2",
          .coupling = "monolithic",
          .version = "0.1.0",
          .step = 0.001};
}

Recording recording(std::vector<double> times, std::vector<double> values, std::size_t columns) {
  Recording r;
  r.times = std::move(times), r.values = std::move(values), r.columns = columns;
  return r;
}

std::vector<std::string> split(const std::string& text, const std::string& by) {
  std::vector<std::string> parts;
  std::size_t at = 0;
  for (std::size_t end; (end = text.find(by, at)) != std::string::npos; at = end + by.size())
    parts.push_back(text.substr(at, end - at));
  parts.push_back(text.substr(at));
  return parts;
}

TEST(CsvWriter, HeaderNamesChannelsWithUnitsAndTheOrigin) {
  EXPECT_EQ(csv_header(provenance(), {channel("lift.length", "m"), channel("lift.A.p", "Pa")}),
            "time [s],lift.length [m],lift.A.p [Pa],bramah 0.1.0 model=four_bar hash=1a2b "
            "method=semirecursive/sdirk2/monolithic step [s]");
}

TEST(CsvWriter, QuotesCommasAndQuotesAndKeepsTheHeaderOnOneLine) {
  Provenance p = provenance();
  p.model = "a,\"b\"\r\nc";
  const std::string header = csv_header(p, {channel("x,y", "m")});
  EXPECT_NE(header.find(",\"x,y [m]\","), std::string::npos);
  EXPECT_NE(header.find("model=a,\"\"b\"\"  c "), std::string::npos);
  EXPECT_EQ(header.find_first_of("\r\n"), std::string::npos);
}

TEST(CsvWriter, NumbersReadBackBitwise) {
  const std::vector<double> values{0.1,
                                   -1.0 / 3.0,
                                   2.0e7 / 3.0,
                                   std::numeric_limits<double>::min(),
                                   1e-300,
                                   -0.0,
                                   std::numeric_limits<double>::max(),
                                   std::numeric_limits<double>::denorm_min()};
  const ScratchFolder folder;
  write_csv(folder.file("r.csv"), provenance(), {channel("a", "m"), channel("b", "m")},
            recording({0.0, 0.001, 0.002, 0.003}, values, 2));
  const auto lines = split(read_text(folder.file("r.csv")), "\r\n");
  ASSERT_EQ(lines.size(), 6u);  // header, four rows, nothing after the last line end
  EXPECT_EQ(lines[5], "");
  for (std::size_t k = 0; k < 4; ++k) {
    const auto cells = split(lines[k + 1], ",");
    ASSERT_EQ(cells.size(), 4u);
    EXPECT_EQ(std::strtod(cells[0].c_str(), nullptr), 0.001 * static_cast<double>(k));
    EXPECT_EQ(std::strtod(cells[1].c_str(), nullptr), values[2 * k]);
    EXPECT_EQ(std::strtod(cells[2].c_str(), nullptr), values[2 * k + 1]);
    EXPECT_EQ(cells[3], "0.001");
  }
}

TEST(CsvWriter, WritesManyRowsAndNothingElse) {
  const std::size_t rows = 40003;  // several blocks, on several threads, and a rest
  Recording r = recording(std::vector<double>(rows), std::vector<double>(rows), 1);
  std::string wanted = csv_header(provenance(), {channel("a", "m")}) + "\r\n";
  for (std::size_t k = 0; k < rows; ++k) {
    r.times[k] = 0.001 * static_cast<double>(k), r.values[k] = std::sqrt(static_cast<double>(k));
    append_csv_row(wanted, r.times[k], r.row(k), provenance().step);
  }
  const ScratchFolder folder;
  write_csv(folder.file("r.csv"), provenance(), {channel("a", "m")}, r);
  EXPECT_TRUE(read_text(folder.file("r.csv")) == wanted);
  EXPECT_EQ(folder.entries(), 1);
}

TEST(CsvWriter, PathsMayBeUnicodeAndFilesAreReplaced) {
  const ScratchFolder folder;
  const std::string path = folder.file("Kräne 起重机.csv");
  std::ofstream{path} << "old";
  write_csv(path, provenance(), {}, recording({0.0}, {}, 0));
  EXPECT_EQ(read_text(path).substr(0, 8), "time [s]");
  EXPECT_EQ(folder.entries(), 1);
}

std::string failure_of(const std::string& path) {
  try {
    write_csv(path, provenance(), {}, recording({0.0}, {}, 0));
  } catch (const InputError& error) {
    return error.what();
  }
  return "no failure";
}

TEST(CsvWriter, FailuresNamePathAndReasonAndLeaveNothing) {
  const ScratchFolder folder;
  const std::string missing = folder.file("missing/r.csv");
  EXPECT_EQ(failure_of(missing), missing + ": cannot be written: No such file or directory");
  std::ofstream{folder.file("plain")} << "x";
  const std::string under = folder.file("plain/r.csv");
  EXPECT_EQ(failure_of(under), under + ": cannot be written: Not a directory");
  std::filesystem::create_directory(folder.file("taken"));
  EXPECT_EQ(failure_of(folder.file("taken")),
            folder.file("taken") + ": cannot be written: it is a directory; name a file in it");
  EXPECT_EQ(failure_of(""), "cannot write: the file name is empty");
  EXPECT_EQ(folder.entries(), 2);
}

TEST(CsvWriter, ADeviceIsWrittenDirectlyAndAFullOneIsReported) {
  EXPECT_EQ(failure_of("/dev/null"), "no failure");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP();
  EXPECT_EQ(failure_of("/dev/full"), "/dev/full: cannot be written: No space left on device");
}

TEST(CsvWriter, ATableOfNumbersAndTexts) {
  const ScratchFolder folder;
  const CsvTable table{.columns = {"what", "ours, now", "paper"},
                       .rows = {{"work [J]", 0.1, {}}, {"says \"1\"", NAN, 1e-300}}};
  write_csv(folder.file("t.csv"), table);
  EXPECT_EQ(read_text(folder.file("t.csv")),
            "what,\"ours, now\",paper\r\n"
            "work [J],0.1,\r\n"
            "\"says \"\"1\"\"\",nan,1e-300\r\n");
}

TEST(CsvWriter, ASymbolicLinkStaysALink) {
  const ScratchFolder folder;
  std::ofstream{folder.file("real.csv")} << "old";
  std::filesystem::create_symlink(folder.file("real.csv"), folder.file("link.csv"));
  write_csv(folder.file("link.csv"), provenance(), {}, recording({0.0}, {}, 0));
  EXPECT_TRUE(std::filesystem::is_symlink(folder.file("link.csv")));
  EXPECT_EQ(read_text(folder.file("real.csv")).substr(0, 8), "time [s]");
}

}  // namespace
}  // namespace bramah
