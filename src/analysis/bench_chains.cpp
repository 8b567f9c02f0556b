// Cost of a step against the number of links: the recursion over the tree must cost each link the
// same.
#include <algorithm>
#include <cmath>

#include "analysis/chain_text.h"
#include "bramah/analysis.h"
#include "bramah/model.h"
#include "run/cpu_time.h"

namespace bramah {
namespace {

constexpr const char* kMethod = "inef";
constexpr const char* kIntegrator = "semi_euler";
constexpr int kSteps = 1000;  // of 1 ms

Model make_chain(int links, bool planar) {
  LoadOptions options;
  options.method = kMethod;
  options.integrator = kIntegrator;
  options.step = 1e-3;
  return load_text(chain_text(links, planar), "chain of " + std::to_string(links), options);
}

double stepping_time(const Model& model, Workspace& work, std::string& problem) {
  State state = model.initial_state();
  const double start = cpu_seconds();
  for (int k = 0; k < kSteps && problem.empty(); ++k) {
    const StepReport report = step(model, state, work, Inputs{});
    if (!report.converged) problem = explain(model, report);
  }
  return cpu_seconds() - start;
}

double energy_drift(const Model& model, Workspace& work) {
  State state = model.initial_state();
  std::vector<double> values(model.channels().size());
  const auto kinetic = static_cast<std::size_t>(model.find_channel("energy.kinetic"));
  const auto potential = static_cast<std::size_t>(model.find_channel("energy.potential"));
  double start = 0.0, change = 0.0, most = 0.0;
  for (int k = 0; k <= kSteps; ++k) {
    model.observe(state, work, values);
    const double now = values[kinetic] + values[potential];
    if (k == 0) start = now;
    change = std::max(change, std::abs(now - start));
    most = std::max(most, values[kinetic]);
    if (!step(model, state, work, Inputs{}).converged) break;
  }
  return change / most;
}

// One chain and its fastest run so far.
struct Chain {
  Model model;
  Workspace work;
  ChainRow row;
  double best = INFINITY;

  Chain(int links, bool planar)
      : model(make_chain(links, planar)),
        work(model),
        row{.links = links, .planar = planar, .problem = {}} {}
  void measure() {
    if (row.problem.empty()) best = std::min(best, stepping_time(model, work, row.problem));
  }
  void sum_up() {
    row.us_per_step = 1e6 * best / kSteps;
    row.us_per_link = row.us_per_step / row.links;
    if (row.problem.empty()) row.energy_drift = energy_drift(model, work);
  }
};

}  // namespace

// In turns, so that a burst of other work on the computer meets all chains alike.
std::vector<ChainRow> bench_chains(const std::vector<int>& links, int repeats,
                                   const std::function<void(const ChainRow&)>& done) {
  std::vector<Chain> chains;
  for (const int n : links)
    for (const bool planar : {true, false}) chains.emplace_back(n, planar);
  for (int k = 0; k < repeats; ++k)
    for (Chain& chain : chains) chain.measure();
  std::vector<ChainRow> rows;
  for (Chain& chain : chains) {
    chain.sum_up();
    rows.push_back(chain.row);
    if (done) done(rows.back());
  }
  return rows;
}

}  // namespace bramah
