// A shipped mechanism, run to its end by one solver; values are read by channel and row.
#pragma once

#include <bramah/bramah.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ostream>
#include <string>
#include <vector>

namespace bramah {

// One way to solve; a new method joins the tests of all mechanisms by one line.
struct Solver {
  const char *method, *integrator;
  double pace = 1.0;  // multiple of a mechanism's step
  double slack =
      1.0;  // multiple of a bound on errors: in natural coordinates a rotation is a motion
            // on circles, which a rule of second order follows less well than an angle
};
inline const std::vector<Solver> kSolvers{
    {"semirecursive", "sdirk2"},         {"semirecursive", "trapezoidal"},
    {"semirecursive", "gen_alpha"},      {"ali3p", "sdirk2", 1.0, 10.0},
    {"ali3p", "trapezoidal", 1.0, 10.0}, {"double_step", "sdirk2"},
    {"double_step", "trapezoidal"},
};
// Those that need an open tree, or do not pass singular poses.
inline const std::vector<Solver> kTreeSolvers{
    {"inef", "sdirk2"},     {"inef", "trapezoidal"},       {"inef", "rk4"},
    {"double_step", "rk4"}, {"ali1", "sdirk2", 1.0, 10.0}, {"ali1", "rk4", 1.0, 10.0}};
inline const Solver kReference{"semirecursive", "sundials"};

inline void PrintTo(const Solver& s, std::ostream* out) {
  *out << s.method << ", " << s.integrator;
}

inline std::string solver_name(const testing::TestParamInfo<Solver>& test) {
  return std::string(test.param.method) + "_" + test.param.integrator;
}

inline std::string mechanism_path(const std::string& name) {
  return std::string(BRAMAH_SOURCE_DIR "/models/") + name + ".yaml";
}

class MechanismRun {
 public:
  // every: of the rows [s]; 0: every step.
  MechanismRun(const std::string& file, const Solver& solver, double step, double until,
               double every = 0.0)
      : model_(load(mechanism_path(file), options(solver, step, until))) {
    RunOptions how;
    how.every = every;
    summary = run(model_, how, rows_);
    EXPECT_TRUE(summary.converged) << file << ", " << solver.integrator << ": " << summary.message;
  }
  std::size_t rows() const { return rows_.times.size(); }
  std::size_t last() const { return rows() - 1; }
  double time(std::size_t row) const { return rows_.times[row]; }
  double operator()(const std::string& channel, std::size_t row) const {
    const int k = model_.find_channel(channel);
    EXPECT_GE(k, 0) << channel;
    return k < 0 ? NAN : rows_.row(row)[static_cast<std::size_t>(k)];
  }
  double largest(const std::string& channel) const {
    double size = 0.0;
    for (std::size_t k = 0; k < rows(); ++k) size = std::max(size, std::abs((*this)(channel, k)));
    return size;
  }
  // Largest difference of a channel from another run with the same rows.
  double away_from(const MechanismRun& other, const std::string& channel) const {
    EXPECT_EQ(rows(), other.rows());
    double size = 0.0;
    for (std::size_t k = 0; k < std::min(rows(), other.rows()); ++k)
      size = std::max(size, std::abs((*this)(channel, k) - other(channel, k)));
    return size;
  }
  RunSummary summary;

 private:
  static LoadOptions options(const Solver& solver, double step, double until) {
    LoadOptions o;
    o.method = solver.method;
    o.integrator = solver.integrator;
    o.step = step * solver.pace;
    o.until = until;
    o.substeps = "off";
    return o;
  }
  Model model_;
  Recording rows_;
};

}  // namespace bramah
