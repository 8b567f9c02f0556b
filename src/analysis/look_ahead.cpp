#include "bramah/analysis.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "bramah/description.h"
#include "bramah/model.h"
#include "core/nearest.h"
#include "core/rng.h"
#include "core/text.h"
#include "coupling/stepper.h"
#include "model_file/machine_file.h"
#include "run/work_pool.h"

namespace bramah {

namespace {

constexpr int kLoads = 5;  // variants, evenly spaced

// The same machine with a body that weighs `factor` times as much.
MachineDescription with_load(MachineDescription d, const std::string& body, double factor) {
  for (BodySpec& b : d.bodies) {
    if (b.name != body) continue;
    b.mass *= factor;
    for (double& i : b.inertia) i *= factor;
    for (PointMassSpec& m : b.point_masses) m.mass *= factor;
  }
  return d;
}

// What one future does.
struct Plan {
  std::vector<double> inputs;  // levers included, held for the whole horizon
  std::size_t variant = 0;     // of the load
};

// Future 0 keeps levers and load. What another draws is a function of the seed and its number:
// first one fraction a lever, then the load.
Plan draw_plan(const Model& live, std::span<const double> held, const LookAheadOptions& options,
               int number, std::size_t variants) {
  Plan plan{{held.begin(), held.end()}, 0};
  if (number == 0) return plan;
  constexpr std::uint64_t kDraws = 64;  // kept for each future
  std::uint64_t draw = kDraws * static_cast<std::uint64_t>(number);
  for (const Control& control : live.controls()) {
    const double change = 2.0 * random_fraction(options.seed, draw++) - 1.0;
    double& value = plan.inputs[control.input];
    // Not past the lever's range, but no nearer to it than it is held now.
    value = std::clamp(value + options.levers * control.range * change,
                       std::min(-control.range, value), std::max(control.range, value));
  }
  plan.variant = random_choice(options.seed, draw, variants);
  return plan;
}

std::vector<double> lever_commands(const Model& live, const Plan& plan) {
  std::vector<double> commands;
  for (const Control& control : live.controls()) commands.push_back(plan.inputs[control.input]);
  return commands;
}

// Futures by number, in runs of one variant each: a run shares a workspace.
std::vector<std::vector<int>> deal(const std::vector<Plan>& plans, std::size_t variants) {
  constexpr std::size_t kLongest = 10;
  std::vector<std::vector<int>> runs;
  for (std::size_t v = 0; v < variants; ++v) {
    bool open = false;  // the last run is of this variant
    for (std::size_t i = 0; i < plans.size(); ++i) {
      if (plans[i].variant != v) continue;
      if (!open || runs.back().size() == kLongest) runs.emplace_back();
      open = true;
      runs.back().push_back(static_cast<int>(i));
    }
  }
  return runs;
}

// Watches the marker and the pressures along one future.
class Watcher {
 public:
  Watcher(const Model& model, int point, double sample)
      : model_(model), work_(model), point_(point), sample_(sample) {
    points_.resize(3 * model.drawing().points.size());
    row_.resize(model.channels().size());
    for (const Channel& channel : model.channels())
      if (const std::size_t end = channel.name.rfind(".near_tipping"); end != std::string::npos)
        margins_.push_back(model.find_channel(channel.name.substr(0, end) + ".margin"));
    for (const Scene::Cylinder& c : model.scene().cylinders)
      ends_.push_back({model.find_channel(c.name + ".length"), c.name, c.closed, c.stroke, true});
  }

  // Steps to the horizon; the path is sampled, pressures are looked at after every step.
  void run(State state, std::span<const double> inputs, double horizon, Future& future) {
    const long long per_sample = std::max(1LL, std::llround(sample_ / state.step_size()));
    const long long steps = std::llround(horizon / state.step_size());
    mark(state, future);
    for (long long k = 1; k <= steps; ++k) {
      const StepReport report = step(model_, state, work_, Inputs{inputs});
      if (!report.converged) {
        future.failed = explain(model_, report);
        return;
      }
      look_for_peak(future);
      if (k % per_sample == 0) mark(state, future);
    }
  }

  State adopt(const Model& live, const State& state) { return model_.adopt(live, state, work_); }

 private:
  void mark(const State& state, Future& future) {
    model_.pose(state, work_, points_);
    future.path.insert(future.path.end(), &points_[3 * point_], &points_[3 * point_] + 3);
    if (margins_.empty() && ends_.empty()) return;
    model_.observe(state, work_, row_);
    for (const int channel : margins_)
      if (channel >= 0) future.margin = std::min(future.margin, row_[channel]);
    look_for_stop(future);
  }

  // Pistons that are at an end from the beginning do not come to it.
  void look_for_stop(Future& future) {
    constexpr double kAt = 1e-3;  // [m]
    const bool first = future.path.size() == 3;
    for (End& end : ends_) {
      if (end.channel < 0 || end.stroke <= 0.0) continue;
      const double length = row_[end.channel];
      const bool there = length < end.closed + kAt || length > end.closed + end.stroke - kAt;
      if (first) end.counts = !there;
      if (there && end.counts && future.stop.empty()) future.stop = end.name;
    }
  }

