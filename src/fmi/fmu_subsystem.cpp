// An FMU between the master's curves and its own functions. Its state travels as the bytes that it
// serialises, four to a number of ours: whole numbers, which every way of storing a State keeps.
#include "bramah/fmu_subsystem.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "bramah/fmi.h"
#include "core/nearest.h"
#include "core/text.h"
#include "fmi/archive.h"
#include "fmi/foreign.h"
#include "fmi/isolated.h"

namespace bramah {

struct FmuSubsystem::Inside {
  class Unpacked {
   public:
    explicit Unpacked(const Archive& archive) {
      std::string name = (std::filesystem::temp_directory_path() / "bramah-fmu-XXXXXX").string();
      if (!mkdtemp(name.data())) throw InputError(name + ": cannot be made");
      path = name;
      try {
        archive.unpack(path);
      } catch (...) {
        remove();
        throw;
      }
    }
    ~Unpacked() { remove(); }
    Unpacked(const Unpacked&) = delete;
    Unpacked& operator=(const Unpacked&) = delete;
    std::string path;

   private:
    void remove() const noexcept {
      std::error_code ignored;
      std::filesystem::remove_all(path, ignored);
    }
  };

  Inside(const FmuImport& import, const Archive& archive)
      : about(read_foreign(archive.read("modelDescription.xml"), import.file)), files(archive) {}

  ForeignDescription about;
  Unpacked files;
  std::unique_ptr<Foreign> fmu;
  std::vector<ForeignPlace> inputs, outputs;
  std::vector<double> starts, nominals, values;
  mutable std::vector<std::uint8_t> bytes;

