#include "multibody/joint/relation.h"

namespace bramah {

template <class Space>
void Relation<Space>::find_support(const Tree<Space>& tree) {
  support.clear();
  side.clear();
  for (int i = 0; i < tree.size(); ++i) {
    const int sign = int(link_b >= 0 && tree.above(i, link_b)) -
                     int(link_a >= 0 && tree.above(i, link_a));
    if (sign == 0) continue;
    support.push_back(i);
    side.push_back(sign);
  }
}

template <class Space>
RelationState<Space>::RelationState(const Relation<Space>& relation)
    : jacobian(relation.support.size(), 0.0),
      hessian_v(relation.support.size(), 0.0),
      hessian(relation.support.size() * relation.support.size(), 0.0),
      D(relation.support.size()) {}

template <class Space>
void RelationState<Space>::evaluate(const Relation<Space>& relation,
                                    const typename Tree<Space>::States& x,
                                    std::span<const double> v) {
  const int a = relation.link_a, b = relation.link_b;
  p_b = b < 0 ? relation.p_b : x[b].frame * relation.p_b;
  const auto in_a = [&](const Point& d) -> Point { return a < 0 ? d : Point(x[a].frame.R * d); };

  if (relation.kind == RelationKind::dot) {
    n = in_a(relation.n_a);
    m = b < 0 ? relation.m_b : Point(x[b].frame.R * relation.m_b);
    value = n.dot(m);
    W = Space::couple(Space::moment(m, n));
  } else {
    const Point d = p_b - (a < 0 ? relation.p_a : x[a].frame * relation.p_a);
    if (relation.kind == RelationKind::distance) {
      value = d.norm();
      n = d / value;
    } else {
      n = in_a(relation.n_a);
      value = n.dot(d);
    }
    W = Space::force_at(n, p_b);
  }
  for (std::size_t i = 0; i < relation.support.size(); ++i)
    jacobian[i] = relation.side[i] * W.dot(x[relation.support[i]].S);
  refresh_rate(relation, v);
}

template <class Space>
void RelationState<Space>::refresh_rate(const Relation<Space>& relation,
                                        std::span<const double> v) {
  rate = 0.0;
  for (std::size_t i = 0; i < relation.support.size(); ++i)
    rate += jacobian[i] * v[relation.support[i]];
}

// D(X): change of W when B alone moves by the twist X.
template <class Space>
typename Space::Wrench RelationState<Space>::wrench_change(const Relation<Space>& relation,
                                                           const typename Space::Twist& X) const {
  if (relation.kind == RelationKind::dot)
    return Space::couple(Space::moment(Space::turn(X, m), n));
  const Point dp = Space::velocity_at(X, p_b);
  if (relation.kind == RelationKind::coordinate) return Space::couple(Space::moment(dp, n));
  const Point dn = (dp - n * n.dot(dp)) / value;
  return Space::force_at(dn, p_b) + Space::couple(Space::moment(dp, n));
}

template <class Space>
void RelationState<Space>::second_derivatives(const Relation<Space>& relation,
                                              const typename Tree<Space>::States& x,
                                              std::span<const double> v) {
  const int count = static_cast<int>(relation.support.size());
  for (int k = 0; k < count; ++k) {
    D[k] = wrench_change(relation, x[relation.support[k]].S);
    hessian_v[k] = 0.0;
  }
  for (int k = 0; k < count; ++k) {
    for (int i = k; i < count; ++i) {
      const auto& S_i = x[relation.support[i]].S;
      const auto& S_k = x[relation.support[k]].S;
      double h;
      if (relation.side[i] == relation.side[k]) {
        h = D[k].dot(S_i);
        if (relation.side[i] > 0) h += W.dot(Space::cross(S_k, S_i));
      } else if (relation.side[k] < 0) {
        h = -D[k].dot(S_i) - W.dot(Space::cross(S_k, S_i));
      } else {
        h = -D[i].dot(S_k) - W.dot(Space::cross(S_i, S_k));
      }
      hessian[i * count + k] = hessian[k * count + i] = h;
      hessian_v[k] += h * v[relation.support[i]];
      if (i != k) hessian_v[i] += h * v[relation.support[k]];
    }
  }
}

template <class Space>
double RelationState<Space>::bias(const Relation<Space>& relation,
                                  std::span<const double> v) const {
  double sum = 0.0;
  for (std::size_t i = 0; i < relation.support.size(); ++i)
    sum += hessian_v[i] * v[relation.support[i]];
  return sum;
}

template struct Relation<Planar>;
template struct Relation<Spatial>;
template struct RelationState<Planar>;
template struct RelationState<Spatial>;

}  // namespace bramah