  // After a step the scratch holds the pressures of its end.
  void look_for_peak(Future& future) {
    const std::vector<std::string>& volumes = model_.plant().names.volumes;
    const auto& pressure = work_.scratch().buffers().circuit.pressure;
    for (std::size_t k = 0; k < volumes.size(); ++k)
      if (pressure[k] > future.peak_pressure) {
        future.peak_pressure = pressure[k];
        future.peak_at = volumes[k];
      }
  }

  const Model& model_;
  Workspace work_;
  int point_;
  double sample_;
  struct End {
    int channel;
    std::string name;
    double closed, stroke;  // [m]
    bool counts;
  };
  std::vector<double> points_, row_;
  std::vector<int> margins_;  // channels
  std::vector<End> ends_;
};

int marker_point(const Model& model, std::string& name) {
  const auto& markers = model.scene().markers;
  if (name.empty() && !markers.empty()) name = markers.front().name;
  std::vector<std::string> names;
  for (const Scene::Marker& marker : markers) {
    if (marker.name == name) return marker.point;
    names.push_back(marker.name);
  }
  throw InputError(names.empty()
                       ? std::string("look-ahead follows a marker, and the machine has none; add "
                                     "e.g. markers: {tip: boom.tip}")
                       : concat("no marker is called \"", name, "\"; there are ", join(names)));
}

double farthest(std::span<const double> a, std::span<const double> b) {
  double largest = 0.0;
  for (std::size_t k = 0; k + 2 < std::min(a.size(), b.size()); k += 3)
    largest = std::max(largest, std::hypot(a[k] - b[k], a[k + 1] - b[k + 1], a[k + 2] - b[k + 2]));
  return largest;
}

void stop_if_asked(const LookAheadOptions& options) {
  if (options.stop && options.stop()) throw InputError("stopped");
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

struct LookAhead::Variant {
  double load = 1.0;
  Model coarse, fine;  // with the settings' step, and with the live one
};

LookAhead::LookAhead(const std::string& path, const LoadOptions& options,
                     const LookAheadSettings& settings) {
  const MachineDescription fine = read_machine_file(path, options);
  LoadOptions quick = options;
  quick.step = settings.step;
  quick.integrator = settings.integrator;
  const MachineDescription coarse = read_machine_file(path, quick);
  const bool loaded = settings.load > 0.0 && std::ranges::any_of(coarse.bodies, [&](const auto& b) {
                        return b.name == settings.body;
                      });
  const BuildOptions how{options.controls, options.faults, true};
  for (int k = 0; k < (loaded ? kLoads : 1); ++k) {
    // The middle one first: it is the present load.
    const int place = (k + kLoads / 2) % kLoads;
    const double factor =
        loaded ? std::max(0.01, 1.0 + settings.load * (2.0 * place / (kLoads - 1) - 1.0)) : 1.0;
    variants_.push_back({factor, build(with_load(coarse, settings.body, factor), how),
                         build(with_load(fine, settings.body, factor), how)});
  }
}

LookAhead::~LookAhead() = default;

LookAheadResult LookAhead::run(const Model& live, const State& state,
                               const LookAheadOptions& options) const {
  LookAheadResult result;
  result.marker = options.marker;
  const int point = marker_point(live, result.marker);
  result.horizon = options.horizon;
  result.step = variants_.front().coarse.step_size();
  result.sample = std::max(options.sample, result.step);

  // 1. What each future does.
  const auto held = live.plant().layout.inputs.in(state.values()).first(live.inputs().size());
  std::vector<Plan> plans;
  for (int i = 0; i < std::max(1, options.futures); ++i) {
    const Plan& plan = plans.emplace_back(draw_plan(live, held, options, i, variants_.size()));
    Future& future = result.futures.emplace_back();
    future.levers = lever_commands(live, plan);
    future.load = variants_[plan.variant].load;
  }

  // 2. All of them, side by side, with long steps.
  const auto start = std::chrono::steady_clock::now();
  const std::vector<std::vector<int>> runs = deal(plans, variants_.size());
  const auto run_some = [&](std::size_t k, const PoolReport& report) {
    Watcher watcher(variants_[plans[runs[k].front()].variant].coarse, point, result.sample);
    const State from = watcher.adopt(live, state);
    for (const int i : runs[k]) {
      watcher.run(from, plans[i].inputs, options.horizon, result.futures[i]);
      report(0.0);  // throws once the pool was stopped
    }
  };
  run_pool(runs.size(), std::max(1, options.threads), run_some,
           [&](double) { stop_if_asked(options); });
  result.wall_s = seconds_since(start);

  // 3. A few once more with the live machine's step: how wrong are the long ones?
  const std::size_t checked = std::min<std::size_t>(std::max(0, options.checked), plans.size());
  for (std::size_t i = 0; i < checked; ++i) {
    stop_if_asked(options);
    Watcher watcher(variants_[plans[i].variant].fine, point, result.sample);
    Future fine;
    watcher.run(watcher.adopt(live, state), plans[i].inputs, options.horizon, fine);
    result.error = std::max(result.error, farthest(fine.path, result.futures[i].path));
  }
  return result;
}

}  // namespace bramah
