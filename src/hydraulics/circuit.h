// Circuits: volumes joined by restrictions, fed by sources, emptied by cylinders. The states y are
// the pressures of the volumes, then the positions of spools with dynamics.
//
//   dp_k/dt = (sum of flows into k) / C_k(s, p_k)             [Jaiswal2021, Eqs. 22, 44]
//   du/dt   = (command - u)/tau                                (Eq. 27)
// Nodes are numbered volumes first, then pressure sources. Mechanics enters only as (s, sdot) of
// each cylinder, and leaves as a force with slopes.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "hydraulics/cylinder.h"
#include "hydraulics/orifice.h"
#include "hydraulics/valve.h"
#include "hydraulics/volume.h"

namespace bramah {

struct FlowEdge {
  int from = -1, to = -1;  // nodes
  Orifice orifice;         // C is per unit of opening
  bool laminar = false;    // Q = C dp instead
  Opening opening = Opening::always;
  int valve = -1;  // spool that opens it, or
  int input = -1;  // input that scales it
  int part = 0;    // orifice, valve or leakage it belongs to, for the energy audit
};

struct ValveSpool {
  int command = -1;     // input
  double tau = 0.0;     // [s]; 0: follows at once
  double full = 1e300;  // command of the full opening
  int state = -1;       // index in y; -1: no dynamics
};

struct ChamberPair {
  Cylinder cylinder;
  int volume_A = -1, volume_B = -1;  // nodes
};

struct PressureSource {
  int input = -1;
};
struct FlowSource {
  int input = -1;
  int into = -1;  // volume
};

struct CircuitParts {
  std::vector<Volume> volumes;
  std::vector<FlowEdge> edges;
  std::vector<ValveSpool> valves;
  std::vector<ChamberPair> cylinders;
  std::vector<PressureSource> pressure_sources;
  std::vector<FlowSource> flow_sources;
  int inputs = 0;  // commands, openings and source values
  int parts = 0;   // for the audit
};

// Cylinder length and rate, one per cylinder: all that the oil sees of a mechanism.
struct Stroke {
  double s = 0.0, rate = 0.0;
};

struct CircuitScratch {
  std::vector<double> pressure;        // per node
  std::vector<double> flow;            // into each node [m³/s]
  std::vector<Compliance> compliance;  // per volume
  std::vector<double> rate;            // h, per state
  struct EdgeValue {
    double q, by_from, by_u, dp;
  };
  std::vector<EdgeValue> edges;
  std::vector<double> spool;          // per valve
  std::vector<CylinderForce> forces;  // per cylinder
  std::vector<EndContact> contacts;   // per cylinder; held once Newton has settled
};

class DenseLu;

class Circuit {
 public:
  explicit Circuit(CircuitParts parts);

  int volumes() const noexcept { return static_cast<int>(parts_.volumes.size()); }
  int states() const noexcept { return states_; }
  int inputs() const noexcept { return parts_.inputs; }
  int cylinders() const noexcept { return static_cast<int>(parts_.cylinders.size()); }
  const CircuitParts& parts() const noexcept { return parts_; }
  CircuitScratch make_scratch() const;

  // Returns true if an end contact changed.
  bool find_contacts(std::span<const Stroke> strokes, CircuitScratch&) const noexcept;
  void forces(std::span<const double> y, std::span<const Stroke> strokes,
              CircuitScratch&) const noexcept;
  void rates(std::span<const double> y, std::span<const Stroke> strokes, std::span<const double> u,
             CircuitScratch&) const noexcept;

  // After rates(): adds c_y I - dh/dy to rows and columns [first, first + states()).
  void tangent(double c_y, int first, const CircuitScratch&, DenseLu& j) const noexcept;
  // dh/ds and dh/dsdot of the chambers of cylinder c: rows volume_A and volume_B.
  struct ChamberSlopes {
    double A_by_s, A_by_rate, B_by_s, B_by_rate;
  };
  ChamberSlopes chamber_slopes(int c, const CircuitScratch&) const noexcept;
  // column += dh/du of one input, one entry per state.
  void add_input_column(int input, double scale, const CircuitScratch&,
                        std::span<double> column) const noexcept;

  // Powers for the audit [W]: lost in each part, delivered by each source (pressure sources, then
  // flow sources), stored in the oil.
  void powers(const CircuitScratch&, std::span<const double> u, std::span<double> lost,
              std::span<double> sources, double& stored) const noexcept;
  // -1/(dh_k/dp_k): how fast volume k answers [s].
  double time_constant(int volume, const CircuitScratch&) const noexcept;

 private:
  double volume_length(int volume, std::span<const Stroke> strokes) const noexcept;

  CircuitParts parts_;
  int states_ = 0;
  std::vector<int> owner_;  // cylinder of a chamber volume, or -1
  std::vector<int> is_B_;
};

}  // namespace bramah
