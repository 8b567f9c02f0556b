#include "analysis/step_tangent.h"

#include <algorithm>

#include "bramah/binding.h"
#include "build/formulation.h"
#include "build/tangent_space.h"
#include "constraints/index3.h"
#include "core/dense_algebra.h"
#include "core/text.h"
#include "coupling/whole/whole.h"
#include "integrators/integrator.h"

namespace bramah {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr int kSameIterate = -1;  // neither multipliers nor contacts move
constexpr double kIndependent = 1e-9;
constexpr double kPart = 1e-5;    // of a direction: W is differenced over it
constexpr double kExact = 1e-12;  // Newton's tolerance

VectorXd vector_of(const std::vector<double>& x) {
  return Eigen::Map<const VectorXd>(x.data(), static_cast<Eigen::Index>(x.size()));
}

void copy_into(const VectorXd& from, std::vector<double>& to) {
  std::copy(from.data(), from.data() + from.size(), to.begin());
}

// Without penalties: loops are closed, nothing is pushed back.
MatrixXd tangent_at(const ImplicitDynamics& dynamics, const Trial& x, StepCoefficients c,
                    ImplicitDynamics::Scratch& scratch) {
  MachineEquations::Buffers& b = MachineEquations::buffers(scratch);
  SquareMatrix j(dynamics.size());
  const std::span<const double> alpha = b.load.penalties;
  b.load.penalties = {};
  dynamics.tangent(x, c, scratch, j);
  b.load.penalties = alpha;
  MatrixXd out(j.size(), j.size());
  for (int i = 0; i < j.size(); ++i)
    out.row(i) = Eigen::Map<const Eigen::RowVectorXd>(j.row(i), j.size());
  return out;
}

struct LoopDirections {
  std::vector<int> rows;  // of Phi_q, independent
  MatrixXd B;             // nq x free: B with 1 in the rows of `independent`
};

// independent: empty, to be chosen.
LoopDirections loop_directions(const MatrixXd& Phi_q, std::span<const int> independent) {
  const int nq = static_cast<int>(Phi_q.cols()), nc = static_cast<int>(Phi_q.rows());
  std::vector<int> free(independent.begin(), independent.end()), bound;
  LoopDirections out;
  if (nc == 0) {
    out.B = MatrixXd::Identity(nq, nq);
    return out;
  }
  if (free.empty()) {
    const FullPivots pivots = full_pivots(Phi_q, kIndependent);
    for (int k = pivots.rank; k < nq; ++k)
      free.push_back(pivots.columns[static_cast<std::size_t>(k)]);
    std::ranges::sort(free);
  }
  for (int i = 0; i < nq; ++i)
    if (std::ranges::find(free, i) == free.end()) bound.push_back(i);
  const FullPivots pivots = full_pivots(Phi_q(Eigen::all, bound), kIndependent);
  for (int k = 0; k < nc; ++k)
    if (pivots.rows[static_cast<std::size_t>(k)] < pivots.rank) out.rows.push_back(k);
  out.B = MatrixXd::Zero(nq, static_cast<Eigen::Index>(free.size()));
  SquareLu lu;
  lu.compute(MatrixXd(Phi_q(out.rows, bound)));
  out.B(bound, Eigen::all) = -lu.solve(MatrixXd(Phi_q(out.rows, free)));
  for (std::size_t i = 0; i < free.size(); ++i) out.B(free[i], static_cast<Eigen::Index>(i)) = 1.0;
  return out;
}

MatrixXd jacobian(const Mechanism& mechanism, const Mechanism::Scratch& scratch) {
  RowMajor j(mechanism.constraints(), mechanism.coordinates());
  mechanism.jacobian(scratch, {j.data(), static_cast<std::size_t>(j.size())});
  return j;
}

}  // namespace

