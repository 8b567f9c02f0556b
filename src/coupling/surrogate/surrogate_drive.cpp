#include "coupling/surrogate/surrogate_drive.h"

#include <algorithm>
#include <cmath>

namespace bramah {

SurrogateDrive::SurrogateDrive(Surrogate surrogate, std::vector<Input> inputs,
                               std::vector<Output> cylinders)
    : run_(std::move(surrogate)),
      inputs_(std::move(inputs)),
      cylinders_(std::move(cylinders)),
      reads_force_(
          std::ranges::any_of(inputs_, [](const Input& input) { return input.cylinder >= 0; })) {}

SurrogateDrive::Scratch SurrogateDrive::make_scratch() const {
  return {run_.make_scratch(), std::vector<double>(run_.inputs()),
          std::vector<double>(run_.outputs())};
}

std::size_t SurrogateDrive::state_size() const noexcept {
  return kHead + 4 * cylinders_.size() + run_.state_size();
}

const SurrogateChannel& SurrogateDrive::channel(int number) const noexcept {
  const auto k = static_cast<std::size_t>(number);
  return k < run_.inputs() ? surrogate().inputs[k] : surrogate().outputs[k - run_.inputs()];
}

TimeValue SurrogateDrive::value(int cylinder, double t,
                                std::span<const double> block) const noexcept {
  const double* piece = &block[kHead + 4 * static_cast<std::size_t>(cylinder)];
  const double T = sample_time(), x = (t - block[kBegin]) / T;
  const double s0 = piece[0], d = piece[2] - s0, v0 = T * piece[1], v1 = T * piece[3];
  const double b = 3.0 * d - 2.0 * v0 - v1, c = v0 + v1 - 2.0 * d;
  return {s0 + x * (v0 + x * (b + x * c)), (v0 + x * (2.0 * b + 3.0 * x * c)) / T,
          (2.0 * b + 6.0 * x * c) / (T * T)};
}

bool SurrogateDrive::due(double t, std::span<const double> block) const noexcept {
  const double cycles = t / sample_time();
  return std::abs(cycles - std::round(cycles)) <= 1e-6 && t - block[kBegin] > 0.5 * sample_time();
}

void SurrogateDrive::place(double t, std::span<const TimeValue> motions,
                           std::span<double> block) const noexcept {
  const double T = sample_time();
  block[kBegin] = t - T;
  double* piece = &block[kHead];
  for (const TimeValue& m : motions) {
    *piece++ = m.value - T * (m.rate - 0.5 * T * m.acceleration);
    *piece++ = m.rate - T * m.acceleration;
    *piece++ = m.value;
    *piece++ = m.rate;
  }
}

// Where the pieces end, as outputs of the network.
void SurrogateDrive::read_ends(std::span<const double> block, std::span<double> y) const noexcept {
  const double* piece = &block[kHead];
  for (const Output& output : cylinders_) {
    if (output.length >= 0) y[output.length] = piece[2];
    if (output.rate >= 0) y[output.rate] = piece[3];
    piece += 4;
  }
}

void SurrogateDrive::start(std::span<double> block, Scratch& scratch) const noexcept {
  block[kCount] = block[kFirst] = block[kWorst] = block[kShare] = block[kPhysics] = 0.0;
  block[kWorstChannel] = -1.0;
  read_ends(block, scratch.y);
  run_.start(scratch.u, scratch.y, lines(block));
}

void SurrogateDrive::sample(double t, bool measured, std::span<double> block,
                            Scratch& scratch) const noexcept {
  const std::span<double> past = lines(block);
  if (measured) {
    read_ends(block, scratch.y);
    run_.measure(scratch.y, past);
  }
  run_.sample(scratch.u, past, scratch.run);
  const double T = sample_time();
  double* piece = &block[kHead];
  for (const Output& output : cylinders_) {
    const double before = (piece[2] - piece[0]) / T, s0 = piece[2], v0 = piece[3];
    const bool length = output.length >= 0 && !reads_force_;
    double s1 = length ? run_.output_after(output.length, past) : 0.0;
    const double v1 = output.rate >= 0 ? run_.output_after(output.rate, past)
                                       : 1.5 * (s1 - s0) / T - 0.5 * before;
    if (!length) s1 = s0 + 0.5 * T * (v0 + v1);
    piece[0] = s0, piece[1] = v0, piece[2] = s1, piece[3] = v1;
    piece += 4;
  }
  block[kBegin] = t;
  const NarxRun::Excess found = run_.excess(past);
  block[kShare] = found.share;
  if (found.channel < 0) return;
  if (block[kCount] == 0.0) block[kFirst] = t;
  block[kCount] += 1.0;
  if (found.share <= block[kWorst]) return;
  block[kWorst] = found.share;
  block[kWorstChannel] = found.channel;
}

SurrogateDrive::Excess SurrogateDrive::excess(std::span<const double> block) const noexcept {
  const std::span<const double> past = lines(block);
  const NarxRun::Excess found = run_.excess(past);
  if (found.channel < 0) return {};
  // As NarxRun keeps them: y(k), y(k + 1), then u(k - 1), u(k).
  const std::size_t nu = run_.inputs(), ny = run_.outputs(), k = found.channel;
  const std::size_t before = k < nu ? 2 * ny + k : k - nu, now = before + (k < nu ? nu : ny);
  return {found.share, found.channel, past[now], past[now] - past[before]};
}

bool SurrogateDrive::history_inside(std::span<const double> block) const noexcept {
  return run_.history_inside(lines(block));
}

}  // namespace bramah
