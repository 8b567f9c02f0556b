// Circuits of any shape: parts joined at nodes. A node is a volume of oil, a shaft, or a fixed
// pressure or speed; parts let oil (or torque) pass between nodes and may have states of their own.
// The states are y = [volumes | shafts | states of the parts].
//
//   volume   C_k(s, p_k) dp_k/dt = sum of flows into k                [Jaiswal2021, Eqs. 22, 44]
//            or, with the amount N_k of oil as its state, dN_k/dt = that sum and p_k = p(N_k, V_k)
//   shaft    J dw/dt = sum of torques
//   part     bramah/parts.h; a state at its hard stop rests there unless its rate leads back
// A volume is dynamic; algebraic: the flows into it balance at every instant; or held: its pressure
// is set from outside.
//
// In: y, the strokes (s, sdot) of the cylinders and then of the joints that gears drive, inputs u. Out:
// ydot = h(y, s, sdot, u), the forces along the strokes, the slopes of both, powers. Nothing here knows a mechanism. Made by
// build/circuit_builder.h from what sizing.h made of data sheets; called by
// equations/machine_equations.h, and by pseudo_dynamic.h for small volumes.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "bramah/parts.h"
#include "core/linear_solver.h"
#include "hydraulics/compliance_lanes.h"
#include "hydraulics/parts/cylinder_part.h"
#include "hydraulics/volume.h"

namespace bramah {

struct PlacedPart {
  std::shared_ptr<const Part> part;
  std::vector<int> nodes;   // of its ports; -1: connected to nothing
  std::vector<int> inputs;  // of the circuit
  int cylinder = -1;        // number of the stroke it reads
  bool supplies = false;    // may take power from outside
};

struct Shaft {
  double inertia = 0.0;  // J [kg m²]
};

struct CylinderPlace {
  int part = -1;                     // a CylinderPart
  int volume_A = -1, volume_B = -1;  // nodes; -1: vented
};

enum class VolumeKind { dynamic, algebraic, held };

struct CircuitParts {
  std::vector<Volume> volumes;
  std::vector<VolumeKind> kinds;  // of the volumes; empty: all dynamic
  std::vector<Shaft> shafts;
  struct Fixed {
    int input = 0;  // that sets its pressure or speed
    bool shaft = false;
  };
  std::vector<Fixed> fixed;
  std::vector<PlacedPart> parts;
  std::vector<CylinderPlace> cylinders;
  // Air that an input mixes into a volume: its share at atmospheric pressure is `share` times that.
  struct AddedAir {
    int input = -1;
    double share = 0.0;
  };
  std::vector<AddedAir> air;  // of each volume; empty: none anywhere
  int inputs = 0;
  bool amounts = false;  // volumes have the amount of oil as their state
};

// Cylinder length and rate, one per cylinder, then coordinates of driven joints: all that the oil
// sees of a mechanism.
struct Stroke {
  double s = 0.0, rate = 0.0;
};

struct CircuitScratch {
  std::vector<double> pressure;                      // potential of each node; then room for lanes
  std::vector<double> pressure_by_y, pressure_by_l;  // per volume; 1 and 0 unless torn or amounts
  std::vector<double> pressure_by_yy;                // of torn ones
  bool torn = false;                                 // the state of a volume is not its pressure
  std::vector<double> squeeze, squeeze_by_p;         // g of volume.h; amounts
  std::vector<double> flow;                          // into each node
  std::vector<double> per_flow;                      // what a flow into a node adds to a rate
  std::vector<Compliance> compliance;                // per volume
  std::vector<double> rate;                          // h, per state
  std::vector<double> free_rate;                     // of limited states, as if without stops
  std::vector<double> x, f, slopes;                  // of the parts, one after the other
  std::vector<double> one_f;                         // of one part, at other rates of its states
  std::vector<double> known;                         // what x is gathered from, see Circuit::Gather
  std::vector<double> factor;                        // of each row, see Circuit::Scatter
  std::vector<double> forces;                        // per stroke
  bool want_slopes = false;  // forces() and rates() find the slopes of the parts too
  bool sloped = false;       // they did
  // Filled by linearise(): dh/ds and dh/dsdot of each stroke, one row of states each; dF/dy, dF/ds,
  // dF/dsdot of the force along it.
  std::vector<double> by_s, by_rate, force_by_y;
  std::vector<double> force_by_s, force_by_rate;
  // End contact of each cylinder, then which stop each limited state rests on (-1, 0, 1); held once
  // Newton has settled.
  std::vector<int> modes;
  std::vector<int> feeds;       // per part and port: it fed a volume when that was prepared
  std::vector<double> lengths;  // of the volumes, where they are chambers; then room for lanes
  LinearSolver settle{0, 0};    // of the algebraic volumes
  std::vector<double> settle_rhs, settle_old;
};

class Circuit {
 public:
  static constexpr double kPressureScale = 1e7;  // [Pa] Newton's tolerance is relative to it

