#include "analysis/training_checkpoint.h"

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "bramah/basics.h"
#include "core/text.h"
#include "core/where.h"
#include "model_file/source.h"
#include "text/whole_file.h"

namespace bramah {

namespace {

using Json = nlohmann::json;

constexpr std::size_t kLargest = std::size_t{256} << 20;

Json list(const Eigen::VectorXd& v) { return std::vector<double>(v.begin(), v.end()); }

Eigen::VectorXd vector_of(const Json& json, Eigen::Index size) {
  const auto values = json.get<std::vector<double>>();
  if (!values.empty() && static_cast<Eigen::Index>(values.size()) != size)
    throw InputError("a set of weights has the wrong length");
  Eigen::VectorXd out(static_cast<Eigen::Index>(values.size()));
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (!std::isfinite(values[k])) throw InputError("a weight is not finite");
    out[static_cast<Eigen::Index>(k)] = values[k];
  }
  return out;
}

Json json_of(const TrainingState& s) {
  Json curve = Json::array();
  for (const TrainingPoint& p : s.curve)
    curve.push_back({p.stage, p.epoch, p.train, p.validate, p.gamma, p.mu});
  return {{"stage", s.stage},
          {"epoch", s.epoch},
          {"w", list(s.fit.w)},
          {"mu", s.fit.mu},
          {"alpha", s.fit.alpha},
          {"beta", s.fit.beta},
          {"gamma", s.fit.gamma},
          {"error", s.fit.error},
          {"slow", s.fit.slow},
          {"best", list(s.best)},
          {"best_error", s.best_error},
          {"worse", s.worse},
          {"errors_by", list(s.errors_by)},
          {"curve", curve}};
}

TrainingState state_of(const Json& json, Eigen::Index size) {
  TrainingState s;
  s.stage = json.at("stage").get<int>(), s.epoch = json.at("epoch").get<int>();
  s.fit.w = vector_of(json.at("w"), size);
  s.fit.mu = json.at("mu").get<double>();
  s.fit.alpha = json.at("alpha").get<double>(), s.fit.beta = json.at("beta").get<double>();
  s.fit.gamma = json.at("gamma").get<double>(), s.fit.error = json.at("error").get<double>();
  s.fit.slow = json.at("slow").get<int>();
  s.best = vector_of(json.at("best"), size);
  s.best_error = json.at("best_error").get<double>();
  s.worse = json.at("worse").get<int>();
  s.errors_by = vector_of(json.at("errors_by"), size);
  for (const Json& p : json.at("curve"))
    s.curve.push_back({p.at(0).get<int>(), p.at(1).get<int>(), p.at(2).get<double>(),
                       p.at(3).get<double>(), p.at(4).get<double>(), p.at(5).get<double>()});
  if (s.stage < 0 || s.epoch < 0 || s.fit.w.size() != size ||
      (s.best_error >= 0.0 && s.best.size() != size))
    throw InputError("a state is incomplete");
  return s;
}

// Stages that exist, and the weights that they need.
void check_fits(const StartRecord& start, const Trainer& trainer) {
  const int stages = trainer.stages();
  const TrainingState& s = start.state;
  bool fits = s.stage < stages || (start.done && s.stage == stages);
  for (const TrainingPoint& p : s.curve) fits = fits && p.stage >= 0 && p.stage < stages;
  if (s.stage >= 1 || start.done) fits = fits && start.open.size() == s.fit.w.size();
  if (trainer.windows().delays().errors > 0 && s.stage >= 1)
    fits = fits && s.errors_by.size() == s.fit.w.size();
  if (!fits) throw InputError("its stages are not those of this training");
}

}  // namespace

std::optional<TrainingCheckpoint> read_checkpoint(const std::string& path, const std::string& key,
                                                  const Trainer& trainer) {
  if (!std::filesystem::exists(path)) return std::nullopt;
  const Eigen::Index parameters = trainer.begin().fit.w.size();
  const std::string text = read_text_file(path, {}, kLargest);
  TrainingCheckpoint out;
  try {
    const Json json = Json::parse(text);
    out.key = json.at("training").get<std::string>();
    if (out.key == key)
      for (const Json& start : json.at("starts")) {
        out.starts.push_back({start.at("seed").get<std::uint64_t>(), start.at("done").get<bool>(),
                              state_of(start.at("state"), parameters),
                              vector_of(start.at("open"), parameters),
                              start.at("cpu_s").get<double>()});
        check_fits(out.starts.back(), trainer);
      }
  } catch (const std::exception& error) {
    throw InputError(concat(path, ": is no checkpoint of a training (", error.what(),
                            "); remove it to begin anew"));
  }
  if (out.key != key)
    throw InputError(concat(path,
                            ": is the checkpoint of another training (model, settings or seeds "
                            "differ); remove it or name another file"));
  return out;
}

void write_checkpoint(const std::string& path, const TrainingCheckpoint& checkpoint) {
  Json starts = Json::array();
  for (const StartRecord& start : checkpoint.starts)
    starts.push_back({{"seed", start.seed},
                      {"done", start.done},
                      {"state", json_of(start.state)},
                      {"open", list(start.open)},
                      {"cpu_s", start.cpu_s}});
  WholeFile file(path);
  file.write(Json{{"training", checkpoint.key}, {"starts", starts}}.dump());
  file.commit();
}

}  // namespace bramah
