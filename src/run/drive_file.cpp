#include "run/drive_file.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>

#include "run/load_options_json.h"
#include "run/state_text.h"

namespace bramah {
namespace {

using Json = nlohmann::ordered_json;

constexpr long long kMostSteps = 10'000'000'000;  // four months of milliseconds
constexpr long long kMostIterations = 1'000'000'000;
constexpr std::streamoff kMostBytes = 1 << 29;

// One line; everything wrong with it is thrown with its place.
class Line {
 public:
  Line(const std::string& place, const std::string& text) : place_(place) {
    object_ = Json::parse(text, nullptr, false);
    if (!object_.is_object()) fail("expected one JSON object on each line");
  }
  [[noreturn]] void fail(const std::string& what) const { throw InputError(place_ + what); }

  bool has(const char* key) const { return object_.contains(key); }
  const Json& at(const char* key) const {
    const auto found = object_.find(key);
    if (found == object_.end()) fail(std::string("\"") + key + "\" is missing");
    return *found;
  }
  std::string text(const char* key) const {
    if (!at(key).is_string()) fail(std::string("\"") + key + "\": expected text");
    return at(key).get<std::string>();
  }
  long long count(const char* key) const {
    const Json& value = at(key);
    const bool whole = value.is_number_integer() &&
                       !(value.is_number_unsigned() &&
                         value.get<std::uint64_t>() > static_cast<std::uint64_t>(kMostSteps));
    if (!whole || value.get<long long>() < 0 || value.get<long long>() > kMostSteps)
      fail(std::string("\"") + key + "\": expected a count of steps, at most 1e10");
    return value.get<long long>();
  }
  State state(const char* key) const {
    std::optional<State> state = read_state(text(key));
    if (!state) fail(std::string("\"") + key + "\": expected 16 hexadecimal digits per number");
    return std::move(*state);
  }

 private:
  std::string place_;
  Json object_;
};

void read_header(const Line& line, DriveFile& drive) {
  if (!line.has("bramah_drive"))
    line.fail("this is no recorded drive: the first line has no \"bramah_drive\"");
  const Json& version = line.at("bramah_drive");
  if (!version.is_number_integer()) line.fail("\"bramah_drive\": expected a version");
  if (version != 1) line.fail("a drive of version " + version.dump() + "; this program reads 1");
  drive.model = line.text("model");
  drive.hash = line.text("hash");
  drive.start = line.state("start");
  try {
    drive.options = read_options(line.at("options"));
  } catch (const InputError& error) {
    line.fail(error.what());
  }
  if (!line.at("inputs").is_array()) line.fail("\"inputs\": expected a list of names");
  for (const Json& name : line.at("inputs")) {
    if (!name.is_string()) line.fail("\"inputs\": expected a list of names");
    drive.inputs.push_back(name.get<std::string>());
  }
}

DriveEvent::Inputs read_inputs(const Line& line) {
  DriveEvent::Inputs values;
  if (!line.at("inputs").is_object()) line.fail("\"inputs\": expected {name: value}");
  for (const auto& [name, value] : line.at("inputs").items()) {
    if (!value.is_number() || !std::isfinite(value.get<double>()))
      line.fail("input \"" + name + "\": expected a number");
    values[name] = value.get<double>();
  }
  return values;
}

DriveEvent::Settings read_settings(const Line& line) {
  DriveEvent::Settings values;
  if (!line.at("set").is_object()) line.fail("\"set\": expected {name: value}");
  for (const auto& [name, value] : line.at("set").items()) {
    if (!value.is_string()) line.fail("\"set\": expected text such as \"700 kg\"");
    values[name] = value.get<std::string>();
  }
  return values;
}

DriveEvent read_event(const Line& line, int number) {
  DriveEvent event{number, line.count("step"), {}};
  if (line.has("inputs"))
    event.what = read_inputs(line);
  else if (line.has("state"))
    event.what = line.state("state");
  else if (line.has("set"))
    event.what = read_settings(line);
  else if (line.has("coarse"))
    event.what = DriveEvent::Coarse{
        static_cast<int>(std::min<long long>(line.count("coarse"), kMostIterations))};
  else
    line.fail("expected \"inputs\", \"state\", \"set\" or \"coarse\"");
  return event;
}

void read_body(const Line& line, int number, DriveFile& drive) {
  const long long before = drive.events.empty() ? 0 : drive.events.back().step;
  if (drive.end) line.fail("the drive has ended above");
  const bool last = line.has("end");
  const long long step = line.count(last ? "end" : "step");
  if (step < before) line.fail("steps must not run backwards");
  if (last)
    drive.end = DriveEnd{number, step, line.state("state")};
  else
    drive.events.push_back(read_event(line, number));
}

}  // namespace

DriveFile read_drive_text(const std::string& text, const std::string& path) {
  DriveFile drive;
  drive.path = path;
  if (text.empty()) throw InputError(drive.place(1) + "the file is empty");
  int number = 0;
  for (std::size_t first = 0; first < text.size();) {
    const std::size_t end = text.find('\n', first);
    const bool cut_off = end == std::string::npos;
    const std::string row = text.substr(first, cut_off ? end : end - first);
    first = cut_off ? text.size() : end + 1;
    ++number;
    // A last line without its end was being written when the program stopped.
    if (cut_off && number > 1 && !Json::accept(row)) break;
    const Line line(drive.place(number), row);
    number == 1 ? read_header(line, drive) : read_body(line, number, drive);
  }
  return drive;
}

DriveFile read_drive(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file)
    throw InputError(path + ": cannot be read; is it the file of `bramah serve --record`?");
  if (file.tellg() > kMostBytes) throw InputError(path + ": longer than 512 MB; this is no drive");
  file.seekg(0);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return read_drive_text(text, path);
}

}  // namespace bramah
