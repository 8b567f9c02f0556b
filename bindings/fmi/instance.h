// One machine of a host, whatever version of FMI it speaks: variables by reference, steps, states.
//
//   fmi2.cpp, fmi3.cpp   the functions a host calls          in: numbers      out: a status
//   instance.h           what they mean for a machine        throws InputError where a host is wrong
//   side_instance.h      and for one side of a machine
//   bramah/binding.h     instants, inputs that act at once, slopes
// Nothing here is shared between instances.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bramah/fmi.h"

namespace bramah::fmi {

// A step that could not be taken; the machine is as it was.
struct StepFailed {
  std::string why;
};

// Everything the future of an instance depends on.
struct Kept {
  std::vector<double> state;  // of the machine; empty: it has not been built
  std::vector<double> inputs, rates, parameters;
  double rates_from = 0.0;  // [s] instant from which inputs go on with their rates
  double start = 0.0;       // [s] the host's time at the machine's zero
  double changed = 0.0;     // inputs have been set since the last step
  double mode = 0.0;
};

class Instance {
 public:
  using Reference = std::uint32_t;
  explicit Instance(FmuPlan plan);  // then build()
  virtual ~Instance() = default;
  // The machine from its text, with the parameters as they are now.
  void build();

  // Which variables a host may set, as the standard counts its modes.
  enum class Mode { instantiated, initializing, stepping, terminated };
  Mode mode() const noexcept { return mode_; }
  void set_start(double time) { start_ = time; }
  void enter_initialization();
  void exit_initialization();
  void terminate();
  void reset();

  void get(std::span<const Reference> references, std::span<double> values);
  void set(std::span<const Reference> references, std::span<const double> values);
  // du/dt of inputs, from the present instant on.
  void set_rates(std::span<const Reference> references, std::span<const double> rates);
  virtual void get_rates(std::span<const Reference> references, std::span<double> rates);

  // dy = J du of outputs by inputs at this instant; backwards: du = J^T dy.
  void forward(std::span<const Reference> outputs, std::span<const Reference> inputs,
               std::span<const double> seed, std::span<double> result);
  void backward(std::span<const Reference> outputs, std::span<const Reference> inputs,
                std::span<const double> seed, std::span<double> result);

  // To time + step. After each tick `at_tick` is asked whether to stop there; returns the time that was
  // reached. Throws StepFailed.
  virtual double step(double time, double step, const std::function<bool(double)>& at_tick);
  virtual double time() const;

  Kept keep() const;
  void restore(const Kept& kept);
  std::vector<std::uint8_t> serialize(const Kept& kept) const;
  Kept deserialize(std::span<const std::uint8_t> bytes) const;

 protected:
  const FmuVariable& variable(Reference reference) const;
  void expect_mode(std::initializer_list<Mode> modes, const char* what) const;
  // Throws InputError unless the step begins where the instance is, and has a length.
  void expect_step(double time, double step) const;
  void set_one(Reference reference, double value);
  std::span<const double> inputs_at(double from, double to);
  std::vector<double> differences(std::span<const int> channels, int input, double nominal);

  // What differs for a side of a machine. place_variables() fills place_ and channels_ of model_.
  virtual void place_variables();
  virtual std::vector<double> input_defaults() const { return model_->input_defaults(); }
  virtual void start_anew();
  virtual void read_wanted();  // into wanted_values_
  // Outputs x inputs, row by row.
  virtual std::vector<double> slopes(std::span<const Reference> outputs,
                                     std::span<const Reference> inputs);
  virtual std::vector<double> carried() const;
  virtual void carry(std::span<const double> numbers);
  void refresh_outputs();

  const FmuPlan plan_;
  Mode mode_ = Mode::instantiated;
  std::vector<int> place_;  // of each variable: input, channel's slot, parameter or number in State
  std::vector<double> parameters_, built_with_;  // the file's, in the order of the variables
  std::map<Reference, double> tunables_;         // set before the machine was built
  std::optional<Model> model_;
  std::unique_ptr<Workspace> work_;
  State state_, before_;
  std::vector<double> inputs_, rates_, held_;  // held_: as a tick takes them
  double rates_from_ = 0.0, start_ = 0.0;

  // Outputs a host has asked for so far are read together, once an instant.
  std::vector<int> channels_;  // of each output
  std::vector<int> wanted_, wanted_channels_;
  std::vector<char> is_wanted_;
  std::vector<double> outputs_, wanted_values_;
  bool fresh_ = false, inputs_changed_ = false;
};

// Of an unpacked FMU: a machine, or one side of it. Throws InputError.
std::unique_ptr<Instance> make_instance(const std::string& resources, const std::string& token);

}  // namespace bramah::fmi
