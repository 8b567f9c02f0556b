// States next to a state, in independent coordinates: (z, w = dz/dt, y) of build/tangent_space.h.
#include "bramah/binding.h"
#include "build/tangent_space.h"

namespace bramah {

struct Neighbours::Inside {
  Model model;
  State state;
  TangentSpace space;
  std::vector<double> q, v, y;  // of the state itself

  Inside(const Model& m, const State& s) : model(m), state(s), space(model.stepper()) {
    if (!space.enter(state)) throw InputError("the loops do not close at this state");
    q = space.trial().q, v = space.trial().v, y = space.trial().y;
  }
};

Neighbours::Neighbours(const Model& model, const State& state) {
  const Plant& plant = model.plant();
  if (plant.solver.coordinates != Coordinates::joint)
    throw InputError("method " + model.method() +
                     ": expected one in joint coordinates, e.g. semirecursive");
  inside_ = std::make_unique<Inside>(model, state);
  std::vector<std::string> names(plant.layout.size);
  for (const StateNumber& n : state_numbers(model)) names[n.at] = n.name;
  const auto add = [&](std::size_t at, double scale) {
    numbers_.push_back({names[at], at});
    scales_.push_back(scale);
  };
  for (const Block* block : {&plant.layout.q, &plant.layout.v})
    for (const int i : inside_->space.independent())
      add(block->first + static_cast<std::size_t>(i), 1.0);
  for (std::size_t k = 0; k < plant.layout.y.count; ++k)
    add(plant.layout.y.first + k, plant.equations->parts().state_scales[k]);
}

Neighbours::~Neighbours() = default;

State Neighbours::moved(std::size_t number, double by) {
  Inside& in = *inside_;
  const Layout& layout = in.model.plant().layout;
  Trial& x = in.space.trial();
  x.q = in.q, x.v = in.v, x.y = in.y;
  const std::size_t at = numbers_.at(number).at;
  const auto change = [&](const Block& block, auto& values) {
    if (at >= block.first && at < block.first + block.count) values[at - block.first] += by;
  };
  change(layout.q, x.q), change(layout.v, x.v), change(layout.y, x.y);
  State out = in.state;
  if (!in.space.close() || !in.space.leave(out))
    throw InputError("the loops do not close next to this state");
  return out;
}

}  // namespace bramah
