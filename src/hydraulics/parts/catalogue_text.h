// Pieces that symbols and examples of the catalogue are put together from.
#pragma once

#include <string>

namespace bramah::catalogue_text {

// SVG with the strokes every symbol has.
inline std::string drawn(const std::string& body) {
  return R"(<g fill="none" stroke="currentColor" stroke-width="2">)" + body + "</g>";
}

// ---- machines to show a part in
inline const std::string kOil = "fluid: {density: 850 kg/m3, bulk: 1.5 GPa}\n";
// What follows a name: a load on a rail, moved by a cylinder called lift.
inline const std::string kRail =
    "bodies:\n  load: {mass: 200 kg, shape: {box: [0.3 m, 0.3 m]}}\njoints:\n"
    "  rail: {type: prismatic, between: [ground, load], start: 0.9 m}\n";
// A supply, a tank and the head of the volumes.
inline const std::string kLine =
    "sources:\n  pump: {pressure: 100 bar}\n  tank: {pressure: 1 bar}\nvolumes:\n";
// A command that goes to and fro.
inline const std::string kWave =
    "signals:\n  command: {sine: {amplitude: 1, frequency: 2 Hz}}\nsolver: {step: 1 ms, until: 0.5 "
    "s}\n";

}  // namespace bramah::catalogue_text
