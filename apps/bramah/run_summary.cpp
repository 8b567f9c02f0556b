#include "run_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "readable.h"
#include "real_time_text.h"

namespace bramah::app {
namespace {

constexpr std::size_t kMostChannels = 16;

// The channels an engineer looks at first: lengths, pressures, forces, angles; no energies.
bool is_headline(const Channel& channel) {
  const auto ends_with = [&](const char* end) { return channel.name.ends_with(end); };
  return channel.causality == Causality::output && !channel.name.starts_with("energy.") &&
         (ends_with(".length") || ends_with(".p") || ends_with(".force") || ends_with(".angle") ||
          ends_with(".position") || ends_with(".U") || channel.name.starts_with("tip."));
}

std::string channel_row(const Channel& channel, const Recording::Range& range) {
  const ReadableUnit unit = readable_unit(channel.unit);
  // Rounding errors beside the channel's largest value read as 0.
  const double noise = 1e-12 * std::max(std::abs(range.least), std::abs(range.most));
  const auto shown = [&](double value) {
    return readable_number(std::abs(value) < noise ? 0.0 : value * unit.per_si);
  };
  return fmt::format("  {:<20} {:>12} {:>12} {:>12} {:>12} {}\n", channel.name, shown(range.first),
                     shown(range.least), shown(range.most), shown(range.last), unit.name);
}

std::string channel_table(const Model& model, const Recording& recording) {
  if (recording.ranges.empty()) return "";
  const std::vector<Channel>& channels = model.channels();
  std::string rows;
  std::size_t shown = 0;
  for (std::size_t column = 0; column < channels.size() && shown < kMostChannels; ++column) {
    if (!is_headline(channels[column])) continue;
    rows += channel_row(channels[column], recording.ranges[column]);
    ++shown;
  }
  if (rows.empty()) return "";
  return fmt::format("\n  {:<20} {:>12} {:>12} {:>12} {:>12}\n", "channel", "start", "least",
                     "most", "end") +
         rows;
}

std::string energy_table(const EnergyUses& energy) {
  if (energy.uses.empty()) return "";
  std::string text = fmt::format("\n  {:<32} {:>10.4g} kJ {:>9}\n", "energy given by the supplies",
                                 energy.given * 1e-3, "share");
  for (const EnergyUse& use : energy.uses)
    text += fmt::format("    {:<30} {:>10.4g} kJ {:>7.1f} %\n", use.name, use.energy * 1e-3,
                        use.share * 100.0);
  return text;
}

}  // namespace

std::string run_summary_text(const Model& model, const RunSummary& s, const Recording& recording,
                             const std::vector<std::string>& written) {
  std::string text = fmt::format("{}: {:g} s in {} steps of {:g} ms\n", model.name(), s.simulated_s,
                                 s.steps, model.step_size() * 1e3);
  const auto line = [&text](const char* what, const std::string& value) {
    text += fmt::format("  {:<18}{}\n", what, value);
  };
  line("solver", fmt::format("{}, {}, {}", model.method(), model.integrator(), model.coupling()));
  line("time taken", fmt::format("{:.3g} s{}, {:.3g} x real time", s.wall_s,
                                 s.real_time ? "" : " for the steps alone", s.real_time_factor));
  line("Newton per solve", fmt::format("{:.2f} mean, {} most", s.newton_mean, s.newton_max));
  line("loop gap", s.constraint_max > 0.0 ? fmt::format("{:.2g} mm at most", s.constraint_max * 1e3)
                                          : "none: no loops to close");
  if (s.partitions > 0)
    line("independent", fmt::format("coordinates were chosen anew {} times", s.partitions));
  line("energy residual", fmt::format("{:.3g} J at most", s.energy_residual_max));
  if (model.coupling_kind() == CouplingKind::cosimulation)
    line("interface", fmt::format("created or destroyed {:.3g} J at most", s.interface_energy_max));
  if (s.real_time) text += real_time_text(*s.real_time);
  for (const std::string& note : model.notes()) line("note", note);
  text += channel_table(model, recording);
  text += energy_table(s.energy);
  if (!written.empty()) text += "\n";
  for (const std::string& path : written) line("written", path);
  return text;
}

}  // namespace bramah::app
