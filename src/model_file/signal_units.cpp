// Dimensions of signals: a gain's or controller's output follows from its arguments and factors.
#include "model_file/signal_units.h"

#include <algorithm>

#include "core/nearest.h"
#include "model_file/channel_units.h"

namespace bramah {
namespace {

constexpr int kDeepestListening = 100;  // signals that listen to signals

class SignalUnits {
 public:
  SignalUnits(MachineDescription& machine, Reader& in)
      : machine_(machine), in_(in), owners_(channel_owners(machine)) {
    for (auto& signal : machine_.signals) entries_[signal.name].signal = &signal;
  }

  void resolve_all() {
    for (auto& signal : machine_.signals)
      if (const auto dimension = resolve(signal.name, signal.where))
        signal.unit = si_name(*dimension);
      else
        signal.unit = "1";  // it reads a channel whose dimension is not known here
    for (const auto& use : in_.signal_uses) check_use(use);
    for (const auto& draft : in_.block_drafts) check_block(draft);
  }

 private:
  struct Entry {
    SignalSpec* signal = nullptr;
    enum class State { unread, being_read, known } state = State::unread;
    std::optional<Dimension> dimension;
  };

  // Nothing: unknown, because something was wrong or a channel's dimension is not known here.
  std::optional<Dimension> resolve(const std::string& name, const Where& where) {
    Entry& entry = entries_.at(name);
    const std::string start = "signal \"" + name + "\": ";
    if (entry.state == Entry::State::known) return entry.dimension;
    if (entry.state == Entry::State::being_read || depth_ >= kDeepestListening) {
      const bool circle = entry.state == Entry::State::being_read;
      in_.problems.add(where, start + (circle ? "depends on itself; break the circle of signals"
                                              : "too many signals listen to each other in a row"));
      return std::nullopt;
    }
    entry.state = Entry::State::being_read;
    ++depth_;
    const auto draft = in_.signal_drafts.find(name);
    if (draft != in_.signal_drafts.end()) entry.dimension = output(*entry.signal, draft->second);
    --depth_;
    entry.state = Entry::State::known;
    return entry.dimension;
  }

  std::optional<Dimension> output(const SignalSpec& signal, const SignalDraft& draft) {
    std::optional<Dimension> sum;
    for (std::size_t i = 0; i < signal.terms.size(); ++i) add_term(signal, draft, i, sum);
    if (sum) check_values(signal, draft.like_input, *sum, "its argument");
    std::optional<Dimension> out = draft.output;
    if (!out && sum) out = draft.factor * *sum;
    if (out) check_values(signal, draft.like_output, *out, "its other values");
    return out;
  }

  void add_term(const SignalSpec& signal, const SignalDraft& draft, std::size_t i,
                std::optional<Dimension>& sum) {
    const auto& term = signal.terms[i];
    const auto argument = argument_dimension("signal \"" + signal.name + "\"", term);
    if (!argument) return;
    const Dimension product = *argument * draft.weights[i];
    if (!sum) sum = product;
    if (!compatible(*sum, product))
      in_.problems.add(term.where, "signal \"" + signal.name + "\": cannot add " +
                                       describe(product) + " (" + term.of + ") to " +
                                       describe(*sum));
  }

  std::optional<Dimension> argument_dimension(const std::string& user,
                                              const SignalSpec::Term& term) {
    if (entries_.count(term.of)) return resolve(term.of, term.where);
    const std::string owner = term.of.substr(0, term.of.find('.'));
    const bool known = std::find(owners_.begin(), owners_.end(), owner) != owners_.end();
    if (term.of == "time" || (known && owner != term.of))
      return channel_dimension(machine_, term.of);
    std::vector<std::string> names;
    for (const auto& [name, entry] : entries_) names.push_back(name);
    std::string meant = nearest(owner, owners_);
    if (!meant.empty() && owner != term.of) meant += term.of.substr(owner.size());
    const std::string signal_meant = nearest(term.of, names);
    if (!signal_meant.empty()) meant = signal_meant;
    in_.problems.add(term.where, user + ": there is no signal or channel \"" + term.of + "\"" +
                                     (meant.empty() ? "" : "; did you mean \"" + meant + "\"?"));
    return std::nullopt;
  }

  void check_block(const BlockDraft& draft) {
    for (std::size_t i = 0; i < draft.terms.size(); ++i) {
      const auto argument = argument_dimension(draft.user, draft.terms[i]);
      if (!argument || !draft.wanted) continue;
      const Dimension product = *argument * draft.weights[i];
      if (!compatible(*draft.wanted, product))
        in_.problems.add(draft.terms[i].where,
                         draft.user + ": expected " + describe(*draft.wanted) + "; found " +
                             describe(product) + " (" + draft.terms[i].of + ")");
    }
  }

  void check_values(const SignalSpec& signal, const std::vector<SignalDraft::Value>& values,
                    const Dimension& wanted, const std::string& like) {
    for (const auto& value : values)
      if (!compatible(wanted, value.dimension))
        return in_.problems.add(value.where, "signal \"" + signal.name + "\": " + value.key +
                                                 ": expected " + describe(wanted) + ", like " +
                                                 like + "; found " + value.text + " (" +
                                                 describe(value.dimension) + ")");
  }

  void check_use(const SignalUse& use) {
    const auto found = entries_.find(use.signal);
    if (found == entries_.end() || !found->second.dimension) return;
    const Dimension wanted = dimension_of(use.unit);
    if (compatible(wanted, *found->second.dimension)) return;
    in_.problems.add(use.where, use.user + ": signal \"" + use.signal + "\" is " +
                                    describe(*found->second.dimension) + "; expected " +
                                    describe(wanted) + " here");
  }

  MachineDescription& machine_;
  Reader& in_;
  std::vector<std::string> owners_;
  std::map<std::string, Entry> entries_;
  int depth_ = 0;
};

}  // namespace

void resolve_signals(MachineDescription& machine, Reader& in) {
  SignalUnits(machine, in).resolve_all();
  // What a sensor reads is its block's, which may read any channel.
  for (SignalSpec& signal : machine.signals) {
    const auto law = in.sensors.find(signal.name);
    if (law == in.sensors.end() || signal.terms.empty() || !sensor_problem(law->second).empty())
      continue;
    BlockSpec block = sensor(signal.name, signal.terms[0].of, law->second);
    block.where = signal.where;
    block.inputs[0].terms = {signal.terms[0]};
    signal.terms.clear();
    machine.blocks.push_back(std::move(block));
  }
  machine.signals.insert(machine.signals.end(), in.constants.begin(), in.constants.end());
}

}  // namespace bramah
