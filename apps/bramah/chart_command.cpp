// bramah chart: what a crane holds where, and what a bucket breaks out with.
#include "bramah/chart.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <memory>

#include "command.h"
#include "outputs.h"
#include "solver_options.h"

namespace bramah::app {
namespace {

struct ChartCommand {
  SolverOptions solver;
  ChartOptions chart;
  std::string breakout, pressure, back, cell, report;
  std::vector<std::string> rated;
  std::vector<std::string> files;

  int operator()(const CLI::App& menu);
};

void read(const char* option, const std::string& text, const char* unit, double& value,
          Problems& problems) {
  if (!text.empty())
    problems.collect(std::string(option) + ": ", [&] { value = parse_quantity(text, unit); });
}

void print_table(const LoadChart& chart) {
  fmt::print("{}: largest load at {} [kg], {:.0f} bar; {} poses of {}\n", chart.machine, chart.load,
             chart.pressure * 1e-5, chart.poses.size(), fmt::join(chart.swept, ", "));
  for (const auto& [cylinder, force] : chart.rated)
    fmt::print("  {} bears {:.0f} kN\n", cylinder, force * 1e-3);
  fmt::print("  height\\reach");
  for (int c = 0; c < chart.columns; ++c)
    fmt::print(" {:>6.2f}", chart.first_reach + (c + 0.5) * chart.cell);
  fmt::print("  [m]\n");
  for (int row = chart.rows - 1; row >= 0; --row) {
    fmt::print("  {:>10.2f} m", chart.first_height + (row + 0.5) * chart.cell);
    for (int c = 0; c < chart.columns; ++c) {
      const int k = chart.cells[static_cast<std::size_t>(row * chart.columns + c)];
      if (k < 0)
        fmt::print(" {:>6}", "");
      else if (const double m = chart.poses[static_cast<std::size_t>(k)].load; !(m > 0.0))
        fmt::print(" {:>6}", "-");
      else
        fmt::print(" {:>6.0f}", m);
    }
    fmt::print("\n");
  }
  std::vector<int> ends(chart.limits.size(), 0);
  for (const int k : chart.cells)
    if (k >= 0 && chart.poses[static_cast<std::size_t>(k)].limit >= 0)
      ++ends[static_cast<std::size_t>(chart.poses[static_cast<std::size_t>(k)].limit)];
  for (std::size_t c = 0; c < ends.size(); ++c)
    if (ends[c] > 0) fmt::print("  ended by {} in {} cells\n", chart.limits[c], ends[c]);
}

void print_table(const BreakoutChart& chart) {
  fmt::print("{}: force of {} along its way, {} at {:.0f} bar\n", chart.machine, chart.edge,
             chart.cylinder, chart.pressure * 1e-5);
  if (chart.rated > 0.0) fmt::print("  {} bears {:.0f} kN\n", chart.cylinder, chart.rated * 1e-3);
  fmt::print("  {:>11} {:>11} {:>10} {:>13} {:>13}\n", "angle [deg]", "length [mm]", "way [deg]",
             "extending [N]", "retracting [N]");
  for (const BreakoutPoint& p : chart.points)
    fmt::print("  {:>11.1f} {:>11.1f} {:>10.1f} {:>13.0f} {:>13.0f}\n", p.tilt * 180 / M_PI,
               p.length * 1e3, p.angle * 180 / M_PI, p.push, p.pull);
}

void write_text(const std::string& path, const std::string& text) {
  std::ofstream out(path);
  out << text;
  if (!out) throw InputError(path + ": cannot be written");
  fmt::print("wrote {}\n", path);
}

template <class Chart>
int finish(const ChartCommand& command, const Chart& chart) {
  print_table(chart);
  for (const std::string& file : command.files)
    write_text(file, file.ends_with(".svg") ? chart_svg(chart) : chart_csv(chart));
  if (!command.report.empty()) {
    write_chart_page(command.report, chart);
    fmt::print("wrote {}\n", command.report);
  }
  return kDone;
}

int ChartCommand::operator()(const CLI::App& menu) {
  Problems problems;
  read("--pressure", pressure, "Pa", chart.pressure, problems);
  read("--back", back, "Pa", chart.back, problems);
  read("--cell", cell, "m", chart.cell, problems);
  if (!rated.empty())
    problems.collect("--rated: ", [&] {
      std::string all;
      for (const std::string& one : rated) all += (all.empty() ? "" : ",") + one;
      set_chart_option(chart, "rated", all);
    });
  if (chart.load.empty() == breakout.empty()) problems.add("expected one of --load and --breakout");
  for (const std::string& file : files) {
    check_place("-o", file, problems);
    if (!file.ends_with(".csv") && !file.ends_with(".svg"))
      problems.add("-o: expected a file that ends in .csv or .svg; found " + file);
  }
  check_report(report, problems);
  const Model model = load_machine(menu, solver, problems);
  if (!breakout.empty()) {
    chart.load = breakout;
    return finish(*this, breakout_chart(model, chart));
  }
  return finish(*this, load_chart(model, chart));
}

}  // namespace

Command add_chart(CLI::App& program) {
  CLI::App* menu =
      program.add_subcommand("chart", "largest load over reach and height; break-out forces");
  const auto command = std::make_shared<ChartCommand>();
  add_model(*menu, command->solver);
  menu->add_option("--load", command->chart.load, "where the load hangs: a marker or BODY.POINT");
  menu->add_option("--breakout", command->breakout,
                   "edge of a bucket: its force while one cylinder moves");
  menu->add_option("--pressure", command->pressure, "relief pressure, e.g. 210bar")->required();
  menu->add_option("--back", command->back, "pressure in the other chamber; 0");
  menu->add_option(
          "--rated", command->rated,
          "what cylinders bear, pushed or pulled, whatever the pressure: lift=180kN,jib=90kN")
      ->delimiter(',')
      ->allow_extra_args(false);
  menu->add_option("--cylinders", command->chart.cylinders,
                   "that are moved; all that raise the load or move it outwards")
      ->delimiter(',')
      ->allow_extra_args(false);
  menu->add_option("--steps", command->chart.steps, "poses of each cylinder; 16");
  menu->add_option("--cell", command->cell, "of the table; 0.25 m");
  menu->add_option("-o,--output", command->files,
                   "also write the poses (.csv) or the drawing (.svg)")
      ->allow_extra_args(false);
  menu->add_option("--report", command->report, "also write an HTML page");
  menu->footer(
      "Examples:\n"
      "  bramah chart models/patu655.yaml --load hook.eye --pressure 225bar -o chart.svg\n"
      "  bramah chart models/excavator.yaml --breakout bucket.teeth --cylinders bucket_cylinder "
      "--pressure 340bar");
  return {menu, [command](const CLI::App& chosen) { return (*command)(chosen); }};
}

}  // namespace bramah::app