  explicit Circuit(CircuitParts parts);

  int volumes() const noexcept { return static_cast<int>(parts_.volumes.size()); }
  int state_nodes() const noexcept { return state_nodes_; }  // volumes and shafts
  int nodes() const noexcept { return state_nodes_ + static_cast<int>(parts_.fixed.size()); }
  int states() const noexcept { return states_; }
  int inputs() const noexcept { return parts_.inputs; }
  int cylinders() const noexcept { return static_cast<int>(parts_.cylinders.size()); }
  int strokes() const noexcept { return cylinders() + static_cast<int>(gears_.size()); }
  int modes() const noexcept { return cylinders() + static_cast<int>(limits_.size()); }
  const CircuitParts& parts() const noexcept { return parts_; }
  bool amounts() const noexcept { return parts_.amounts; }
  VolumeKind kind(int volume) const noexcept { return kinds_[volume]; }
  int first_state(int part) const noexcept { return places_[part].state; }
  const CylinderPart& cylinder(int c) const noexcept;
  // Cylinder that a volume is a chamber of, or -1, and how its length goes with the stroke.
  struct Chamber {
    int cylinder = -1;
    double direction = 0.0;  // dl/ds
  };
  double torn_below(int volume) const noexcept { return torn_below_[volume]; }  // Fluid's
  Chamber chamber(int volume) const noexcept { return {owner_[volume], direction_[volume]}; }
  double scale(int state) const noexcept;  // for Newton's tolerance
  CircuitScratch make_scratch() const;

  // Fixed pressures and speeds that forces() should see before rates() reads all inputs.
  void set_fixed(std::span<const double> u, CircuitScratch&) const noexcept;
  // Which end each piston touches. Returns true if one changed.
  bool find_contacts(std::span<const Stroke> strokes, CircuitScratch&) const noexcept;
  // Pressures and forces.
  void forces(std::span<const double> y, std::span<const Stroke> strokes,
              CircuitScratch&) const noexcept;
  // After forces(): flows and rates. Returns true if a state reached or left a stop, which it may
  // only with `find_stops`.
  bool rates(std::span<const double> y, std::span<const Stroke> strokes, std::span<const double> u,
             bool find_stops, CircuitScratch&) const noexcept;
  // Amounts: an increment that would fill or empty a volume past where its oil turns to vapour ends
  // just past that. True if one did.
  bool clip(std::span<const double> y, std::span<const Stroke> strokes,
            std::span<double> increment) const noexcept;
  // Algebraic volumes: pressures that balance their flows, written into y; after forces(), and
  // forces() and rates() hold there afterwards. False if none were found; then `worst` says where.
  bool settle(std::span<double> y, std::span<const Stroke> strokes, std::span<const double> u,
              CircuitScratch&, int& worst) const noexcept;
  bool has_algebraic() const noexcept { return !algebraic_.empty(); }
  // One volume by itself, all else standing still: parts around it are read once, then asked for
  // the flow into it at any pressure, with the slope if wanted; in- and outflow count apart.
  void prepare_neighbours(int volume, std::span<const double> y, std::span<const Stroke> strokes,
                          std::span<const double> u, CircuitScratch&) const noexcept;
  double flow_at(int volume, double p, CircuitScratch&, double* slope) const noexcept;
  double inflow(int volume, double p, CircuitScratch&) const noexcept;  // of parts that fed it
  double outflow(int volume, const CircuitScratch&) const noexcept;     // at preparation
  double specific_compliance(int volume, double p, const CircuitScratch&) const noexcept;  // C/V
  // States past a stop are put on it.
  void limit(std::span<double> y) const noexcept;

