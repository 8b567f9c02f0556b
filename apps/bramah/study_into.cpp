#include "study_into.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "bramah/basics.h"
#include "cluster.h"
#include "command.h"
#include "progress.h"
#include "study_table.h"

namespace bramah::app {
namespace {

std::string time_text(double seconds) {
  if (seconds < 90.0) return fmt::format("{:.0f} s", seconds);
  if (seconds < 5400.0) return fmt::format("{:.0f} min", seconds / 60.0);
  return fmt::format("{:.1f} h", seconds / 3600.0);
}

std::string progress_text(const ExperimentProgress& p) {
  return fmt::format("{} of {} runs, {} not done, {:.3g} runs/s, {} left", p.done, p.runs, p.failed,
                     p.rate, time_text(p.left_s));
}

// On a terminal one line that changes; elsewhere a line now and then, for the log of a job.
class Teller {
 public:
  void operator()(const ExperimentProgress& p) {
    const int percent = p.runs > 0 ? static_cast<int>(100 * p.done / p.runs) : 100;
    if (on_terminal_)
      fmt::print(stderr, "\r\033[K{:3d} %  {}", percent, progress_text(p));
    else if (percent >= told_ + kEvery && p.done < p.runs && Clock::now() > next_) {
      fmt::print(stderr, "bramah: {}\n", progress_text(p));
      told_ = percent, next_ = Clock::now() + kPause;
    }
    std::fflush(stderr);
  }
  ~Teller() {
    if (on_terminal_) fmt::print(stderr, "\r\033[K");
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr int kEvery = 5;  // %
  static constexpr std::chrono::seconds kPause{5};
  bool on_terminal_ = isatty(STDERR_FILENO) != 0;
  int told_ = 0;
  Clock::time_point next_ = Clock::now() + kPause;
};

// All ranks read the study; what is wrong with it is said once, by rank 0.
std::optional<Experiment> agreed(const StudyFile& file, RankedCluster* cluster) {
  std::optional<Experiment> experiment;
  try {
    experiment.emplace(file);
  } catch (const InputError& error) {
    if (cluster) cluster->all_agree(false);
    if (!cluster || cluster->rank() == 0) throw;
    return std::nullopt;
  }
  if (cluster && !cluster->all_agree(true)) {
    if (cluster->rank() == 0)
      throw InputError("not every rank could read the study; do all computers see the same files?");
    return std::nullopt;
  }
  return experiment;
}

int help_out(const Experiment& experiment, RankedCluster& cluster, int jobs) {
  const Progress signals;  // a signal goes to all ranks: rank 0 sends the others home
  try {
    help(experiment, cluster, jobs);
    return kDone;
  } catch (const std::exception& error) {
    fmt::print(stderr, "bramah: rank {}: {}\n", cluster.rank(), error.what());
    cluster.abort();
  }
  return kNumericsFailed;  // not reached, which not every compiler sees
}

// Rows that nobody asked to keep are on the disk all the same, so that any number of them has room.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "bramah_study_XXXXXX").string();
    if (!mkdtemp(name.data())) throw InputError(name + ": cannot be made");
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace

int show_study(const std::string& folder, const KeptOutputs& outputs) {
  const Results results(folder);
  const std::vector<StudyTakeOff> take_offs = take_offs_of(results, outputs.bounds, outputs.growth);
  for (const std::string& table : outputs.tables) write_results_csv(table, results);
  if (!outputs.report.empty())
    write_results_page(outputs.report, results, take_offs, outputs.growth);
  if (outputs.json)
    fmt::print("{}\n", results_json(results, take_offs));
  else
    fmt::print("{}{}", results_text(results), take_offs_text(take_offs, outputs.growth));
  return kDone;
}

int study_into(const StudyFile& file, const std::string& into, const KeptOutputs& outputs) {
  const std::unique_ptr<RankedCluster> cluster = join_cluster();
  const std::optional<Experiment> experiment = agreed(file, cluster.get());
  if (!experiment) return kBadInput;
  if (cluster && cluster->rank() > 0) return help_out(*experiment, *cluster, file.options.jobs);
  std::optional<TemporaryFolder> temporary;
  if (into.empty()) temporary.emplace();
  const std::string& folder = temporary ? temporary->path() : into;
  ExperimentProgress progress;
  {
    const Progress signals;
    Teller teller;
    CarryOutOptions options;
    options.jobs = file.options.jobs, options.cluster = cluster.get();
    options.stop = Progress::stop_asked;
    options.progress = [&](const ExperimentProgress& p) { teller(p); };
    progress = carry_out(*experiment, folder, options);
  }
  fmt::print(stderr, "bramah: {}\n", progress_text(progress));
  if (progress.done == progress.runs) return show_study(folder, outputs);
  if (temporary) {
    show_study(folder, outputs);
    fmt::print(stderr, "bramah: stopped after {} of {} runs; with --into FOLDER it could go on\n",
               progress.done, progress.runs);
  } else {
    fmt::print(stderr, "bramah: stopped; the same command goes on where it was\n");
  }
  return kInterrupted;
}

}  // namespace bramah::app
