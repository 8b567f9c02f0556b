// Two masses with a spring and a damper between them, each in a subsystem of its own: the smallest
// system in which the energy that a co-simulation creates can be known exactly.
//
//   wall --k1,c1-- m1 ==force, velocity==  (k_c, c_c) -- m2 --k2,c2-- wall
#pragma once

#include <array>

#include "bramah/cosimulation.h"

namespace bramah::papers {

struct TwoMassData {
  double m1 = 10.0, k1 = 1e3, c1 = 1.0;  // [kg], [N/m], [N s/m]
  double m2 = 2.0, k2 = 4e3, c2 = 1.0;
  double k_c = 5e3, c_c = 2.0;
  int inner = 50;  // rk4 steps in a macro step
};

// A linear system x' = f(x, u) by rk4, with the energy through its port as one of its states.
class LinearSide : public Subsystem {
 public:
  LinearSide(std::string name, std::string input, std::string output, int inner)
      : name_(std::move(name)),
        input_(std::move(input)),
        output_(std::move(output)),
        inner_(inner) {}

  std::string name() const override { return name_; }
  std::vector<std::string> inputs() const override { return {input_}; }
  std::vector<std::string> outputs() const override { return {output_}; }
  std::vector<PowerPort> power_ports() const override { return {{"port", {{0, 0, sign()}}}}; }
  void place(double t, std::span<const Curve> inputs) override { u_ = inputs[0].value(t); }
  void read(std::span<double> outputs, std::span<double>) override { outputs[0] = output(x_, u_); }
  bool advance(double t, double H, std::span<const Curve> inputs) override;
  double energy(int) const override { return counted_ ? x_[3] : Subsystem::energy(0); }
  void count(bool on) { counted_ = on; }  // off: as a subsystem that does not tell
  std::size_t state_size() const override { return x_.size() + 1; }
  void save(std::span<double> state) const override;
  void restore(std::span<const double> state) override;

  virtual double stored() const = 0;  // [J]
  double lost() const { return x_[4]; }

 protected:
  // Two or three numbers of motion, energy through the port in this step, energy lost.
  using X = std::array<double, 5>;
  virtual X rates(const X& x, double u) const = 0;
  virtual double output(const X& x, double u) const = 0;
  virtual double sign() const = 0;

  X x_{};

 private:
  std::string name_, input_, output_;
  int inner_;
  double u_ = 0.0;
  bool counted_ = true;
};

class FirstMass final : public LinearSide {
 public:
  explicit FirstMass(const TwoMassData& d)
      : LinearSide("first", "force", "velocity", d.inner), d_(d) {
    x_[0] = 0.1;
  }
  double stored() const override;

 private:
  X rates(const X& x, double force) const override;
  double output(const X& x, double) const override { return x[1]; }
  double sign() const override { return 1.0; }
  TwoMassData d_;
};

class SecondMass final : public LinearSide {
 public:
  explicit SecondMass(const TwoMassData& d)
      : LinearSide("second", "velocity", "force", d.inner), d_(d) {
    x_[2] = 0.1;
  }
  double stored() const override;

 private:
  X rates(const X& x, double velocity) const override;
  double output(const X& x, double velocity) const override;  // force on the first mass
  double sign() const override { return -1.0; }
  TwoMassData d_;
};

struct TwoMassResult {
  bool done = true;
  double created = 0.0;  // energy that appeared in the whole system [J]
  BondResidual residual;
};

// Both inputs by polynomials of that order.
TwoMassResult run_two_masses(const TwoMassData&, int order, double H, double until);

}  // namespace bramah::papers
