// Look-ahead for clients: the machines it needs are kept from one to the next.
#pragma once

#include <string>

#include "bramah/analysis.h"

namespace bramah {

struct LookAheadRequest {
  LookAheadSettings settings;
  LookAheadOptions options;
};

struct Lookout {
  Lookout(const std::string& path, const LoadOptions& load, const LookAheadSettings& wanted)
      : set(load.set), settings(wanted), ahead(path, load, wanted) {}
  bool fits(const LoadOptions& load, const LookAheadSettings& wanted) const {
    return set == load.set && settings.load == wanted.load && settings.body == wanted.body &&
           settings.step == wanted.step;
  }
  std::vector<std::string> set;
  LookAheadSettings settings;
  LookAhead ahead;
};

std::string look_ahead_text(const LookAheadResult& result);

}  // namespace bramah
