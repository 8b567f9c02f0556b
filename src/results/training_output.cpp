// What is written about a training.
#include <cmath>
#include <nlohmann/json.hpp>

#include "bramah/surrogate.h"
#include "text/whole_file.h"

namespace bramah {

namespace {

using Json = nlohmann::ordered_json;

void write_bytes(const std::string& path, const std::string& bytes) {
  WholeFile file(path);
  file.write(bytes);
  file.commit();
}

// JSON has no infinity: a run that got lost is null.
Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json start_json(const TrainedStart& s) {
  Json curve = Json::array();
  for (const TrainCurvePoint& p : s.curve)
    curve.push_back({{"horizon", p.horizon},
                     {"epoch", p.epoch},
                     {"train", number(p.train)},
                     {"validate", number(p.validate)},
                     {"effective", p.effective}});
  return {{"seed", s.seed},
          {"train", number(s.train)},
          {"validate", number(s.validate)},
          {"test", number(s.test)},
          {"closed_loop", number(s.closed_loop)},
          {"closed_mean", number(s.closed_mean)},
          {"closed_worst", number(s.closed_worst)},
          {"before_tuning",
           {{"test", number(s.open_test)},
            {"closed_loop", number(s.open_closed_loop)},
            {"closed_worst", number(s.open_closed_worst)}}},
          {"epochs", s.epochs},
          {"best_epoch", s.best_epoch},
          {"effective_parameters", s.effective},
          {"cpu_s", s.cpu_s},
          {"curve", curve}};
}

}  // namespace

void write_network(const std::string& path, const TrainedStart& s) { write_bytes(path, s.file); }
void write_onnx(const std::string& path, const TrainedStart& s) { write_bytes(path, s.onnx); }

std::string training_json(const Training& t) {
  Json starts = Json::array();
  for (const TrainedStart& s : t.starts) starts.push_back(start_json(s));
  return Json{{"model", t.model},
              {"hash", t.hash},
              {"inputs", t.inputs},
              {"outputs", t.outputs},
              {"samples", t.samples},
              {"fitted", t.fitted},
              {"sample_time_s", t.sample_time_s},
              {"parameters", t.parameters},
              {"layers", t.layers},
              {"data_cpu_s", t.data_cpu_s},
              {"starts", starts}}
      .dump(2);
}

}  // namespace bramah
