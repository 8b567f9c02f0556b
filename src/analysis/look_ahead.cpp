#include "bramah/analysis.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "bramah/model.h"
#include "build/build.h"
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
  std::vector<double> inputs;
  std::size_t variant = 0;
};

// Watches the marker and the pressures along one future.
class Watcher {
 public:
  Watcher(const Model& model, int point, double sample)
      : model_(model), work_(model), point_(point), sample_(sample) {
    points_.resize(3 * model.drawing().points.size());
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
  std::vector<double> points_;
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
  for (int k = 0; k < (loaded ? kLoads : 1); ++k) {
    // The middle one first: it is the present load.
    const int place = (k + kLoads / 2) % kLoads;
    const double factor =
        loaded ? std::max(0.01, 1.0 + settings.load * (2.0 * place / (kLoads - 1) - 1.0)) : 1.0;
    variants_.push_back(
        {factor,
         build(with_load(coarse, settings.body, factor), {options.controls, options.faults}),
         build(with_load(fine, settings.body, factor), {options.controls, options.faults})});
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
  const int count = std::max(1, options.futures);
  result.futures.resize(count);

  const auto held = live.plant().layout.inputs.in(state.values());
  std::vector<Plan> plans(count);
  for (int i = 0; i < count; ++i) {
    Plan& plan = plans[i];
    plan.inputs.assign(held.begin(), held.end());
    std::uint64_t draw = 64ull * i;
    for (const Control& control : live.controls()) {
      const double change = i == 0 ? 0.0 : 2.0 * random_fraction(options.seed, draw++) - 1.0;
      double& value = plan.inputs[control.input];
      value = std::clamp(value + options.levers * control.range * change,
                         std::min(-control.range, value), std::max(control.range, value));
      result.futures[i].levers.push_back(value);
    }
    plan.variant = i == 0 ? 0 : random_choice(options.seed, draw, variants_.size());
    result.futures[i].load = variants_[plan.variant].load;
  }

  // Each thread's share shares a workspace per model; a chunk is a run of futures of one variant.
  const auto start = std::chrono::steady_clock::now();
  std::vector<std::vector<int>> chunks;
  constexpr int kChunk = 10;
  for (std::size_t v = 0; v < variants_.size(); ++v)
    for (int i = 0, open = -1; i < count; ++i) {
      if (plans[i].variant != v) continue;
      if (open < 0 || chunks[open].size() == kChunk) {
        open = static_cast<int>(chunks.size());
        chunks.emplace_back();
      }
      chunks[open].push_back(i);
    }
  run_pool(
      chunks.size(), std::max(1, options.threads),
      [&](std::size_t k, const PoolReport& report) {
        const Variant& variant = variants_[plans[chunks[k].front()].variant];
        Watcher watcher(variant.coarse, point, result.sample);
        const State from = watcher.adopt(live, state);
        for (const int i : chunks[k]) {
          watcher.run(from, plans[i].inputs, options.horizon, result.futures[i]);
          report(0.0);  // throws once the pool was stopped
        }
      },
      [&](double) { stop_if_asked(options); });
  result.wall_s = seconds_since(start);

  for (int i = 0; i < std::min(options.checked, count); ++i) {
    stop_if_asked(options);
    Watcher watcher(variants_[plans[i].variant].fine, point, result.sample);
    Future fine;
    watcher.run(watcher.adopt(live, state), plans[i].inputs, options.horizon, fine);
    result.error = std::max(result.error, farthest(fine.path, result.futures[i].path));
  }
  return result;
}

}  // namespace bramah
