#include "multibody/joint/relation.h"

#include <cmath>
#include <type_traits>

namespace bramah {

template <class Space>
void Relation<Space>::find_support(const Tree<Space>& tree) {
  support.clear();
  side.clear();
  if (kind == RelationKind::gear) {
    support = {link_b}, side = {1};
    return;
  }
  for (int i = 0; i < tree.size(); ++i) {
    const int sign =
        int(link_b >= 0 && tree.above(i, link_b)) - int(link_a >= 0 && tree.above(i, link_a));
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
      kept_jacobian(relation.support.size(), 0.0),
      second_rate_by_q(relation.support.size(), 0.0),
      D(relation.support.size()),
      E(relation.support.size()) {}

template <class Space>
void RelationState<Space>::evaluate(const Relation<Space>& relation,
                                    const typename Tree<Space>::States& x,
                                    std::span<const double> v) {
  if (relation.kind == RelationKind::gear) {
    jacobian[0] = relation.ratio;
    return refresh_rate(relation, v);
  }
  const int a = relation.link_a, b = relation.link_b;
  p_b = b < 0 ? Vec(relation.p_b) : x[b].frame * relation.p_b;
  const auto in = [&](int link, const typename Space::Point& d) {
    return link < 0 ? Vec(d) : Vec(Space::turned(x[link].frame.R, d));
  };
  if (relation.kind == RelationKind::dot) {
    n = in(a, relation.n_a);
    m = in(b, relation.m_b);
    value = dot(n, m);
    W = Space::couple(Space::moment(m, n));
  } else {
    const Vec d = p_b - (a < 0 ? Vec(relation.p_a) : x[a].frame * relation.p_a);
    if (relation.kind == RelationKind::distance) {
      value = std::sqrt(dot(d, d));
      n = d / value;
    } else {
      n = in(a, relation.n_a);
      value = dot(n, d);
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
  if (relation.kind == RelationKind::dot) return Space::couple(Space::moment(Space::turn(X, m), n));
  const Vec dp = Space::velocity_at(X, p_b);
  if (relation.kind == RelationKind::coordinate) return Space::couple(Space::moment(dp, n));
  const Vec dn = (dp - n * dot(n, dp)) / value;
  return Space::force_at(dn, p_b) + Space::couple(Space::moment(dp, n));
}

// Calls f with the size as a compile-time number where it is small: the loops then unroll.
template <class F>
static void with_size(int size, F&& f) {
  switch (size) {
    case 1:
      return f(std::integral_constant<int, 1>{});
    case 2:
      return f(std::integral_constant<int, 2>{});
    case 3:
      return f(std::integral_constant<int, 3>{});
    case 4:
      return f(std::integral_constant<int, 4>{});
    default:
      return f(size);
  }
}

template <class Space>
void RelationState<Space>::second_derivatives(const Relation<Space>& relation,
                                              const typename Tree<Space>::States& x,
                                              std::span<const double> v) {
  if (relation.kind == RelationKind::gear) return;
  with_size(static_cast<int>(relation.support.size()), [&](auto count) {
    const int* const support = relation.support.data();
    const int* const side = relation.side.data();
    double* const h = hessian.data();
    double* const hv = hessian_v.data();
    for (int k = 0; k < count; ++k) {
      const auto& S = x[support[k]].S;
      D[k] = wrench_change(relation, S);
      E[k] = D[k] - Space::cross_force(S, W);
      hv[k] = 0.0;
    }
    for (int k = 0; k < count; ++k) {
      const auto& S_k = x[support[k]].S;
      for (int i = k; i < count; ++i) {
        const auto& S_i = x[support[i]].S;
        double entry;
        if (side[k] == side[i])
          entry = (side[k] > 0 ? E[k] : D[k]).dot(S_i);
        else
          entry = side[k] > 0 ? -E[i].dot(S_k) : -E[k].dot(S_i);
        h[i * count + k] = h[k * count + i] = entry;
        hv[k] += entry * v[support[i]];
        if (i != k) hv[i] += entry * v[support[k]];
      }
    }
  });
}

template <class Space>
double RelationState<Space>::bias(const Relation<Space>& relation,
                                  const typename Tree<Space>::States& x) const {
  if (relation.kind == RelationKind::gear) return 0.0;
  const int a = relation.link_a, b = relation.link_b;
  typename Space::Twist V = Space::Twist::Zero(), A = Space::Twist::Zero();
  if (b >= 0) V = x[b].V, A = x[b].bias;
  if (a >= 0) {
    V -= x[a].V;
    A -= x[a].bias + Space::cross(x[a].V, V);
  }
  return W.dot(A) + wrench_change(relation, V).dot(V);
}

template <class Space>
typename Space::Wrench RelationState<Space>::second_change(const Relation<Space>& relation,
                                                           const typename Space::Twist& V,
                                                           const typename Space::Twist& X) const {
  if (relation.kind == RelationKind::dot)
    return Space::couple(Space::moment(Space::turn(V, Space::turn(X, m)), n));
  // Where B's point goes by X, and how that changes its velocity by V.
  const Vec u = Space::velocity_at(X, p_b), turned = Space::turn(V, u);
  const typename Space::Wrench arm = Space::couple(Space::moment(turned, n));
  if (relation.kind == RelationKind::coordinate) return arm;
  // The direction n turns by V (dn) and by X (en); ddn is what X does to dn.
  const Vec dp = Space::velocity_at(V, p_b);
  const Vec dn = (dp - n * dot(n, dp)) / value, en = (u - n * dot(n, u)) / value;
  const Vec ddn =
      (turned - en * dot(n, dp) - n * (dot(en, dp) + dot(n, turned)) - dn * dot(n, u)) / value;
  return Space::force_at(ddn, p_b) + Space::couple(Space::moment(u, dn) + Space::moment(dp, en)) +
         arm;
}

template <class Space>
void RelationState<Space>::second_rate_slopes(const Relation<Space>& relation,
                                              const typename Tree<Space>::States& x,
                                              std::span<const typename Space::Twist> A) {
  using Twist = typename Space::Twist;
  if (relation.kind == RelationKind::gear) return;
  const int a = relation.link_a, b = relation.link_b;
  const Twist none = Twist::Zero();
  const Twist V_a = a < 0 ? none : x[a].V, A_a = a < 0 ? none : A[a];
  const Twist V_b = b < 0 ? none : x[b].V, A_b = b < 0 ? none : A[b];
  const Twist V = V_b - V_a, relative = A_b - A_a - Space::cross(V_a, V);
  const typename Space::Wrench DV = wrench_change(relation, V);
  for (std::size_t k = 0; k < relation.support.size(); ++k) {
    const int i = relation.support[k];
    const Twist &S = x[i].S, &Sdot = x[i].Sdot;
    Twist X, dV_a, dV, dA;  // B's motion, changes of V_A, of V_B - V_A and of A_B - A_A
    if (relation.side[k] > 0) {
      X = S;
      dV_a.setZero();
      dV = Space::cross(S, V_b - x[i].V);
      dA = Space::cross(S, A_b - A[i]) + Space::cross(Sdot, V_b - x[i].V);
    } else {
      X = -S;
      dV_a = Space::cross(x[i].V, S);
      dV = Space::cross(S, x[i].V - V_b);
      dA = Space::cross(S, A[i] - A_b) - Space::cross(Sdot, V_a - x[i].V);
    }
    second_rate_by_q[k] = wrench_change(relation, X).dot(relative) +
                          W.dot(dA - Space::cross(dV_a, V) - Space::cross(V_a, dV)) +
                          second_change(relation, V, X).dot(V) +
                          wrench_change(relation, dV).dot(V) + DV.dot(dV);
  }
}

template struct Relation<Planar>;
template struct Relation<Spatial>;
template struct RelationState<Planar>;
template struct RelationState<Spatial>;

}  // namespace bramah
