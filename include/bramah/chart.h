// Load charts: what a crane can hold where, and what a bucket breaks out with.
//
//   for every pose of the swept cylinders, from end to end:
//     Phi_q^T L + sum of J_c F_c = Q_weights + m g J_up        at rest, friction left out
//     F_c = F_0c + m F_1c, within -(p A_B - b A_A) ... p A_A - b A_B, and within -R_c ... R_c where a
//     cylinder is rated (buckling, eyes, welds)
//   largest m for which every cylinder is within its limits; the one that ends it is named
//   break-out: by virtual work, the force of the edge along its way is F_c,max / |dp/ds|, over the angle
//   of the body that has the edge
// p: relief pressure, b: pressure in the other chamber. What swings freely keeps its place.
//   a machine with `stability` tips over a line between two feet where weights and load together gain
//   energy as it turns about that line: P_0 + m P_1 = 0, with the powers of a turn without a load and of a
//   kilogram of it
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "bramah/model.h"

namespace bramah {

struct ChartOptions {
  std::string load;                      // "hook.eye": a point of a body, or a marker
  double pressure = 0.0;                 // p, above that of the surroundings [Pa]
  double back = 0.0;                     // b, the same [Pa]
  std::vector<std::string> cylinders{};  // to sweep; empty: all that move the load in its plane
  std::vector<std::pair<std::string, double>> rated{};  // what cylinders bear either way, R [N]
  int steps = 16;                                       // of each cylinder
  double cell = 0.25;                                   // of the table and the drawing [m]
};

// By its name, as files have it: load, pressure, back, cylinders ("lift,jib"), rated ("lift=180kN,jib=90
// kN"), steps. Throws InputError.
void set_chart_option(ChartOptions& options, const std::string& name, const std::string& value);

struct ChartPose {
  double reach = 0.0, height = 0.0;  // [m] of the load, from the origin of the ground
  double load = 0.0;                 // [kg], besides what the machine carries; below 0: it falls
  int limit = -1;                    // cylinder or stand that ends it; -1: none does
  std::vector<double> lengths;       // of all cylinders [m]
  std::vector<double> each;          // load at which each of `limits` ends [kg]; infinite: never
};

struct LoadChart {
  std::string machine, load;
  double pressure = 0.0, back = 0.0, cell = 0.25;
  std::vector<std::pair<std::string, double>> rated{};
  std::vector<std::string> cylinders, swept;
  std::vector<std::string> limits;  // the cylinders, then where it tips: names of `stability`
  std::vector<ChartPose> poses;
  // The best pose of each cell that is reached, row by row from below: index into `poses`, or -1.
  int columns = 0, rows = 0;
  double first_reach = 0.0, first_height = 0.0;  // lower corner of the first cell [m]
  std::vector<int> cells;
};
// Throws InputError.
LoadChart load_chart(const Model& model, const ChartOptions& options);

struct BreakoutPoint {
  double length = 0.0;            // of the cylinder [m]
  double angle = 0.0;             // of the edge's way above the level [rad]
  double push = 0.0, pull = 0.0;  // along it, and against [N]
  double tilt = 0.0;              // of the edge's body: its x axis above the level [rad]
};
struct BreakoutChart {
  std::string machine, edge, cylinder;
  double pressure = 0.0, back = 0.0;
  double rated = 0.0;  // of the cylinder [N]; 0: as much as the pressure gives
  std::vector<BreakoutPoint> points{};
};
// Of a point while one cylinder moves and the others hold; options.cylinders names it.
BreakoutChart breakout_chart(const Model& model, const ChartOptions& options);

std::string chart_csv(const LoadChart&);
std::string chart_csv(const BreakoutChart&);
std::string chart_svg(const LoadChart&);  // the picture on a crane's door
std::string chart_svg(const BreakoutChart&);
void write_chart_page(const std::string& path, const LoadChart&);
void write_chart_page(const std::string& path, const BreakoutChart&);

}  // namespace bramah
