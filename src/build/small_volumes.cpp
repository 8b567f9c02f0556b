#include "build/small_volumes.h"

#include <cmath>

#include "core/nearest.h"
#include "core/text.h"

namespace bramah {

namespace {

double size_of(const Circuit& circuit, int volume, const std::vector<Stroke>& strokes) {
  const Circuit::Chamber chamber = circuit.chamber(volume);
  double l = 0.0;
  if (chamber.cylinder >= 0) {
    const Cylinder& cylinder = circuit.cylinder(chamber.cylinder).cylinder();
    const double s = strokes[chamber.cylinder].s;
    l = chamber.direction > 0.0 ? cylinder.length_A(s) : cylinder.length_B(s);
  }
  return circuit.parts().volumes[volume].volume(l);
}

double two_digits(double x) {
  if (!(x > 0.0)) return 0.0;
  const double unit = std::pow(10.0, std::floor(std::log10(x)) - 1.0);
  return std::round(x / unit) * unit;
}

}  // namespace

// A secant: near equal pressures every volume looks fast.
std::vector<std::string> small_volumes(const Machine& machine) {
  PlantWork work(machine.plant);
  take_snapshot(machine.plant, machine.initial, work);
  const Circuit& circuit = *machine.plant.equations->parts().circuit;
  MachineEquations::Buffers& b = work.buffers();
  constexpr double kDisturbance = 1e6;  // [Pa]
  const SolverSpec& solver = machine.plant.solver;
  const double step = solver.coupling == CouplingKind::cosimulation
                          ? std::min(solver.step, solver.cosimulation.oil_step)
                          : solver.step;
  std::vector<std::string> small;
  for (int k = 0; k < circuit.volumes(); ++k) {
    const double p = b.circuit.pressure[k], capacity = b.circuit.compliance[k].value;
    circuit.prepare_neighbours(k, work.trial.y, b.strokes, b.u, b.circuit);
    const double leaving = circuit.flow_at(k, p - kDisturbance, b.circuit, nullptr) -
                           circuit.flow_at(k, p + kDisturbance, b.circuit, nullptr);
    if (2.0 * kDisturbance * capacity < step * leaving)
      small.push_back(machine.plant.names.volumes[k]);
  }
  return small;
}

std::string small_volume_note(const Machine& machine, const Snapshot& start) {
  const SolverSpec& solver = machine.plant.solver;
  if (solver.oil == OilModel::dynamic) return {};
  const Circuit& circuit = *machine.plant.equations->parts().circuit;
  double all = 0.0, theirs = 0.0;
  std::vector<std::string> names;
  for (int k = 0; k < circuit.volumes(); ++k) {
    const double size = size_of(circuit, k, start.buffers->strokes);
    all += size;
    if (circuit.kind(k) == VolumeKind::dynamic) continue;
    theirs += size;
    names.push_back(concat(machine.plant.names.volumes[k], " (", two_digits(size * 1e6), " cm3)"));
  }
  if (names.empty())
    return concat("oil: ", solver.oil,
                  " finds no volume that is small against the step; all are "
                  "dynamic");
  const std::string left_out =
      concat("what they would store under pressure, ", two_digits(1e2 * theirs / all),
             " % of all volumes, is left out");
  if (solver.oil == OilModel::quasi_steady)
    return concat("quasi-steady: ", join(names), ": flows balance at every instant; ", left_out);
  return concat(solver.oil, ": ", join(names), ": pressures are where a pseudo volume of ",
                solver.pseudo_volume * 1e6, " cm3 settles before each step; ", left_out);
}

}  // namespace bramah
