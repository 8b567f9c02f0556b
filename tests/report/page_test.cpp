#include "bramah/page.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace bramah {
namespace {

Page sample_page() {
  PageTable table{.title = "Numbers", .columns = {{"name"}, {"error", "mm", "largest", 2}}};
  table.rows = {{{"a", 1.5}}, {{"b", NAN}}, {{"c"}, "refused: no", true}};
  PagePlot plot{.title = "Work", .x = {"cost", "µs", true}, .y = {"error", "mm", true}};
  plot.series = {{.name = "ours", .x = {1, 2}, .y = {0.25, INFINITY}, .colour = 3}};
  plot.series[0].labels = {"fast", ""}, plot.series[0].rows = {0, 2};
  plot.y.linear_below = 0.5, plot.poles = true;
  PageDrawing drawing{.title = "Rod"};
  drawing.drawing.points = {"rod.A"};
  drawing.times = {0.0}, drawing.poses = {1.0, 2.0, 3.0};
  PageSection section{
      .title = "One", .text = {"Words."}, .figures = {{"Error", "1 mm", "largest"}}};
  section.tables = {table}, section.plots = {plot}, section.drawings = {drawing};
  return {.kind = "Bramah test",
          .title = "</script>x",
          .sections = {section},
          .facts = {{"Hash", "1a2b"}}};
}

TEST(Page, DataReadBack) {
  const auto json = nlohmann::json::parse(page_json(sample_page()));
  EXPECT_EQ(json.at("title"), "</script>x");
  EXPECT_EQ(json.at("facts").at(0).at("value"), "1a2b");
  const auto& section = json.at("sections").at(0);
  EXPECT_EQ(section.at("text").at(0), "Words.");
  EXPECT_EQ(section.at("figures").at(0).at("detail"), "largest");
  const auto& table = section.at("tables").at(0);
  EXPECT_EQ(table.at("columns").at(1).at("unit"), "mm");
  EXPECT_EQ(table.at("rows").at(0).at("cells").at(1), 1.5);
  EXPECT_TRUE(table.at("rows").at(1).at("cells").at(1).is_null());
  EXPECT_EQ(table.at("rows").at(2).at("note"), "refused: no");
  EXPECT_EQ(table.at("rows").at(2).at("quiet"), true);
  const auto& plot = section.at("plots").at(0);
  EXPECT_EQ(plot.at("x").at("log"), true);
  EXPECT_EQ(plot.at("series").at(0).at("y").at(0), 0.25);
  EXPECT_TRUE(plot.at("series").at(0).at("y").at(1).is_null());
  EXPECT_EQ(plot.at("series").at(0).at("colour"), 3);
  EXPECT_EQ(plot.at("series").at(0).at("labels"), (std::vector<std::string>{"fast", ""}));
  EXPECT_EQ(plot.at("series").at(0).at("rows"), (std::vector<int>{0, 2}));
  EXPECT_EQ(plot.at("y").at("linearBelow"), 0.5);
  EXPECT_EQ(plot.at("poles"), true);
  EXPECT_EQ(section.at("drawings").at(0).at("drawing").at("poses").size(), 3u);
}

// A spike of one point survives, downwards too unless the largest alone is kept.
TEST(Page, ThinnedCurvesKeepTheirExtremes) {
  PageSeries curve{.name = "p", .x = {}, .y = {}};
  for (int k = 0; k < 10000; ++k) curve.x.push_back(k), curve.y.push_back(1.0);
  curve.y[1234] = 7.0, curve.y[4321] = -3.0;
  const PageSeries thin = thinned(curve, 100), largest = thinned_to_largest(curve, 100);
  for (const PageSeries& s : {thin, largest}) {
    EXPECT_EQ(s.name, "p");
    EXPECT_EQ(s.x.size(), 100u);
    EXPECT_TRUE(std::ranges::is_sorted(s.x));
    EXPECT_EQ(std::ranges::max(s.y), 7.0);
  }
  EXPECT_EQ(std::ranges::min(thin.y), -3.0);
  EXPECT_EQ(std::ranges::min(largest.y), 1.0);
  EXPECT_EQ(thinned(curve, 10000).y, curve.y);
}

TEST(Page, NoTextCanCloseItsElement) {
  EXPECT_EQ(page_json(sample_page()).find('<'), std::string::npos);
}

TEST(Page, AnEmptyPageIsStillData) {
  EXPECT_TRUE(nlohmann::json::accept(page_json(Page{})));
  EXPECT_TRUE(
      nlohmann::json::accept(page_json({.kind = "", .title = "", .sections = {PageSection{}}})));
}

}  // namespace
}  // namespace bramah
