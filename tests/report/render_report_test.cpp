#include "report/render_report.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "report/packed.h"

namespace bramah {
namespace {

Channel channel(const std::string& name, const std::string& unit) {
  Channel c;
  c.name = name, c.unit = unit;
  return c;
}

ReportSubject subject(const std::string& name) {
  ReportSubject s;
  s.provenance = {.model = name, .hash = "1a2b", .version = "0.1.0", .step = 0.001};
  s.notes = {"closed the pose"};
  s.channels = {channel("lift.length", "m"), channel("supply.p", "Pa")};
  s.drawing.points = {"ground.O", "rod.tip"};
  s.drawing.lines = {{"rod", Drawing::Line::Kind::body, {0, 1}}};
  return s;
}

Recording recording(std::size_t rows) {
  Recording r;
  r.columns = 2;
  for (std::size_t k = 0; k < rows; ++k) {
    const double t = 0.001 * static_cast<double>(k);
    r.times.push_back(t);
    r.values.insert(r.values.end(), {std::sin(t), 2e7});
    r.newton.push_back(2);
    r.gap.push_back(1e-12 * (1.0 + t));
    r.rate_gap.push_back(1e-10);
    r.pose_times.push_back(t);
    r.poses.insert(r.poses.end(), {0, 0, 0, std::cos(t), std::sin(t), 0});
  }
  return r;
}

ReportData data(const std::string& name, std::size_t rows) {
  return make_report_data(subject(name), RunSummary{}, recording(rows));
}

TEST(RenderReport, DataReadBack) {
  const auto json = nlohmann::json::parse(report_json(data("four_bar", 100)));
  EXPECT_EQ(json.at("summary").at("model"), "four_bar");
  EXPECT_EQ(json.at("notes").at(0), "closed the pose");
  EXPECT_EQ(json.at("times").size(), 100u);
  EXPECT_EQ(json.at("times").at(7), 0.007);
  const auto& length = json.at("columns").at(0);
  EXPECT_EQ(length.at("name"), "lift.length");
  EXPECT_EQ(length.at("unit"), "m");
  EXPECT_EQ(length.at("count"), 100u);
  EXPECT_EQ(json.at("columns").at(1).at("count"), 1u);  // constant
  EXPECT_EQ(json.at("columns").at(2).at("name"), "solver.gap");
  EXPECT_EQ(json.at("drawing").at("lines").at(0).at("kind"), "body");
  EXPECT_EQ(json.at("drawing").at("times").size(), 100u);
}

// In the order of the columns, then x, y, z of each point, then the seven numbers of each body.
TEST(RenderReport, NumbersFollowTheColumns) {
  ReportSubject s = subject("four_bar");
  s.body_count = 1, s.machine = R"({"name":"four_bar"})", s.meshes = {{"3", "o\n"}};
  Recording r = recording(100);
  for (std::size_t k = 0; k < 100; ++k)
    r.bodies.insert(r.bodies.end(), {1, 2, 3, 4, 5, 6, static_cast<double>(k)});
  const auto json = nlohmann::json::parse(report_json(make_report_data(s, RunSummary{}, r)));
  UnpackedNumbers numbers(json.at("numbers").get<std::string>());
  EXPECT_EQ(numbers.column(100).at(50), static_cast<float>(std::sin(0.05)));
  EXPECT_EQ(numbers.column(1).at(0), 2e7f);
  for (std::size_t k = 2; k < json.at("columns").size(); ++k)
    numbers.column(json.at("columns").at(k).at("count"));
  for (int k = 0; k < 3; ++k) numbers.column(100);  // the ground's point
  EXPECT_EQ(numbers.column(100).at(99), static_cast<float>(std::cos(0.099)));
  for (int k = 0; k < 2; ++k) numbers.column(100);
  EXPECT_EQ(json.at("bodies"), 1u);
  for (int k = 0; k < 6; ++k) EXPECT_EQ(numbers.column(100).at(7), static_cast<float>(k + 1));
  EXPECT_EQ(numbers.column(100).at(7), 7.0f);
  EXPECT_TRUE(numbers.done());
  EXPECT_EQ(json.at("machine").at("name"), "four_bar");
  EXPECT_EQ(json.at("meshes").at("3"), "bwo=");
}

TEST(RenderReport, LongRecordingsAreDecimated) {
  const ReportData d = data("four_bar", 20001);
  EXPECT_EQ(d.recorded_rows, 20001u);
  EXPECT_EQ(d.times.size(), kReportRows);
  EXPECT_EQ(d.columns[0].values.size(), kReportRows);
  EXPECT_EQ(d.pose_times.size(), kReportPoses);
  EXPECT_EQ(d.pose_times.back(), 20.0);
}

TEST(RenderReport, HostileNamesStayText) {
  const std::string hostile = "</script><script>alert(1)</script><!--&\"'\xff";
  const std::string page = render_report(data(hostile, 3), "run()", "p{}");
  EXPECT_EQ(page.find("<script>alert"), std::string::npos);
  EXPECT_EQ(page.find("<!--"), std::string::npos);
  EXPECT_EQ(page.find('\xff'), std::string::npos);
  EXPECT_NE(page.find("<title>&lt;/script&gt;&lt;script&gt;alert(1)"), std::string::npos);
  const std::size_t begin = page.find("id=\"report-data\" nonce=\"bramah\">") + 32;
  const auto json =
      nlohmann::json::parse(page.substr(begin, page.find("</script>", begin) - begin));
  EXPECT_EQ(json.at("summary").at("model").get<std::string>().substr(0, 9), "</script>");
}

TEST(RenderReport, ScriptAndStyleCannotCloseTheirElements) {
  const std::string page = render_report(data("m", 3), "a='</script>'", "p{}");
  EXPECT_NE(page.find("a='<\\/script>'"), std::string::npos);
}

TEST(RenderReport, ThePageFetchesNothing) {
  const std::string page = render_report(data("m", 3), "run()", "p{}");
  EXPECT_NE(page.find("default-src &#39;none&#39;"), std::string::npos);
  EXPECT_EQ(page.find("http://"), std::string::npos);
  EXPECT_EQ(page.find("https://"), std::string::npos);
}

TEST(RenderReport, AnEmptyRecordingIsStillAPage) {
  const ReportData d = make_report_data(ReportSubject{}, RunSummary{}, Recording{});
  EXPECT_TRUE(nlohmann::json::accept(report_json(d)));
}

}  // namespace
}  // namespace bramah
