// What clients may send.
#include "bramah/analysis.h"
#include "server/protocol.h"
#include "server/simulation.h"

namespace bramah {
namespace {

using namespace wire;

// "look_ahead" -> "LookAheadCommand"
std::string type_name(const std::string& tag) {
  std::string name;
  bool first = true;
  for (const char c : tag) {
    if (c != '_') name += first ? static_cast<char>(c - 'a' + 'A') : c;
    first = c == '_';
  }
  return name + "Command";
}

enum class By { anybody, driver };

WireRecord command(const std::string& tag, By who, std::string doc,
                   std::vector<WireField> fields = {}) {
  return {type_name(tag), tag, std::move(doc), std::move(fields), who == By::driver};
}

WireField optional(std::string name, WireType type, std::string unit, std::string doc,
                   nlohmann::json fallback = {}) {
  return {std::move(name), std::move(type), std::move(unit),
          std::move(doc),  false,           std::move(fallback)};
}

WireType setting() {
  WireType type = text();
  type.wanted = R"(a number with its unit: "700 kg")";
  return type;
}

std::vector<WireRecord> meeting() {
  return {
      command("hello", By::anybody, "the first message; without it the server waits for 0.25 s",
              {optional("protocol", integer(), "", "version that the client speaks"),
               optional("name", text(), "", "what the client is"),
               optional("watch", boolean(), "", "it does not want to drive", false)}),
      command("subscribe", By::anybody, "which channels frames have; before it all, at 30 Hz",
              {optional("channels", list(text(), "a list of names"), "",
                        "their names, in the order of a frame's values; without: all"),
               optional("rate", number(0.1, Simulation::kFramesPerSecond), "Hz",
                        "frames a second; without: as before")}),
      command("drive", By::anybody, "asks for the levers"),
      command("release", By::driver, "gives the levers away"),
  };
}

std::vector<WireRecord> driving() {
  return {
      command("inputs", By::driver, "moves levers; faults are `faults.NAME` from 0 to 1",
              {{"values", map(number()), "", "name and command; clipped to its range"}}),
      command("pause", By::driver, "stops the clock"),
      command("resume", By::driver, "lets it go on"),
      command("step", By::driver, "single steps; they need a pause",
              {optional("count", number(1, 100'000), "", "how many, a whole number", 1)}),
      command("speed", By::driver, "another pace",
              {optional("factor", number(0, 100), "",
                        "simulated over real time, from 0.01; 0: as fast as possible", 1)}),
      command("reset", By::driver, "back to the initial state"),
      command("snapshot", By::driver, "keeps the state; at most 32 names",
              {{"name", text(64), "", "of the snapshot; one taken again is replaced"}}),
      command("restore", By::driver, "back to a kept state",
              {{"name", text(64), "", "of the snapshot"}}),
      command("back", By::driver, "to an instant of the last minute; what came after is gone",
              {{"to", number(), "s", "simulated time; the kept state before it, 0.1 s apart"}}),
      command("record", By::driver, "channels into memory, from the beginning again",
              {optional("on", boolean(), "", "false: the recording is finished", true),
               optional("every", number(1e-6, 3600), "s", "between two rows", 0.01)}),
      command("set", By::driver, "changes parameters, as `--set`",
              {{"values", map(setting()), "", "name and number with its unit: `700 kg`"}}),
  };
}

WireRecord look_ahead_command() {
  const LookAheadOptions options;
  const LookAheadSettings settings;
  return command(
      "look_ahead", By::anybody, "possible futures of the present state",
      {optional("futures", number(1, 2000), "", "how many, a whole number", options.futures),
       optional("horizon", number(0.01, 10), "s", "how far", options.horizon),
       optional("levers", number(0, 1), "", "largest change of a lever, as a share of its range",
                options.levers),
       optional("load", number(0, 0.9), "", "largest change of the load, as a share of it",
                settings.load),
       optional("body", text(64), "", "whose mass that changes", settings.body),
       optional("marker", text(64), "", "whose path is told; without: the machine's first"),
       optional("seed", number(0, 4e9), "", "of the random numbers, a whole number",
                options.seed)});
}

WireRecord again_command() {
  return command(
      "again", By::anybody,
      "the last seconds run again with the levers as they were moved, and the parameters of now",
      {optional("seconds", number(0.1, Past::kLongest), "s", "how far back it begins", 10)});
}

}  // namespace

const std::vector<WireRecord>& wire_commands() {
  static const std::vector<WireRecord> all = [] {
    std::vector<WireRecord> list = meeting();
    for (WireRecord& record : driving()) list.push_back(std::move(record));
    list.push_back(look_ahead_command());
    list.push_back(again_command());
    return list;
  }();
  return all;
}

}  // namespace bramah
