// The door of the WebAssembly module: three C functions, JSON in and out. A page's worker (viewer/src/tab) and Node
// (tests/tab) call them; files are those of the module's file system, which its host fills with models.
#include <emscripten.h>

#include <memory>
#include <new>

#include "bramah/model.h"
#include "bramah/serve.h"
#include "jobs.h"

namespace {

using bramah::tab::Json;

// What the host hears: messages of the machine that runs, and how far a job has come.
EM_JS(void, tell_host, (const char* message), { Module["onSay"](UTF8ToString(message)); });
EM_JS(void, tell_progress, (double fraction), {
  if (Module["onProgress"]) Module["onProgress"](fraction);
});

std::unique_ptr<bramah::Conversation> live;

Json open_live(const Json& wish) {
  live.reset();
  const bramah::tab::MachineWish machine = bramah::tab::machine_of(wish);
  bramah::LoadOptions load;
  load.set = machine.set;
  load.controls = load.faults = true;
  bramah::ServeOptions options;
  options.paused = wish.value("paused", false);
  options.pace.privileges = false;
  live = std::make_unique<bramah::Conversation>(
      machine.path, load, options, [](const std::string& message) { tell_host(message.c_str()); });
  return Json::object();
}

bramah::Conversation& running() {
  if (!live) throw bramah::InputError("no machine runs");
  return *live;
}

Json answer(const Json& wish) {
  const std::string job = wish.at("do");
  if (job == "open") return open_live(wish);
  if (job == "close") return live.reset(), Json::object();
  if (job == "description") return Json::parse(running().description());
  if (job == "drive") return {{"text", running().drive()}};
  if (job == "recording") return {{"text", running().recording()}};
  if (job == "mesh") return {{"path", running().mesh_path(wish.at("shape").get<std::size_t>())}};
  return bramah::tab::do_job(wish, [](double fraction) { tell_progress(fraction); });
}

std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json refused(const std::vector<std::string>& problems) { return {{"problems", problems}}; }

}  // namespace

extern "C" {

// {"answer": ...} or {"problems": ["file:line: ...", ...]}. The text lasts until the next call.
const char* bramah_ask(const char* wish) {
  static std::string text;
  try {
    text = text_of({{"answer", answer(Json::parse(wish))}});
  } catch (const bramah::InputError& error) {
    text = text_of(refused(error.problems()));
  } catch (const std::bad_alloc&) {
    text = text_of(refused({"there is not enough memory for this"}));
  } catch (const std::exception& error) {
    text = text_of(refused({error.what()}));
  }
  return text.c_str();
}

// A message of docs/protocol.md for the machine that runs.
void bramah_hear(const char* message) {
  if (live) live->hear(message);
}

void bramah_turn(double seconds) {
  if (live) live->turn(seconds);
}
}