// ---------------------------------------------------------------------------------------- notes
StepRecorder::StepRecorder(const ImplicitDynamics& inner, const MachineEquations& equations,
                           std::vector<std::vector<int>> input_signals, RatesAt rates_at)
    : inner_(inner),
      equations_(equations),
      input_signals_(std::move(input_signals)),
      rates_at_(std::move(rates_at)) {}

Gaps StepRecorder::finish(Trial& x, StepCoefficients c, const LinearSolver& lu,
                          Scratch& scratch) const {
  LinearSolve one(x, c, t_, anchor_);
  Trial at = x;
  std::vector<double> r(static_cast<std::size_t>(size()));
  inner_.residual(at, c, kSameIterate, scratch, r);
  note_equations(at, c, scratch, one);
  note_loops(at, scratch, one);
  const Gaps gaps = inner_.finish(x, c, lu, scratch);
  note_projection(x, scratch, one);
  solves.push_back(std::move(one));
  return gaps;
}

void StepRecorder::note_equations(const Trial& x, StepCoefficients c, Scratch& scratch,
                                  LinearSolve& one) const {
  const int m = moved_coordinates(), ny = states();
  const MatrixXd q = tangent_at(inner_, x, {1.0, 0.0, 0.0, 0.0}, scratch);
  const MatrixXd v = tangent_at(inner_, x, {0.0, 1.0, 0.0, 0.0}, scratch);
  const MatrixXd a = tangent_at(inner_, x, {0.0, 0.0, 1.0, 0.0}, scratch);
  const MatrixXd y = tangent_at(inner_, x, {0.0, 0.0, 0.0, 1.0}, scratch);
  one.by_q = q.leftCols(m), one.by_v = v.leftCols(m), one.by_a = a.leftCols(m);
  one.by_y = q.rightCols(ny), one.by_ydot = y.rightCols(ny) - one.by_y;
  MachineEquations::Buffers& b = MachineEquations::buffers(scratch);
  one.by_u = MatrixXd::Zero(equations_.size(), static_cast<Eigen::Index>(input_signals_.size()));
  for (std::size_t i = 0; i < input_signals_.size(); ++i)
    for (const int s : input_signals_[i])
      one.by_u.col(static_cast<Eigen::Index>(i)) += residual_by_signal(equations_, x, s, b);
  one.metric = c.q * one.by_q.topRows(m) + c.v * one.by_v.topRows(m) + c.a * one.by_a.topRows(m);
}

// Rows of the mechanism become those that no reaction enters.
void StepRecorder::note_loops(const Trial&, Scratch& scratch, LinearSolve& one) const {
  const MachineEquations::Buffers& b = MachineEquations::buffers(scratch);
  const int nq = coordinates(), ny = states();
  if (constraints() == 0) return;
  one.Phi_q = jacobian(*equations_.parts().mechanism, *b.mechanism);
  LoopDirections loops = loop_directions(one.Phi_q, moved(scratch));
  const auto reduced = [&](const MatrixXd& by) {
    MatrixXd out(loops.B.cols() + ny, by.cols());
    out << loops.B.transpose() * by.topRows(nq), by.bottomRows(ny);
    return out;
  };
  if (moved_coordinates() < nq) {  // a partition has done so
    one.by_u = reduced(one.by_u);
    return;
  }
  one.full_q = one.by_q.topRows(nq), one.full_v = one.by_v.topRows(nq);
  one.full_a = one.by_a.topRows(nq), one.full_y = one.by_y.topRows(nq);
  one.full_u = one.by_u.topRows(nq);
  const int rank = static_cast<int>(loops.rows.size());
  const auto stacked = [&](const MatrixXd& by, const MatrixXd& middle) {
    MatrixXd out(nq + ny, by.cols());
    out << loops.B.transpose() * by.topRows(nq), middle, by.bottomRows(ny);
    return out;
  };
  const auto zero = [&](const MatrixXd& by) {
    return stacked(by, MatrixXd::Zero(rank, by.cols()));
  };
  // One size for all rows of the mechanism.
  const double scale = one.metric.cwiseAbs().maxCoeff();
  one.by_q = stacked(one.by_q, scale * one.Phi_q(loops.rows, Eigen::all));
  one.by_v = zero(one.by_v), one.by_a = zero(one.by_a), one.by_y = zero(one.by_y);
  one.by_ydot = zero(one.by_ydot), one.by_u = zero(one.by_u);
  one.B = loops.B, one.rows = loops.rows;
  one.weights = vector_of(b.alpha);
}

