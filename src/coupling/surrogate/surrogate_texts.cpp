// What a surrogate in a machine tells people.
#include "core/nearest.h"
#include "core/text.h"
#include "core/units.h"
#include "coupling/surrogate/surrogate_stepper.h"

namespace bramah {

namespace {

std::string amount(double value, const SurrogateChannel& channel) {
  return channel.unit == "1" ? short_number(value) : concat(short_number(value), " ", channel.unit);
}

std::string box(const SurrogateChannel& c) {
  return concat(short_number(c.valid_lower), " to ", amount(c.valid_upper, c));
}

std::string names(const std::vector<SurrogateChannel>& channels) {
  std::vector<std::string> out;
  for (const SurrogateChannel& c : channels) out.push_back(c.name);
  return join(out);
}

}  // namespace

std::string SurrogateStepper::stop_text(const StepReport& report) const {
  const SurrogateChannel& c = drive().channel(report.stray_channel);
  const bool value = !(report.stray_value >= c.valid_lower && report.stray_value <= c.valid_upper);
  const std::string what =
      value ? concat(" is ", amount(report.stray_value, c), ", but was trained from ", box(c))
            : concat(" changes by ", amount(report.stray_change, c),
                     " within a sample, but was trained up to ", amount(c.valid_change, c));
  return concat("the surrogate left what it was trained for: ", c.name, what,
                ". Stay inside, train it further, or write outside: warn or physics.");
}

std::string SurrogateStepper::warning(const State& state) const {
  const auto block = plant_.layout.surrogate.in(state.values());
  if (block[SurrogateDrive::kCount] == 0.0) return "";
  const SurrogateChannel& c =
      drive().channel(static_cast<int>(block[SurrogateDrive::kWorstChannel]));
  const long long count = static_cast<long long>(block[SurrogateDrive::kCount]);
  return concat("the surrogate left what it was trained for, in ", count,
                count == 1 ? " sample" : " samples",
                ", first at t = ", block[SurrogateDrive::kFirst], " s, at most by ",
                short_number(100.0 * block[SurrogateDrive::kWorst], 3), " % of the range of ",
                c.name, " (", box(c), ", ", amount(c.valid_change, c), " within a sample)",
                setup_.physics ? "; the oil was solved there" : "; do not trust the results");
}

std::vector<std::string> SurrogateStepper::notes() const {
  static constexpr const char* kInWords[] = {"a warning", "the machine with oil takes over",
                                             "the run stops"};
  const Surrogate& s = drive().surrogate();
  const NarxDelays& d = s.delays;
  std::vector<std::string> out;
  out.push_back(concat("a surrogate (", setup_.file,
                       ") takes the place of the oil: ", names(s.inputs), " -> ", names(s.outputs),
                       ", every ", short_number(s.sample_time * 1e3), " ms, delays of inputs ",
                       d.input_first, " to ", d.input_last, ", of outputs ", d.outputs,
                       d.errors > 0 ? concat(", of errors ", d.errors) : "", ", ",
                       s.network.parameters.size(), " parameters"));
  out.emplace_back(
      drive().reads_force()
          ? "it is a source of speed under the load: rates are its outputs, lengths their "
            "integrals, and it reads the force"
          : "it sets the cylinders' lengths, whatever the load");
  std::string text = "it was trained for";
  for (int k = 0; k < static_cast<int>(s.inputs.size() + s.outputs.size()); ++k) {
    const SurrogateChannel& c = drive().channel(k);
    text += concat(k == 0 ? " " : "; ", c.name, " from ", box(c),
                   ", changes within a sample up to ", amount(c.valid_change, c));
  }
  out.push_back(concat(text, ". Outside: ", kInWords[static_cast<int>(setup_.outside)]));
  return out;
}

}  // namespace bramah
