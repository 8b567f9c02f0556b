// The catalogue page is the present one, and every machine on it runs and keeps its books.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "bramah/parts.h"
#include "bramah/run.h"
#include "model_file/catalogue_page.h"

namespace bramah {
namespace {

namespace fs = std::filesystem;
const fs::path kDocs = fs::path(BRAMAH_SOURCE_DIR) / "docs";

std::string text_of(const fs::path& path) {
  std::ifstream stream(path);
  std::stringstream text;
  text << stream.rdbuf();
  return text.str();
}

// BRAMAH_UPDATE_DOCS=1 in the environment writes the file instead.
void expect_written(const fs::path& path, const std::string& text) {
  if (std::getenv("BRAMAH_UPDATE_DOCS")) {
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  EXPECT_TRUE(text_of(path) == text) << path << ": run the tests with BRAMAH_UPDATE_DOCS=1";
}

TEST(Documentation, HasThePresentCatalogue) {
  expect_written(kDocs / "catalogue.md", catalogue_page());
  for (const SymbolFile& symbol : catalogue_symbols())
    expect_written(kDocs / "images/symbols" / (symbol.name + ".svg"), symbol.text);
}

TEST(Documentation, TheCatalogueTellsAllOfEachPart) {
  const std::string page = catalogue_page();
  for (const PartInfo* info : catalogue()) {
    const auto start = page.find("### " + info->title + "\n");
    ASSERT_NE(start, std::string::npos) << info->type;
    const std::string entry = page.substr(start, page.find("\n### ", start + 4) - start);
    EXPECT_NE(entry.find(info->equation), std::string::npos) << info->type;
    EXPECT_NE(entry.find(info->example), std::string::npos) << info->type;
    for (const auto& port : info->ports)
      EXPECT_NE(entry.find("| `" + port.name + "` |"), std::string::npos) << info->type;
    for (const auto& p : info->parameters)
      EXPECT_NE(entry.find("| `" + p.name + "` |"), std::string::npos) << info->type;
    if (info->table.empty()) {
      EXPECT_NE(info->example.find("type: " + info->type), std::string::npos) << info->type;
    }
  }
}

class CatalogueRuns : public testing::TestWithParam<CatalogueExample> {};

// Oil can be drawn into a tension by an ideal part; in these machines it must not be.
TEST_P(CatalogueRuns, ConvergesAndKeepsItsBooks) {
  const Model model = load_text(GetParam().text, GetParam().name + ".yaml");
  Recording rows;
  const RunSummary summary = run(model, {}, rows);
  ASSERT_TRUE(summary.converged) << summary.message;
  EXPECT_NEAR(summary.simulated_s, model.until(), 1e-9);
  double turnover = 1.0;  // [J]
  for (std::size_t k = 0; k < model.channels().size(); ++k) {
    const Channel& channel = model.channels()[k];
    for (std::size_t row = 0; row < rows.times.size(); ++row) {
      const double value = rows.row(row)[k];
      ASSERT_TRUE(std::isfinite(value)) << channel.name;
      if (channel.name.ends_with(".p")) {
        ASSERT_GE(value, 0.0) << channel.name << " row " << row;
      }
      if (channel.unit == "J") turnover = std::max(turnover, std::abs(value));
    }
  }
  EXPECT_LE(summary.energy_books_max, 1e-3 * turnover);  // O(h²) at the example's own step
}

INSTANTIATE_TEST_SUITE_P(Catalogue, CatalogueRuns, testing::ValuesIn(catalogue_examples()),
                         [](const auto& one) { return one.param.name; });

}  // namespace
}  // namespace bramah