void StepRecorder::note_projection(const Trial& x, Scratch& scratch, LinearSolve& one) const {
  if (one.rows.empty()) return;
  const MachineEquations::Buffers& b = MachineEquations::buffers(scratch);
  const Mechanism& mechanism = *equations_.parts().mechanism;
  one.delta = vector_of(x.v) - vector_of(one.at.v);
  one.mu = least_squares(one.Phi_q.transpose(), VectorXd(-one.metric * one.delta));
  RowMajor slopes(constraints(), coordinates());
  mechanism.second_derivatives(x.v, *b.mechanism);
  mechanism.rate_slopes(x.v, *b.mechanism,
                        {slopes.data(), static_cast<std::size_t>(slopes.size())});
  one.rate_slopes = slopes;
}

bool StepRecorder::improve_accelerations(Trial& x, Scratch& scratch) const {
  if (!inner_.improve_accelerations(x, scratch)) return false;
  if (constraints() > 0 && moved_coordinates() == coordinates())
    rated.push_back(rates_at_(x, t_, anchor_));
  return true;
}

bool StepRecorder::rates(Trial& x, Scratch& scratch) const {
  if (!inner_.rates(x, scratch)) return false;
  rated.push_back(rates_at_(x, t_, anchor_));
  return true;
}

// ------------------------------------------------------------------------------------ linear step
LinearStep::LinearStep(const StepRecorder& notes, int coordinates, std::vector<double> scales,
                       MetricSlope metric_slope)
    : notes_(notes),
      nq_(coordinates),
      ny_(notes.states()),
      scales_(std::move(scales)),
      metric_slope_(std::move(metric_slope)) {}

bool LinearStep::residual(Trial& d, StepCoefficients, int, Scratch&, std::span<double> r) const {
  const LinearSolve& s = notes_.solves[solve_];
  Eigen::Map<VectorXd>(r.data(), nq_ + ny_) = s.by_q * vector_of(d.q) + s.by_v * vector_of(d.v) +
                                              s.by_a * vector_of(d.a) + s.by_y * vector_of(d.y) +
                                              s.by_ydot * vector_of(d.ydot) + s.by_u * du_;
  return false;
}

void LinearStep::tangent(const Trial&, StepCoefficients c, Scratch&, SquareMatrix& j) const {
  const LinearSolve& s = notes_.solves[solve_];
  for (int i = 0; i < nq_ + ny_; ++i) {
    Eigen::Map<Eigen::RowVectorXd>(j.row(i), nq_) =
        c.q * s.by_q.row(i) + c.v * s.by_v.row(i) + c.a * s.by_a.row(i);
    Eigen::Map<Eigen::RowVectorXd>(j.row(i) + nq_, ny_) = s.by_y.row(i) + c.y * s.by_ydot.row(i);
  }
}

Gaps LinearStep::finish(Trial& d, StepCoefficients, const LinearSolver&, Scratch&) const {
  const LinearSolve& s = notes_.solves[solve_++];
  if (!s.rows.empty()) project(d, s);
  return {};
}

