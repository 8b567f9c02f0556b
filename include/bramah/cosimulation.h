// Co-simulation: subsystems that are solved apart and exchange values only at the ends of macro
// steps. The sides of a machine with `coupling: cosimulation` are such subsystems, a whole machine
// can be one (MachineSubsystem), and so can any class of yours.
//
//   Cosimulation world;
//   world.add(crane), world.add(controller);
//   world.connect("crane.lift.length", "controller.length", 1);
//   world.connect("controller.command", "crane.lift_command");
//   world.start(0.0);
//   while (world.time() < 10.0) if (!world.step(1e-3).converged) ...
#pragma once

#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "bramah/basics.h"
#include "bramah/model.h"

namespace bramah {

class Team;  // src/coupling: threads

// A way for energy into a subsystem: the power it takes in is the sum of weight * input * output.
struct PowerPort {
  struct Term {
    int input = 0, output = 0;
    double weight = 1.0;
  };
  std::string name;
  std::vector<Term> terms;
};

class Subsystem {
 public:
  virtual ~Subsystem() = default;
  virtual std::string name() const = 0;
  virtual std::vector<std::string> inputs() const = 0;
  virtual std::vector<std::string> outputs() const = 0;
  virtual std::vector<PowerPort> power_ports() const { return {}; }
  virtual double scale(int /*output*/) const { return 1.0; }  // size of an output, for iterations
  virtual double alone(int /*input*/) const { return 0.0; }  // an input without connection or set()

  // At the start and after jumps, before read(): the inputs as they are now, for outputs that
  // depend on them directly. Curves are constant.
  virtual void place(double /*t*/, std::span<const Curve> /*inputs*/) {}
  // Outputs at the present time. `rates` is empty or wants their time derivatives; what is not
  // known stays NaN.
  virtual void read(std::span<double> outputs, std::span<double> rates) = 0;
  // From t to t + H; every input is a curve of time. False: it failed. With threads > 1 subsystems
  // advance side by side; what one throws is thrown again by Cosimulation::step().
  virtual bool advance(double t, double H, std::span<const Curve> inputs) = 0;
  // Energy taken in through a port during the last advance(), from inner samples [J]; NaN if it
  // does not count.
  virtual double energy(int /*port*/) const { return std::numeric_limits<double>::quiet_NaN(); }

  // What it took an input to be at the end of the last advance(), if not the curve's value; else
  // NaN.
  virtual double believed(int /*input*/) const { return std::numeric_limits<double>::quiet_NaN(); }

  virtual std::string problem() const { return {}; }  // why the last advance() failed, for people

  // All that its future depends on, as numbers. Where it cannot be saved, save() and restore() throw,
  // and there are no snapshots, no steps back and no iterations.
  virtual bool can_save() const { return true; }
  virtual std::size_t state_size() const = 0;
  virtual void save(std::span<double> state) const = 0;
  virtual void restore(std::span<const double> state) = 0;
};

struct CosimulationOptions {
  // jacobi: all at once, from extrapolated inputs. gauss_seidel: in the order of add(); who comes
  // later interpolates what is already known, but for inputs of order 0, which are held. iterated:
  // repeated until nothing changes, for subsystems that can take a step back.
  CosimulationScheme scheme = CosimulationScheme::jacobi;
  int threads = 1;          // jacobi: subsystems side by side, with the same result to the bit
  double tolerance = 1e-6;  // iterated: change of an output over its scale
  int max_sweeps = 30;
  double correction = 0.0;       // share of an extrapolation's last error that is added to the next
  double energy_feedback = 0.0;  // time over which created energy is taken back [s]; 0: never
};

struct CosimulationReport {
  bool converged = true;
  int failed = -1;  // subsystem, or -1 where sweeps did not settle
  int sweeps = 1;
};

// What the interface between two ports created: power in one that did not come out of the other.
struct BondResidual {
  double power = 0.0;      // at the last communication [W]
  double energy = 0.0;     // integrated over inner samples where both count, else trapezoid [J]
  double rectangle = 0.0;  // the same by [Rahikainen2020, Eq. 23],
  double trapezoid = 0.0;  // and by Eq. 24 with its sign mended
};

class Cosimulation {
 public:
  explicit Cosimulation(const CosimulationOptions& options = {});
  ~Cosimulation();

  // Subsystems must outlive this.
  int add(Subsystem& subsystem);
  // By "subsystem.port". `order` of the polynomial through the last communications, 0 to 3.
  // Throws InputError for names that do not exist and inputs that are taken.
  void connect(const std::string& output, const std::string& input, int order = 0);
  void connect(int from, int output, int to, int input, int order);
  // Two ports that are the ends of one: their powers should cancel. Returns the bond's number.
  int bond(int a, int port_a, int b, int port_b);
  void set(int subsystem, int input, double value);  // of an input that nothing is connected to

  void start(double t);               // forgets histories and residuals
  bool fresh() const noexcept;        // nothing was communicated yet
  void restart();                     // something jumped: histories begin anew here
  void resume(double t);              // after restore()
  CosimulationReport step(double H);  // does not allocate if no subsystem does
  double time() const noexcept { return time_; }

