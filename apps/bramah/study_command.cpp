// bramah study: many runs of one machine over any options and parameters.
#include "bramah/analysis.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>

#include "cluster.h"
#include "command.h"
#include "outputs.h"
#include "progress.h"
#include "solver_options.h"
#include "study_into.h"
#include "study_table.h"

namespace bramah::app {
namespace {

struct StudyCommand {
  SolverOptions solver;
  std::vector<std::string> over, measures, bounds, files;
  std::string reference, report, into, show, design, task;
  int refine = 0, jobs = 0;
  long long runs = 0;
  std::uint64_t seed = 1;
  double growth = 0.0;
  bool json = false, resume = false;

  int operator()(const CLI::App& menu) const;

 private:
  StudyFile checked(const CLI::App& menu) const;
  void read_design(const CLI::App& menu, StudyOptions& options) const;
  void read_lists(StudyOptions& options, Problems& problems) const;
  void check_outputs(Problems& problems) const;
  bool is_kept(const StudyOptions& options) const {
    return !into.empty() || is_experiment(options);
  }
  int show_folder() const;
};

// "refine: expected ..." and not "study.yaml:4: step: ..."
bool names_option(const std::string& problem) {
  const auto starts = [&](const char* name) { return problem.starts_with(name); };
  return starts("over: ") || starts("refine: ") || starts("jobs: ") || starts("growth: ");
}

void StudyCommand::read_lists(StudyOptions& options, Problems& problems) const {
  for (const std::string& text : over)
    problems.collect("", [&] {
      const StudyAxis axis = study_axis(text);
      std::erase_if(options.over, [&](const StudyAxis& other) {
        return other.name == axis.name && other.origin != axis.origin;  // the file's
      });
      options.over.push_back(axis);
    });
  if (!bounds.empty()) options.bounds.clear();
  for (const std::string& text : bounds)
    problems.collect("", [&] { options.bounds.push_back(study_bound(text)); });
  if (!measures.empty()) options.channels = measures;
  if (!reference.empty())
    problems.collect("--reference: ", [&] { options.reference = study_reference(reference); });
}

void StudyCommand::check_outputs(Problems& problems) const {
  for (const std::string& file : files)
    if (std::filesystem::path(file).extension() != ".csv")
      problems.add(fmt::format("--output {}: expected a name that ends in .csv", file));
    else
      check_place("--output", file, problems);
  check_report(report, problems);
}

// Everything that can be wrong is looked at before the first step.
StudyFile StudyCommand::checked(const CLI::App& menu) const {
  Problems problems;
  StudyFile file;
  SolverOptions machine = solver;
  const bool is_file = !solver.model.empty() && is_study_file(solver.model);
  if (is_file) file = read_study_file(solver.model);  // what it lacks would only be guessed at
  LoadOptions typed = solver.load;
  Problems ignored;  // load_machine() reports these
  typed.step = read_time("--step", solver.step, ignored);
  typed.until = read_time("--until", solver.until, ignored);
  StudyOptions& options = file.options;
  options.load = overlaid(options.load, typed);
  if (is_file)
    machine.model = file.model;
  else
    file.model = solver.model;
  read_lists(options, problems);
  if (menu.count("--refine") > 0) options.refine = refine;
  if (menu.count("--growth") > 0) options.growth = growth;
  options.jobs = jobs;
  options.histories = !report.empty();
  read_design(menu, options);
  check_outputs(problems);
  if (is_kept(options)) {  // an experiment has checks of its own
    problems.add_unknown(menu);
    load_options(solver, problems);
    if (file.model.empty() && options.task != "formula")
      problems.add("MODEL: no machine file given; for example models/four_bar.yaml");
    problems.throw_if_any();
    return file;
  }
  if (is_launched()) problems.add("on a cluster the rows of a study are kept: --into FOLDER");
  for (const std::string& problem : problems_of(options))
    problems.add(names_option(problem) ? "--" + problem : problem);
  machine.load = options.load;
  if (is_file && machine.model.empty()) problems.throw_if_any();  // no machine to look at
  load_machine(menu, machine, problems);
  return file;
}

void StudyCommand::read_design(const CLI::App& menu, StudyOptions& options) const {
  if (!design.empty()) options.design.kind = design;
  if (!task.empty()) options.task = task;
  if (menu.count("--runs") > 0) options.design.runs = runs;
  if (menu.count("--seed") > 0) options.design.seed = seed;
}

// Rows as they are found, in FILE.part beside each table that was asked for: what a study that is
// killed leaves behind. Removed once the tables are there.
class Journal {
 public:
  explicit Journal(const std::vector<std::string>& tables) {
    for (const std::string& table : tables)
      if (!std::filesystem::exists(table) || std::filesystem::is_regular_file(table))
        names_.push_back(table + ".part");
  }

  void add(const Study& study, const StudyRow& row) {
    if (files_.empty())
      for (const std::string& name : names_) {
        files_.emplace_back(name, std::ios::binary);
        files_.back() << study_csv_header(study);
      }
    for (std::size_t k = 0; k < files_.size(); ++k)
      if (!(files_[k] << study_csv_row(study, row) << std::flush))
        throw InputError(names_[k] + ": cannot be written: is the disk full?");
  }

  void remove() {
    files_.clear();
    std::error_code ignored;
    for (const std::string& name : names_) std::filesystem::remove(name, ignored);
  }

