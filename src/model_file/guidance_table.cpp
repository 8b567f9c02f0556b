#include "model_file/guidance_table.h"

#include "model_file/key_table.h"
#include "text/csv_signal.h"

namespace bramah {
namespace {

constexpr std::size_t kLargestRecording = std::size_t{256} << 20;

struct GuideItem : GuideSpec {
  std::string recording;
};

const Table<GuideItem>& guide_table() {
  static const Table<GuideItem> table = [] {
    Table<GuideItem> t("guide", "The length of one cylinder in time, in place of the oil.");
    t.add({.name = "recording",
           .kind = KeyKind::text,
           .absent = "none",
           .doc = "CSV file of a run, from this file's folder, with `lift.length` and, if "
                  "recorded, `lift.rate` and `lift.acceleration`",
           .example = "run.csv"},
          [](Reader& in, const Node& node, const KeyInfo& key, GuideItem& guide) {
            if (const auto path = in.path(node, key)) guide.recording = *path;
          });
    t.add({.name = "signal",
           .kind = KeyKind::signal,
           .unit = "m",
           .absent = "the recording",
           .doc = "instead: a smooth function of time; ramps rest at each of their points",
           .example = "lift_length"},
          [](Reader& in, const Node& node, const KeyInfo& key, GuideItem& guide) {
            if (const auto name = in.signal(node, key, "m")) guide.signal = *name;
          });
    t.quantity({.name = "force",
                .unit = "N",
                .absent = "as large as it takes",
                .bound = Bound::positive,
                .doc = "largest force, either way; the cylinder then follows as far as it can",
                .example = "50 kN"},
               &GuideSpec::force);
    t.quantity({.name = "speed",
                .unit = "m/s",
                .absent = "as fast as it takes",
                .bound = Bound::positive,
                .doc = "largest speed, either way",
                .example = "100 mm/s"},
               &GuideSpec::speed);
    return t;
  }();
  return table;
}

std::vector<double> column(const std::string& text, const std::string& path,
                           const std::string& name, const std::string& unit,
                           std::vector<double>& time) {
  const CsvColumns columns = read_csv_columns(text, path, "", name);
  const auto factor = [](const std::string& written, const std::string& si) {
    return written.empty() ? 1.0 : parse_as("1 " + written, si);
  };
  const double seconds = factor(columns.time_unit, "s"), size = factor(columns.value_unit, unit);
  time.clear();
  std::vector<double> out;
  for (const double t : columns.time) time.push_back(t * seconds);
  for (const double value : columns.value) out.push_back(value * size);
  return out;
}

// The length must be there; rate and acceleration make it smoother.
void load_recording(Reader& in, GuideItem& guide) {
  const std::string& path = guide.recording;
  try {
    const std::string text = read_text_file(path, guide.where, kLargestRecording);
    in.hash.add(text);
    const auto optional_column = [&](const char* quantity, const char* unit) {
      try {
        return column(text, path, guide.name + quantity, unit, guide.time);
      } catch (const NoSuchColumn&) {
        return std::vector<double>{};
      }
    };
    guide.rate = optional_column(".rate", "m/s");
    if (!guide.rate.empty()) guide.acceleration = optional_column(".acceleration", "m/s2");
    guide.length = column(text, path, guide.name + ".length", "m", guide.time);
    if (guide.time.size() < 2)
      in.problem(guide.where, "\"" + path + "\" holds one sample only; a guide needs two or more");
  } catch (const InputError& error) {
    in.problems.add(Where{}, error.what());
  } catch (const NoSuchColumn& error) {
    in.problem(guide.where, std::string(error.what()) + "; record it with the channel " +
                                guide.name + ".length");
  } catch (const QuantityError& error) {
    in.problem(guide.where, error.what());
  }
}

}  // namespace

const TableInfo& guide_info() { return guide_table().info; }

void read_guidance(Reader& in, const Node& node, SolverSpec& solver) {
  solver.guides = read_named(in, node, guide_table(), "cylinder", [&](Reader& r, GuideItem& guide) {
    if (guide.recording.empty() == guide.signal.empty())
      r.problem(guide.where, guide.signal.empty()
                                 ? "expected what it follows, e.g. recording: run.csv or signal: "
                                   "lift_length"
                                 : "follows a recording and a signal; leave one out");
    else if (!guide.recording.empty() && solver.coupling == CouplingKind::guidance)
      load_recording(r, guide);
    return GuideSpec(guide);
  });
}

}  // namespace bramah