  // After rates() with slopes known: pressures and forces at other y near by, to first order, then flows and
  // rates. Strokes are as they were, rates of pressures go with the compliances of before. False, and
  // nothing done, where oil is torn.
  bool follow_forces(std::span<const double> y, CircuitScratch&) const noexcept;
  void follow_flows(std::span<const double> y, std::span<const double> u,
                    CircuitScratch&) const noexcept;
  // After rates(): a piston moves at another speed. Its flows and its force follow; and so do the rates
  // ydot, by the part `change` of the difference that they do not know of yet. Slopes by the rate are spoiled.
  void change_speed(int cylinder, double rate, double change, CircuitScratch&,
                    std::span<double> ydot) const noexcept;
  bool pistons_alone() const noexcept { return pistons_alone_; }  // read strokes
  // After rates(): what is left of the equations at (y, ydot).
  void residual(std::span<const double> y, std::span<const double> ydot, const CircuitScratch&,
                std::span<double> r) const noexcept;
  // ydot as the equations have it; zero for algebraic volumes.
  void copy_rates(const CircuitScratch&, std::span<double> ydot) const noexcept;
  // Zeroes alone: algebraic volumes, states on a stop.
  void rest_rates(const CircuitScratch&, std::span<double> ydot) const noexcept;
  // After rates(): slopes of all parts at the same point.
  void linearise(CircuitScratch&) const noexcept;
  // After linearise(): adds d(residual)/dy to rows and columns [first, first + states()).
  void tangent(double c_y, int first, const CircuitScratch&, SquareMatrix& j) const noexcept;
  // Entries that tangent() may write.
  void add_pattern(int first, Pattern&) const;
  // States whose rates an input may change.
  std::vector<int> input_rows(int input) const;
  // Rows of states that stroke c moves, columns that the force along it depends on.
  std::span<const int> stroke_rows(int c) const noexcept { return stroke_rows_[c]; }
  std::span<const int> force_columns(int c) const noexcept { return force_columns_[c]; }
  // After linearise(): column += dh/du of one input, one entry per state.
  void add_input_column(int input, double scale, const CircuitScratch&,
                        std::span<double> column) const noexcept;
  // After linearise(): dF/du of a cylinder's force, by an input that sets pressures.
  double force_by_input(int cylinder, int input, const CircuitScratch&) const noexcept;

  // Powers for the audit [W]: lost in each part (work of cylinders left out), delivered by each
  // fixed node and then by each part that supplies, stored in oil and parts.
  void powers(const CircuitScratch&, std::span<double> lost, std::span<double> sources,
              double& stored) const noexcept;
  // Kinetic energy of the shafts [J].
  double shaft_energy(std::span<const double> y) const noexcept;
  // Oil: flow into the circuit from fixed pressures and from parts that make it [m³/s], and what
  // goes into compressing it; the oil in volumes and parts [m³] at (y, strokes).
  struct OilRates {
    double in = 0.0, compressed = 0.0;
  };
  OilRates oil_rates(const CircuitScratch&) const noexcept;
  double oil(std::span<const double> y, std::span<const Stroke> strokes,
             const CircuitScratch&) const noexcept;
  // How fast that grows, if states change at the rates ydot; where amounts are states.
  double oil_rate(std::span<const double> ydot, CircuitScratch&) const noexcept;
  // States in place of the pressures at the head of y, and pressures in place of such states
  // (Fluid::state()); amounts in place of pressures.
  void to_states(std::span<double> y) const noexcept;
  void to_pressures(std::span<double> y) const noexcept;
  void to_amounts(std::span<double> y, std::span<const Stroke> strokes) const noexcept;
  // -1/(dh_k/dp_k): how fast volume k answers [s]; after linearise().
  double time_constant(int volume, const CircuitScratch&) const noexcept;
  // Local x and f of a part.
  const double* part_x(int part, const CircuitScratch& x) const noexcept {
    return &x.x[places_[part].x];
  }
  const double* part_f(int part, const CircuitScratch& x) const noexcept {
    return &x.f[places_[part].f];
  }
  int part_mode(int part, const CircuitScratch& x) const noexcept;
  struct Limited {
    int state = 0;
    double lower = 0.0, upper = 0.0;
  };
  std::span<const Limited> limits() const noexcept { return limits_; }

