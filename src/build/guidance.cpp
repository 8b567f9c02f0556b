#include "build/guidance.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <set>

#include "core/dense_algebra.h"
#include "core/nearest.h"
#include "core/text.h"
#include "core/where.h"

namespace bramah {

namespace {

constexpr double kReach = 1e-3;  // [m] a start further from its guide is a mistake
constexpr double kMet = 1e-12;   // [m]
constexpr double kNoted = 1e-6;  // [m] less goes without saying

// Signals that read the oil, directly or through others.
std::set<std::string> oil_signals(const MachineDescription& d, const Machine& full) {
  std::set<std::string> oil(full.plant.names.states.begin(), full.plant.names.states.end()), found;
  for (const std::string& volume : full.plant.names.volumes) oil.insert(volume + ".p");
  for (const std::string& cylinder : full.plant.names.cylinders) oil.insert(cylinder + ".force");
  for (bool more = true; more;) {
    more = false;
    for (const SignalSpec& s : d.signals) {
      const bool reads = std::ranges::any_of(s.terms, [&](const SignalSpec::Term& term) {
        return oil.contains(term.of) || found.contains(term.of);
      });
      if (reads && found.insert(s.name).second) more = true;
    }
  }
  return found;
}

// Forces on the mechanism must do without the oil.
void check_efforts(const MachineDescription& d, const std::set<std::string>& gone) {
  std::vector<std::string> problems;
  const auto check = [&](const std::string& signal, const Where& where, const std::string& what) {
    if (gone.contains(signal))
      problems.push_back(
          concat(prefix(where), what, " follows signal \"", signal,
                 "\", which reads the oil or a cylinder's force; ",
                 d.solver.coupling == CouplingKind::surrogate ? "a surrogate" : "guidance",
                 " solves no oil: let it follow another signal"));
  };
  for (const ForceSpec& force : d.forces)
    check(force.signal, force.where, concat("force \"", force.name, "\""));
  for (const JointSpec& joint : d.joints)
    for (const CoordinateSpec& c : joint.coordinates)
      check(c.effort, joint.where, concat("joint \"", joint.name, "\": its effort"));
  if (!problems.empty()) throw InputError(problems);
}

}  // namespace

MachineDescription without_oil(const MachineDescription& d, const Machine& full) {
  const std::set<std::string> gone = oil_signals(d, full);
  check_efforts(d, gone);
  MachineDescription out = d;
  out.valves.clear(), out.volumes.clear(), out.orifices.clear(), out.leakages.clear();
  out.components.clear(), out.shafts.clear(), out.sources.clear();
  out.linearize = {};
  std::erase_if(out.signals, [&](const SignalSpec& s) { return gone.contains(s.name); });
  return out;
}

namespace {

void check_span(const GuideCurve& curve, const GuideSpec& spec, double until,
                std::vector<std::string>& problems) {
  const double close = 1e-9 * until;
  if (curve.begin() > close)
    problems.push_back(concat(prefix(spec.where), "the guide of cylinder \"", spec.name,
                              "\" begins at ", curve.begin(),
                              " s, but a run begins at 0 s: record from the start"));
  if (curve.end() < until - close)
    problems.push_back(concat(prefix(spec.where), "the guide of cylinder \"", spec.name,
                              "\" ends at ", curve.end(), " s, but the run at ", until,
                              " s: end the run earlier with `until`, or record for longer"));
}

std::shared_ptr<const GuideCurve> sampled(const GuideSpec& spec, const SignalNode& node,
                                          std::vector<std::string>& problems) {
  const bool smooth = node.kind == SignalKind::constant || node.kind == SignalKind::ramps ||
                      node.kind == SignalKind::sine ||
                      (node.kind == SignalKind::samples && !node.hold && node.x.size() > 1);
  if (!smooth)
    problems.push_back(concat(prefix(spec.where), "signal \"", spec.signal, "\" guides cylinder \"",
                              spec.name,
                              "\", so it must be a smooth function of time: constant, ramps, sine "
                              "or csv without hold"));
  if (!smooth || node.kind != SignalKind::samples) return nullptr;
  return std::make_shared<const GuideCurve>(node.x, node.y);
}

std::optional<GuideServo> servo(const GuideSpec& spec) {
  if (!spec.force && !spec.speed) return std::nullopt;
  GuideServo out;
  out.force_limit = spec.force.value_or(out.force_limit);
  out.speed_limit = spec.speed.value_or(out.speed_limit);
  out.missing = std::min(out.missing, GuideServo::kPartOfSpeed * out.speed_limit);
  return out;
}

}  // namespace

std::vector<Guide> make_guides(const MachineDescription& d, const BuiltSignals& signals,
                               std::vector<std::string>& problems) {
  std::vector<Guide> out;
  for (const CylinderSpec& cylinder : d.cylinders) {
    const auto spec = std::ranges::find(d.solver.guides, cylinder.name, &GuideSpec::name);
    if (spec == d.solver.guides.end()) {
      problems.push_back(concat(prefix(cylinder.where), "cylinder \"", cylinder.name,
                                "\" has no guide: write solver: {guidance: {", cylinder.name,
                                ": {recording: run.csv}}}, or give --guide run.csv"));
      continue;
    }
    Guide guide;
    guide.servo = servo(*spec);
    if (spec->signal.empty()) {
      guide.curve = std::make_shared<const GuideCurve>(spec->time, spec->length, spec->rate,
                                                       spec->acceleration);
    } else if (guide.signal = signals.find(spec->signal); guide.signal < 0) {
      problems.push_back(concat(prefix(spec->where), "no signal is called \"", spec->signal,
                                "\", needed as the guide of cylinder \"", spec->name, "\""));
    } else {
      guide.curve = sampled(*spec, signals.graph->node(guide.signal), problems);
    }
    if (guide.curve) check_span(*guide.curve, *spec, d.solver.until, problems);
    out.push_back(std::move(guide));
  }
  return out;
}

std::vector<DriverValue> guide_starts(const std::vector<Guide>& guides,
                                      const SignalGraph& signals) {
  std::vector<DriverValue> out;
  for (const Guide& guide : guides) {
    if (guide.servo) continue;
    const TimeValue value =
        guide.curve ? guide.curve->value(0.0) : time_value(signals.node(guide.signal), 0.0, 1e-12);
    out.push_back({value.value, value.rate, value.acceleration});
  }
  return out;
}

namespace {

using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Eigen::MatrixXd rows(const Mechanism& m, const Mechanism::Scratch& scratch) {
  Rows j(m.constraints(), m.coordinates());
  m.jacobian(scratch, {j.data(), static_cast<std::size_t>(j.size())});
  return j;
}

}  // namespace

void meet_guides(const Mechanism& m, const std::vector<Guide>& guides,
                 std::span<const DriverValue> drivers, const MachineDescription& d, StartPose& pose,
                 std::vector<std::string>& problems) {
  const auto rigid = std::ranges::count_if(guides, [](const Guide& g) { return !g.servo; });
  if (rigid == 0) return;
  const auto scratch = m.make_scratch();
  MechanismLoad load;
  load.drivers = drivers;
  Eigen::VectorXd phi(m.constraints());
  const auto gap = [&] {
    m.kinematics(pose.q, pose.v, pose.charts, *scratch);
    m.constraint_values(load, *scratch, {phi.data(), static_cast<std::size_t>(phi.size())});
    return phi.lpNorm<Eigen::Infinity>();
  };
  const double first = gap();
  Eigen::Index row = phi.size() - rigid;
  for (std::size_t c = 0; c < guides.size(); ++c) {
    if (guides[c].servo) continue;
    const double away = phi[row++], length = m.gauge(static_cast<int>(c), *scratch).length;
    if (std::abs(away) <= kReach) continue;
    const CylinderSpec& cylinder = d.cylinders[c];
    const auto spec = std::ranges::find(d.solver.guides, cylinder.name, &GuideSpec::name);
    problems.push_back(concat(prefix(spec->where), "the guide of cylinder \"", cylinder.name,
                              "\" begins with ", (length - away) * 1e3,
                              " mm, but the machine starts with ", length * 1e3,
                              " mm; let the guide begin there, or start the joints elsewhere"));
  }
  if (!problems.empty()) return;
  double left = first;
  for (int pass = 0; pass < 20 && left > kMet; ++pass) {
    const Eigen::VectorXd dq = least_squares(rows(m, *scratch), -phi);
    for (int i = 0; i < m.coordinates(); ++i) pose.q[i] += dq[i];
    const double now = gap();
    if (!(now < 0.5 * left)) break;
    left = now;
  }
  if (gap() > kNoted)
    problems.push_back(concat(prefix(d.solver_where),
                              "the guides cannot all be met at the start: the cylinders' lengths "
                              "depend on each other; record them in one run of this machine"));
  else if (first > kNoted)
    pose.notes.push_back(concat("the start pose was moved onto the guides, by up to ", first * 1e3,
                                " mm of length"));
}

}  // namespace bramah
