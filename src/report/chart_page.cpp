// Load charts as text, as the picture on a crane's door, and as a page.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bramah/chart.h"
#include "bramah/page.h"

namespace bramah {

namespace {

const ChartPose* best_in(const LoadChart& chart, int row, int column) {
  const int k = chart.cells[static_cast<std::size_t>(row * chart.columns + column)];
  return k < 0 ? nullptr : &chart.poses[static_cast<std::size_t>(k)];
}

double middle_reach(const LoadChart& c, int column) {
  return c.first_reach + (column + 0.5) * c.cell;
}
double middle_height(const LoadChart& c, int row) { return c.first_height + (row + 0.5) * c.cell; }

// Rounded down to what a plate would say.
double plate(double kg) {
  const double step = kg < 1000.0 ? 10.0 : 50.0;
  return step * std::floor(kg / step);
}

double largest_load(const LoadChart& chart) {
  double most = 0.0;
  for (const int k : chart.cells)
    if (k >= 0 && std::isfinite(chart.poses[static_cast<std::size_t>(k)].load))
      most = std::max(most, chart.poses[static_cast<std::size_t>(k)].load);
  return most;
}

std::string limit_name(const LoadChart& chart, const ChartPose& pose) {
  return pose.limit < 0 ? "none" : chart.limits[static_cast<std::size_t>(pose.limit)];
}

// From pale to strong, by the logarithm: loads far out are small.
std::string colour(double load, double most) {
  const double x =
      std::clamp(std::log10(std::max(load, most * 1e-2) / (most * 1e-2)) / 2.0, 0.0, 1.0);
  return fmt::format("hsl({:.0f} 70% {:.0f}%)", 48.0 + 150.0 * x, 88.0 - 38.0 * x);
}

// Where the picture has its origin and how large a metre is.
struct Paper {
  double left = 60.0, top = 70.0, metre = 110.0;
  double x(const LoadChart& c, double reach) const {
    return left + (reach - c.first_reach) * metre;
  }
  double y(const LoadChart& c, double height) const {
    return top + (c.first_height + c.rows * c.cell - height) * metre;
  }
};

void draw_cells(const LoadChart& chart, const Paper& paper, std::string& out) {
  const double most = largest_load(chart), side = chart.cell * paper.metre;
  for (int row = 0; row < chart.rows; ++row)
    for (int column = 0; column < chart.columns; ++column) {
      const ChartPose* best = best_in(chart, row, column);
      if (!best) continue;
      const double x = paper.x(chart, chart.first_reach + column * chart.cell);
      const double y = paper.y(chart, chart.first_height + (row + 1) * chart.cell);
      const bool holds = best->load > 0.0;
      out += fmt::format(
          "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>\n", x,
          y, side, side, holds ? colour(best->load, most) : "#d9d9d9");
      const std::string text = !holds ? "-"
                               : std::isfinite(best->load)
                                   ? fmt::format("{:.0f}", plate(best->load))
                                   : "∞";
      out += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" class=\"n\">{}</text>\n", x + side / 2,
                         y + side / 2 + 3.0, text);
    }
}

void draw_axes(const LoadChart& chart, const Paper& paper, std::string& out) {
  const double right = chart.first_reach + chart.columns * chart.cell;
  const double top = chart.first_height + chart.rows * chart.cell;
  for (double x = std::ceil(chart.first_reach); x <= right + 1e-9; x += 1.0)
    out += fmt::format(
        "<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1:.1f}\" y2=\"{2:.1f}\" class=\"g\"/>"
        "<text x=\"{0:.1f}\" y=\"{3:.1f}\" class=\"a\">{4:.0f}</text>\n",
        paper.x(chart, x), paper.y(chart, chart.first_height), paper.y(chart, top),
        paper.y(chart, chart.first_height) + 18.0, x);
  for (double y = std::ceil(chart.first_height); y <= top + 1e-9; y += 1.0)
    out += fmt::format(
        "<line x1=\"{0:.1f}\" x2=\"{1:.1f}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\" class=\"g\"/>"
        "<text x=\"{3:.1f}\" y=\"{4:.1f}\" class=\"a\">{5:.0f}</text>\n",
        paper.x(chart, chart.first_reach), paper.x(chart, right), paper.y(chart, y),
        paper.x(chart, chart.first_reach) - 16.0, paper.y(chart, y) + 4.0, y);
}

std::string escaped(std::string name) {
  for (const auto& [from, to] : {std::pair{"&", "&amp;"}, {"<", "&lt;"}})
    for (std::size_t at = 0; (at = name.find(from, at)) != std::string::npos; at += 4)
      name.replace(at, 1, to);
  return name;
}

// A picture of this size with its style and the machine's name.
std::string begin_svg(double width, double height, const std::string& machine, double left) {
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
             "width=\"{0:.0f}\" "
             "height=\"{1:.0f}\">\n<style>text{{font-family:system-ui,sans-serif;fill:#222}}"
             ".n{{font-size:9px;text-anchor:middle}}.a{{font-size:12px;text-anchor:middle}}"
             ".g{{stroke:#0003;stroke-width:1}}</style>\n<rect width=\"100%\" height=\"100%\" "
             "fill=\"#fff\"/>\n",
             width, height) +
         fmt::format("<text x=\"{:.0f}\" y=\"26\" font-size=\"16\">{}</text>\n", left,
                     escaped(machine));
}

