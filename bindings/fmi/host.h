// What both versions' functions share: a host's instance, its log, and exceptions as a status.
#pragma once

#include <exception>
#include <string>
#include <type_traits>

#include "instance.h"

namespace bramah::fmi {

enum class Status { ok = 0, warning = 1, discard = 2, error = 3, fatal = 4 };

// An instance with the host's callback; Send is (status, category, text).
struct Hosted {
  std::string name;
  std::function<void(Status, const char* category, const char* text)> send;
  bool logging = false;
  std::unique_ptr<Instance> instance;
  double last_time = 0.0;  // that a step reached

  void say(Status status, const std::string& text) const noexcept {
    if (!send) return;
    try {
      send(status, status == Status::discard ? "logStatusDiscard" : "logStatusError", text.c_str());
    } catch (...) {
    }
  }
};

// Does `work`; what it throws goes to the log. The functions of FMI throw nothing.
template <class Work>
Status guarded(Hosted* host, const Work& work) noexcept {
  if (!host || !host->instance) return Status::error;
  try {
    if constexpr (std::is_same_v<decltype(work(*host)), Status>) return work(*host);
    work(*host);
    return Status::ok;
  } catch (const StepFailed& failed) {
    host->say(Status::discard, failed.why);
    return Status::discard;
  } catch (const std::exception& error) {
    host->say(Status::error, error.what());
    return Status::error;
  } catch (...) {
    return Status::error;
  }
}

// The machine of a new instance; null with a message in the log where it cannot be made.
Hosted* make_hosted(std::unique_ptr<Hosted> host, const std::string& resources,
                    const std::string& token) noexcept;

// "file:///tmp/my%20fmu/resources" as a path; a path stays one.
std::string path_of(const std::string& uri);

}  // namespace bramah::fmi
