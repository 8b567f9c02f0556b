// What clients may ask for. A message that is no command at all counts as garbage; a command that
// cannot be obeyed is answered by an error.
#include <algorithm>
#include <cctype>
#include <cmath>

#include "bramah/basics.h"
#include "bramah/model.h"
#include "core/text.h"
#include "core/units.h"
#include "model_file/machine_file.h"
#include "model_file/source.h"
#include "run/settings.h"
#include "server/fittings.h"
#include "server/hub.h"
#include "server/look_ahead_text.h"
#include "server/protocol.h"
#include "server/rerun.h"

namespace bramah {
namespace {

using Json = nlohmann::json;

constexpr double kMostAhead = 2000.0;  // [s] of all futures: a minute or so of computing

constexpr const char* kTooMany = "the simulation has too many commands waiting; slow down";

// A number with its unit, or a formula of numbers: no files, no tables.
bool is_quantity(const std::string& text) {
  const auto allowed = [](unsigned char c) {
    return std::isalnum(c) ||
           std::string_view(" .+-*/^()%_").find(static_cast<char>(c)) != std::string_view::npos;
  };
  return !text.empty() && text.size() <= 64 && std::all_of(text.begin(), text.end(), allowed) &&
         (std::isdigit(static_cast<unsigned char>(text[0])) || text[0] == '-' || text[0] == '(');
}

// Values that are far from those before may be meant; a slip of the pen looks the same.
std::vector<Warning> doubts(const std::string& path, const LoadOptions& before,
                            const std::map<std::string, std::string>& settings) {
  constexpr double kFar = 100.0;
  std::vector<Warning> all;
  for (const auto& [name, text] : settings) {
    const std::string old = text_before(path, before, name + "=" + text);
    try {
      const double was = parse_quantity(old).value, is = parse_quantity(text).value;
      const bool far = was != 0.0 && !(is / was > 1.0 / kFar && is / was < kFar);
      if (far) all.push_back({"set", name, 0.0, concat(name, " is ", text, " now, after ", old)});
    } catch (const std::exception&) {  // a formula, or nothing before: there is nothing to compare
    }
  }
  return all;
}

std::vector<std::string> command_names() {
  std::vector<std::string> names;
  for (const WireRecord& command : wire_commands()) names.push_back(command.tag);
  return names;
}

// What the simulation does by itself.
Command for_simulation(const std::string& type, const Json& fields) {
  using Kind = Command::Kind;
  if (type == "pause") return {.kind = Kind::pause};
  if (type == "resume") return {.kind = Kind::resume};
  if (type == "reset") return {.kind = Kind::reset};
  if (type == "step")
    return {.kind = Kind::step, .value = std::floor(fields["count"].get<double>())};
  if (type == "speed") {
    const double factor = fields["factor"];
    if (factor > 0.0 && factor < 0.01) throw InputError("\"factor\": expected 0.01 to 100, or 0");
    return {.kind = Kind::speed, .value = factor};
  }
  if (type == "snapshot") return {.kind = Kind::snapshot, .name = fields["name"]};
  if (type == "restore") return {.kind = Kind::restore, .name = fields["name"]};
  if (type == "back") return {.kind = Kind::back, .value = fields["to"].get<double>()};
  if (type == "record")
    return {.kind = Kind::record,
            .value = fields["on"].get<bool>() ? fields["every"].get<double>() : 0.0};
  throw InputError("no command \"" + type + "\"");
}

}  // namespace

std::string name_of(Command::Kind kind) {
  switch (kind) {
    case Command::Kind::inputs:
      return "inputs";
    case Command::Kind::pause:
      return "pause";
    case Command::Kind::resume:
      return "resume";
    case Command::Kind::step:
      return "step";
    case Command::Kind::speed:
      return "speed";
    case Command::Kind::reset:
      return "reset";
    case Command::Kind::snapshot:
      return "snapshot";
    case Command::Kind::restore:
      return "restore";
    case Command::Kind::back:
      return "back";
    case Command::Kind::record:
      return "record";
    case Command::Kind::adopt:
      return "set";
    case Command::Kind::copy_state:
      return "look_ahead";
    case Command::Kind::copy_past:
      return "again";
    case Command::Kind::finish_drive:
      return "drive";
  }
  return "";
}

void Hub::said(Client& client, const std::string& words) {
  const Json message = Json::parse(words, nullptr, false);
  const bool is_command =
      message.is_object() && message.contains("type") && message["type"].is_string();
  if (!is_command) {
    client.send(error_text("", "expected a JSON object with a \"type\""));
    if (++client.garbage >= options_.limits.garbage)
      client.bye("garbage: " + std::to_string(client.garbage) + " messages that are no commands",
                 Farewell::misbehaved);
    return;
  }
  const std::string type = message["type"].get<std::string>();
  try {
    if (!client.greeted && type == "hello")
      client.watches = read_command(*find_command(type), message)["watch"].get<bool>();
    if (!client.greeted) greet(client);
    obey(client, type, message);
  } catch (const std::exception& error) {  // nothing a client says may end the server
    client.send(error_text(type.substr(0, 40), error.what()));
  }
}

void Hub::obey(Client& client, const std::string& type, const Json& message) {
  const WireRecord* command = find_command(type);
  if (!command)
    throw InputError("no command \"" + type.substr(0, 40) + "\"" +
                     suggestion(type, command_names()));
  if (command->needs_levers && driver_ != client.id)
    throw InputError("you watch; ask for the levers with {\"type\":\"drive\"}");
  const Json fields = read_command(*command, message);
  if (type == "hello") return;
  if (type == "subscribe") return subscribe(client, fields);
  if (options_.feed) throw InputError("the machine is stepped elsewhere: here it is only watched");
  if (type == "drive") return ask_to_drive(client);
  if (type == "look_ahead") return ask_to_look_ahead(client, fields);
  if (type == "again") return ask_again(client, fields);
  if (type == "release") return release(client);
  if (type == "inputs") return send_inputs(client, fields);
  if (type == "set") return change_parameters(client, fields);
  pass_on(client, for_simulation(type, fields));
}

void Hub::pass_on(Client& client, Command command) {
  command.client = client.id;
  if (!simulation_.send(std::move(command))) throw InputError(kTooMany);
}

void Hub::subscribe(Client& client, const Json& fields) {
  std::vector<int> wanted;
  if (fields.contains("channels"))
    for (const std::string name : fields["channels"]) {
      const int channel = model_->find_channel(name);
      if (channel < 0) throw InputError("no channel \"" + name.substr(0, 60) + "\"");
      wanted.push_back(channel);
    }
  else
    for (std::size_t k = 0; k < model_->channels().size(); ++k)
      wanted.push_back(static_cast<int>(k));
  client.channels = std::move(wanted);
  client.rate = fields.value("rate", client.rate);
}

void Hub::ask_to_drive(Client& client) {
  if (driver_ == client.id) return client.send(role_text(true));
  if (driver_ != 0) throw InputError(concat("client ", driver_, " drives; it must release first"));
  client.watches = false;
  set_driver(client.id);
}

void Hub::release(Client&) { set_driver(0); }

void Hub::send_inputs(Client& client, const Json& fields) {
  Command command{.kind = Command::Kind::inputs};
  const std::vector<std::string>& names = model_->inputs();
  for (const auto& [name, value] : fields["values"].items()) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end())
      throw InputError("no input \"" + name.substr(0, 60) + "\"" +
                       suggestion(name.substr(0, 60), names));
    command.inputs.emplace_back(static_cast<int>(found - names.begin()), value.get<double>());
  }
  pass_on(client, std::move(command));
}