void LinearStep::project(Trial& d, const LinearSolve& s) const {
  const VectorXd dq = vector_of(d.q), dv = vector_of(d.v);
  const VectorXd force = s.full_q * dq + s.full_v * dv + s.full_a * vector_of(d.a) +
                         s.full_y * vector_of(d.y) + s.full_u * du_;
  // Where rows of Phi are redundant, the penalties have dealt the reactions out.
  const VectorXd root = s.weights.cwiseSqrt();
  const VectorXd dlambda =
      root.cwiseProduct(least_squares(s.Phi_q.transpose() * root.asDiagonal(), VectorXd(-force)));
  const VectorXd slope = metric_slope_(s, d, dlambda, du_);
  const Eigen::Index free = s.B.cols(), rank = static_cast<Eigen::Index>(s.rows.size());
  MatrixXd left(nq_, nq_);
  VectorXd right(nq_);
  left << s.B.transpose() * s.metric, s.metric.cwiseAbs().maxCoeff() * s.Phi_q(s.rows, Eigen::all);
  right.head(free) = -s.B.transpose() * slope;
  right.tail(rank) = -s.metric.cwiseAbs().maxCoeff() * (s.Phi_q * dv + s.rate_slopes * dq)(s.rows);
  SquareLu lu;
  lu.compute(left);
  copy_into(dv + lu.solve(right), d.v);
}

bool LinearStep::improve_accelerations(Trial& d, Scratch& scratch) const {
  return notes_.rated.empty() || rates(d, scratch);
}

bool LinearStep::rates(Trial& d, Scratch&) const {
  const LinearRates& r = notes_.rated[rates_++];
  const VectorXd dq = vector_of(d.q), dv = vector_of(d.v);
  VectorXd x(2 * static_cast<Eigen::Index>(r.z.size()) + ny_);
  x << dq(r.z), dv(r.z), vector_of(d.y);
  copy_into(r.a * x + r.a_u * du_, d.a);
  copy_into(r.ydot * x + r.ydot_u * du_, d.ydot);
  return true;
}

// ----------------------------------------------------------------------------------------- a step
namespace {

// External inputs are signals of their own.
std::vector<std::vector<int>> input_signals(const Plant& plant) {
  std::vector<std::vector<int>> out(plant.layout.inputs.count);
  const SignalGraph& signals = *plant.equations->parts().signals;
  for (int s = 0; s < signals.size(); ++s)
    if (signals.node(s).kind == SignalKind::input)
      out[static_cast<std::size_t>(signals.node(s).input)].push_back(s);
  return out;
}

std::string why_not(const Model& model) {
  const Plant& plant = model.plant();
  const SolverSpec& s = plant.solver;
  const EquationParts& parts = plant.equations->parts();
  if (is_linearly_implicit(s.integrator))
    return concat("the formulas of ", s.integrator, " contain the tangent itself");
  if (!dynamic_cast<const Whole*>(&model.stepper()) || !parts.guides.empty())
    return concat("coupling ", s.coupling, " is solved in parts");
  if (is_reference(s.integrator)) return "the reference has no steps of its own";
  if (s.coordinates != Coordinates::joint) return "natural coordinates";
  if (s.constraints == Constraints::al1 && plant.dynamics->constraints() > 0)
    return "al1 leaves the loops open a little";
  if (is_explicit(s.integrator) && plant.dynamics->constraints() > 0)
    return "an explicit rule with loops";
  if (parts.signals->memory() > 0) return "signals with a sample time";
  if (!plant.names.blocks.empty()) return "FMUs are sampled between steps";
  if (!plant.spheres.empty()) return "spherical joints get new charts";
  if (parts.pseudo) return "small volumes are found by a loop of their own";
  if (parts.circuit->has_algebraic() && s.integrator != IntegratorRule::sdirk2)
    return "the rates of algebraic pressures";
  for (const int driver : parts.drivers)
    if (parts.signals->node(driver).kind == SignalKind::input) return "an input drives a joint";
  return {};
}

class StepLinearizer {
 public:
  StepLinearizer(const Model& model, const State& state, const Inputs& inputs)
      : model_(model),
        plant_(model.plant()),
        stepper_(model.stepper()),
        state_(state),
        signals_(input_signals(plant_)),
        space_(stepper_),
        scratch_(stepper_.make_scratch()),
        notes_(*plant_.dynamics, *plant_.equations, signals_,
               [this](const Trial& x, double t, double anchor) { return rates_at(x, t, anchor); }) {
    stepper_.take_inputs(inputs, state_.values());
  }

