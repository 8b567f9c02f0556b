#include "report/report_data.h"

#include <algorithm>

#include "results/decimate.h"

namespace bramah {
namespace {

using Thinning = std::vector<double> (Decimation::*)(std::span<const double>) const;

ReportColumn make_column(const Channel& channel, const std::vector<double>& values,
                         const Decimation& decimation, Thinning thinned) {
  ReportColumn column{channel.name, channel.unit, channel.description, {}};
  const auto same = [&](double v) { return v == values.front(); };
  if (!values.empty() && std::all_of(values.begin(), values.end(), same))
    column.values = {values.front()};
  else
    column.values = (decimation.*thinned)(values);
  return column;
}

void add_channels(ReportData& data, const std::vector<Channel>& channels,
                  const Recording& recording, const Decimation& decimation) {
  std::vector<double> values(recording.times.size());
  for (std::size_t c = 0; c < channels.size(); ++c) {
    for (std::size_t k = 0; k < values.size(); ++k) values[k] = recording.row(k)[c];
    data.columns.push_back(make_column(channels[c], values, decimation, &Decimation::extremes));
  }
}

// How the solver fared, as three more columns under the names the HDF5 file uses.
void add_solver(ReportData& data, const Recording& recording, const Decimation& decimation) {
  const auto add = [&](const char* name, const char* unit, const char* description,
                       const std::vector<double>& values) {
    if (values.size() != recording.times.size()) return;
    Channel channel;
    channel.name = name, channel.unit = unit, channel.description = description;
    data.columns.push_back(make_column(channel, values, decimation, &Decimation::maxima));
  };
  add("solver.gap", "m", "largest loop gap", recording.gap);
  add("solver.rate_gap", "m/s", "largest violation of the velocity constraints",
      recording.rate_gap);
  add("solver.newton", "1", "largest iteration count since the row before",
      {recording.newton.begin(), recording.newton.end()});
}

// Evenly spaced poses, the first and the last among them.
void add_poses(ReportData& data, const Drawing& drawing, const Recording& recording) {
  const std::size_t width = 3 * drawing.points.size(), count = recording.pose_times.size();
  if (width == 0 || recording.poses.size() < width * count) return;
  data.drawing = drawing;
  const std::size_t kept = std::min(count, kReportPoses), bodies = 7 * data.body_count;
  const auto keep = [](const std::vector<double>& all, std::size_t pose, std::size_t size,
                       std::vector<double>& into) {
    if (all.size() < (pose + 1) * size) return;
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(pose * size);
    into.insert(into.end(), first, first + static_cast<std::ptrdiff_t>(size));
  };
  for (std::size_t k = 0; k < kept; ++k) {
    const std::size_t pose = kept < 2 ? 0 : k * (count - 1) / (kept - 1);
    data.pose_times.push_back(recording.pose_times[pose]);
    keep(recording.poses, pose, width, data.poses);
    keep(recording.bodies, pose, bodies, data.bodies);
  }
}

}  // namespace

ReportData make_report_data(const ReportSubject& subject, const RunSummary& summary,
                            const Recording& recording) {
  const Decimation decimation{recording.times.size(), kReportRows};
  ReportData data;
  data.provenance = subject.provenance;
  data.summary = summary;
  data.notes = subject.notes;
  data.machine = subject.machine;
  data.meshes = subject.meshes;
  data.body_count = subject.body_count;
  data.recorded_rows = recording.times.size();
  data.times = decimation.times(recording.times);
  add_channels(data, subject.channels, recording, decimation);
  add_solver(data, recording, decimation);
  add_poses(data, subject.drawing, recording);
  return data;
}

}  // namespace bramah
