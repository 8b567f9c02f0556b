#include "analysis/training_data.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "bramah/description.h"
#include "bramah/model.h"
#include "core/nearest.h"
#include "core/rng.h"
#include "core/text.h"
#include "core/units.h"
#include "model_file/machine_file.h"
#include "model_file/source.h"
#include "run/cpu_time.h"
#include "text/csv_signal.h"

namespace bramah {

namespace {

using Input = TrainingSpec::Input;

constexpr std::size_t kLargestCsv = std::size_t{1} << 30;

void check_input(const MachineDescription& d, const Input& input,
                 std::vector<std::string>& problems) {
  const std::string who = concat(prefix(input.where), "training input \"", input.name, "\": ");
  std::vector<std::string> names, cylinders;
  for (const SignalSpec& s : d.signals) names.push_back(s.name);
  for (const CylinderSpec& c : d.cylinders) cylinders.push_back(c.name);
  const auto signal = std::ranges::find(d.signals, input.name, &SignalSpec::name);
  if (signal == d.signals.end())
    problems.push_back(concat(who, "no signal has this name", did_you_mean(input.name, names)));
  else if (!(input.lower.value < input.upper.value))
    problems.push_back(concat(who, "give its levels, e.g. levels: [-10 V, 10 V]"));
  else if (!compatible(input.lower.dimension, dimension_of(signal->unit)))
    problems.push_back(concat(who, "its levels are ", describe(input.lower.dimension),
                              ", but the signal is in ", signal->unit));
  if (!input.turns.empty() && std::ranges::find(cylinders, input.turns) == cylinders.end())
    problems.push_back(concat(who, "no cylinder is called \"", input.turns, "\"",
                              did_you_mean(input.turns, cylinders)));
}

}  // namespace

MachineDescription with_excitation(MachineDescription d) {
  if (!d.training)
    throw InputError(concat(prefix(d.where),
                            "there is no `training` section: say what is learned, e.g. training: "
                            "{inputs: {U: {levels: [-10 V, 10 V], turns: lift}}, outputs: "
                            "[lift.length, lift.rate]}"));
  std::vector<std::string> problems;
  for (const Input& input : d.training->inputs) check_input(d, input, problems);
  if (!problems.empty()) throw InputError(problems);
  for (const Input& input : d.training->inputs) {
    SignalSpec& signal = *std::ranges::find(d.signals, input.name, &SignalSpec::name);
    SignalSpec external;
    external.name = signal.name, external.unit = signal.unit, external.where = signal.where;
    external.kind = SignalSpec::Kind::input;
    signal = external;
  }
  return d;
}

namespace {

// Levels of one input, changed at samples.
class Levels {
 public:
  Levels(const Input& input, const MachineDescription& d, std::uint64_t seed, double sample_time)
      : input_(input), seed_(seed), sample_time_(sample_time) {
    const auto cylinder = std::ranges::find(d.cylinders, input.turns, &CylinderSpec::name);
    if (cylinder == d.cylinders.end()) return;
    turns_ = true;
    const double edge = d.training->turn * cylinder->stroke;
    low_ = cylinder->closed + edge, high_ = cylinder->closed + cylinder->stroke - edge;
  }

  // The level from sample k on, with the cylinder at `length`.
  double next(long long k, double length) {
    if (k >= until_) draw(k, input_.lower.value, input_.upper.value);
    if (!turns_) return level_;
    // Sides of zero, or of the middle where zero is no level.
    const bool zero = input_.lower.value < 0.0 && input_.upper.value > 0.0;
    const double middle = zero ? 0.0 : 0.5 * (input_.lower.value + input_.upper.value);
    if (length < low_ && level_ <= middle) draw(k, middle, input_.upper.value);
    if (length > high_ && level_ >= middle) draw(k, input_.lower.value, middle);
    return level_;
  }

 private:
  void draw(long long k, double lower, double upper) {
    level_ = lower + (upper - lower) * random_fraction(seed_, counter_++);
    const double hold = input_.hold[random_choice(seed_, counter_++, input_.hold.size())];
    until_ = k + std::max(1LL, std::llround(hold / sample_time_));
  }

  const Input& input_;
  std::uint64_t seed_, counter_ = 0;
  double sample_time_;
  bool turns_ = false;
  double low_ = 0.0, high_ = 0.0, level_ = 0.0;
  long long until_ = 0;
};

int channel(const Model& model, const std::string& name, const TrainingSpec& training,
            std::vector<std::string>& problems) {
  const int found = model.find_channel(name);
  if (found >= 0) return found;
  std::vector<std::string> names;
  for (const Channel& c : model.channels()) names.push_back(c.name);
  problems.push_back(concat(prefix(training.where), "training: no channel is called \"", name, "\"",
                            did_you_mean(name, names)));
  return 0;
}

// One run of the machine: where its inputs and channels are, and how many steps make a sample.
struct Bench {
  Model model;
  std::vector<int> reads, outputs, lengths;  // channels; the last per input, -1: none
  std::vector<int> slots;                    // of the inputs among the model's
  long long steps = 1;