 private:
  // Where a part's numbers lie.
  struct Place {
    int state = 0, x = 0, f = 0, slopes = 0, ports = 0, states = 0, inputs = 0, in = 0, out = 0;
    bool stroke = false, force = false;
    int contact = -1;     // cylinder whose contact is its mode
    int first_port = 0;   // in nodes_
    int first_input = 0;  // in inputs_
  };
  double volume_length(int volume, std::span<const Stroke> strokes) const noexcept;
  void find_pressures(std::span<const double> y, std::span<const Stroke> strokes,
                      CircuitScratch&) const noexcept;
  void gather(int part, std::span<const double> y, std::span<const Stroke> strokes,
              CircuitScratch&) const noexcept;
  bool apply_stops(std::span<const double> y, bool find, CircuitScratch&) const noexcept;
  bool hydraulic(int node) const noexcept;
  void find_compliances(std::span<const Stroke> strokes, std::span<const double> u,
                        CircuitScratch&) const noexcept;
  void change_state(int volume, CircuitScratch&) const noexcept;
  double squeezed(const CircuitScratch&) const noexcept;
  void add_air(int volume, double length, std::span<const double> u,
               CircuitScratch&) const noexcept;
  // The constructor's steps, in this order.
  void place_parts();
  void number_stops();
  void find_chambers();
  void list_neighbours();
  void list_reach();
  void list_gathers();
  void list_scatters();
  void list_users();
  void list_uses();
  void know(std::span<const double> y, std::span<const double> u, CircuitScratch&) const noexcept;
  void add_flows(CircuitScratch&) const noexcept;
  // The part that pushes along stroke c.
  int pusher(int c) const noexcept {
    return c < cylinders() ? parts_.cylinders[c].part : gears_[c - cylinders()];
  }
  bool has_state(int node) const noexcept { return node >= 0 && node < state_nodes_; }
  void add_own_states(const Place&, std::vector<int>& rows) const;
  template <class Add>
  void each_row(int part, const CircuitScratch&, Add add) const noexcept;
  template <class Add>
  void each_squeeze(const CircuitScratch&, Add add) const noexcept;
  void stroke_columns(CircuitScratch&) const noexcept;
  void force_rows(CircuitScratch&) const noexcept;

  CircuitParts parts_;
  int state_nodes_ = 0, states_ = 0;
  bool pistons_alone_ = true;
  ComplianceLanes lanes_;
  std::vector<Place> places_;
  std::vector<int> nodes_, inputs_;  // of all parts, one after the other
  // x[i] = known[gathers_[i]], known = [potentials of the nodes | 0 | states of the parts | inputs], for all
  // parts but those that push, whose arguments come last.
  std::vector<int> gathers_;
  struct Copy {
    int to = 0, from = 0;
  };
  std::vector<Copy> rate_copies_;  // rate[to] = f[from]
  std::vector<int> flow_from_;     // flow of a node = sum of f[from], node after node
  std::vector<int> flow_end_;      // of each node in flow_from_
  // Where a slope goes in the tangent, pressures being states: row, column -= factor(row) slope.
  struct Scatter {
    int slope = 0, row = 0, column = 0;
  };
  std::vector<Scatter> scatters_;  // by rows
  std::vector<int> scatter_end_;   // of each row in it
  // Where each of `known` is gathered to, the other way round.
  struct Use {
    int x = 0, f = 0, outputs = 0, slope = 0, stride = 0;
  };
  std::vector<Use> uses_;           // one known number's after the other's
  std::vector<int> uses_end_;       // of each in it
  std::vector<double> noticeable_;  // change of each
  std::vector<int> stroked_;        // parts that read a stroke
  std::vector<int> gears_;          // parts that push a joint, in the order of their strokes
  std::vector<int> oil_parts_;      // that can make oil or hold some
  // Arguments of parts that an input sets, directly or as a fixed pressure.
  struct Argument {
    int part = 0, local = 0;
  };
  std::vector<std::vector<Argument>> users_;  // of each input
  std::vector<VolumeKind> kinds_;
  std::vector<double>
      torn_below_;                 // of each volume; minus infinity where its state is its pressure
  std::vector<int> owner_;         // cylinder of a chamber volume, or -1
  std::vector<double> direction_;  // dl/ds of a chamber: +1 for A, -1 for B
  std::vector<Limited> limits_;
  std::vector<int> stop_of_;           // state -> index in limits_, or -1
  std::vector<int> algebraic_, held_;  // volumes
  struct ChamberLength {
    int volume = 0, cylinder = 0;
    double offset = 0.0, direction = 0.0;  // l = offset + direction s
  };
  std::vector<ChamberLength> chambers_;
  struct Neighbour {
    int part = 0, port = 0;
  };
  std::vector<std::vector<Neighbour>> neighbours_;  // of each volume
  std::vector<std::vector<int>> stroke_rows_, force_columns_;
  struct Call {
    const Part* part;
    int x, f, slopes;
  };
  std::vector<Call> calls_;     // of all parts but those that push
  std::vector<int> followers_;  // of them, that read a stroke
};

}  // namespace bramah