// Loading takes longer than a frame may wait; the simulation then only exchanges its model.
void Hub::change_parameters(Client& client, const Json& fields) {
  if (changing_) throw InputError("another change is under way");
  Command command{.kind = Command::Kind::adopt, .client = client.id};
  LoadOptions load_with = load_;
  for (const auto& [name, value] : fields["values"].items()) {
    if (!is_quantity(value.get<std::string>()) || name.size() > 64)
      throw InputError("\"" + name.substr(0, 64) +
                       "\": expected a number with its unit: \"700 kg\"");
    command.settings[name] = value.get<std::string>();
    set_anew(load_with, name, command.settings[name]);
  }
  changing_ = true;
  const auto shared = std::make_shared<Command>(std::move(command));
  around_.work(
      [this, shared, live = model_, before = load_, load_with = std::move(load_with)]() mutable {
        std::string problem;
        Piece description;
        std::vector<Warning> warnings;
        try {
          if (load_running(path_, before).hash() != live->hash())  // a replay could not know of it
            throw InputError("the machine file has changed since; start again to use the new one");
          shared->model = std::make_shared<const Model>(load_running(path_, load_with));
          shared->work = std::make_unique<Workspace>(*shared->model);
          description = std::make_shared<const std::string>(
              description_with_fittings(*shared->model, path_, load_with));
          warnings = doubts(path_, before, shared->settings);
        } catch (const std::exception& error) {
          problem = error.what();
        }
        around_.tell([this, shared, problem, load_with, description, warnings] {
          pending_ = {load_with, shared->model, description, warnings};
          const int asker = shared->client;
          if (problem.empty() && simulation_.send(std::move(*shared))) return;
          changing_ = false;
          if (Client* asked = find(asker))
            asked->send(error_text("set", problem.empty() ? kTooMany : problem));
        });
      });
}

