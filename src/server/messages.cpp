#include "server/messages.h"

#include <charconv>
#include <cmath>

#include "results/statistics_json.h"
#include "results/summary_json.h"
#include "server/protocol.h"

namespace bramah {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr int kTimeDigits = 12;  // milliseconds of years

void append_number(std::string& text, double value, int precision = 7) {
  if (!std::isfinite(value)) {
    text += "null";
    return;
  }
  char digits[32];
  const auto end =
      std::to_chars(digits, digits + sizeof digits, value, std::chars_format::general, precision);
  text.append(digits, end.ptr);
}

void append_list(std::string& text, const char* key, std::span<const double> values) {
  text += key;
  text += '[';
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (k > 0) text += ',';
    append_number(text, values[k]);
  }
  text += ']';
}

}  // namespace

std::string frame_text(const Frame& frame, std::span<const int> channels) {
  std::string text = R"({"type":"frame","tick":)" + std::to_string(frame.tick) + ",\"t\":";
  append_number(text, frame.t, kTimeDigits);
  append_list(text, ",\"points\":", frame.points);
  append_list(text, ",\"bodies\":", frame.bodies);
  text += ",\"values\":[";
  for (std::size_t k = 0; k < channels.size(); ++k) {
    if (k > 0) text += ',';
    append_number(text, frame.values[static_cast<std::size_t>(channels[k])]);
  }
  text += ']';
  append_list(text, ",\"inputs\":", frame.inputs);
  return text + '}';
}

namespace {

OrderedJson warning_object(const Warning& warning) {
  return {{"type", "warning"},
          {"kind", warning.kind},
          {"place", warning.place},
          {"t", warning.t},
          {"message", warning.message}};
}

}  // namespace

std::string warning_text(const Warning& warning) { return json_text(warning_object(warning)); }

std::string status_object(const Frame& frame, const SimulationTexts& texts,
                          const StatusFigures& figures) {
  const StepStatistics& s = frame.statistics;
  OrderedJson late = times_object(s.late);
  late["jitter"] = s.jitter();
  OrderedJson warnings = OrderedJson::array();
  for (const Warning& warning : figures.warnings) warnings.push_back(warning_object(warning));
  const OrderedJson status = {{"type", "status"},
                              {"paused", frame.paused},
                              {"speed", frame.speed},
                              {"factor", figures.factor},
                              {"load", figures.load},
                              {"steps", frame.steps},
                              {"tick", frame.tick},
                              {"oldest", frame.oldest},
                              {"overruns", s.overruns},
                              {"coarse", s.coarse},
                              {"shifts", s.shifts},
                              {"late", late},
                              {"cpu", times_object(s.cpu)},
                              {"histogram", histogram_object(s.cpu)},
                              {"clients", figures.clients},
                              {"driver", figures.driver},
                              {"recording", frame.recording},
                              {"recording_full", frame.recording_full},
                              {"drive_full", figures.drive_full},
                              {"drive_problem", figures.drive_problem},
                              {"snapshots", texts.snapshots},
                              {"sets", texts.settings},
                              {"privileges", texts.privileges.text},
                              {"warnings", warnings},
                              {"failed", texts.failed}};
  return json_text(status);
}

std::string error_text(const std::string& of, const std::string& message) {
  return json_text(OrderedJson{{"type", "error"}, {"of", of}, {"message", message}});
}

std::string role_text(bool drives) {
  return json_text(OrderedJson{{"type", "role"}, {"role", drives ? "driver" : "watcher"}});
}

std::string hello_text(int id, bool drives, const std::string& model, const std::string& status) {
  return R"({"type":"hello","protocol":)" + std::to_string(kProtocol) + R"(,"id":)" +
         std::to_string(id) + R"(,"role":")" + (drives ? "driver" : "watcher") + R"(","model":)" +
         model + R"(,"status":)" + status + "}";
}

// ------------------------------------------------------------------------------- telemetry
TelemetryText::TelemetryText(const std::vector<Channel>& channels) {
  for (std::size_t k = 0; k < channels.size(); ++k) {
    Branch* at = &root_;
    const std::string& name = channels[k].name;
    for (std::size_t first = 0; first <= name.size();) {
      const std::size_t dot = std::min(name.find('.', first), name.size());
      const std::string part = name.substr(first, dot - first);
      auto found = std::find_if(at->parts.begin(), at->parts.end(),
                                [&](const Branch& b) { return b.name == part; });
      if (found == at->parts.end()) found = at->parts.insert(found, Branch{part, -1, {}});
      at = &*found;
      first = dot + 1;
    }
    at->channel = static_cast<int>(k);
  }
}

void TelemetryText::append(const Branch& branch, std::span<const double> values,
                           std::string& text) {
  text += json_text(OrderedJson(branch.name)) + ":";
  if (branch.parts.empty()) {
    append_number(text, values[static_cast<std::size_t>(branch.channel)]);
    return;
  }
  text += '{';
  if (branch.channel >= 0) {  // "lift" beside "lift.length"
    text += "\"value\":";
    append_number(text, values[static_cast<std::size_t>(branch.channel)]);
    text += ',';
  }
  for (std::size_t k = 0; k < branch.parts.size(); ++k) {
    if (k > 0) text += ',';
    append(branch.parts[k], values, text);
  }
  text += '}';
}

std::vector<std::string> TelemetryText::lines(double t, std::span<const double> values) const {
  constexpr std::size_t kLongLine = 30'000;  // a datagram holds 65 507
  std::vector<std::string> lines;
  for (const Branch& branch : root_.parts) {
    if (lines.empty() || lines.back().size() > kLongLine) {
      lines.emplace_back("{\"timestamp\":");
      append_number(lines.back(), t, kTimeDigits);
    }
    lines.back() += ',';
    append(branch, values, lines.back());
  }
  for (std::string& line : lines) line += "}\n";
  return lines;
}

}  // namespace bramah
