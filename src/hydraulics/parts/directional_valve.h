// A spool valve: ports joined by edges whose openings follow one spool.
//
//   Q_e = C_e opening_e(u) f(p_from - p_to)                             [Jaiswal2021, Eq. 26]
// f: a law of orifice.h, or dp itself (leakage).
//
// x = [port pressures | spool states | command (, jam)], f = [port flows | spool rates]. Slopes are
// written by hand: a machine spends much of its time here.
#pragma once

#include <array>
#include <limits>
#include <span>

#include "bramah/parts.h"
#include "hydraulics/parts/opening_profile.h"
#include "hydraulics/parts/orifice.h"
#include "hydraulics/parts/spool.h"

namespace bramah {

struct ValveEdge {
  int from = 0, to = 0;  // ports
  Orifice orifice;       // C per unit of opening; 0: shut for good
  OpeningProfile profile;
  bool laminar = false;  // Q = C opening dp, C in [m³/s/Pa]
};

class DirectionalValve final : public Part {
 public:
  static constexpr int kMaxPorts = 6, kMaxEdges = 12;
  static constexpr double kNoLimit = std::numeric_limits<double>::infinity();

  // `full`: command of the full opening. `jams`: a second input, from 0 to 1, holds the spool back:
  // at 1 it stays where it is. A valve without spool states cannot jam.
  DirectionalValve(int ports, std::span<const ValveEdge> edges, const Spool& spool = {},
                   double full = kNoLimit, bool jams = false);

  void evaluate(const double* x, int mode, double* f) const noexcept override;
  void linearise(const double* x, int mode, double* f, double* slopes) const noexcept override;
  bool depends(int output, int input) const noexcept override;
  PartPower power(const double* x, int mode, const double* f) const noexcept override;
  double scale(int state) const noexcept override;

  int edges() const noexcept override { return count_; }
  const ValveEdge& edge(int k) const noexcept { return edges_[k]; }
  const Spool& spool() const noexcept { return spool_; }
  // Where the spool is: its state, or the command.
  double position(const double* x) const noexcept { return x[position_]; }
  // Flow through one edge [m³/s].
  double edge_flow(int k, const double* x) const noexcept override;

  // Where an edge begins to open; last, where the valve is fully open.
  int kinks() const noexcept override { return count_ + 1; }
  double kink(int k, const double* x) const noexcept override;

 private:
  struct EdgeValue {
    double q = 0.0, by_dp = 0.0, by_u = 0.0, dp = 0.0;
  };
  // Inlined in their file.
  OpeningValue opening(const ValveEdge& edge, const double* x) const noexcept;
  EdgeValue flow(const ValveEdge& edge, const OpeningValue& open, const double* x) const noexcept;
  double freedom(const double* x) const noexcept;  // of the spool: 1 - jam

  std::array<ValveEdge, kMaxEdges> edges_;
  int count_ = 0;
  Spool spool_;
  double full_;
  int position_;  // index in x
};

}  // namespace bramah
