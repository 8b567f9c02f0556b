#include "jobs.h"

#include <algorithm>

#include "bramah/analysis.h"
#include "bramah/binding.h"
#include "bramah/model.h"
#include "bramah/run.h"

namespace bramah::tab {
namespace {

LoadOptions options_of(const MachineWish& machine, const Json& wish) {
  LoadOptions options;
  options.set = machine.set;
  if (wish.contains("step")) options.step = parse_quantity(wish["step"], "s");
  if (wish.contains("until")) options.until = parse_quantity(wish["until"], "s");
  return options;
}

Json check_job(const Json& wish) {
  const MachineWish machine = machine_of(wish);
  const Model model = load(machine.path, options_of(machine, wish));
  const CheckReport r = check(model);
  Json volumes = Json::array(), joints = Json::array();
  for (const auto& v : r.volumes)
    volumes.push_back({{"name", v.name},
                       {"volume_m3", v.volume},
                       {"time_constant_s", v.time_constant},
                       {"through", v.through},
                       {"small", v.small}});
  for (const auto& joint : r.joint_list)
    joints.push_back({{"name", joint.name}, {"type", joint.type}, {"role", joint.role}});
  return {{"model", model.name()},
          {"degrees_of_freedom", r.degrees_of_freedom},
          {"bodies", r.bodies},
          {"joints", r.joints},
          {"loops", r.loops},
          {"constraints", r.constraints},
          {"redundant", r.redundant},
          {"unknowns", r.unknowns.size()},
          {"channels", model.channels().size()},
          {"method", model.method()},
          {"integrator", model.integrator()},
          {"coupling", model.coupling()},
          {"step_s", model.step_size()},
          {"until_s", model.until()},
          {"inputs", model.inputs()},
          {"joint_list", joints},
          {"volumes", volumes},
          {"notes", r.notes},
          {"warnings", r.warnings}};
}

// What a slider may move: numbers with units that --set can replace.
Json settings_job(const Json& wish) {
  const MachineWish machine = machine_of(wish);
  MachineFiles files;
  const Model model = load(machine.path, options_of(machine, wish), files);
  Json all = Json::array();
  for (const Setting& one : settings(files, options_of(machine, wish)))
    all.push_back({{"path", one.path}, {"text", one.text}, {"section", one.section}});
  return all;
}

// Files that the page reads from the module's file system.
void write_results(const Json& wish, const Model& model, const RunSummary& summary,
                   const Recording& recording) {
  if (wish.contains("csv")) write_csv(wish["csv"], model, recording);
  if (wish.contains("report")) write_report(wish["report"], model, summary, recording);
}

RunOptions run_options(const Json& wish, const std::function<void(double)>& progress) {
  RunOptions options;
  options.progress = progress;
  options.poses = wish.contains("report");
  options.rows = options.poses || wish.contains("csv");
  if (wish.contains("every")) options.every = parse_quantity(wish["every"], "s");
  return options;
}

Json run_job(const Json& wish, const std::function<void(double)>& progress) {
  const MachineWish machine = machine_of(wish);
  const Model model = load(machine.path, options_of(machine, wish));
  const RunOptions options = run_options(wish, progress);
  Recording recording;
  const RunSummary summary = run(model, options, recording);
  write_results(wish, model, summary, recording);
  Json answer = Json::parse(summary_json(model, summary));
  answer["complete"] = summary.complete();
  answer["message"] = summary.message;
  answer["warnings"] = summary.warnings;
  return answer;
}

Json replay_job(const Json& wish, const std::function<void(double)>& progress) {
  ReplayOptions options;
  options.model = machine_of(wish).path;
  options.run = run_options(wish, progress);
  if (!options.run.rows) options.run.every = 1.0;
  const Replay again = replay(wish.at("drive"), options);
  write_results(wish, again.model, again.summary, again.recording);
  Json answer = Json::parse(summary_json(again.model, again.summary));
  answer["events"] = again.events;
  answer["complete"] = again.complete;
  answer["same"] = again.same;
  answer["difference"] = again.difference;
  return answer;
}

}  // namespace

MachineWish machine_of(const Json& wish) {
  return {wish.at("model"), wish.value("set", std::vector<std::string>{})};
}

Json do_job(const Json& wish, const std::function<void(double)>& progress) {
  const std::string job = wish.at("do");
  if (job == "check") return check_job(wish);
  if (job == "settings") return settings_job(wish);
  if (job == "run") return run_job(wish, progress);
  if (job == "replay") return replay_job(wish, progress);
  if (job == "schema") return Json::parse(machine_file_schema());
  if (job == "version") return {{"version", version()}};
  throw InputError("no job \"" + job + "\"");
}

}  // namespace bramah::tab
