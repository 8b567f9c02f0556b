// What every fuzz target demands of its reader.
#pragma once

#include <cctype>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "bramah/model.h"
#include "coupling/plant.h"

// The usual entry of a fuzz target: libFuzzer's, and that of driver.cpp.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace bramah::fuzz {

// A property does not hold: ends the process the way a crash does, so that the input is kept.
[[noreturn]] inline void broken(const std::string& what) {
  std::fprintf(stderr, "fuzz: %s\n", what.c_str());
  std::abort();
}

inline std::string text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

// "file.yaml:12: what is wrong", with a line from 1 on.
inline bool has_place(const std::string& problem) {
  for (std::size_t colon = problem.find(':'); colon != std::string::npos && colon > 0;
       colon = problem.find(':', colon + 1)) {
    std::size_t end = colon + 1;
    while (end < problem.size() && std::isdigit(static_cast<unsigned char>(problem[end]))) ++end;
    if (end > colon + 1 && problem[colon + 1] != '0' && problem.compare(end, 2, ": ") == 0)
      return true;
  }
  return false;
}

// A refusal says where each problem is.
inline void require_places(const InputError& error) {
  if (error.problems().empty()) broken("refused without a word");
  for (const std::string& problem : error.problems())
    if (!has_place(problem) && problem != "... and more; correct these first")
      broken("refused without file and line: " + problem);
}

// A few steps, each to finite numbers or refused.
inline void step_a_little(const Model& model, int ticks) {
  constexpr std::size_t kLargest = 2000;  // numbers of a state: larger machines take their time
  State state = model.initial_state();
  if (state.values().size() > kLargest || model.integrator_rule() == IntegratorRule::sundials)
    return;
  Workspace work(model);
  const Layout& at = model.plant().layout;
  for (int k = 0; k < ticks && step(model, state, work, {}).converged; ++k)
    for (const Block& block : {at.q, at.v, at.a, at.lambda, at.y, at.ydot, at.power, at.work})
      for (const double value : block.in(state.values()))
        if (!std::isfinite(value)) broken("a step that converged to numbers that are not finite");
}

}  // namespace bramah::fuzz
