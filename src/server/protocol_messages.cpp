// What the server sends, but for the machine's description.
#include "server/protocol.h"

namespace bramah {

std::vector<WireRecord> description_records();  // protocol_description.cpp

namespace {

using namespace wire;

WireType role() { return choice("Role", {"driver", "watcher"}); }

WireRecord times(std::string name, std::string doc, std::vector<WireField> more = {}) {
  WireRecord record{std::move(name),
                    "",
                    std::move(doc),
                    {{"mean", number(), "s", "of all steps"},
                     {"p50", number(), "s", "median"},
                     {"p99", number(), "s", "99 % are below"},
                     {"p999", number(), "s", "99.9 % are below"},
                     {"worst", number(), "s", "largest"}}};
  for (WireField& field : more) record.fields.push_back(std::move(field));
  return record;
}

WireRecord status() {
  return {"Status",
          "status",
          "twice a second, and after each command but `inputs`",
          {{"paused", boolean(), "", "the clock stands"},
           {"speed", number(), "", "wanted: simulated over real time; 0: as fast as possible"},
           {"factor", number(), "", "reached: simulated over real time, lately"},
           {"load", number(), "", "share of one processor that the steps took, lately"},
           {"steps", integer(), "", "computed since the start"},
           {"tick", integer(), "", "of the state: it goes back with a snapshot"},
           {"oldest", number(), "s", "instant that `back` and `again` can begin at"},
           {"overruns", integer(), "", "steps that ended after the next one was due"},
           {"coarse", integer(), "", "steps that were ended in the coarse way, to be in time"},
           {"shifts", integer(), "", "times the clock was put back, being too far behind"},
           {"late", record("Lateness"), "", "of the beginnings of steps"},
           {"cpu", record("Times"), "", "CPU time of a step"},
           {"histogram", record("Histogram"), "", "of the CPU times"},
           {"clients", integer(), "", "connected"},
           {"driver", integer(), "", "its id; 0: nobody"},
           {"recording", boolean(), "", "channels are being recorded"},
           {"recording_full", boolean(), "", "the recording reached its limit"},
           {"drive_full", boolean(), "", "the drive reached its limit"},
           {"drive_problem", text(), "", "why the drive's file ends early; empty: it does not"},
           {"snapshots", list(text()), "", "their names"},
           {"sets", map(text()), "", "parameters changed since the start"},
           {"privileges", text(), "",
            "pinned memory and real-time priority: had, refused, or given back for a while"},
           {"warnings", list(record("Warning")), "",
            "given since the start or the last reset, with the worst value so far"},
           {"failed", text(), "", "why the last step failed; empty: it did not"}}};
}

WireRecord warning() {
  return {"Warning",
          "warning",
          "something that a careful colleague would doubt; once for each kind and place",
          {{"kind",
            choice("WarningKind",
                   {"cavitation", "tension", "overpressure", "impact", "imbalance", "set"}),
            "", "what it is about"},
           {"place", text(), "", "channel, cylinder or parameter: `lift.A.p`"},
           {"t", number(), "s", "simulated time at which it was first seen"},
           {"message", text(), "", "a sentence for people"}}};
}

WireRecord frame() {
  return {"Frame",
          "frame",
          "the machine at one instant; seven significant digits",
          {{"tick", integer(), "", "of the state"},
           {"t", number(), "s", "simulated time"},
           {"points", list(number()), "m", "x, y, z of each of the drawing's points"},
           {"bodies", list(number()), "m",
            "x, y, z and quaternion w, x, y, z of each of the scene's bodies"},
           {"values", list(number_or_null()), "", "of the subscribed channels, in their order"},
           {"inputs", list(number()), "", "levers and faults, in the model's order"}}};
}

WireRecord look_ahead() {
  return {"LookAhead",
          "look_ahead",
          "the futures that were asked for",
          {{"marker", text(), "", "whose paths these are"},
           {"futures", list(record("Future")), "", "the first keeps the present levers and load"},
           {"horizon", number(), "s", "how far they go"},
           {"step", number(), "s", "they were computed with"},
           {"sample", number(), "s", "between two points of a path"},
           {"wall", number(), "s", "that it took"},
           {"error", number(), "m", "largest distance to paths with the model's own step"}}};
}

WireRecord again() {
  return {"Again",
          "again",
          "the last seconds as they would have been with the parameters of now",
          {{"wall", number(), "s", "that it took"},
           {"failed", text(), "", "why it ended early; empty: it did not"},
           {"frames", list(record("Frame")), "", "30 in a second, from the first instant to now"}}};
}

}  // namespace

const std::vector<WireRecord>& wire_messages() {
  static const std::vector<WireRecord> all{
      {"Hello",
       "hello",
       "after the client's first message, or a quarter of a second",
       {{"protocol", integer(), "", "version that the server speaks"},
        {"id", integer(), "", "the client's"},
        {"role", role(), "", "the client's"},
        {"model", record("Description"), "", "the machine, as `/model.json`"},
        {"status", record("Status"), "", "how it goes"}}},
      frame(),
      status(),
      warning(),
      {"RoleChange",
       "role",
       "the levers were given or taken",
       {{"role", role(), "", "from now on"}}},
      {"Refusal",
       "error",
       "a command could not be obeyed; nothing was changed",
       {{"of", text(), "", "the command's type"}, {"message", text(), "", "why"}}},
      {"Bye", "bye", "the connection is then closed", {{"reason", text(), "", "why"}}},
      look_ahead(),
      again()};
  return all;
}

const std::vector<WireRecord>& wire_records() {
  static const std::vector<WireRecord> all = [] {
    std::vector<WireRecord> list = description_records();
    list.push_back(times("Times", "statistics of a time"));
    list.push_back(
        times("Lateness", "how late steps began", {{"jitter", number(), "s", "root mean square"}}));
    list.push_back({"Histogram",
                    "",
                    "how many steps took how long",
                    {{"edges", wire::list(number()), "us", "of the bins, one more than counts"},
                     {"counts", wire::list(integer()), "", "steps in each bin"}}});
    list.push_back({"Future",
                    "",
                    "one of the futures",
                    {{"path", wire::list(number()), "m", "x, y, z of each sample"},
                     {"peak", number_or_null(), "Pa", "highest pressure"},
                     {"peak_at", text(), "", "volume that had it"},
                     {"margin", number_or_null(), "m", "least against tipping; null: it cannot"},
                     {"stop", text(), "", "cylinder that came to its end; empty: none"},
                     {"load", number(), "", "times the present one"},
                     {"levers", wire::list(number()), "", "command of each control"},
                     {"failed", text(), "", "why it ended early; empty: it did not"}}});
    return list;
  }();
  return all;
}

}  // namespace bramah