  StepTangent run() {
    if (!start()) return out_;
    if (!record()) return out_;
    replay();
    return out_;
  }

 private:
  bool fail(const std::string& why) {
    out_.refused = why;
    return false;
  }

  LinearRates rates_of(TangentSpace& space) const {
    LinearRates out;
    out.z.assign(space.independent().begin(), space.independent().end());
    const MatrixXd A = space.A();
    out.a = space.lift().a;
    const int ny = plant_.dynamics->states(), k = static_cast<int>(signals_.size());
    out.ydot = A.bottomRows(ny);
    out.a_u = MatrixXd::Zero(out.a.rows(), k), out.ydot_u = MatrixXd::Zero(ny, k);
    for (int i = 0; i < k; ++i)
      for (const int s : signals_[static_cast<std::size_t>(i)]) {
        const VectorXd column = space.input_column(s);
        out.a_u.col(i) += space.lift_acceleration(column);
        out.ydot_u.col(i) += column.tail(ny);
      }
    return out;
  }

  LinearRates rates_at(const Trial& x, double t, double anchor) {
    State there = state_;
    const auto values = there.values();
    std::ranges::copy(x.q, plant_.layout.q.in(values).begin());
    std::ranges::copy(x.v, plant_.layout.v.in(values).begin());
    std::ranges::copy(x.y, plant_.layout.y.in(values).begin());
    TangentSpace space(stepper_);
    regular_ = space.enter(there, t, anchor) && space.solve_rates() && regular_;
    return rates_of(space);
  }

  bool start() {
    t_ = state_.time(), h_ = state_.step_size(), anchor_ = t_ + 0.5 * h_;
    const SignalGraph& signals = *plant_.equations->parts().signals;
    if (signals.next_break(t_ + 1e-9 * h_) < t_ + h_ - 1e-9 * h_)
      return fail("an input jumps inside the step");
    if (!space_.enter(state_, t_, anchor_) || !space_.leave(state_) || !space_.solve_rates())
      return fail("the loops do not close at this state");
    name_numbers();
    rates_ = rates_of(space_);
    lift_ = space_.lift();
    return true;
  }

  void name_numbers() {
    std::vector<std::string> names(plant_.layout.size);
    for (const StateNumber& n : state_numbers(model_)) names[n.at] = n.name;
    const auto add = [&](std::size_t at, double scale) {
      out_.numbers.push_back({names[at], at});
      out_.scales.push_back(scale);
    };
    for (const Block* block : {&plant_.layout.q, &plant_.layout.v})
      for (const int i : space_.independent()) add(block->first + static_cast<std::size_t>(i), 1.0);
    for (std::size_t k = 0; k < plant_.layout.y.count; ++k)
      add(plant_.layout.y.first + k, plant_.equations->parts().state_scales[k]);
  }

  static IntegratorOptions tight(IntegratorOptions o) {
    o.newton = {kExact, 100, false, true};
    return o;
  }

  // The step itself, to its end.
  bool record() {
    end_ = state_;
    const auto x = end_.values();
    enter_state(plant_, x, *scratch_);
    if (!plant_.dynamics->choose_moved(plant_.layout.q.in(x), plant_.layout.v.in(x),
                                       *scratch_->dynamics))
      return fail("a singular pose");
    const auto integrator =
        make_integrator(plant_.solver.integrator, notes_, tight(plant_.integrator_options()));
    const AdvanceReport report =
        integrator->advance(notes_, *scratch_->dynamics, t_, h_, plant_.layout.point(x));
    if (!report.newton.converged) return fail("the step does not converge");
    if (!regular_) return fail("the loops do not close inside the step");
    const auto moved = plant_.dynamics->moved(*scratch_->dynamics);
    moved_.assign(moved.begin(), moved.end());
    if (moved_.empty())
      for (int i = 0; i < plant_.dynamics->coordinates(); ++i) moved_.push_back(i);
    leave_state(plant_, x, *scratch_);
    return true;
  }