void Hub::ask_to_look_ahead(Client& client, const Json& fields) {
  if (looking_ahead_) throw InputError("another look-ahead is under way");
  ahead_ = {};
  ahead_.options.futures = static_cast<int>(fields["futures"].get<double>());
  ahead_.options.horizon = fields["horizon"];
  if (ahead_.options.futures * ahead_.options.horizon > kMostAhead)
    throw InputError(concat("\"futures\" times \"horizon\": at most ", kMostAhead, " s"));
  ahead_.options.stop = [this] { return ending_.load(); };
  ahead_.options.levers = fields["levers"];
  ahead_.options.seed = static_cast<std::uint64_t>(fields["seed"].get<double>());
  ahead_.options.marker = fields.value("marker", "");
  ahead_.settings.load = fields["load"];
  ahead_.settings.body = fields["body"];
  pass_on(client, {.kind = Command::Kind::copy_state});
  looking_ahead_ = true;
}

void Hub::look_ahead(const Answer& answer) {
  const auto state = std::make_shared<State>(answer.state);
  around_.work([this, state, model = answer.model, client = answer.client, load_with = load_,
                request = ahead_] {
    std::string answer_text;
    try {
      if (!lookout_ || !lookout_->fits(load_with, request.settings))
        lookout_ = std::make_unique<Lookout>(path_, load_with, request.settings);
      answer_text = look_ahead_text(lookout_->ahead.run(*model, *state, request.options));
    } catch (const std::exception& error) {
      answer_text = error_text("look_ahead", error.what());
    }
    around_.tell([this, client, answer_text] {
      looking_ahead_ = false;
      if (Client* asked = find(client)) asked->send(answer_text);
    });
  });
}

void Hub::ask_again(Client& client, const Json& fields) {
  if (repeating_) throw InputError("another stretch is being run again");
  pass_on(client, {.kind = Command::Kind::copy_past, .value = fields["seconds"]});
  repeating_ = true;
}

void Hub::run_again(const Answer& answer) {
  const Client* asker = find(answer.client);
  const std::vector<int> channels = asker ? asker->channels : std::vector<int>{};
  around_.work([this, channels, past = answer.past, model = answer.model, client = answer.client] {
    std::string text;
    try {
      text = again_text(rerun(*past, *model, [this] { return ending_.load(); }), channels);
    } catch (const std::exception& error) {
      text = error_text("again", error.what());
    }
    around_.tell([this, client, text] {
      repeating_ = false;
      if (Client* asked = find(client)) asked->send(text);
    });
  });
}

}  // namespace bramah
