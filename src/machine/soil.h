// Ground that is dug: every 10 ms, between two ticks, what the edges of buckets swept over is cut out of the
// terrain; it becomes payload, runs over or is tipped out, and heaps up.
//
//   cut     grid points that the edge line passed, going ahead, are lowered to the edge
//   ahead   what was cut rolls up before the blade and goes in: m' = ahead/tau, as long as there is room
//   room    capacity on a level bucket; tilted by theta from its opening upwards, a half-round bucket with the
//           soil at the angle of repose from its lower lip holds (psi = theta - repose, if positive)
//             V(theta)/V = 1 - (2 psi + sin 2 psi)/pi
//           and all of it while its edge is in the ground, which closes it
//   falls   what is too much, in kEmpty for a full bucket at the least, onto the ground under the edge
//   slides  loose soil on the grid, from point to point, where it is steeper than the repose
// What has been dug is loose: `swell` times its volume, density/swell. Of each grid point there are the
// height and how much of it is loose, so that
//   sum cell² (density (height - loose) + density/swell loose) + ahead + payload = const
// In State, Layout::soil: heights, loose heights (row by row, the terrain's grid), then kOwn numbers of each
// bucket. Payloads change as in loads.h; what contacts lose where ground is taken from under them is booked
// there too. Called by step.cpp.
#pragma once

#include <memory>
#include <vector>

#include "coupling/plant.h"
#include "multibody/forces/height_field.h"

namespace bramah {

class Machine;

class Soil {
 public:
  static constexpr double kEvery = 0.01;  // [s]
  static constexpr double kTau = 0.1;     // [s]
  static constexpr double kEmpty = 0.5;   // [s]
  // Of a bucket in State: mass before the blade [kg]; ends of the edge when last looked at, and whether
  // they are known.
  static constexpr std::size_t kOwn = 8;
  enum Own { kAhead = 0, kEdge = 1, kKnown = 7 };

  struct Bucket {
    std::vector<int> gauges;  // of its blade's frame
    int element = 0;          // its blade
    std::size_t payload = 0;
    double half_width = 0.5;  // of the edge [m]
    Triple opening{};         // of length 1, in the body's axes
    double capacity = 0.0;    // [m³]
  };

  Soil() = default;
  Soil(std::shared_ptr<const HeightField> ground, double density, double swell, double repose,
       std::vector<Bucket> buckets);

  bool empty() const noexcept { return buckets_.empty(); }
  std::size_t points() const noexcept { return ground_->heights.size(); }
  static std::size_t memory(std::size_t points, std::size_t buckets) {
    return 2 * points + kOwn * buckets;
  }
  bool due(const State&) const noexcept;
  // Everything that is due at the state's tick; `jump`: something was.
  void sample(const Machine&, State&, PlantWork&, bool& jump) const noexcept;

  // Share of its capacity that a bucket holds whose opening is tilted from upright by an angle.
  static double share_held(double tilt, double repose);
  const HeightField& ground() const noexcept { return *ground_; }
  // [m³] below and above the ground as it was; [kg] of all soil, less what there was at first.
  double dug(std::span<const double> soil) const;
  double heaped(std::span<const double> soil) const;
  double balance(std::span<const double> soil, std::span<const double> payloads) const;

  // ---- on the two layers, heights and loose ones
  struct Layers {
    std::span<double> height, loose;
  };
  // Lowers what lies in the quadrangle between two edge lines (along a, b, up); returns the mass.
  double cut(const double* before, const double* after, Layers) const;
  // Loose mass onto five places along a line, moved by (da, db), and down until it lies.
  void drop(double mass, const double* edge, double da, double db, Layers) const;
  void slide(int first_column, int last_column, int first_row, int last_row, Layers) const;

 private:
  struct Place {  // a bucket where it is now
    double edge[6];
    double ahead_a, ahead_b;  // level, the way it pushes
    double out_a, out_b;      // level, out of its opening
    double tilt;              // of the opening from upright
    double depth;             // of the edge
  };
  Place place(const Bucket&, const Snapshot&, const Machine&) const;
  struct Change {
    bool ground = false;
    double payload = 0.0;  // new mass
  };
  Change dig(const Bucket&, const Place&, double held, std::span<double> own, Layers) const;

  std::shared_ptr<const HeightField> ground_;
  double density_ = 0.0, swell_ = 1.0, repose_ = 0.0;
  std::vector<Bucket> buckets_;
};

}  // namespace bramah
