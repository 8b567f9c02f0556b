// One mechanism in one program, ready to step: what benchmark_peers compares.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace bramah::peers {

using Place = std::array<double, 2>;

struct Energy {
  double kinetic = 0.0, potential = 0.0;  // [J]
};

class Peer {
 public:
  virtual ~Peer() = default;
  virtual void restart() = 0;        // the pose of the start, at rest
  virtual void run(long steps) = 0;  // steps and does nothing else: this is what is timed
  virtual Place end() = 0;           // tip of a chain; of a four-bar, the lever's pin at E
  virtual Energy energy() = 0;
};

using PeerPtr = std::unique_ptr<Peer>;

// Uniform rods of 1 m and 1 kg on hinges about z, gravity along -y; joint k starts at start[k].
struct Chain {
  std::vector<double> start;  // [rad]
  double step = 1e-3;         // [s]
};

// models/four_bar.yaml without its cylinder, from rest with the beam level.
struct FourBar {
  double step = 1e-3;  // [s]
  static constexpr double kBeam = 9.0, kPin = 3.0, kCoupler = 1.4142135623730951, kLever = 2.0;
  static constexpr double kBeamMass = 225.0, kCouplerMass = 35.0, kLeverMass = 50.0;
  static constexpr Place kE{0.0, -1.0};
};

inline constexpr double kGravity = 9.81;  // [m/s2]

// How Bramah solves: the first pair that the program knows.
struct Method {
  std::string method, integrator;
};

PeerPtr make_bramah_chain(const Chain&, bool planar, const Method&);
PeerPtr make_bramah_four_bar(const FourBar&, const Method&);
PeerPtr make_mujoco_chain(const Chain&);
// `stiff`: the stiffest settings that hold at the step; otherwise MuJoCo's own.
PeerPtr make_mujoco_four_bar(const FourBar&, bool stiff);
// `bare`: the same rule written as a loop over realize(), without the integrator's administration.
PeerPtr make_simbody_chain(const Chain&, bool bare);
PeerPtr make_simbody_four_bar(const FourBar&);

}  // namespace bramah::peers