  // W delta + Phi_q^T mu a little off Newton's solution.
  VectorXd pushed(const LinearSolve& s, const Trial& d, const VectorXd& dlambda, const VectorXd& du,
                  double part) {
    const auto inputs = plant_.layout.inputs.in(end_.values());
    const std::vector<double> kept(inputs.begin(), inputs.end());
    for (std::size_t i = 0; i < kept.size(); ++i)
      inputs[i] += part * du[static_cast<Eigen::Index>(i)];
    ImplicitDynamics::Scratch& scratch = *scratch_->dynamics;
    Trial x = s.at;
    const auto move = [&](std::vector<double>& to, const auto& by) {
      for (std::size_t i = 0; i < to.size(); ++i) to[i] += part * by[static_cast<long>(i)];
    };
    move(x.q, vector_of(d.q)), move(x.v, vector_of(d.v)), move(x.a, vector_of(d.a));
    move(x.y, vector_of(d.y)), move(x.ydot, vector_of(d.ydot)), move(x.lambda, dlambda);
    std::vector<double> r(static_cast<std::size_t>(plant_.dynamics->size()));
    plant_.dynamics->set_time(s.t, s.anchor, scratch);
    plant_.dynamics->residual(x, s.c, kSameIterate, scratch, r);
    const MatrixXd W = tangent_at(*plant_.dynamics, x, s.c, scratch);
    const MachineEquations::Buffers& b = MachineEquations::buffers(scratch);
    const MatrixXd Phi_q = jacobian(*plant_.equations->parts().mechanism, *b.mechanism);
    std::ranges::copy(kept, inputs.begin());
    const Eigen::Index nq = Phi_q.cols();
    return W.topLeftCorner(nq, nq) * s.delta + Phi_q.transpose() * s.mu;
  }

  VectorXd metric_slope(const LinearSolve& s, const Trial& d, const VectorXd& dlambda,
                        const VectorXd& du) {
    return (pushed(s, d, dlambda, du, kPart) - pushed(s, d, dlambda, du, -kPart)) / (2.0 * kPart);
  }

  void replay() {
    const int m = static_cast<int>(moved_.size()), ny = plant_.dynamics->states();
    const auto n = static_cast<Eigen::Index>(out_.numbers.size());
    const auto k = static_cast<Eigen::Index>(signals_.size());
    std::vector<double> scales(static_cast<std::size_t>(m), 1.0);
    const auto& of_states = plant_.equations->parts().state_scales;
    scales.insert(scales.end(), of_states.begin(), of_states.end());
    LinearStep linear(notes_, m, std::move(scales),
                      [this](const LinearSolve& s, const Trial& d, const VectorXd& dlambda,
                             const VectorXd& du) { return metric_slope(s, d, dlambda, du); });
    const auto integrator =
        make_integrator(plant_.solver.integrator, linear, tight(plant_.integrator_options()));
    const auto scratch = linear.make_scratch();
    MatrixXd by_state(n, n), by_inputs(n, k);
    const MatrixXd to_numbers = read_out();
    const auto run = [&](const VectorXd& dx, const VectorXd& du) {
      linear.begin(du);
      const VectorXd q = lift_.q * dx, v = lift_.v * dx, a = lift_.a * dx + rates_.a_u * du;
      const VectorXd ydot = rates_.ydot * dx + rates_.ydot_u * du;
      VectorXd pq = q(moved_), pv = v(moved_), pa = a(moved_), wa = pa;
      VectorXd py = dx.tail(ny), pydot = ydot, wy = ydot, lambda = VectorXd::Zero(1);
      const auto span = [](VectorXd& x) {
        return std::span<double>(x.data(), static_cast<std::size_t>(x.size()));
      };
      const StatePoint p{span(pq), span(pv), span(pa), span(py), span(pydot), span(lambda),
                         span(wa), span(wy), {},       {},       {}};
      const AdvanceReport report = integrator->advance(linear, *scratch, t_, h_, p);
      if (!report.newton.converged) fail("the linear step is singular");
      VectorXd end(2 * m + ny);
      end << pq, pv, py;
      return VectorXd(to_numbers * end);
    };
    for (Eigen::Index i = 0; i < n; ++i) {
      const double scale = out_.scales[static_cast<std::size_t>(i)];
      by_state.col(i) = run(scale * VectorXd::Unit(n, i), VectorXd::Zero(k)) / scale;
    }
    for (Eigen::Index i = 0; i < k; ++i)
      by_inputs.col(i) = run(VectorXd::Zero(n), VectorXd::Unit(k, i));
    store(by_state, out_.by_state), store(by_inputs, out_.by_inputs);
  }

