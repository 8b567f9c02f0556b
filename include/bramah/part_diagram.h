// How a circuit diagram uses a part's symbol: what the part is for, what of it moves, and where in
// the symbol's box the lines to its ports end. Told beside each part, so that whoever draws a
// circuit needs no list of types.
#pragma once

#include <string>
#include <vector>

namespace bramah {

// Where the line to a port ends, in the symbol's box: x to the right from 0 to 100, y down from 0
// to 60, before the symbol is turned.
struct Anchor {
  enum class Towards { left, right, up, down };  // the way the line leaves the box
  std::string port;
  double x = 0.0, y = 0.0;
  Towards towards = Towards::down;
  bool pilot = false;  // a thin dashed line: it only feels a pressure
  std::string lead{};  // SVG path from the symbol to here, drawn dashed where the port is used
};

struct DiagramInfo {
  // actuators on top, then what sits in their lines, valves, compensators, shuttles, and at the
  // bottom pumps and the drives that turn them.
  enum class Role { line, check, relief, actuator, valve, compensator, shuttle, pump, drive };
  // piston: moves with the channel `length`; spool: the middle one of three boxes is at rest.
  enum class Motion { none, piston, spool };
  Role role = Role::line;
  std::vector<Anchor> anchors{};  // ports that are missing get a free place along the edges
  Motion motion = Motion::none;
};

// An anchor for each of `ports`, in their order.
[[nodiscard]] std::vector<Anchor> anchors_of(const DiagramInfo& diagram,
                                             const std::vector<std::string>& ports);

// ---- shapes that many symbols share
[[nodiscard]] inline Anchor pilot(std::string port, double x, double y, Anchor::Towards towards) {
  return {std::move(port), x, y, towards, true, {}};
}
// A line from the left to the right, and what else there is.
[[nodiscard]] std::vector<Anchor> through(const std::string& left, const std::string& right,
                                          double y = 30.0, std::vector<Anchor> more = {});
// Delivery above, suction below.
[[nodiscard]] DiagramInfo pump_diagram(Anchor shaft = {"shaft", 90, 30, Anchor::Towards::right});
[[nodiscard]] DiagramInfo motor_diagram();        // lines above and below
[[nodiscard]] DiagramInfo compensator_diagram();  // P to A, load pressures below
[[nodiscard]] DiagramInfo cylinder_diagram();     // both lines below
// A and B above, P and T below them.
[[nodiscard]] DiagramInfo four_port_diagram(double left, double right,
                                            std::vector<Anchor> more = {},
                                            DiagramInfo::Motion motion = DiagramInfo::Motion::none);

}  // namespace bramah