double degrees(double angle) { return angle * 180.0 / M_PI; }
std::string body_of(const BreakoutChart& chart) {
  return chart.edge.substr(0, chart.edge.find('.'));
}

}  // namespace

std::string chart_csv(const LoadChart& chart) {
  std::string out = "reach [m],height [m],load [kg],limit";
  for (const std::string& name : chart.cylinders) out += "," + name + ".length [m]";
  for (const std::string& name : chart.limits) out += "," + name + ".load [kg]";
  out += "\n";
  for (const ChartPose& p : chart.poses) {
    out += fmt::format("{:.6g},{:.6g},{:.6g},{}", p.reach, p.height, p.load, limit_name(chart, p));
    for (const double s : p.lengths) out += fmt::format(",{:.6g}", s);
    for (const double m : p.each) out += fmt::format(",{:.6g}", m);
    out += "\n";
  }
  return out;
}

std::string chart_csv(const BreakoutChart& chart) {
  std::string out = chart.cylinder + ".length [m],angle [deg],push [N],pull [N]," + body_of(chart) +
                    ".angle [deg]\n";
  for (const BreakoutPoint& p : chart.points)
    out += fmt::format("{:.6g},{:.6g},{:.6g},{:.6g},{:.6g}\n", p.length, degrees(p.angle), p.push,
                       p.pull, degrees(p.tilt));
  return out;
}

std::string chart_svg(const BreakoutChart& chart) {
  constexpr double kLeft = 70.0, kTop = 76.0, kWide = 520.0, kHigh = 300.0;
  double first = 1e9, last = -1e9, most = 1.0;
  for (const BreakoutPoint& p : chart.points) {
    first = std::min(first, degrees(p.tilt)), last = std::max(last, degrees(p.tilt));
    most = std::max({most, p.push * 1e-3, p.pull * 1e-3});
  }
  const double tens = std::pow(10.0, std::floor(std::log10(most / 2.0)));
  const double step = tens * (most / tens > 10.0 ? 5.0 : most / tens > 5.0 ? 2.0 : 1.0);
  const double top = step * std::ceil(most / step);
  first = 20.0 * std::floor(first / 20.0),
  last = std::max(first + 20.0, 20.0 * std::ceil(last / 20.0));
  const auto x = [&](double angle) { return kLeft + kWide * (angle - first) / (last - first); };
  const auto y = [&](double force) { return kTop + kHigh * (1.0 - force / top); };
  std::string out = begin_svg(kLeft + kWide + 40.0, kTop + kHigh + 56.0, chart.machine, kLeft);
  out += fmt::format(
      "<text x=\"{:.0f}\" y=\"46\" font-size=\"12\">force of {} along its way in kN, over the "
      "angle of "
      "{} in deg</text>\n<text x=\"{:.0f}\" y=\"{:.0f}\" font-size=\"12\" "
      "style=\"text-anchor:end\">{} at {:.0f} bar</text>\n",
      kLeft, escaped(chart.edge), escaped(body_of(chart)), kLeft + kWide, kTop - 12.0,
      escaped(chart.cylinder), chart.pressure * 1e-5);
  for (double a = first; a <= last + 1e-9; a += 20.0)
    out += fmt::format(
        "<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1:.1f}\" y2=\"{2:.1f}\" class=\"g\"/>"
        "<text x=\"{0:.1f}\" y=\"{3:.1f}\" class=\"a\">{4:.0f}</text>\n",
        x(a), y(0.0), y(top), y(0.0) + 18.0, a);
  for (double f = 0.0; f <= top * 1.0001; f += step)
    out += fmt::format(
        "<line x1=\"{0:.1f}\" x2=\"{1:.1f}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\" class=\"g\"/>"
        "<text x=\"{3:.1f}\" y=\"{4:.1f}\" class=\"a\">{5:g}</text>\n",
        x(first), x(last), y(f), kLeft - 22.0, y(f) + 4.0, f);
  for (const bool extends : {true, false}) {
    const char* const ink = extends ? "#1f6fb4" : "#c2541b";
    out += fmt::format("<polyline fill=\"none\" stroke=\"{}\" stroke-width=\"2\" points=\"", ink);
    for (const BreakoutPoint& p : chart.points)
      out +=
          fmt::format("{:.1f},{:.1f} ", x(degrees(p.tilt)), y((extends ? p.push : p.pull) * 1e-3));
    out += fmt::format(
        "\"/>\n<text x=\"{:.0f}\" y=\"{:.0f}\" font-size=\"12\" style=\"fill:{}\">{}</text>\n",
        kLeft + (extends ? 0.0 : 90.0), kTop - 12.0, ink, extends ? "extending" : "retracting");
  }
  return out + "</svg>\n";
}