  int bonds() const noexcept { return static_cast<int>(bonds_.size()); }
  const BondResidual& residual(int bond) const { return residuals_[bond]; }
  double output(const std::string& name) const;  // "crane.lift.length", at the last communication

  // Histories and residuals, not the subsystems.
  std::size_t state_size() const noexcept;
  void save(std::span<double> state) const noexcept;
  void restore(std::span<const double> state) noexcept;
  std::size_t residual_offset(int bond) const noexcept;  // of its four numbers in a saved state

  // Of all subsystems, one after the other; for snapshots of the whole.
  std::size_t subsystem_size() const;
  void save_subsystems(std::span<double> state) const;
  void restore_subsystems(std::span<const double> state);

 private:
  struct Link;
  struct Member;
  struct Bond {
    int a, port_a, b, port_b;
  };
  void read_all(bool rates);
  bool needs_rates() const;
  void extrapolate();
  void give_back();
  void interpolate_from(int member, double H, bool smooth);
  bool advance_all(double H, CosimulationReport& report);
  CosimulationReport iterate(double H);
  double port_power(int member, int port) const;
  void close_step(double H);
  std::pair<int, int> find(const std::string& name, bool output) const;

  CosimulationOptions options_;
  std::vector<std::unique_ptr<Member>> members_;
  std::vector<Link> links_;
  std::vector<Bond> bonds_;
  std::vector<BondResidual> residuals_;
  std::unique_ptr<Team> team_;
  std::vector<double> saved_;
  double time_ = 0.0;
};

// A whole machine as a subsystem: its inputs are the signals of type `input`, its outputs channels.
class MachineSubsystem final : public Subsystem {
 public:
  // A macro step must be a whole number of the model's steps.
  MachineSubsystem(std::string name, const Model& model, std::vector<std::string> channels);
  ~MachineSubsystem() override;

  std::string name() const override { return name_; }
  std::vector<std::string> inputs() const override;
  std::vector<std::string> outputs() const override { return channels_; }
  double alone(int input) const override;  // what the file says
  void read(std::span<double> outputs, std::span<double> rates) override;
  bool advance(double t, double H, std::span<const Curve> inputs) override;
  std::size_t state_size() const override;
  void save(std::span<double> state) const override;
  void restore(std::span<const double> state) override;

  const State& state() const noexcept { return state_; }
  const std::string& message() const noexcept { return message_; }  // why advance() failed
  std::string problem() const override { return message_; }

 private:
  std::string name_;
  const Model& model_;
  std::vector<std::string> channels_;
  std::vector<int> index_;
  State state_;
  Workspace work_;
  std::vector<double> values_, inputs_;
  std::string message_;
};

// One side of a machine with `coupling: cosimulation` by itself, its mechanism or its oil, as the machine
// would solve it. Inputs and outputs are what sides exchange, by cylinder:
//
//   mechanism   in: pressures lift.A.p, lift.B.p (or lift.force)    out: lift.length, lift.rate
//   oil         in: lift.length, lift.rate           out: lift.A.p, lift.B.p (or lift.force)
//   with `input: interface_model` also lift.free_acceleration and lift.mobility_root_0 ..., from
//   mechanism to oil
// then, as inputs, the machine's own signals of type `input`, held over a step at their middle; and,
// as outputs, lift.energy: what a side has taken in through a cylinder, from its inner samples [J].
class MachineSide final : public Subsystem {
 public:
  // `side`: "mechanism", "oil", or "oil2" where circuits share nothing. Throws InputError. The model
  // must outlive this.
  MachineSide(std::string name, const Model& model, const std::string& side);
  ~MachineSide() override;

  std::string name() const override { return name_; }
  std::vector<std::string> inputs() const override { return inputs_; }
  std::vector<std::string> outputs() const override { return outputs_; }
  // SI units of both.
  const std::vector<std::string>& input_units() const noexcept { return input_units_; }
  const std::vector<std::string>& output_units() const noexcept { return output_units_; }
  std::vector<PowerPort> power_ports() const override;
  double scale(int output) const override;
  double alone(int input) const override;  // of a machine's own inputs, what the file says
  void place(double t, std::span<const Curve> inputs) override;
  void read(std::span<double> outputs, std::span<double> rates) override;
  bool advance(double t, double H, std::span<const Curve> inputs) override;
  double energy(int port) const override;
  double believed(int input) const override;
  std::string problem() const override { return message_; }
  std::size_t state_size() const override;
  void save(std::span<double> state) const override;
  void restore(std::span<const double> state) override;

 private:
  struct Inside;
  void enter(double t, double H, std::span<const Curve> inputs);
  void add_units();

  std::string name_, message_;
  const Model& model_;
  std::vector<std::string> inputs_, outputs_, input_units_, output_units_;
  std::unique_ptr<Inside> inside_;
};

}  // namespace bramah
