// Runs a machine and watches what of it goes into the ground: every --every, the contacts' gaps, and all
// points of its bodies against the plane at height 0 or the terrain as it is then. tools/random_drives
// --ground calls it for each drive.
//   ground_watch FILE [--until 600] [--every 0.005] [--set KEY=VALUE]... [--cuts bucket.teeth]...
// Prints one JSON object. A machine that has `stability` may tip: when two feet carry nothing and one of
// them is kHigh over the ground, it has tipped: from there on, while it falls for kFall more, only failures
// are watched, and the run ends.
// Points that cut are left out. Where the ground is dug, soil may be heaped over a point: counted is how far
// it went in by its own way,
//   D = min(d, (D_before + d at the old ground - d_before)⁺)
#include <time.h>

#include <cmath>
#include <cstdio>
#include <map>
#include <set>
#include <string>

#include "bramah/model.h"
#include "coupling/plant.h"
#include "machine/machine.h"
#include "machine/soil.h"

namespace {

using namespace bramah;

constexpr double kHigh = 0.5;  // [m]
constexpr double kFall = 3.0;  // [s]

double cpu_now() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

struct Deepest {
  double depth = -1e9, time = 0.0;
  std::string who;
  void see(double d, double t, const std::string& name) {
    if (d > depth) depth = d, time = t, who = name;
  }
};

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() > end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

struct Watch {
  const Model& model;
  std::vector<int> gaps, points, lifted;  // channels, points of the drawing, channels
  std::vector<int> feet;                  // points of the drawing
  const HeightField* field = nullptr;
  Deepest gap, point;
  std::map<std::string, double> deep;       // how deep each point was that went in
  std::vector<double> heights, before, in;  // the ground, depths of the points in it, D
  std::string not_finite;

  Watch(const Model& m, const std::set<std::string>& cuts) : model(m) {
    const std::vector<Channel>& all = model.channels();
    for (std::size_t k = 0; k < all.size(); ++k)
      if (ends_with(all[k].name, ".gap")) gaps.push_back(static_cast<int>(k));
    const std::set<std::string> bodies(model.scene().bodies.begin(), model.scene().bodies.end());
    const std::vector<std::string>& names = model.drawing().points;
    for (std::size_t k = 0; k < names.size(); ++k)
      if (bodies.count(names[k].substr(0, names[k].find('.'))) > 0 && !ends_with(names[k], "..x") &&
          !ends_with(names[k], "..y") && cuts.count(names[k]) == 0)
        points.push_back(static_cast<int>(k));
    for (const Scene::Stand& stand : model.scene().stands) {
      feet.insert(feet.end(), stand.feet.begin(), stand.feet.end());
      lifted.push_back(model.find_channel(stand.name + ".lifted"));
    }
    if (!model.machine().soil.empty()) field = &model.machine().soil.ground();
  }

  double depth(const double* ground, const double* p) const {
    if (!field) return -p[model.drawing().up];
    return field->surface(Three<double>{p[0], p[1], p[2]}, ground).depth;
  }
  void look(const State& state, std::span<const double> row, std::span<const double> xyz,
            bool falls) {
    for (std::size_t k = 0; k < row.size(); ++k)
      if (!std::isfinite(row[k]) && not_finite.empty()) not_finite = model.channels()[k].name;
    if (falls) return;
    if (!field)  // else they are among the points
      for (const int k : gaps) gap.see(-row[k], state.time(), model.channels()[k].name);
    const auto now = model.plant().layout.soil.in(state.values());
    if (before.empty()) {
      heights.assign(now.begin(), now.end());
      for (const int k : points)
        before.push_back(depth(heights.data(), &xyz[3 * static_cast<std::size_t>(k)]));
      in = before;
    }
    for (std::size_t i = 0; i < points.size(); ++i) {
      const double* const p = &xyz[3 * static_cast<std::size_t>(points[i])];
      const double own = std::max(0.0, in[i]) + depth(heights.data(), p) - std::max(0.0, before[i]);
      before[i] = depth(now.data(), p);
      in[i] = std::min(before[i], std::max(0.0, own));
      const std::string& name = model.drawing().points[static_cast<std::size_t>(points[i])];
      point.see(in[i], state.time(), name);
      if (in[i] > 0.0) deep[name] = std::max(in[i], deep[name]);
    }
    heights.assign(now.begin(), now.end());
  }
  bool tipped(std::span<const double> row, std::span<const double> xyz) const {
    double off = 0.0, high = 0.0;
    for (const int k : lifted) off += row[k];
    for (const int k : feet)
      high = std::max(high, xyz[3 * static_cast<std::size_t>(k) + model.drawing().up]);
    return off >= 2.0 && high > kHigh;
  }
};

}  // namespace

int main(int count, char** words) try {
  LoadOptions options;
  std::string file;
  std::set<std::string> cuts;
  double every = 5e-3;
  for (int k = 1; k < count; ++k) {
    const std::string word = words[k];
    const bool value = word.starts_with("--");
    if (value && k + 1 == count) throw std::runtime_error(word + ": a value is missing");
    if (!value)
      file = word;
    else if (word == "--until")
      options.until = std::stod(words[++k]);
    else if (word == "--every")
      every = std::stod(words[++k]);
    else if (word == "--cuts")
      cuts.insert(words[++k]);
    else if (word == "--set")
      options.set.emplace_back(words[++k]);
    else
      throw std::runtime_error("unknown: " + word);
  }
  const Model model = load(file, options);
  Watch watch(model, cuts);
  State state = model.initial_state();
  Workspace work(model);
  std::vector<double> row(model.channels().size()), xyz(3 * model.drawing().points.size());
  const auto ticks = static_cast<long long>(std::llround(model.until() / model.step_size()));
  const auto between = std::max(1LL, std::llround(every / model.step_size()));
  double cpu = 0.0, tipped = -1.0, end = model.until();
  long long substeps = 0, coarse = 0;
  std::string failed;
  for (long long k = 0; k < ticks && state.time() < end; ++k) {
    const double begin = cpu_now();
    const StepReport report = step(model, state, work, Inputs{});
    cpu += cpu_now() - begin;
    substeps += report.substeps, coarse += report.coarse;
    if (!report.converged) {
      failed = explain(model, report);
      break;
    }
    if ((k + 1) % between != 0) continue;
    model.observe_row(state, work, row, xyz);
    watch.look(state, row, xyz, tipped >= 0.0);
    if (!watch.not_finite.empty()) break;
    if (tipped < 0.0 && watch.tipped(row, xyz)) tipped = state.time(), end = tipped + kFall;
  }
  for (char& c : failed)
    if (c == '"' || c == '\\' || c == '\n') c = ' ';
  std::printf(
      "{\"time\": %.9g, \"cpu_s\": %.9g, \"substeps\": %lld, \"steps\": %lld, \"coarse\": %lld, ",
      state.time(), cpu, substeps, state.tick(), coarse);
  std::printf("\"failed\": \"%s\", \"not_finite\": \"%s\", \"tipped\": %.9g, ", failed.c_str(),
              watch.not_finite.c_str(), tipped);
  std::printf("\"gap\": [%.9g, \"%s\", %.9g], \"point\": [%.9g, \"%s\", %.9g], \"deep\": {",
              watch.gap.depth, watch.gap.who.c_str(), watch.gap.time, watch.point.depth,
              watch.point.who.c_str(), watch.point.time);
  const char* comma = "";
  for (const auto& [name, depth] : watch.deep) {
    std::printf("%s\"%s\": %.6g", comma, name.c_str(), depth);
    comma = ", ";
  }
  std::printf("}}\n");
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
