#include "reference/cvode.h"

#include <cvode/cvode.h>
#include <cvode/cvode_proj.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace bramah {

namespace {

constexpr double kFloor = 1e-2;     // absolute tolerance over relative tolerance times scale
constexpr double kNewton = 0.01;    // Newton's error over the integration error
constexpr int kTryShorterStep = 1;  // CVODE: a recoverable failure

std::span<double> view(N_Vector x) {
  return {N_VGetArrayPointer(x), static_cast<std::size_t>(N_VGetLength(x))};
}

}  // namespace

// What CVODE's callbacks see, and what must be freed.
struct Cvode::Handles {
  MachineOde& ode;
  Switches& switches;
  SUNContext context = nullptr;
  N_Vector x = nullptr, between = nullptr, tolerances = nullptr;
  SUNMatrix matrix = nullptr;
  SUNLinearSolver solver = nullptr;
  void* cvode = nullptr;
  std::vector<double> projected, g;
  std::string last_error;

  Handles(MachineOde& equations, Switches& events) : ode(equations), switches(events) {}
  ~Handles() {
    CVodeFree(&cvode);
    if (solver) SUNLinSolFree(solver);
    if (matrix) SUNMatDestroy(matrix);
    if (tolerances) N_VDestroy(tolerances);
    if (between) N_VDestroy(between);
    if (x) N_VDestroy(x);
    if (context) SUNContext_Free(&context);
  }

  static int rates(realtype t, N_Vector x, N_Vector dx, void* self) {
    return static_cast<Handles*>(self)->ode.rates(t, view(x), view(dx)) ? 0 : kTryShorterStep;
  }
  // Forward differences. CVODE's own increments follow the tolerances: far too small at rest.
  static int jacobian(realtype t, N_Vector x, N_Vector dx, SUNMatrix J, void* self,
                      N_Vector shifted, N_Vector, N_Vector) {
    MachineOde& ode = static_cast<Handles*>(self)->ode;
    SUNMatZero(J);
    for (int i = 0; i < ode.inputs_of_rates(); ++i) {
      double& xi = view(x)[i];
      const double kept = xi;
      xi += std::sqrt(SUN_UNIT_ROUNDOFF) * std::max(std::abs(xi), ode.scale(i));
      const bool done = ode.rates(t, view(x), view(shifted));
      const double inverse = 1.0 / (xi - kept);
      xi = kept;
      if (!done) return kTryShorterStep;
      for (int r = 0; r < ode.size(); ++r)
        SM_ELEMENT_D(J, r, i) = inverse * (view(shifted)[r] - view(dx)[r]);
    }
    return 0;
  }
  static int roots(realtype t, N_Vector x, realtype* g, void* self) {
    auto* h = static_cast<Handles*>(self);
    h->switches.values(t, view(x), h->ode, h->g);
    std::ranges::copy(h->g, g);
    return 0;
  }
  static int project(realtype t, N_Vector x, N_Vector correction, realtype, N_Vector, void* self) {
    auto* h = static_cast<Handles*>(self);
    const std::span<double> from = view(x), to = view(correction);
    h->projected.assign(from.begin(), from.end());
    Gaps gaps;
    if (!h->ode.project(t, h->projected, gaps)) return kTryShorterStep;
    for (std::size_t i = 0; i < to.size(); ++i) to[i] = h->projected[i] - from[i];
    return 0;
  }
  // Keeps the message instead of printing it.
  static void note_error(int code, const char*, const char*, char* text, void* self) {
    if (code < 0) static_cast<Handles*>(self)->last_error = text;
  }
};