  const ForeignVariable& find(const std::string& name, const char* causality,
                              std::vector<std::string>& problems) const {
    static const ForeignVariable kNone;
    std::vector<std::string> names;
    for (const ForeignVariable& v : about.variables) {
      if (v.causality != causality) continue;
      if (v.name == name) return v;
      names.push_back(v.name);
    }
    problems.push_back(
        concat("no ", causality, " is called \"", name, "\"", did_you_mean(name, names)));
    return kNone;
  }
};

FmuSubsystem::FmuSubsystem(const FmuImport& import)
    : name_(import.name), inputs_(import.inputs), outputs_(import.outputs) {
  const auto fail = [&](const std::string& what) { throw InputError(import.file + ": " + what); };
  {
    const Archive archive = open_archive(import.file);
    if (!archive.has("modelDescription.xml")) fail("no FMU: it has no modelDescription.xml");
    inside_ = std::make_unique<Inside>(import, archive);
  }
  Inside& in = *inside_;
  const std::string platform = in.about.version == 3 ? "x86_64-linux" : "linux64";
  const std::string binary =
      concat(in.files.path, "/binaries/", platform, "/", in.about.identifier, ".so");
  if (!std::filesystem::exists(binary)) fail("has no binary for " + platform);
  for (const ForeignVariable& v : in.about.variables) {
    if (import.inputs.empty() && v.causality == "input") inputs_.push_back(v.name);
    if (import.outputs.empty() && v.causality == "output") outputs_.push_back(v.name);
  }
  std::vector<std::string> problems;
  for (const std::string& name : inputs_) {
    const ForeignVariable& v = in.find(name, "input", problems);
    in.inputs.push_back(v.place), in.starts.push_back(v.start);
  }
  for (const std::string& name : outputs_) {
    const ForeignVariable& v = in.find(name, "output", problems);
    in.outputs.push_back(v.place), in.nominals.push_back(v.nominal);
  }
  std::vector<ForeignPlace> parameters;
  std::vector<double> values;
  for (const auto& [name, value] : import.parameters)
    parameters.push_back(in.find(name, "parameter", problems).place), values.push_back(value);
  for (std::string& problem : problems) problem = import.file + ": " + problem;
  if (!problems.empty()) throw InputError(problems);
  in.values.resize(std::max(in.inputs.size(), in.outputs.size()));
  in.fmu = import.isolated
               ? open_isolated(binary, in.about.version, in.about.saves, import.patience)
               : open_foreign(binary, in.about.version, in.about.saves);
  Foreign& fmu = *in.fmu;
  if (!fmu.make(import.name, in.about.token, in.files.path + "/resources"))
    fail("refuses to be instantiated: " + fmu.log);
  if (!fmu.set(parameters, values) || !fmu.enter(import.start) || !fmu.leave())
    fail("refuses to be initialised: " + fmu.log);
  if (in.about.saves && !fmu.save(in.bytes)) fail("its state cannot be saved: " + fmu.log);
}

FmuSubsystem::~FmuSubsystem() = default;

double FmuSubsystem::scale(int output) const {
  return inside_->nominals[static_cast<std::size_t>(output)];
}
double FmuSubsystem::alone(int input) const {
  return inside_->starts[static_cast<std::size_t>(input)];
}

void FmuSubsystem::place(double t, std::span<const Curve> inputs) {
  const auto values = std::span(inside_->values).first(inside_->inputs.size());
  for (std::size_t k = 0; k < values.size(); ++k) values[k] = inputs[k].value(t);
  if (!inside_->fmu->set(inside_->inputs, values))
    throw InputError(name_ + ": refuses its inputs: " + inside_->fmu->log);
}

void FmuSubsystem::read(std::span<double> outputs, std::span<double> rates) {
  if (!inside_->fmu->get(inside_->outputs, outputs))
    throw InputError(name_ + ": its outputs cannot be read: " + inside_->fmu->log);
  if (!rates.empty() && inside_->about.rates && !inside_->fmu->get_rates(inside_->outputs, rates))
    std::ranges::fill(rates, std::numeric_limits<double>::quiet_NaN());
}

bool FmuSubsystem::advance(double t, double H, std::span<const Curve> inputs) {
  Inside& in = *inside_;
  place(in.about.interpolates ? t : t + 0.5 * H, inputs);
  const auto rates = std::span(in.values).first(in.inputs.size());
  for (std::size_t k = 0; k < rates.size(); ++k) rates[k] = inputs[k].rate(t);
  const bool moving = std::ranges::any_of(rates, [](double rate) { return rate != 0.0; });
  if (in.about.interpolates && moving && !in.fmu->set_rates(in.inputs, rates)) {
    message_ = name_ + ": refuses rates of its inputs: " + in.fmu->log;
    return false;
  }
  if (!in.fmu->step(t, H)) {
    message_ =
        concat(name_, ": refuses a step of ", H * 1e3, " ms at t = ", t, " s: ", in.fmu->log);
    return false;
  }
  const auto values = std::span(in.values).first(in.outputs.size());
  read(values, {});
  for (std::size_t k = 0; k < values.size(); ++k)
    if (!std::isfinite(values[k])) {
      message_ =
          concat(name_, ": its output ", outputs_[k], " is ", values[k], " at t = ", t + H, " s");
      return false;
    }
  return true;
}

bool FmuSubsystem::can_save() const { return inside_->about.saves; }

// The number of bytes, the bytes.
std::size_t FmuSubsystem::state_size() const {
  return can_save() ? 1 + (inside_->bytes.size() + 3) / 4 : 0;
}

namespace {

[[noreturn]] void refuse_state(const std::string& name) {
  throw InputError(
      name +
      ": its state cannot be kept: the FMU does not offer to get, set and serialise it; "
      "snapshots and iterated steps are not possible");
}

}  // namespace

void FmuSubsystem::save(std::span<double> state) const {
  if (!can_save()) refuse_state(name_);
  const std::size_t size = state_size();
  std::vector<std::uint8_t>& bytes = inside_->bytes;
  if (!inside_->fmu->save(bytes) || state_size() != size)
    throw InputError(name_ + ": its state cannot be saved: " + inside_->fmu->log);
  state[0] = static_cast<double>(bytes.size());
  for (std::size_t k = 0; k + 1 < size; ++k) {
    std::uint32_t word = 0;
    for (std::size_t i = 4 * k; i < std::min(4 * k + 4, bytes.size()); ++i)
      word |= static_cast<std::uint32_t>(bytes[i]) << 8 * (i - 4 * k);
    state[k + 1] = word;
  }
}

void FmuSubsystem::restore(std::span<const double> state) {
  if (!can_save()) refuse_state(name_);
  std::vector<std::uint8_t>& bytes = inside_->bytes;
  const double most = 4.0 * static_cast<double>(state.size() - 1);
  const bool fits = state[0] >= 0.0 && state[0] <= most;  // else the FMU is given nothing
  bytes.resize(fits ? static_cast<std::size_t>(state[0]) : 0);
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] =
        static_cast<std::uint8_t>(static_cast<std::uint32_t>(state[i / 4 + 1]) >> 8 * (i % 4));
  if (!inside_->fmu->restore(bytes))
    throw InputError(name_ + ": its state cannot be restored: " + inside_->fmu->log);
}

}  // namespace bramah