std::string chart_svg(const LoadChart& chart) {
  const Paper paper;
  const double width = paper.left + chart.columns * chart.cell * paper.metre + 30.0;
  const double height = paper.top + chart.rows * chart.cell * paper.metre + 50.0;
  std::string out = begin_svg(width, height, chart.machine, paper.left);
  out += fmt::format(
      "<text x=\"{:.0f}\" y=\"46\" font-size=\"12\">largest load at {} in kg, by reach and height "
      "in "
      "m; {:.0f} bar</text>\n",
      paper.left, chart.load, chart.pressure * 1e-5);
  draw_cells(chart, paper, out);
  draw_axes(chart, paper, out);
  return out + "</svg>\n";
}

void write_chart_page(const std::string& path, const LoadChart& chart) {
  Page page;
  page.kind = "Bramah load chart";
  page.title = chart.machine;
  page.lead = fmt::format(
      "What it can hold at {}, besides what it carries already: every cylinder at no more than "
      "{:.0f} "
      "bar.",
      chart.load, chart.pressure * 1e-5);
  PageSection section;
  PageTable table;
  table.title = "Largest load [kg]";
  table.text = "Rows: height, columns: reach, at the middle of each cell. A dash: not reached.";
  table.columns.push_back({"height", "m"});
  for (int column = 0; column < chart.columns; ++column)
    table.columns.push_back({fmt::format("{:.2f} m", middle_reach(chart, column)), "kg"});
  PagePlot plot;
  plot.title = "Load over reach";
  plot.x = {"reach", "m"}, plot.y = {"load", "kg"};
  for (int row = chart.rows - 1; row >= 0; --row) {
    PageRow line;
    line.cells.emplace_back(middle_height(chart, row));
    PageSeries series;
    series.name = fmt::format("{:.2f} m high", middle_height(chart, row));
    for (int column = 0; column < chart.columns; ++column) {
      const ChartPose* best = best_in(chart, row, column);
      if (!best || !(best->load > 0.0) || !std::isfinite(best->load)) {
        line.cells.emplace_back(std::monostate{});
        continue;
      }
      line.cells.emplace_back(plate(best->load));
      series.x.push_back(best->reach), series.y.push_back(best->load);
    }
    table.rows.push_back(std::move(line));
    if (series.x.size() > 1 && row % 4 == 0) plot.series.push_back(std::move(series));
  }
  section.tables.push_back(std::move(table));
  section.plots.push_back(std::move(plot));
  page.sections.push_back(std::move(section));
  page.facts = {{"swept", fmt::format("{}", fmt::join(chart.swept, ", "))},
                {"poses", std::to_string(chart.poses.size())},
                {"pressure of the other chamber", fmt::format("{:.0f} bar", chart.back * 1e-5)}};
  for (const auto& [cylinder, force] : chart.rated)
    page.facts.push_back({"rated force of " + cylinder, fmt::format("{:.0f} kN", force * 1e-3)});
  write_page(path, page);
}

void write_chart_page(const std::string& path, const BreakoutChart& chart) {
  Page page;
  page.kind = "Bramah break-out forces";
  page.title = chart.machine;
  page.lead = fmt::format("Force of {} along its way while {} moves at {:.0f} bar.", chart.edge,
                          chart.cylinder, chart.pressure * 1e-5);
  if (chart.rated > 0.0)
    page.facts = {
        {"rated force of " + chart.cylinder, fmt::format("{:.0f} kN", chart.rated * 1e-3)}};
  PagePlot plot;
  plot.title = "Break-out force";
  plot.x = {"angle of " + body_of(chart), "deg"}, plot.y = {"force", "kN"};
  PageSeries push{.name = "extending", .x = {}, .y = {}},
      pull{.name = "retracting", .x = {}, .y = {}};
  PageTable table;
  table.title = "Break-out forces";
  table.columns = {{"angle", "deg"},
                   {"length", "mm"},
                   {"way of the edge", "deg"},
                   {"extending", "kN"},
                   {"retracting", "kN"}};
  for (const BreakoutPoint& p : chart.points) {
    push.x.push_back(degrees(p.tilt)), push.y.push_back(p.push * 1e-3);
    pull.x.push_back(degrees(p.tilt)), pull.y.push_back(p.pull * 1e-3);
    table.rows.push_back(
        {{degrees(p.tilt), p.length * 1e3, degrees(p.angle), p.push * 1e-3, p.pull * 1e-3}});
  }
  plot.series = {std::move(push), std::move(pull)};
  PageSection section;
  section.plots.push_back(std::move(plot));
  section.tables.push_back(std::move(table));
  page.sections.push_back(std::move(section));
  write_page(path, page);
}

}  // namespace bramah
