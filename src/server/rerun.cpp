#include "server/rerun.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "results/summary_json.h"
#include "run/deadline.h"
#include "server/messages.h"

namespace bramah {
namespace {

constexpr double kSample = 1.0 / 30.0;  // [s] between two frames

Frame frame_of(const Model& model, const State& state, Workspace& work,
               const std::vector<double>& inputs) {
  Frame frame;
  frame.tick = state.tick();
  frame.t = state.time();
  frame.values.resize(model.channels().size());
  frame.points.resize(3 * model.drawing().points.size());
  frame.bodies.resize(7 * model.scene().bodies.size());
  frame.inputs = inputs;
  model.observe(state, work, frame.values);
  model.pose(state, work, frame.points);
  model.body_poses(state, work, frame.bodies);
  return frame;
}

}  // namespace

Rerun rerun(const Stretch& past, const Model& model, const std::function<bool()>& stop) {
  const auto start = std::chrono::steady_clock::now();
  Workspace work(model);
  State state = past.model.get() == &model ? past.start.state
                                           : model.adopt(*past.model, past.start.state, work);
  std::vector<double> inputs = past.start.inputs;
  const long long apart = std::max(1LL, std::llround(kSample / model.step_size()));
  auto motion = past.motions.begin();
  Rerun result;
  result.frames.push_back(frame_of(model, state, work, inputs));
  while (state.tick() < past.until) {
    for (; motion != past.motions.end() && motion->tick <= state.tick(); ++motion)
      inputs = motion->inputs;
    StepReport report = step(model, state, work, Inputs{inputs});
    if (!report.converged && can_be_coarse(model))  // as when it was driven
      report = step(model, state, work, Inputs{inputs}, {.iterations = 0});
    if (!report.converged) {
      result.failed = explain(model, report);
      break;
    }
    if ((past.until - state.tick()) % apart != 0) continue;
    if (stop()) throw InputError("stopped");
    result.frames.push_back(frame_of(model, state, work, inputs));
  }
  result.wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

std::string again_text(const Rerun& result, std::span<const int> channels) {
  std::string text = json_text(
      nlohmann::ordered_json{{"type", "again"}, {"wall", result.wall}, {"failed", result.failed}});
  text.back() = ',';
  text += "\"frames\":[";
  for (const Frame& frame : result.frames) {
    if (text.back() != '[') text += ',';
    text += frame_text(frame, channels);
  }
  return text + "]}";
}

}  // namespace bramah
