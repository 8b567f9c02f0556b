// Other people's FMUs beside our machines: an FMU for co-simulation, 2.0 or 3.0, as a subsystem.
//
//   FmuSubsystem engine({.file = "engine.fmu", .name = "engine", .parameters = {{"J", 0.4}}});
//   world.add(crane), world.add(engine);
//   world.connect("engine.speed", "crane.engine_speed", 1);
// Its binary runs with all rights of this process, isolated or not: import what you trust.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "bramah/cosimulation.h"

namespace bramah {

struct FmuImport {
  std::string file;
  std::string name;                              // of the subsystem
  std::vector<std::string> inputs{}, outputs{};  // variables; empty: all that are numbers
  std::map<std::string, double> parameters{};    // set before the initialisation
  double start = 0.0;                            // [s]
  // In a process of its own, which may crash or hang: then step() fails, and this program goes on.
  bool isolated = false;
  double patience = 30.0;  // isolated: longest wait for an answer [s]
};

class FmuSubsystem final : public Subsystem {
 public:
  // Unpacks, loads and initialises it. Throws InputError: broken files, missing functions, names that
  // do not exist, an FMU that refuses.
  explicit FmuSubsystem(const FmuImport& import);
  ~FmuSubsystem() override;

  std::string name() const override { return name_; }
  std::vector<std::string> inputs() const override { return inputs_; }
  std::vector<std::string> outputs() const override { return outputs_; }
  double scale(int output) const override;
  double alone(int input) const override;  // its start value
  void place(double t, std::span<const Curve> inputs) override;
  void read(std::span<double> outputs, std::span<double> rates) override;
  // Inputs are held at their value in the middle of the step; with canInterpolateInputs they go on
  // from t with their rate.
  bool advance(double t, double H, std::span<const Curve> inputs) override;

  bool can_save() const override;           // it offers to get, set and serialise its state
  std::size_t state_size() const override;  // 0 where it cannot; save() and restore() then throw
  void save(std::span<double> state) const override;
  void restore(std::span<const double> state) override;

  const std::string& message() const noexcept { return message_; }  // why advance() failed
  std::string problem() const override { return message_; }

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
  std::string name_, message_;
  std::vector<std::string> inputs_, outputs_;
};

}  // namespace bramah
