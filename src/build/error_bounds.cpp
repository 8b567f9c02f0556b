#include "build/error_bounds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace bramah {

namespace {

constexpr double kShare = 0.1;           // of the accuracy that one step may use up
constexpr double kNewton = 0.1;          // of a step's bound that its solves may leave
constexpr double kSettlingTime = 0.1;    // [s] an error of speed matters that long
constexpr double kStateAccuracy = 1e-3;  // of the scale of a spool, controller or shaft

// The size of a machine, and how far a coordinate carries its points.
struct Reach {
  double size = 1.0;         // [m]
  std::vector<double> arms;  // [m] per unit of each coordinate
};

Reach find_reach(const Mechanism& mechanism, const StartPose& pose) {
  constexpr double kMove = 1e-6, kLeast = 0.1;
  const auto scratch = mechanism.make_scratch();
  const auto points_at = [&](const std::vector<double>& q) {
    std::vector<std::array<double, 3>> points;
    mechanism.kinematics(q, pose.v, pose.charts, *scratch);
    for (int p = 0; p < mechanism.points(); ++p)
      points.push_back(mechanism.point_position(p, *scratch));
    return points;
  };
  // A hypot is dear where there are thousands of points: the farthest pair is found by squares.
  const auto squared = [](const std::array<double, 3>& a, const std::array<double, 3>& b) {
    const double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
    return x * x + y * y + z * z;
  };
  const auto distance = [](const std::array<double, 3>& a, const std::array<double, 3>& b) {
    return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
  };
  Reach out;
  if (mechanism.coordinates() == 0) return out;
  const auto points = points_at(pose.q);
  std::array<std::size_t, 2> far{};
  double most = 0.0;
  for (std::size_t a = 0; a < points.size(); ++a)
    for (std::size_t b = a + 1; b < points.size(); ++b)
      if (const double apart = squared(points[a], points[b]); apart > most)
        most = apart, far = {a, b};
  if (most > 0.0) out.size = distance(points[far[0]], points[far[1]]);
  for (int i = 0; i < mechanism.coordinates(); ++i) {
    std::vector<double> q = pose.q;
    q[i] += kMove;
    const auto moved = points_at(q);
    std::size_t farthest = 0;
    double way = 0.0;
    for (std::size_t p = 0; p < points.size(); ++p)
      if (const double moves = squared(points[p], moved[p]); moves > way) way = moves, farthest = p;
    const double arm = points.empty() ? 0.0 : distance(points[farthest], moved[farthest]) / kMove;
    out.arms.push_back(std::max(kLeast, arm));
  }
  return out;
}

}  // namespace

ErrorBounds error_bounds(const SolverSpec& solver, const MachineEquations& equations,
                         const StartPose& pose) {
  const bool splits = choice_record(solver.integrator).family == IntegratorChoice::Family::implicit;
  const bool exact = solver.tangent == TangentKind::exact;  // differences fail in short steps
  if (solver.substeps == Substeps::off || !splits || !exact) return {};
  const Reach reach = find_reach(*equations.parts().mechanism, pose);
  const double length = solver.accuracy.length.value_or(AccuracySpec::kOfSize * reach.size);
  ErrorBounds out;
  out.length = length, out.pressure = solver.accuracy.pressure;
  for (const double arm : reach.arms) {
    out.q.push_back(kShare * length / arm);
    out.v.push_back(kShare * length / arm / kSettlingTime);
  }
  const Circuit& circuit = *equations.parts().circuit;
  for (int k = 0; k < equations.states(); ++k) {
    const double scale = equations.parts().state_scales[k];
    const bool volume = k < circuit.volumes();
    const double share =
        volume ? solver.accuracy.pressure / Circuit::kPressureScale : kStateAccuracy;
    const bool algebraic = volume && circuit.kind(k) == VolumeKind::algebraic;
    out.y.push_back(algebraic ? std::numeric_limits<double>::infinity() : kShare * share * scale);
    out.of_y.push_back(volume ? 0.0 : kShare * kStateAccuracy);
  }
  out.newton = kNewton * kShare * solver.accuracy.pressure / Circuit::kPressureScale;
  for (const double bound : out.q) out.newton = std::min(out.newton, kNewton * bound);
  return out;
}

}  // namespace bramah
