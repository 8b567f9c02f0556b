#include "reference/switches.h"

#include <algorithm>
#include <cmath>

#include "core/text.h"

namespace bramah {

namespace {

constexpr double kStop = 1e-12;     // of a state's size
constexpr double kContact = 1e-10;  // [m] projection and root finding leave 1e-13
constexpr int kSettleAtMost = 10;   // one switch may move another

}  // namespace

Switches::Switches(const Plant& plant)
    : circuit_(*plant.equations->parts().circuit),
      forces_(plant.equations->parts().forces),
      names_(plant.names) {
  for (int c = 0; c < circuit_.cylinders(); ++c) {
    const Cylinder& cylinder = circuit_.cylinder(c).cylinder();
    if (cylinder.damper_length > 0.0) switches_.push_back({Kind::bottom, c, 0, kContact});
    if (cylinder.damper_length > 0.0) switches_.push_back({Kind::top, c, 0, kContact});
  }
  for (std::size_t k = 0; k < circuit_.limits().size(); ++k) {
    const double scale = circuit_.scale(circuit_.limits()[k].state);
    switches_.push_back({Kind::stop, static_cast<int>(k), 0, kStop * scale});
  }
  for (int k = 0; k < forces_.modes(); ++k) switches_.push_back({Kind::element, k, 0, 0.0});
  for (std::size_t p = 0; p < circuit_.parts().parts.size(); ++p) {
    const Part& part = *circuit_.parts().parts[p].part;
    for (int k = 0; k < part.kinks(); ++k)
      switches_.push_back({Kind::kink, static_cast<int>(p), k, part.kink_margin(k)});
  }
  found_.resize(switches_.size()), g_.resize(switches_.size());
}

double Switches::value(const Switch& s, const MachineEquations::Buffers& b,
                       std::span<const double> y) const {
  if (s.kind == Kind::kink)
    return circuit_.parts().parts[s.index].part->kink(s.which, circuit_.part_x(s.index, b.circuit));
  if (s.kind == Kind::element) {
    const int held = b.circuit.modes[circuit_.modes() + s.index];
    return forces_.find_mode(s.index, b.elements) == held ? 1.0 : -1.0;
  }
  if (s.kind == Kind::stop) {
    const Circuit::Limited& limit = circuit_.limits()[s.index];
    const int stop = b.circuit.modes[circuit_.cylinders() + s.index];
    // Inside its limits, or pressed against one.
    return stop == 0 ? std::min(limit.upper - y[limit.state], y[limit.state] - limit.lower)
                     : stop * b.circuit.free_rate[s.index];
  }
  const Cylinder& cylinder = circuit_.cylinder(s.index).cylinder();
  const double length = b.strokes[s.index].s;
  if (s.kind == Kind::bottom) return cylinder.length_A(length) - cylinder.damper_length;
  return cylinder.length_B(length) - cylinder.damper_length;
}

void Switches::find_contacts(double t, std::span<const double> x, MachineOde& ode) {
  const MachineEquations::Buffers& b = ode.evaluate(t, x);
  for (Switch& s : switches_)
    if (s.kind <= Kind::top) s.side = value(s, b, ode.oil(x)) > 0.0 ? 1.0 : -1.0;
  set_contacts(ode);
}

// A new piece of the inputs may press a state on its stop, or lift it off.
void Switches::find_sides(double t, std::span<const double> x, MachineOde& ode) {
  const auto y = ode.oil(x);
  const MachineEquations::Buffers& b = ode.evaluate(t, x);
  for (Switch& s : switches_) {
    if (s.kind == Kind::kink) s.side = value(s, b, y) > 0.0 ? 1.0 : -1.0;
    if (s.kind == Kind::element)
      ode.modes()[circuit_.modes() + s.index] = forces_.find_mode(s.index, b.elements);
    if (s.kind != Kind::stop) continue;
    const Circuit::Limited& limit = circuit_.limits()[s.index];
    int& stop = ode.modes()[circuit_.cylinders() + s.index];
    const double rate = b.circuit.free_rate[s.index], at = y[limit.state];
    if (stop * rate < 0.0) stop = 0;
    if (at >= limit.upper && rate > 0.0) stop = 1;
    if (at <= limit.lower && rate < 0.0) stop = -1;
  }
}

void Switches::values(double t, std::span<const double> x, MachineOde& ode, std::span<double> g) {
  const MachineEquations::Buffers& b = ode.evaluate(t, x);
  for (std::size_t k = 0; k < switches_.size(); ++k)
    g[k] = switches_[k].side * value(switches_[k], b, ode.oil(x)) + switches_[k].margin;
}

void Switches::settle(double t, std::span<double> x, MachineOde& ode) {
  for (int round = 0; round < kSettleAtMost; ++round) {
    values(t, x, ode, g_);
    std::ranges::transform(g_, found_.begin(), [](double g) { return g < 0.0 ? -1 : 0; });
    if (std::ranges::count(found_, 0) == size()) return;
    pass(t, found_, x, ode);
  }
}

std::string Switches::contradiction(std::span<const double> g) const {
  for (std::size_t k = 0; k < switches_.size(); ++k)
    if (g[k] < -switches_[k].margin) return describe(switches_[k]);
  return "";
}

std::string Switches::describe(const Switch& s) const {
  const std::size_t at = s.index, parts = names_.parts.size();
  switch (s.kind) {
    case Kind::bottom:
    case Kind::top:
      return concat("the end damper of ", names_.cylinders[at],
                    s.kind == Kind::bottom ? " at its bottom" : " at its top");
    case Kind::stop:
      return concat("the stop of ", names_.states[circuit_.limits()[at].state]);
    case Kind::element:
      return concat("the branch of force element ", at + 1);
    default:
      return concat("a kink of ", at < parts ? names_.parts[at] : names_.cylinders[at - parts]);
  }
}

void Switches::pass(double t, std::span<const int> found, std::span<double> x, MachineOde& ode) {
  for (std::size_t k = 0; k < switches_.size(); ++k) {
    if (found[k] == 0) continue;
    Switch& s = switches_[k];
    if (s.kind == Kind::stop) {
      pass_stop(s, x, ode);
      continue;
    }
    if (s.kind == Kind::element) {  // the root lies past the switch
      ode.modes()[circuit_.modes() + s.index] =
          forces_.find_mode(s.index, ode.evaluate(t, x).elements);
      continue;
    }
    s.side = -s.side;
  }
  set_contacts(ode);
}

void Switches::pass_stop(const Switch& s, std::span<double> x, MachineOde& ode) const {
  const Circuit::Limited& limit = circuit_.limits()[s.index];
  int& stop = ode.modes()[circuit_.cylinders() + s.index];
  double& y = ode.oil(x)[limit.state];
  if (stop != 0) {
    stop = 0;
    return;
  }
  stop = limit.upper - y < y - limit.lower ? 1 : -1;
  y = stop > 0 ? limit.upper : limit.lower;
}

void Switches::set_contacts(MachineOde& ode) const {
  for (int c = 0; c < circuit_.cylinders(); ++c) ode.modes()[c] = 0;
  for (const Switch& s : switches_) {  // the bottom comes first
    if (s.kind > Kind::top || s.side > 0.0) continue;
    int& contact = ode.modes()[s.index];
    if (contact == 0)
      contact = static_cast<int>(s.kind == Kind::bottom ? EndContact::bottom : EndContact::top);
  }
}

}  // namespace bramah
