#include "bramah/sensor.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "bramah/cosimulation.h"
#include "core/rng.h"
#include "core/units.h"

namespace bramah {

namespace {

std::uint64_t hash(const std::string& text) {  // FNV-1a
  std::uint64_t h = 0xcbf29ce484222325u;
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return h;
}

// Normal with deviation 1, by Box and Muller.
double normal(std::uint64_t seed, std::uint64_t n) {
  const double u = 1.0 - random_fraction(seed, 2 * n);  // (0, 1]
  return std::sqrt(-2.0 * std::log(u)) *
         std::cos(2.0 * std::numbers::pi * random_fraction(seed, 2 * n + 1));
}

// line_ holds the last samples, the newest at `count_` modulo its length.
class SampledReading final : public Subsystem {
 public:
  SampledReading(std::string name, const SensorLaw& law, std::size_t late)
      : name_(std::move(name)), law_(law), seed_(law.seed + hash(name_)), line_(late + 1, 0.0) {}

  std::string name() const override { return name_; }
  std::vector<std::string> inputs() const override { return {"of"}; }
  std::vector<std::string> outputs() const override { return {"reading"}; }

  void place(double, std::span<const Curve> inputs) override {
    double x = inputs[0].value(0.0) + law_.bias;
    if (law_.noise > 0.0) x += law_.noise * normal(seed_, count_);
    if (count_ == 0) std::fill(line_.begin(), line_.end(), x);  // as if it had stood there before
    line_[count_ % line_.size()] = x;
    ++count_;
  }
  void read(std::span<double> outputs, std::span<double>) override {
    const double x = line_[count_ % line_.size()];  // the oldest
    outputs[0] = law_.resolution > 0.0 ? law_.resolution * std::round(x / law_.resolution) : x;
  }
  bool advance(double, double, std::span<const Curve>) override { return true; }

  std::size_t state_size() const override { return 1 + line_.size(); }
  void save(std::span<double> state) const override {
    state[0] = static_cast<double>(count_);
    std::copy(line_.begin(), line_.end(), state.begin() + 1);
  }
  void restore(std::span<const double> state) override {
    count_ = static_cast<std::uint64_t>(state[0]);
    std::copy(state.begin() + 1, state.end(), line_.begin());
  }

 private:
  std::string name_;
  SensorLaw law_;
  std::uint64_t seed_;
  std::vector<double> line_;
  std::uint64_t count_ = 0;
};

}  // namespace

std::string sensor_problem(const SensorLaw& law) {
  constexpr double kWhole = 1e-6;  // how far from a whole number of samples a delay may be
  const auto ms = [](double s) { return short_number(1e3 * s) + " ms"; };
  for (const double x : {law.sample_time, law.noise, law.delay, law.resolution})
    if (!std::isfinite(x) || x < 0.0)
      return "sample_time, noise, delay and resolution must be finite and not negative";
  if (!std::isfinite(law.bias)) return "bias must be finite";
  if (law.delay == 0.0) return {};
  if (law.sample_time == 0.0) return "a delay needs a sample_time, of which it is a multiple";
  const double samples = law.delay / law.sample_time;
  if (samples > 1e5) return "a delay of " + ms(law.delay) + " is too many samples";
  if (std::abs(samples - std::round(samples)) <= kWhole * samples) return {};
  return "the delay of " + ms(law.delay) + " is not a whole number of sample times of " +
         ms(law.sample_time);
}

BlockSpec sensor(const std::string& name, const std::string& channel, const SensorLaw& law) {
  if (const std::string problem = sensor_problem(law); !problem.empty())
    throw InputError("sensor \"" + name + "\": " + problem);
  const double late = law.delay > 0.0 ? std::round(law.delay / law.sample_time) : 0.0;
  BlockSpec block;
  block.name = name;
  block.kind = "sensor of " + channel;
  block.word = "sensor";
  block.step = law.sample_time;
  block.inputs = {{"of", {{.of = channel}}}};
  block.outputs = {{"reading", name}};
  block.make = [name, law, late]() -> std::unique_ptr<Subsystem> {
    return std::make_unique<SampledReading>(name, law, static_cast<std::size_t>(late));
  };
  return block;
}

}  // namespace bramah