  Bench(const MachineDescription& d) : model(build(d)) {
    const TrainingSpec& t = *d.training;
    std::vector<std::string> problems;
    for (const std::string& name : t.reads) reads.push_back(channel(model, name, t, problems));
    for (const std::string& name : t.outputs) outputs.push_back(channel(model, name, t, problems));
    for (const Input& input : t.inputs) {
      lengths.push_back(model.find_channel(input.turns + ".length"));
      const auto at = std::ranges::find(model.inputs(), input.name);
      slots.push_back(static_cast<int>(at - model.inputs().begin()));
    }
    const double ratio = t.sample_time / model.step_size();
    steps = std::llround(ratio);
    if (steps < 1 || std::abs(ratio - static_cast<double>(steps)) > 1e-6 * ratio)
      problems.push_back(concat(prefix(t.where), "training: sample_time ", t.sample_time * 1e3,
                                " ms is no whole number of steps of ", model.step_size() * 1e3,
                                " ms"));
    if (!problems.empty()) throw InputError(problems);
  }
};

SurrogateChannel named(const std::string& name, const std::string& unit) {
  SurrogateChannel out;
  out.name = name, out.unit = unit;
  return out;
}

Samples room_for(const MachineDescription& d, const Bench& bench, long long count) {
  const TrainingSpec& t = *d.training;
  Samples out;
  out.sample_time = t.sample_time;
  for (const Input& input : t.inputs)
    out.inputs.push_back(
        named(input.name, std::ranges::find(d.signals, input.name, &SignalSpec::name)->unit));
  for (const int c : bench.reads)
    out.inputs.push_back(named(bench.model.channels()[c].name, bench.model.channels()[c].unit));
  for (const int c : bench.outputs)
    out.outputs.push_back(named(bench.model.channels()[c].name, bench.model.channels()[c].unit));
  out.u.resize(static_cast<Eigen::Index>(out.inputs.size()), count);
  out.y.resize(static_cast<Eigen::Index>(out.outputs.size()), count);
  return out;
}

}  // namespace

Samples excite(const MachineDescription& d, const Excitation& excitation) {
  const TrainingSpec& t = *d.training;
  const Bench bench(d);
  const Model& model = bench.model;
  const long long count = std::max(1LL, std::llround(excitation.duration / t.sample_time));
  Samples out = room_for(d, bench, count);
  std::vector<Levels> levels;
  for (std::size_t i = 0; i < t.inputs.size(); ++i)
    levels.emplace_back(t.inputs[i], d, random_bits(excitation.seed, i), t.sample_time);
  State state = model.initial_state();
  Workspace work(model);
  std::vector<double> row(model.channels().size()), inputs = model.input_defaults();
  for (long long k = 0; k < count; ++k) {
    model.observe(state, work, row);
    for (std::size_t i = 0; i < levels.size(); ++i) {
      const double length = bench.lengths[i] < 0 ? 0.0 : row[bench.lengths[i]];
      out.u(static_cast<Eigen::Index>(i), k) = inputs[bench.slots[i]] = levels[i].next(k, length);
    }
    for (std::size_t i = 0; i < bench.reads.size(); ++i)
      out.u(static_cast<Eigen::Index>(levels.size() + i), k) = row[bench.reads[i]];
    for (std::size_t o = 0; o < bench.outputs.size(); ++o)
      out.y(static_cast<Eigen::Index>(o), k) = row[bench.outputs[o]];
    for (long long tick = 0; tick < bench.steps; ++tick) {
      const StepReport report = step(model, state, work, {inputs});
      if (!report.converged)
        throw InputError(concat(prefix(d.training->where), "making the samples failed at ",
                                state.time(), " s: ", explain(model, report)));
    }
    if (excitation.progress && k % 1000 == 0)
      excitation.progress(static_cast<double>(k) / static_cast<double>(count));
  }
  return out;
}

Response respond(const MachineDescription& d, const Eigen::MatrixXd& u) {
  const Bench bench(d);
  const Model& model = bench.model;
  State state = model.initial_state();
  Workspace work(model);
  std::vector<double> row(model.channels().size()), inputs = model.input_defaults();
  Response out;
  out.y.setConstant(static_cast<Eigen::Index>(bench.outputs.size()), u.cols(),
                    std::numeric_limits<double>::quiet_NaN());
  for (Eigen::Index k = 0; k < u.cols(); ++k) {
    model.observe(state, work, row);
    for (std::size_t o = 0; o < bench.outputs.size(); ++o)
      out.y(static_cast<Eigen::Index>(o), k) = row[bench.outputs[o]];
    for (std::size_t i = 0; i < bench.slots.size(); ++i)
      inputs[bench.slots[i]] = u(static_cast<Eigen::Index>(i), k);
    const double began = cpu_seconds();
    for (long long tick = 0; tick < bench.steps; ++tick)
      if (!step(model, state, work, {inputs}).converged) return out;
    out.cpu_s += cpu_seconds() - began;
  }
  return out;
}

namespace {

// One column, on the grid of samples.
std::vector<double> on_grid(const CsvColumns& columns, double seconds, double unit,
                            double sample_time) {
  std::vector<double> out;
  std::size_t at = 0;
  const double first = columns.time.front() * seconds, last = columns.time.back() * seconds;
  const auto count = static_cast<long long>(std::floor((last - first) / sample_time + 1e-6)) + 1;
  for (long long k = 0; k < count; ++k) {
    const double t = first + static_cast<double>(k) * sample_time;
    while (at + 1 < columns.time.size() && columns.time[at + 1] * seconds <= t + 1e-9 * sample_time)
      ++at;
    double value = columns.value[at];
    const double t0 = columns.time[at] * seconds;
    if (at + 1 < columns.time.size() && t > t0 + 1e-9 * sample_time)
      value += (columns.value[at + 1] - value) * (t - t0) / (columns.time[at + 1] * seconds - t0);
    out.push_back(value * unit);
  }
  return out;
}

// Of a signal or channel, SI; "1" if it is neither.
std::string unit_of(const MachineDescription& d, const Model& model, const std::string& name) {
  const auto signal = std::ranges::find(d.signals, name, &SignalSpec::name);
  if (signal != d.signals.end()) return signal->unit;
  const int c = model.find_channel(name);
  return c < 0 ? "1" : model.channels()[static_cast<std::size_t>(c)].unit;
}

}  // namespace

Samples read_samples(const MachineDescription& d) {
  const TrainingSpec& t = *d.training;
  const std::string& path = t.csv;
  const std::string text = read_text_file(path, t.where, kLargestCsv);
  const Model model = build(d);
  Samples out;
  out.sample_time = t.sample_time;
  std::vector<std::string> problems;
  std::vector<std::vector<double>> columns;
  const auto take = [&](const std::string& name, std::vector<SurrogateChannel>& to) {
    try {
      const CsvColumns found = read_csv_columns(text, path, "", name);
      const auto factor = [](const std::string& unit) {
        return unit.empty() ? 1.0 : parse_quantity("1 " + unit).value;
      };
      const std::string unit = unit_of(d, model, name), written = found.value_unit;
      if (!written.empty() &&
          !compatible(parse_quantity("1 " + written).dimension, dimension_of(unit)))
        problems.push_back(concat(path, ": column \"", name, "\" is in ", written,
                                  ", but in this machine it is in ", unit));
      to.push_back(named(name, unit));
      if (!((found.time.back() - found.time.front()) * factor(found.time_unit) <
            1e8 * t.sample_time))
        throw InputError(concat(prefix(t.where), "training: more than 1e8 samples in ", path));
      columns.push_back(on_grid(found, factor(found.time_unit), factor(written), t.sample_time));
    } catch (const NoSuchColumn& error) {
      problems.push_back(concat(prefix(t.where), error.what()));
    } catch (const QuantityError& error) {
      problems.push_back(concat(prefix(t.where), error.what()));
    }
  };
  for (const Input& input : t.inputs) take(input.name, out.inputs);
  for (const std::string& name : t.reads) take(name, out.inputs);
  for (const std::string& name : t.outputs) take(name, out.outputs);
  if (!problems.empty()) throw InputError(problems);
  const auto count = static_cast<Eigen::Index>(columns.front().size());
  out.u.resize(static_cast<Eigen::Index>(out.inputs.size()), count);
  out.y.resize(static_cast<Eigen::Index>(out.outputs.size()), count);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const Eigen::Map<const Eigen::RowVectorXd> values(columns[c].data(), count);
    const auto row = static_cast<Eigen::Index>(c);
    if (c < out.inputs.size())
      out.u.row(row) = values;
    else
      out.y.row(row - out.u.rows()) = values;
  }
  return out;
}

}  // namespace bramah
