// Sensors: what a controller gets of a channel, with the faults that instruments have.
//
//   every `sample_time`   x_n = channel(t_n) + bias + noise g_n       g: normal, by seed and n alone
//   out                   x of `delay` ago, rounded to whole multiples of `resolution`, held
// All it remembers is in State, so that snapshots, replays and look-aheads see the same noise.
//
//   description.signals.push_back({.name = "tilt", .kind = SignalSpec::Kind::block, .unit = "rad"});
//   description.blocks.push_back(sensor("tilt", "boom_imu.pitch", {.noise = 1e-3, .delay = 0.02}));
#pragma once

#include <cstdint>
#include <string>

#include "bramah/description.h"

namespace bramah {

struct SensorLaw {
  double sample_time = 0.0;  // [s], a whole number of ticks; 0: every tick
  double bias = 0.0;         // added
  double noise = 0.0;        // standard deviation
  double delay = 0.0;        // [s], a whole number of sample times
  double resolution = 0.0;   // step of the reading; 0: as fine as it is
  std::uint64_t seed = 1;    // of the noise, together with the sensor's name
};

// Why there is no such sensor; empty: there is.
std::string sensor_problem(const SensorLaw& law);
// A block that reads a channel or a signal and holds the reading as the signal `name`, of kind block.
BlockSpec sensor(const std::string& name, const std::string& channel, const SensorLaw& law);

}  // namespace bramah
