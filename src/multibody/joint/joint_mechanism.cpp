#include "multibody/joint/joint_mechanism.h"

#include "multibody/joint/articulated.h"
#include "multibody/joint/chart.h"

namespace bramah {

template <class Space>
struct JointMechanism<Space>::Buffers final : Mechanism::Scratch {
  typename Tree<Space>::States links;
  std::vector<RelationState<Space>> gauges, closures;
  std::vector<double> q, forces;
  std::vector<double> coordinate_rates;              // of coordinate gauges
  std::vector<typename Space::Twist> accelerations;  // of the links, without gravity
  ArticulatedBody<Space> articulated;

  explicit Buffers(int n) : links(n), q(n), forces(n), accelerations(n), articulated(n) {}
};

namespace {

template <class Space>
JointMechanismParts<Space> with_supports(JointMechanismParts<Space> parts) {
  const Tree<Space> tree(parts.links, parts.gravity);
  for (auto& gauge : parts.gauges) gauge.find_support(tree);
  for (auto& closure : parts.closures) closure.find_support(tree);
  return parts;
}

}  // namespace

template <class Space>
JointMechanism<Space>::JointMechanism(JointMechanismParts<Space> parts)
    : parts_(with_supports(std::move(parts))), tree_(parts_.links, parts_.gravity) {
  for (std::size_t g = 0; g < parts_.gauges.size(); ++g)
    if (parts_.gauges[g].kind == RelationKind::gear) gears_.push_back(static_cast<int>(g));
}

template <class Space>
std::unique_ptr<Mechanism::Scratch> JointMechanism<Space>::make_scratch() const {
  auto buffers = std::make_unique<Buffers>(tree_.size());
  for (const auto& gauge : parts_.gauges) buffers->gauges.emplace_back(gauge);
  buffers->coordinate_rates.resize(parts_.coordinate_gauges.size());
  for (const auto& closure : parts_.closures) buffers->closures.emplace_back(closure);
  return buffers;
}

template <class Space>
void JointMechanism<Space>::kinematics(std::span<const double> q, std::span<const double> v,
                                       std::span<const double> charts, Scratch& scratch) const {
  auto& b = static_cast<Buffers&>(scratch);
  std::copy(q.begin(), q.end(), b.q.begin());
  tree_.kinematics(q, v, charts, b.links);
  for (std::size_t g = 0; g < parts_.gauges.size(); ++g)
    b.gauges[g].evaluate(parts_.gauges[g], b.links, v);
  for (const int g : gears_) b.gauges[g].set_gear(parts_.gauges[g], q);
  for (std::size_t g = 0; g < parts_.coordinate_gauges.size(); ++g)
    b.coordinate_rates[g] = v[parts_.coordinate_gauges[g]];
  for (std::size_t g = 0; g < parts_.closures.size(); ++g)
    b.closures[g].evaluate(parts_.closures[g], b.links, v);
}

template <class Space>
void JointMechanism<Space>::second_derivatives(std::span<const double> v, Scratch& scratch) const {
  auto& b = static_cast<Buffers&>(scratch);
  for (std::size_t g = 0; g < parts_.gauges.size(); ++g)
    b.gauges[g].second_derivatives(parts_.gauges[g], b.links, v);
  for (std::size_t g = 0; g < parts_.closures.size(); ++g)
    b.closures[g].second_derivatives(parts_.closures[g], b.links, v);
}

template <class Space>
void JointMechanism<Space>::refresh_rates(std::span<const double> v, Scratch& scratch) const {
  auto& b = static_cast<Buffers&>(scratch);
  tree_.refresh_velocities(v, b.links);
  for (std::size_t g = 0; g < parts_.gauges.size(); ++g)
    b.gauges[g].refresh_rate(parts_.gauges[g], v);
  for (std::size_t g = 0; g < parts_.coordinate_gauges.size(); ++g)
    b.coordinate_rates[g] = v[parts_.coordinate_gauges[g]];
}

template <class Space>
GaugeView JointMechanism<Space>::gauge(int g, const Scratch& scratch) const {
  static constexpr double kOne[1] = {1.0}, kZero[1] = {0.0};
  const auto& b = static_cast<const Buffers&>(scratch);
  if (const int k = g - static_cast<int>(parts_.gauges.size()); k >= 0) {
    const int& i = parts_.coordinate_gauges[k];
    return {b.q[i], b.coordinate_rates[k], {&i, 1}, kOne, kZero};
  }
  const RelationState<Space>& state = b.gauges[g];
  return {state.value, state.rate, parts_.gauges[g].support, state.jacobian, state.hessian_v};
}

template <class Space>
double JointMechanism<Space>::gauge_bias(int g, const Scratch& scratch) const {
  const auto& b = static_cast<const Buffers&>(scratch);
  if (g >= static_cast<int>(parts_.gauges.size())) return 0.0;
  return b.gauges[g].bias(parts_.gauges[g], b.links);
}

template <class Space>
std::span<const double> JointMechanism<Space>::gauge_second_rate_by_q(int g,
                                                                      Scratch& scratch) const {
  auto& b = static_cast<Buffers&>(scratch);
  if (g >= static_cast<int>(parts_.gauges.size())) return {};
  b.gauges[g].second_rate_slopes(parts_.gauges[g], b.links, b.accelerations);
  return b.gauges[g].second_rate_by_q;
}

template <class Space>
void JointMechanism<Space>::constraint_values(const MechanismLoad& load, const Scratch& scratch,
                                              std::span<double> phi) const {
  const auto& b = static_cast<const Buffers&>(scratch);
  std::size_t k = 0;
  for (const auto& closure : b.closures) phi[k++] = closure.value;
  for (std::size_t d = 0; d < parts_.drivers.size(); ++d)
    phi[k++] = b.q[parts_.drivers[d]] - load.drivers[d].value;
}

template <class Space>
void JointMechanism<Space>::constraint_rates(std::span<const double> v, const MechanismLoad& load,
                                             const Scratch& scratch, std::span<double> rate) const {
  apply_jacobian(v, scratch, rate);
  const std::size_t first = parts_.closures.size();
  for (std::size_t d = 0; d < parts_.drivers.size(); ++d) rate[first + d] -= load.drivers[d].rate;
}

template <class Space>
void JointMechanism<Space>::bias_rates(const MechanismLoad& load, const Scratch& scratch,
                                       std::span<double> gamma) const {
  const auto& b = static_cast<const Buffers&>(scratch);
  std::size_t k = 0;
  for (; k < parts_.closures.size(); ++k)
    gamma[k] = b.closures[k].bias(parts_.closures[k], b.links);
  for (std::size_t d = 0; d < parts_.drivers.size(); ++d)
    gamma[k++] = -load.drivers[d].acceleration;
}

template <class Space>
void JointMechanism<Space>::add_transposed(std::span<const double> multipliers,
                                           const Scratch& scratch, std::span<double> r) const {
  const auto& b = static_cast<const Buffers&>(scratch);
  for (std::size_t k = 0; k < parts_.closures.size(); ++k) {
    const auto& support = parts_.closures[k].support;
    for (std::size_t i = 0; i < support.size(); ++i)
      r[support[i]] += b.closures[k].jacobian[i] * multipliers[k];
  }
  const std::size_t first = parts_.closures.size();
  for (std::size_t d = 0; d < parts_.drivers.size(); ++d)
    r[parts_.drivers[d]] += multipliers[first + d];
}

template <class Space>
void JointMechanism<Space>::keep_jacobian(Scratch& scratch) const {
  for (RelationState<Space>& closure : static_cast<Buffers&>(scratch).closures)
    std::copy(closure.jacobian.begin(), closure.jacobian.end(), closure.kept_jacobian.begin());
}

template <class Space>
void JointMechanism<Space>::add_kept_transposed(std::span<const double> multipliers,
                                                const Scratch& scratch, std::span<double> r) const {
  const auto& b = static_cast<const Buffers&>(scratch);
  for (std::size_t k = 0; k < parts_.closures.size(); ++k) {
    const auto& support = parts_.closures[k].support;
    for (std::size_t i = 0; i < support.size(); ++i)
      r[support[i]] += b.closures[k].kept_jacobian[i] * multipliers[k];
  }
  const std::size_t first = parts_.closures.size();
  for (std::size_t d = 0; d < parts_.drivers.size(); ++d)
    r[parts_.drivers[d]] += multipliers[first + d];
}

template <class Space>
void JointMechanism<Space>::apply_jacobian(std::span<const double> x, const Scratch& scratch,
                                           std::span<double> y) const {
  const auto& b = static_cast<const Buffers&>(scratch);
  for (std::size_t k = 0; k < parts_.closures.size(); ++k) {
    const auto& support = parts_.closures[k].support;
    double sum = 0.0;
    for (std::size_t i = 0; i < support.size(); ++i)
      sum += b.closures[k].jacobian[i] * x[support[i]];
    y[k] = sum;
  }
  const std::size_t first = parts_.closures.size();
  for (std::size_t d = 0; d < parts_.drivers.size(); ++d) y[first + d] = x[parts_.drivers[d]];
}

template <class Space>
void JointMechanism<Space>::jacobian(const Scratch& scratch, std::span<double> rows) const {
  const auto& b = static_cast<const Buffers&>(scratch);
  const std::size_t n = parts_.links.size(), first = parts_.closures.size();
  std::fill(rows.begin(), rows.end(), 0.0);
  for (std::size_t k = 0; k < first; ++k) {
    const auto& support = parts_.closures[k].support;
    for (std::size_t i = 0; i < support.size(); ++i)
      rows[k * n + support[i]] = b.closures[k].jacobian[i];
  }
  for (std::size_t d = 0; d < parts_.drivers.size(); ++d)
    rows[(first + d) * n + parts_.drivers[d]] = 1.0;
}

template <class Space>
void JointMechanism<Space>::rate_slopes(std::span<const double>, const Scratch& scratch,
                                        std::span<double> rows) const {
  const auto& b = static_cast<const Buffers&>(scratch);
  const std::size_t n = parts_.links.size();
  std::fill(rows.begin(), rows.end(), 0.0);
  for (std::size_t k = 0; k < parts_.closures.size(); ++k) {
    const auto& support = parts_.closures[k].support;
    for (std::size_t i = 0; i < support.size(); ++i)
      rows[k * n + support[i]] = b.closures[k].hessian_v[i];
  }
}

template <class Space>
void JointMechanism<Space>::acceleration_slopes(std::span<const double> v,
                                                std::span<const double> a, StepCoefficients c,
                                                Scratch& scratch, std::span<double> rows) const {
  auto& b = static_cast<Buffers&>(scratch);
  const std::size_t n = parts_.links.size(), first = parts_.closures.size();
  for (std::size_t i = 0; i < n; ++i) {
    auto& A = b.accelerations[i];
    A = b.links[i].S * a[i] + b.links[i].Sdot * v[i];
    if (const int parent = parts_.links[i].parent; parent >= 0) A += b.accelerations[parent];
  }
  std::fill(rows.begin(), rows.end(), 0.0);
  for (std::size_t k = 0; k < first; ++k) {
    RelationState<Space>& closure = b.closures[k];
    if (c.q != 0.0) closure.second_rate_slopes(parts_.closures[k], b.links, b.accelerations);
    const auto& support = parts_.closures[k].support;
    for (std::size_t i = 0; i < support.size(); ++i)
      rows[k * n + support[i]] = c.q * closure.second_rate_by_q[i] +
                                 2.0 * c.v * closure.hessian_v[i] + c.a * closure.jacobian[i];
  }
  for (std::size_t d = 0; d < parts_.drivers.size(); ++d)
    rows[(first + d) * n + parts_.drivers[d]] = c.a;
}

template <class Space>
void JointMechanism<Space>::residual(std::span<const double> v, std::span<const double> a,
                                     const MechanismLoad& load, Scratch& scratch,
                                     std::span<double> r) const {
  auto& b = static_cast<Buffers&>(scratch);
  tree_.inverse_dynamics(v, a, b.links, r);
  subtract_forces(v, load, b, r);
  add_transposed(load.multipliers, scratch, r);
}

template <class Space>
bool JointMechanism<Space>::accelerations(std::span<const double> v, const MechanismLoad& load,
                                          Scratch& scratch, std::span<double> a) const {
  if (constraints() > 0) return false;
  auto& b = static_cast<Buffers&>(scratch);
  std::fill(b.forces.begin(), b.forces.end(), 0.0);
  subtract_forces(v, load, b, b.forces);
  for (double& force : b.forces) force = -force;
  return b.articulated.accelerations(tree_, b.links, v, b.forces, a);
}

// r -= Q + sum J^T F
template <class Space>
void JointMechanism<Space>::subtract_forces(std::span<const double> v, const MechanismLoad& load,
                                            const Buffers& b, std::span<double> r) const {
  for (std::size_t g = 0; g < parts_.coordinate_gauges.size(); ++g)
    r[parts_.coordinate_gauges[g]] -= load.gauges[parts_.gauges.size() + g].value;
  for (std::size_t k = 0; k < parts_.dampers.size(); ++k) {
    const std::size_t first = parts_.charts[k];
    const auto damper = parts_.dampers[k].evaluate(&b.q[first], &v[first]);
    for (int i = 0; i < 3; ++i) r[first + i] -= damper.force[i];
  }
  for (std::size_t g = 0; g < parts_.gauges.size(); ++g) {
    const std::vector<int>& support = parts_.gauges[g].support;
    for (std::size_t i = 0; i < support.size(); ++i)
      r[support[i]] -= b.gauges[g].jacobian[i] * load.gauges[g].value;
  }
  for (int e = 0; e < efforts(); ++e) add_effort(e, load.efforts[e], b, r);
}

// Adds the tangent of -J^T F(s, sdot): -F H - J (F_s J + F_sdot (H v))^T - J F_sdot J^T.
template <class Space>
void JointMechanism<Space>::add_relation(const Relation<Space>& relation,
                                         const RelationState<Space>& state, GaugeForce force,
                                         StepCoefficients c, SquareMatrix& j) const {
  const int count = static_cast<int>(relation.support.size());
  const double by_h = c.q * force.value, by_hv = c.q * force.by_rate;
  const double by_j = c.q * force.by_length + c.v * force.by_rate;
  const int* const support = relation.support.data();
  const double *h = state.hessian.data(), *jacobian = state.jacobian.data();
  for (int i = 0; i < count; ++i, h += count) {
    double* const row = j.row(support[i]);
    const double ji_j = jacobian[i] * by_j, ji_hv = jacobian[i] * by_hv;
    for (int k = 0; k < count; ++k)
      row[support[k]] -= by_h * h[k] + ji_j * jacobian[k] + ji_hv * state.hessian_v[k];
  }
}

// The same for a constraint: + lambda H + alpha J J^T.
template <class Space>
void JointMechanism<Space>::add_closure(const Relation<Space>& relation,
                                        const RelationState<Space>& state, double multiplier,
                                        double penalty, SquareMatrix& j) const {
  const int count = static_cast<int>(relation.support.size());
  const int* const support = relation.support.data();
  const double *h = state.hessian.data(), *jacobian = state.jacobian.data();
  for (int i = 0; i < count; ++i, h += count) {
    double* const row = j.row(support[i]);
    const double push = penalty * jacobian[i];
    for (int k = 0; k < count; ++k) row[support[k]] += multiplier * h[k] + push * jacobian[k];
  }
}

template <class Space>
void JointMechanism<Space>::add_driver_penalty(const MechanismLoad& load, double scale,
                                               SquareMatrix& j) const {
  if (load.penalties.empty()) return;
  const std::size_t first = parts_.closures.size();
  for (std::size_t d = 0; d < parts_.drivers.size(); ++d)
    j.row(parts_.drivers[d])[parts_.drivers[d]] += scale * load.penalties[first + d];
}

template <class Space>
void JointMechanism<Space>::tangent(std::span<const double> v, const MechanismLoad& load,
                                    StepCoefficients c, Scratch& scratch, SquareMatrix& j) const {
  auto& b = static_cast<Buffers&>(scratch);
  tree_.tangent(c, b.links, j);
  for (std::size_t g = 0; g < parts_.coordinate_gauges.size(); ++g) {
    const GaugeForce& force = load.gauges[parts_.gauges.size() + g];
    const int i = parts_.coordinate_gauges[g];
    j.row(i)[i] -= c.q * force.by_length + c.v * force.by_rate;
  }
  for (std::size_t k = 0; k < parts_.dampers.size(); ++k) {
    const int first = parts_.charts[k];
    const auto damper = parts_.dampers[k].evaluate(&b.q[first], &v[first]);
    for (int i = 0; i < 3; ++i) {
      double* row = j.row(first + i) + first;
      for (int l = 0; l < 3; ++l) row[l] -= c.v * damper.by_v[i][l];
      row[1] -= c.q * damper.by_q2[i];
    }
  }
  for (std::size_t g = 0; g < parts_.gauges.size(); ++g)
    add_relation(parts_.gauges[g], b.gauges[g], load.gauges[g], c, j);
  for (std::size_t k = 0; k < parts_.closures.size(); ++k)
    add_closure(parts_.closures[k], b.closures[k], c.q * load.multipliers[k],
                load.penalties.empty() ? 0.0 : c.q * load.penalties[k], j);
  for (std::size_t e = 0; e < parts_.efforts.size(); ++e)
    effort_tangent(parts_.efforts[e], c.q * load.efforts[e], b, j);
  add_driver_penalty(load, c.q, j);
}

// A coordinate meets those above it, and relations join all of their supports. What efforts add lies
// on one path to the ground.
template <class Space>
void JointMechanism<Space>::add_pattern(Pattern& pattern) const {
  for (int k = 0; k < tree_.size(); ++k)
    for (int i = k; i >= 0; i = parts_.links[i].parent) pattern.add(i, k), pattern.add(k, i);
  for (const auto& gauge : parts_.gauges) pattern.add(gauge.support, gauge.support);
  for (const auto& closure : parts_.closures) pattern.add(closure.support, closure.support);
}

template <class Space>
void JointMechanism<Space>::mass_matrix(const MechanismLoad& load, Scratch& scratch,
                                        SquareMatrix& j) const {
  auto& b = static_cast<Buffers&>(scratch);
  tree_.mass_matrix(b.links, j);
  if (load.penalties.empty()) return;
  for (std::size_t k = 0; k < parts_.closures.size(); ++k) {
    const auto& support = parts_.closures[k].support;
    const auto& jacobian = b.closures[k].jacobian;
    for (std::size_t i = 0; i < support.size(); ++i)
      for (std::size_t l = 0; l < support.size(); ++l)
        j.row(support[i])[support[l]] += load.penalties[k] * jacobian[i] * jacobian[l];
  }
  add_driver_penalty(load, 1.0, j);
}

template <class Space>
typename Space::Wrench JointMechanism<Space>::effort_wrench(const EffortElement<Space>& effort,
                                                            const Buffers& b) const {
  const auto& frame = b.links[effort.index].frame;
  const typename Space::Point direction =
      effort.follows_body ? typename Space::Point(frame.R * effort.direction) : effort.direction;
  if (effort.kind == EffortElement<Space>::Kind::force)
    return Space::force_at(direction, frame * effort.at);
  if constexpr (Space::kAxes == 2)
    return Space::couple(effort.direction[0]);
  else
    return Space::couple(direction);
}

template <class Space>
void JointMechanism<Space>::add_effort(int e, double value, const Scratch& scratch,
                                       std::span<double> r) const {
  const auto& b = static_cast<const Buffers&>(scratch);
  const EffortElement<Space>& effort = parts_.efforts[e];
  if (effort.kind == EffortElement<Space>::Kind::coordinate) {
    r[effort.index] -= value;
    return;
  }
  const typename Space::Wrench W = effort_wrench(effort, b);
  for (int i = effort.index; i >= 0; i = parts_.links[i].parent)
    r[i] -= value * W.dot(b.links[i].S);
}

// d(-u W.S_i)/dq_k: W changes with the link, S_i with the joints above it.
template <class Space>
void JointMechanism<Space>::effort_tangent(const EffortElement<Space>& effort, double value,
                                           const Buffers& b, SquareMatrix& j) const {
  if (effort.kind == EffortElement<Space>::Kind::coordinate) return;
  const typename Space::Wrench W = effort_wrench(effort, b);
  const bool force = effort.kind == EffortElement<Space>::Kind::force;
  const typename Space::Point p = b.links[effort.index].frame * effort.at;
  const typename Space::Point f = W.template head<Space::kAxes>();
  for (int k = effort.index; k >= 0; k = parts_.links[k].parent) {
    const auto& S_k = b.links[k].S;
    typename Space::Wrench dW = Space::Wrench::Zero();
    if (effort.follows_body && (force || Space::kAxes == 3))
      dW = Space::cross_force(S_k, W);
    else if (force)
      dW = Space::couple(Space::moment(Space::velocity_at(S_k, p), f));
    for (int i = effort.index; i >= 0; i = parts_.links[i].parent) {
      double h = dW.dot(b.links[i].S);
      if (k < i) h += W.dot(Space::cross(S_k, b.links[i].S));
      j.row(i)[k] -= value * h;
    }
  }
}

template <class Space>
MechanismEnergy JointMechanism<Space>::energy(std::span<const double>,
                                              const Scratch& scratch) const {
  const auto& b = static_cast<const Buffers&>(scratch);
  return {tree_.kinetic(b.links), tree_.potential(b.links)};
}

template <class Space>
MechanismPower JointMechanism<Space>::power(std::span<const double> v, const MechanismLoad& load,
                                            const Scratch& scratch) const {
  const auto& b = static_cast<const Buffers&>(scratch);
  MechanismPower out;
  for (std::size_t k = 0; k < parts_.dampers.size(); ++k)
    out.dissipated +=
        parts_.dampers[k].evaluate(&b.q[parts_.charts[k]], &v[parts_.charts[k]]).dissipated;
  for (std::size_t e = 0; e < parts_.efforts.size(); ++e) {
    const EffortElement<Space>& effort = parts_.efforts[e];
    if (effort.kind == EffortElement<Space>::Kind::coordinate) {
      out.efforts += load.efforts[e] * v[effort.index];
      continue;
    }
    const typename Space::Wrench W = effort_wrench(effort, b);
    for (int i = effort.index; i >= 0; i = parts_.links[i].parent)
      out.efforts += load.efforts[e] * W.dot(b.links[i].S) * v[i];
  }
  const std::size_t first = parts_.closures.size();
  for (std::size_t d = 0; d < parts_.drivers.size(); ++d)
    out.drivers -= load.multipliers[first + d] * load.drivers[d].rate;
  return out;
}

template <class Space>
void JointMechanism<Space>::rechart(std::span<double> q, std::span<double> v, std::span<double> a,
                                    std::span<double> extra, std::span<double> charts,
                                    Scratch&) const {
  for (std::size_t c = 0; c < parts_.charts.size(); ++c) {
    const std::size_t first = parts_.charts[c];
    rechart_spherical(q.subspan(first, 3), v.subspan(first, 3), a.subspan(first, 3),
                      extra.subspan(first, 3), charts.subspan(4 * c, 4));
  }
}

template <class Space>
std::array<double, 3> JointMechanism<Space>::point_position(int point,
                                                            const Scratch& scratch) const {
  const auto& b = static_cast<const Buffers&>(scratch);
  const auto& [link, at] = parts_.points[point];
  const typename Space::Point p = link < 0 ? at : b.links[link].frame * at;
  std::array<double, 3> xyz{};
  for (int axis = 0; axis < Space::kAxes; ++axis) xyz[axis] = p[axis];
  return xyz;
}

template <class Space>
LinkMotion JointMechanism<Space>::link_motion(int link, const Scratch& scratch) const {
  constexpr int n = Space::kAxes;
  LinkMotion out;
  if (link < 0) return out;
  const LinkState<Space>& state = static_cast<const Buffers&>(scratch).links[link];
  out.frame.R.template topLeftCorner<n, n>() = state.frame.R;
  out.frame.p.template head<n>() = state.frame.p;
  out.v.template head<n>() = state.V.template head<n>();
  out.w.template tail<Space::kDim - n>() = state.V.template tail<Space::kDim - n>();
  return out;
}

template class JointMechanism<Planar>;
template class JointMechanism<Spatial>;

}  // namespace bramah
