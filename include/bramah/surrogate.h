// A trained surrogate by itself.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bramah/cosimulation.h"

namespace bramah {

struct Surrogate;  // src/surrogate: the network, its channels and delays

// A network's file, or its text; `name` is what messages call it. Throws InputError.
std::shared_ptr<const Surrogate> load_surrogate(const std::string& path);
std::shared_ptr<const Surrogate> load_surrogate_text(const std::string& text,
                                                     const std::string& name);

// A surrogate as a subsystem: its inputs and outputs are the network's channels. It samples at
// whole multiples of its sample time, whatever the macro steps; between them outputs go on linearly
// from one prediction to the next.
class SurrogateSubsystem final : public Subsystem {
 public:
  // `path`: of the network's file. Throws InputError.
  SurrogateSubsystem(std::string name, const std::string& path);
  SurrogateSubsystem(std::string name, const Surrogate& surrogate);
  ~SurrogateSubsystem() override;

  // Where its outputs begin, as if they had rested there; else they begin in the middle of their
  // boxes.
  void begin_at(std::vector<double> outputs);

  std::string name() const override { return name_; }
  std::vector<std::string> inputs() const override;
  std::vector<std::string> outputs() const override;
  double scale(int output) const override;  // the width of its box
  void place(double t, std::span<const Curve> inputs) override;
  void read(std::span<double> outputs, std::span<double> rates) override;
  bool advance(double t, double H, std::span<const Curve> inputs) override;
  std::size_t state_size() const override;
  void save(std::span<double> state) const override;
  void restore(std::span<const double> state) override;

  long long samples_outside() const noexcept;  // of what it was trained for

 private:
  struct Runner;
  std::string name_;
  std::unique_ptr<Runner> runner_;
};

}  // namespace bramah
