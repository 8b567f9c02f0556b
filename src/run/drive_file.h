// A drive as read from its file: checked line by line, but not yet against the machine.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "bramah/model.h"

namespace bramah {

struct DriveEvent {
  using Inputs = std::map<std::string, double>;
  using Settings = std::map<std::string, std::string>;
  struct Coarse {  // the step that follows is ended so
    int iterations = 0;
  };
  int line = 0;
  long long step = 0;
  std::variant<Inputs, State, Settings, Coarse> what;
};

struct DriveEnd {
  int line = 0;
  long long steps = 0;
  State state;
};

struct DriveFile {
  std::string path;  // of the drive itself
  std::string model, hash;
  LoadOptions options;
  std::vector<std::string> inputs;
  State start;
  std::vector<DriveEvent> events;
  std::optional<DriveEnd> end;  // missing: the file was cut off

  std::string place(int line) const { return path + ":" + std::to_string(line) + ": "; }
};

// Throws InputError with file:line.
DriveFile read_drive(const std::string& path);
DriveFile read_drive_text(const std::string& text, const std::string& path);

}  // namespace bramah