 private:
  std::vector<std::string> names_;
  std::vector<std::ofstream> files_;
};

// Bounds are questions to rows that are there: they may be asked again, with other limits.
int StudyCommand::show_folder() const {
  Problems problems;
  StudyOptions options;
  read_lists(options, problems);
  check_outputs(problems);
  problems.throw_if_any();
  return show_study(show,
                    {files, report, json, options.bounds, growth > 0.0 ? growth : options.growth});
}

int StudyCommand::operator()(const CLI::App& menu) const {
  if (!show.empty()) return show_folder();
  StudyFile file = checked(menu);
  if (is_kept(file.options))
    return study_into(file, into, {files, report, json, file.options.bounds, file.options.growth});
  Study result;
  Journal journal(files);
  {
    Progress progress;
    file.options.progress = progress.bar();
    file.options.stop = Progress::stop_asked;
    file.options.finished = [&](const Study& so_far, const StudyRow& row) {
      journal.add(so_far, row);
    };
    result = study(file.model, file.options);
  }
  for (const std::string& name : files) write_study_csv(name, result);
  journal.remove();
  if (!report.empty()) write_study_page(report, result);
  fmt::print("{}\n", json ? study_json(result) : study_text(result));
  for (const StudyReference& truth : result.references)
    if (!truth.problem.empty())
      fmt::print(stderr, "bramah: the reference{} failed, so its runs have no errors: {}\n",
                 truth.what.empty() ? "" : " of " + truth.what, truth.problem);
  if (result.incomplete.empty()) return kDone;
  fmt::print(stderr, "bramah: {}\n", result.incomplete);
  return kInterrupted;
}

constexpr const char* kStudyExamples = R"(Examples:
  bramah study models/four_bar.yaml --over step=0.5ms:8ms:9:geometric --over method=semirecursive,ali3p
  bramah study models/chrono_crane.yaml --over lift.bore=70mm,80mm,90mm --over step=1ms,4ms -o study.csv
  bramah study models/four_bar.yaml --over H=1ms:16ms:5:geometric --bound length_error=0.1mm --refine 4
  bramah study study.yaml --report study.html
  bramah study models/four_bar.yaml --over 'lift.bore=normal(80 mm, 1 %)' --design latin --runs 200 --measure 'max(lift.A.p)' --into results
  bramah study --show results -o rows.csv --report page.html

All combinations are run, on all cores. What the program refuses and what fails are rows that say so.
A study that is stopped writes what it has, marked as incomplete; until it ends, the rows it has are in FILE.csv.part.
With --into each run is on the disk when it has ended: the same command goes on after any interruption, and
`mpirun -n 64 bramah study ... --into FOLDER` does the same on many computers (docs/cluster.md).
Exit code: 0 the study is done, 2 bad input, 130 stopped by Ctrl-C or SIGTERM.)";

void add_study_options(CLI::App& menu, StudyCommand& command) {
  const auto add_list = [&menu](const char* name, std::vector<std::string>& list, const char* help,
                                const char* type) {
    menu.add_option(name, list, help)->allow_extra_args(false)->type_name(type);
  };
  add_list(
      "--over", command.over,
      "an option or a path of --set and its values, e.g. step=1ms,2ms or lift.bore=80mm:90mm:5 "
      "(5 values; 1ms:16ms:5:geometric), with a --design also normal(80mm, 5%), uniform(...); "
      "repeatable",
      "NAME=VALUES");
  add_list("--measure", command.measures,
           "a channel to measure, or an expression: \"peak = max(lift.A.p)\"; repeatable", "TEXT");
  add_list(
      "--bound", command.bounds,
      "find the longest step that keeps a measure below a value, or without one until it takes "
      "off; repeatable",
      "MEASURE=VALUE");
  menu.add_option("--refine", command.refine, "halve the interval around such a step so many times")
      ->type_name("N");
  menu.add_option("--growth", command.growth,
                  "take-off: growth against that of the step; default: 10")
      ->type_name("FACTOR");
  menu.add_option("--reference", command.reference,
                  "fine, sundials or none; default: fine where errors are asked for")
      ->type_name("NAME");
  menu.add_option("--jobs", command.jobs, "threads; default: one for each core")->type_name("N");
  menu.add_option("--into", command.into, "keep the rows in this folder, and go on where it was")
      ->type_name("FOLDER");
  menu.add_flag("--resume", command.resume, "go on where it was: what --into does anyway");
  menu.add_option("--show", command.show, "show what such a folder holds")->type_name("FOLDER");
  menu.add_option("--design", command.design,
                  "grid, random, latin, sobol or sensitivity; default: grid")
      ->type_name("KIND");
  menu.add_option("--runs", command.runs, "points of the design")->type_name("N");
  menu.add_option("--seed", command.seed, "of the design; default: 1")->type_name("N");
  menu.add_option("--task", command.task, "run, statics, linearize, chart or formula; default: run")
      ->type_name("NAME");
  add_list("-o,--output", command.files, "write the table to a .csv file, SI units", "FILE");
  menu.add_option("--report", command.report, "write one HTML page with curves and tables")
      ->type_name("FILE");
  menu.add_flag("--json", command.json, "print one JSON object, SI units");
}

}  // namespace

Command add_study(CLI::App& program) {
  CLI::App* menu = program.add_subcommand("study", "many runs over any options and parameters");
  const auto command = std::make_shared<StudyCommand>();
  add_model(*menu, command->solver);
  add_solver(*menu, command->solver);
  add_study_options(*menu, *command);
  menu->footer(kStudyExamples);
  return {menu, [command](const CLI::App& chosen) { return (*command)(chosen); }};
}

}  // namespace bramah::app
