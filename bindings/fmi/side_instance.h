// One side of a machine, its mechanism or its oil, for a host that couples it itself: what MachineSide
// exchanges are the variables. Inputs go on with their rates over a whole communication step, and the
// step is one, with the side's own steps inside: no ticks, no directional derivatives.
#pragma once

#include "bramah/cosimulation.h"
#include "instance.h"

namespace bramah::fmi {

class SideInstance final : public Instance {
 public:
  using Instance::Instance;

  double step(double time, double step, const std::function<bool(double)>& at_tick) override;
  double time() const override { return start_ + time_; }
  void get_rates(std::span<const Reference> references, std::span<double> rates) override;

 private:
  void place_variables() override;
  std::vector<double> input_defaults() const override;
  void start_anew() override;
  void read_wanted() override;
  std::vector<double> slopes(std::span<const Reference> outputs,
                             std::span<const Reference> inputs) override;
  std::vector<double> carried() const override;
  void carry(std::span<const double> numbers) override;
  std::vector<Curve> curves(double t) const;

  std::unique_ptr<MachineSide> side_;
  std::vector<double> values_, output_rates_;
  double time_ = 0.0;  // [s] of the machine
};

}  // namespace bramah::fmi