  // From (q, v, y) of what the rule moved to the numbers.
  MatrixXd read_out() {
    const int m = static_cast<int>(moved_.size()), ny = plant_.dynamics->states();
    const std::vector<int> z(space_.independent().begin(), space_.independent().end());
    const auto nz = static_cast<Eigen::Index>(z.size());
    MatrixXd out = MatrixXd::Zero(2 * nz + ny, 2 * m + ny);
    out.bottomRightCorner(ny, ny).setIdentity();
    if (m == plant_.dynamics->coordinates() || z == moved_) {
      for (Eigen::Index i = 0; i < nz; ++i) {
        const int q = z[static_cast<std::size_t>(i)];
        const auto at = std::ranges::find(moved_, q) - moved_.begin();
        out(i, at) = out(nz + i, m + at) = 1.0;
      }
      return out;
    }
    // A partition with other coordinates than ours: by way of the loops at the end.
    TangentSpace space(stepper_);
    State end = end_;
    if (!space.enter(end, t_ + h_, anchor_) || !space.solve_rates())
      fail("the loops do not close at the end of the step");
    space.A();
    const TangentSpace::Lift lift = space.lift();
    MatrixXd theirs(2 * m, 2 * nz), ours(2 * nz, 2 * nz);
    theirs << lift.q(moved_, Eigen::seqN(0, 2 * nz)), lift.v(moved_, Eigen::seqN(0, 2 * nz));
    ours << lift.q(z, Eigen::seqN(0, 2 * nz)), lift.v(z, Eigen::seqN(0, 2 * nz));
    SquareLu lu;
    lu.compute(theirs);
    out.topLeftCorner(2 * nz, 2 * m) = ours * lu.solve(MatrixXd(MatrixXd::Identity(2 * m, 2 * m)));
    return out;
  }

  static void store(const MatrixXd& from, std::vector<double>& to) {
    for (Eigen::Index i = 0; i < from.rows(); ++i)
      for (Eigen::Index k = 0; k < from.cols(); ++k) to.push_back(from(i, k));
  }

  const Model& model_;
  const Plant& plant_;
  const Stepper& stepper_;
  State state_, end_;
  std::vector<std::vector<int>> signals_;
  TangentSpace space_;  // at the start
  std::unique_ptr<StepperScratch> scratch_;
  StepRecorder notes_;
  LinearRates rates_;
  TangentSpace::Lift lift_;
  std::vector<int> moved_;
  double t_ = 0.0, h_ = 0.0, anchor_ = 0.0;
  bool regular_ = true;
  StepTangent out_;
};

}  // namespace

StepTangent step_tangent(const Model& model, const State& state, const Inputs& inputs) {
  StepTangent none;
  none.refused = why_not(model);
  return !none.refused.empty() ? none : StepLinearizer(model, state, inputs).run();
}

}  // namespace bramah
