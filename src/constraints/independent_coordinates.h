// Which coordinates of a mechanism with loops are independent, and what follows from them.
//
//   Phi_q = [Phi_d Phi_i]   columns of dependent and independent coordinates z; as many rows as the
//                           rank, the others follow from them
//   dq = B dz               B  = [-Phi_d^-1 Phi_i; 1]                    [Jaiswal2021, Eqs. 13-14]
//   dv = (c.v B + G1) dz    G1 = -c.q Phi_d^-1 (Phi_q v)_q B                            in rows d
//   da = (c.a B + G2) dz    G2 = -Phi_d^-1 ((c.q Phi''_q + c.v Phi''_v) B + Phi''_v G1) in rows d
//   Phi_d^T lambda = -R_d   the multipliers that leave no force on dependent coordinates
//
// In: a Mechanism with kinematics at a pose. Out: B, G1, G2, lambda, corrections of dependent
// coordinates. z is chosen by elimination with full pivoting, and chosen anew when the pivots have
// shrunk; where even the best pivots vanish the pose is singular. Used by the double-step method in
// every step (partition.h) and to linearise (build/tangent_space.h). Allocates only when made.
#pragma once

#include <span>
#include <vector>

#include "core/linear_solver.h"
#include "multibody/mechanism.h"

namespace bramah {

class IndependentCoordinates {
 public:
  IndependentCoordinates(int coordinates, int constraints, int rank);

  int rank() const noexcept { return rank_; }
  int free() const noexcept { return free_; }
  std::span<const int> independent() const noexcept { return independent_; }
  std::span<const int> dependent() const noexcept { return dependent_; }
  std::span<const int> rows() const noexcept { return rows_; }  // of Phi, that determine them

  // Whether there is a choice, and its pivots are still half of what they were.
  bool stands() const noexcept;
  // Chooses z from Phi_q at the present kinematics; an older choice stays unless the new one is
  // clearly better. False: singular, see singular_row().
  [[nodiscard]] bool choose(const Mechanism&, const Mechanism::Scratch&);
  // z as given; only the rows are chosen.
  [[nodiscard]] bool choose(const Mechanism&, const Mechanism::Scratch&,
                            std::span<const int> independent);
  bool chosen() const noexcept { return choices_ > 0; }

  // Phi_d at the present kinematics. False: singular.
  [[nodiscard]] bool factorise(const Mechanism&, const Mechanism::Scratch&);
  void note_pivot() noexcept { last_pivot_ = phi_d_.smallest_pivot(); }  // for stands()
  // x_d -= Phi_d^-1 violation; after factorise(), as all below.
  void correct(std::span<const double> violation, std::span<double> x) noexcept;
  void find_map() noexcept;  // B
  // G1 and G2 from rate_slopes() and acceleration_slopes(c.q, c.v) of the mechanism; after
  // find_map().
  void find_slopes(double c_q, std::span<const double> rate_slopes,
                   std::span<const double> acceleration_slopes) noexcept;
  // From the residual without constraint forces; zero in rows that follow from others.
  void multipliers(std::span<const double> residual, std::span<double> lambda) noexcept;

  // In the row of dependent coordinate d (its place, not its number) and the column of z_i.
  double map(int d, int i) const noexcept { return map_[at(d, i)]; }
  double G1(int d, int i) const noexcept { return g1_[at(d, i)]; }
  double G2(int d, int i) const noexcept { return g2_[at(d, i)]; }
  // Row k of those chosen, over all coordinates.
  const double* phi_row(int k) const noexcept { return row_of(phi_q_, k); }

  // Row of Phi whose pivot vanished; -1: none.
  int singular_row() const noexcept { return singular_; }
  void set_singular(int row) noexcept { singular_ = row; }

  // The choice as State keeps it: one flag per coordinate and per constraint, the smallest pivot
  // when it was made and now, how often it was made.
  static int memory_size(int coordinates, int constraints) { return coordinates + constraints + 3; }
  void recall(std::span<const double> memory) noexcept;
  void remember(std::span<double> memory) const noexcept;

 private:
  [[nodiscard]] bool eliminate(int columns);
  void take(double smallest, bool columns_too);
  std::size_t at(int d, int i) const noexcept { return static_cast<std::size_t>(d) * free_ + i; }
  template <class Rows>
  const double* row_of(const Rows& all, int k) const noexcept {
    return &all[static_cast<std::size_t>(rows_[k]) * nq_];
  }

  int nq_, nc_, rank_, free_;
  std::vector<int> independent_, dependent_, rows_;
  double chosen_pivot_ = 0.0, last_pivot_ = 0.0;
  int choices_ = 0, singular_ = -1;
  std::vector<double> phi_q_, eliminated_;  // nc x nq
  std::vector<int> row_order_, column_order_;
  LinearSolver phi_d_;
  std::vector<double> map_, g1_, g2_;  // rank x free
  std::vector<double> selected_;
};

}  // namespace bramah
