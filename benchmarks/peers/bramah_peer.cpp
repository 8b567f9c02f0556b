// Bramah through its public interface.
#include <bramah/bramah.h>

#include <algorithm>
#include <stdexcept>

#include "analysis/chain_text.h"
#include "peer.h"

namespace bramah::peers {
namespace {

class BramahPeer : public Peer {
 public:
  BramahPeer(Model model, const std::string& end)
      : model_(std::move(model)), state_(model_.initial_state()), work_(model_) {
    const auto& points = model_.drawing().points;
    end_ = static_cast<std::size_t>(std::find(points.begin(), points.end(), end) - points.begin());
    pose_.resize(3 * points.size());
    values_.resize(model_.channels().size());
  }

  void restart() override { state_ = model_.initial_state(); }

  void run(long steps) override {
    for (long k = 0; k < steps; ++k) {
      const StepReport report = step(model_, state_, work_, Inputs{});
      if (!report.converged) throw std::runtime_error(explain(model_, report));
    }
  }

  Place end() override {
    model_.pose(state_, work_, pose_);
    return {pose_[3 * end_], pose_[3 * end_ + 1]};
  }

  Energy energy() override {
    model_.observe(state_, work_, values_);
    return {value("energy.kinetic"), value("energy.potential")};
  }

 private:
  double value(const char* channel) const {
    return values_.at(static_cast<std::size_t>(model_.find_channel(channel)));
  }

  Model model_;
  State state_;
  Workspace work_;
  std::size_t end_ = 0;
  std::vector<double> pose_, values_;
};

LoadOptions options_for(double step, const Method& how) {
  LoadOptions options;
  options.method = how.method;
  options.integrator = how.integrator;
  options.step = step;
  return options;
}

std::string four_bar_text() {
  return R"(bramah: 1
gravity: "[0, -9.81] m/s2"
parameters: {L1: 9 m, L2: sqrt(2) m, L3: 2 m}
ground: {points: {O: [0 m, 0 m], E: [0 m, -1 m]}}
bodies:
  beam: {mass: 225 kg, com: [L1/2, 0 m], shape: {rod: L1}, points: {O: [0 m, 0 m], C: [L1/3, 0 m]}}
  coupler: {mass: 35 kg, com: [L2/2, 0 m], shape: {rod: L2}, points: {C: [0 m, 0 m], D: [L2, 0 m]}}
  lever: {mass: 50 kg, com: [L3/2, 0 m], shape: {rod: L3}, points: {D: [0 m, 0 m], E: [L3, 0 m]}}
joints:
  z1: {type: revolute, between: [ground.O, beam.O], start: 0 deg}
  z2: {type: revolute, between: [beam.C, coupler.C], guess: -135 deg}
  z3: {type: revolute, between: [coupler.D, lever.D], guess: -45 deg}
  E: {type: revolute, between: [lever.E, ground.E], cut: true}
)";
}

}  // namespace

PeerPtr make_bramah_chain(const Chain& chain, bool planar, const Method& how) {
  const int links = static_cast<int>(chain.start.size());
  Model model = load_text(chain_text(links, planar), "chain", options_for(chain.step, how));
  return std::make_unique<BramahPeer>(std::move(model), "link" + std::to_string(links) + ".tip");
}

PeerPtr make_bramah_four_bar(const FourBar& machine, const Method& how) {
  return std::make_unique<BramahPeer>(
      load_text(four_bar_text(), "four_bar", options_for(machine.step, how)), "lever.E");
}

}  // namespace bramah::peers
