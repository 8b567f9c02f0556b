#include "analysis/deviation.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

namespace bramah {
namespace {

constexpr double kGrid = 0.02;        // [s]
constexpr double kFewest = 50;        // instants of a short run
constexpr double kSameTime = 1e-9;    // [s]
constexpr double kStill = 1e-9;       // of the largest value: a range that is rounding alone
constexpr double kLeastRange = 1e-3;  // [m] of a length that errors are relative to

bool is_length(const Channel& channel) {
  return channel.unit == "m" && channel.name.ends_with(".length");
}
bool is_point(const Channel& channel) { return channel.description == "position in the world"; }
bool is_pressure(const Channel& channel) { return channel.name.ends_with(".p"); }

bool has_lengths(const Model& model) {
  return std::any_of(model.channels().begin(), model.channels().end(), is_length);
}

// Rows of both recordings at the same instant.
using RowPairs = std::vector<std::pair<std::size_t, std::size_t>>;
RowPairs common_rows(const Recording& ours, const Recording& exact) {
  RowPairs pairs;
  for (std::size_t i = 0, j = 0; i < ours.times.size() && j < exact.times.size();) {
    const double ahead = ours.times[i] - exact.times[j];
    if (std::abs(ahead) < kSameTime)
      pairs.emplace_back(i++, j++);
    else
      ++(ahead < 0.0 ? i : j);
  }
  return pairs;
}

struct Difference {
  double largest = 0.0, mean_square = 0.0;
  double range = 0.0;  // of the reference; 0: it stands still
};

Difference difference(const Recording& ours, std::size_t c, const Recording& exact, std::size_t d,
                      const RowPairs& rows) {
  Difference result;
  double low = INFINITY, high = -INFINITY;
  for (const auto& [i, j] : rows) {
    const double truth = exact.row(j)[d], error = ours.row(i)[c] - truth;
    result.largest = std::max(result.largest, std::abs(error));
    result.mean_square += error * error / static_cast<double>(rows.size());
    low = std::min(low, truth);
    high = std::max(high, truth);
  }
  const double size = std::max(std::abs(low), std::abs(high));
  result.range = high - low > kStill * size ? high - low : 0.0;
  return result;
}

}  // namespace

std::string position_measure(const Model& model) {
  return has_lengths(model) ? "cylinder lengths" : "body points";
}

Deviation deviation(const Model& model, const Recording& ours, const Model& exact_model,
                    const Recording& exact) {
  const RowPairs rows = common_rows(ours, exact);
  if (rows.size() < 2) return {};  // they share the start alone
  const auto is_position = has_lengths(model) ? is_length : is_point;
  double position = -1.0, position_square = 0.0, share = 0.0, square = 0.0, largest = 0.0;
  int positions = 0, pressures = 0;
  for (std::size_t c = 0; c < model.channels().size(); ++c) {
    const Channel& channel = model.channels()[c];
    const int d = exact_model.find_channel(channel.name);
    if (d < 0 || (!is_position(channel) && !is_pressure(channel))) continue;
    const Difference found = difference(ours, c, exact, static_cast<std::size_t>(d), rows);
    if (is_position(channel)) {
      position = std::max(position, found.largest);
      position_square += found.mean_square;
      share = std::max(share, found.largest / std::max(found.range, kLeastRange));
      ++positions;
    }
    if (!is_pressure(channel) || !(found.range > 0.0)) continue;
    square += found.mean_square / (found.range * found.range);
    largest = std::max(largest, found.largest / found.range);
    ++pressures;
  }
  Deviation result;
  if (positions > 0) {
    result.position = position;
    result.position_rms = std::sqrt(position_square / positions);
    result.position_share = share;
  }
  if (pressures > 0) {
    result.pressure = std::sqrt(square / pressures);
    result.pressure_max = largest;
  }
  return result;
}

Recording resampled(const Recording& recording, std::span<const double> times) {
  Recording result;
  result.columns = recording.columns;
  const std::size_t rows = recording.times.size();
  std::vector<double> row(recording.columns);
  for (std::size_t next = 0; const double t : times) {
    while (next < rows && recording.times[next] < t - kSameTime) ++next;
    if (next == rows) break;
    result.times.push_back(t);
    // The row itself, or Lagrange's polynomial through two rows on either side.
    const bool there = recording.times[next] < t + kSameTime || rows < 4;
    const std::size_t first = there ? next : std::clamp<std::size_t>(next, 2, rows - 2) - 2;
    std::fill(row.begin(), row.end(), 0.0);
    for (std::size_t i = first; i < first + (there ? 1 : 4); ++i) {
      double weight = 1.0;
      for (std::size_t j = first; j < first + 4 && !there; ++j)
        if (j != i) weight *= (t - recording.times[j]) / (recording.times[i] - recording.times[j]);
      const auto values = recording.row(i);
      for (std::size_t c = 0; c < row.size(); ++c) row[c] += weight * values[c];
    }
    result.values.insert(result.values.end(), row.begin(), row.end());
  }
  return result;
}

double common_grid(std::span<const double> steps, double until) {
  constexpr double kNanosecond = 1e-9;
  long long shared = 1;
  for (const double step : steps) {
    shared = std::lcm(shared, std::max(1LL, std::llround(step / kNanosecond)));
    if (static_cast<double>(shared) * kNanosecond * 10.0 > until) return 0.0;
  }
  const double least = static_cast<double>(shared) * kNanosecond;
  const double wanted = std::min(kGrid, until / kFewest);
  return least * std::max(1.0, std::ceil(wanted / least - 1e-9));
}

}  // namespace bramah