Cvode::Cvode(MachineOde& ode, Switches& switches, double relative_tolerance, double max_step)
    : ode_(ode), handles_(new Handles(ode, switches)), found_(switches.size()) {
  Handles& h = *handles_;
  check(SUNContext_Create(nullptr, &h.context), "SUNContext_Create");
  h.x = N_VNew_Serial(ode.size(), h.context);
  h.between = N_VNew_Serial(ode.size(), h.context);
  h.tolerances = N_VNew_Serial(ode.size(), h.context);
  h.matrix = SUNDenseMatrix(ode.size(), ode.size(), h.context);
  h.solver = SUNLinSol_Dense(h.x, h.matrix, h.context);
  h.cvode = CVodeCreate(CV_BDF, h.context);
  if (!h.x || !h.between || !h.tolerances || !h.matrix || !h.solver || !h.cvode)
    throw SundialsError("SUNDIALS could not be set up: out of memory?");
  std::ranges::copy(ode.start(), view(h.x).begin());
  for (int i = 0; i < ode.size(); ++i)
    view(h.tolerances)[i] = kFloor * relative_tolerance * ode.scale(i);
  check(CVodeSetErrHandlerFn(h.cvode, Handles::note_error, &h), "CVodeSetErrHandlerFn");
  check(CVodeInit(h.cvode, Handles::rates, 0.0, h.x), "CVodeInit");
  check(CVodeSetUserData(h.cvode, &h), "CVodeSetUserData");
  check(CVodeSVtolerances(h.cvode, relative_tolerance, h.tolerances), "CVodeSVtolerances");
  check(CVodeSetLinearSolver(h.cvode, h.solver, h.matrix), "CVodeSetLinearSolver");
  check(CVodeSetJacFn(h.cvode, Handles::jacobian), "CVodeSetJacFn");
  check(CVodeSetNonlinConvCoef(h.cvode, kNewton), "CVodeSetNonlinConvCoef");
  check(CVodeSetMaxStep(h.cvode, max_step), "CVodeSetMaxStep");
  h.g.resize(switches.size());
  if (switches.size() > 0) {
    std::vector<int> falling(switches.size(), -1);
    check(CVodeRootInit(h.cvode, switches.size(), Handles::roots), "CVodeRootInit");
    check(CVodeSetRootDirection(h.cvode, falling.data()), "CVodeSetRootDirection");
    check(CVodeSetNoInactiveRootWarn(h.cvode), "CVodeSetNoInactiveRootWarn");
  }
  if (ode.has_loops()) {
    check(CVodeSetProjFn(h.cvode, Handles::project), "CVodeSetProjFn");
    check(CVodeSetProjErrEst(h.cvode, SUNFALSE), "CVodeSetProjErrEst");
  }
}

Cvode::~Cvode() = default;

void Cvode::check(int flag, const char* what) {
  if (flag < 0)
    throw SundialsError(std::string("SUNDIALS: ") + what + " failed: " + handles_->last_error);
}

std::span<double> Cvode::x() noexcept { return view(handles_->x); }

void Cvode::restart(double t, double end) {
  before_ = counts();
  check(CVodeReInit(handles_->cvode, t, handles_->x), "CVodeReInit");
  check(CVodeSetStopTime(handles_->cvode, end), "CVodeSetStopTime");
  end_ = end;
}

std::span<const double> Cvode::switch_values() const noexcept { return handles_->g; }

void Cvode::interpolate(double t, std::span<double> x) {
  check(CVodeGetDky(handles_->cvode, t, 0, handles_->between), "CVodeGetDky");
  std::ranges::copy(view(handles_->between), x.begin());
}

Cvode::Outcome Cvode::step(double& t) {
  Handles& h = *handles_;
  std::ranges::fill(found_, 0);
  const int flag = CVode(h.cvode, end_, h.x, &t, CV_ONE_STEP);
  if (flag < 0) {
    char* name = CVodeGetReturnFlagName(flag);
    failure_ = std::string(name) + " (" + h.last_error + ")";
    std::free(name);
    return Outcome::failed;
  }
  if (flag != CV_ROOT_RETURN) return Outcome::stepped;
  check(CVodeGetRootInfo(h.cvode, found_.data()), "CVodeGetRootInfo");
  return Outcome::switched;
}

Cvode::Counts Cvode::counts_since_restart() const {
  long steps = 0, solves = 0, iterations = 0, failed = 0, not_converged = 0;
  CVodeGetNumSteps(handles_->cvode, &steps);
  CVodeGetNumErrTestFails(handles_->cvode, &failed);
  CVodeGetNonlinSolvStats(handles_->cvode, &iterations, &not_converged);
  solves = steps + failed + not_converged;
  return {steps, solves, iterations};
}

Cvode::Counts Cvode::counts() const {
  const Counts now = counts_since_restart();
  return {before_.steps + now.steps, before_.solves + now.solves,
          before_.iterations + now.iterations};
}

// CVODE's own words, what the equations said, and the unknown with the largest local error.
std::string Cvode::message() const {
  Handles& h = *handles_;
  std::string text = failure_;
  if (!ode_.failed().empty()) return text + "; " + ode_.failed();
  N_Vector errors = N_VClone(h.x), weights = N_VClone(h.x);
  if (CVodeGetEstLocalErrors(h.cvode, errors) == CV_SUCCESS &&
      CVodeGetErrWeights(h.cvode, weights) == CV_SUCCESS) {
    int worst = 0;
    const auto size = [&](int i) { return std::abs(view(errors)[i] * view(weights)[i]); };
    for (int i = 1; i < ode_.size(); ++i)
      if (size(i) > size(worst)) worst = i;
    text += "; the worst unknown is " + ode_.unknown(worst);
  }
  N_VDestroy(errors);
  N_VDestroy(weights);
  return text;
}

}  // namespace bramah
