// Runs a fuzz target without libFuzzer, so that any compiler will do: all inputs of the corpus, then
// mixtures of them (mixer.h) for a time.
//
//   machine_fuzz [--seconds N] [--count N] [--seed N] [--longest N] FILE_OR_FOLDER...
//
// --seconds is BRAMAH_FUZZ_SECONDS or 60, --seed is BRAMAH_FUZZ_SEED or 1; --count ends it earlier.
// --longest is the CPU time that one input may take, 20 s (valgrind needs more).
// An input that crashes, throws or takes too long is written to fuzz-NAME-... in the folder that the
// program was started in; calling the program with that file alone and --seconds 0 shows it again.
#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstring>
#include <ctime>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "fuzz/mixer.h"
#include "fuzz/property.h"
#include "slowness.h"

// Sanitizers end the process by themselves.
extern "C" __attribute__((weak)) void __sanitizer_set_death_callback(void (*callback)());

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr long kLongest = 20L * bramah::kSlowness;         // [s] of CPU time for one input
constexpr double kLongestWall = 60.0 * bramah::kSlowness;  // [s]: it waits for ever
constexpr std::size_t kLargest = 1 << 16;

// The input under test, for handlers that may not allocate.
struct Current {
  const char* data = nullptr;
  std::size_t size = 0;
  char file[256] = "fuzz-input";
  std::atomic<long> number{0};
  std::atomic<bool> kept{false};
};
Current current;

void say(const char* text) {
  const auto ignored = ::write(STDERR_FILENO, text, std::strlen(text));
  static_cast<void>(ignored);
}

void keep_input() {
  if (current.data == nullptr || current.kept.exchange(true)) return;
  std::FILE* file = std::fopen(current.file, "wb");
  if (file == nullptr) return say("fuzz: the input cannot be written\n");
  std::fwrite(current.data, 1, current.size, file);
  std::fclose(file);
  say("fuzz: the input is in ");
  say(current.file);
  say("\n");
}

void on_signal(int number) {
  say("fuzz: a signal\n");
  keep_input();
  std::signal(number, SIG_DFL);
  std::raise(number);
}

[[noreturn]] void give_up(const std::string& why) {
  say(("fuzz: " + why + "\n").c_str());
  keep_input();
  std::_Exit(1);
}

double cpu_seconds(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// Looks at the thread that tests; never returns.
void watch(clockid_t clock, double longest) {
  long seen = -1;
  double cpu = 0.0;
  Clock::time_point start;
  for (;; std::this_thread::sleep_for(std::chrono::milliseconds(100))) {
    if (const long now = current.number; now != seen) {
      seen = now;
      cpu = cpu_seconds(clock);
      start = Clock::now();
      continue;
    }
    if (current.data == nullptr) continue;
    if (cpu_seconds(clock) - cpu > longest) give_up("an input takes too long");
    if (Clock::now() - start > std::chrono::duration<double>(kLongestWall))
      give_up("an input does not come to an end");
  }
}

void run(const std::string& input) {
  current.data = input.data();
  current.size = input.size();
  ++current.number;
  try {
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
  } catch (const std::exception& error) {
    give_up(std::string("an exception that is no InputError: ") + error.what());
  }
  current.data = nullptr;
}

std::string bytes_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) give_up("cannot read " + path.string());
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> corpus_at(const std::vector<std::string>& places) {
  std::vector<fs::path> files;
  for (const std::string& place : places) {
    if (!fs::is_directory(place)) files.emplace_back(place);
    if (fs::is_directory(place))
      for (const auto& entry : fs::directory_iterator(place)) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::vector<std::string> corpus;
  for (const fs::path& file : files) corpus.push_back(bytes_of(file));
  if (corpus.empty()) give_up("expected files or folders with inputs");
  return corpus;
}

struct Arguments {
  long seconds = 60, count = -1, seed = 1, longest = kLongest;
  std::vector<std::string> places;
};

Arguments read_arguments(int argc, char** argv) {
  Arguments out;
  if (const char* text = std::getenv("BRAMAH_FUZZ_SECONDS")) out.seconds = std::atol(text);
  if (const char* text = std::getenv("BRAMAH_FUZZ_SEED")) out.seed = std::atol(text);
  for (int k = 1; k < argc; ++k) {
    const std::string word = argv[k];
    long* const number = word == "--seconds"   ? &out.seconds
                         : word == "--count"   ? &out.count
                         : word == "--seed"    ? &out.seed
                         : word == "--longest" ? &out.longest
                                               : nullptr;
    if (!number)
      out.places.push_back(word);
    else if (k + 1 < argc)
      *number = std::atol(argv[++k]);
  }
  return out;
}

void set_handlers(const fs::path& program, const Arguments& arguments) {
  std::snprintf(current.file, sizeof current.file, "fuzz-%s-%ld-%ld",
                program.filename().string().c_str(), arguments.seed, static_cast<long>(::getpid()));
  for (const int number : {SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL})
    std::signal(number, on_signal);
  if (__sanitizer_set_death_callback) __sanitizer_set_death_callback(keep_input);
  clockid_t clock{};
  pthread_getcpuclockid(pthread_self(), &clock);
  std::thread(watch, clock, static_cast<double>(arguments.longest)).detach();
}

}  // namespace

int main(int argc, char** argv) {
  const Arguments arguments = read_arguments(argc, argv);
  const std::vector<std::string> corpus = corpus_at(arguments.places);
  set_handlers(argv[0], arguments);
  const auto start = Clock::now();
  for (const std::string& input : corpus) run(input);
  const auto end = Clock::now() + std::chrono::seconds(arguments.seconds);
  bramah::fuzz::Mixer mixer(corpus, static_cast<unsigned>(arguments.seed));
  long mixtures = 0;
  for (; Clock::now() < end && mixtures != arguments.count; ++mixtures) {
    std::string input = mixer.next();
    input.resize(std::min(input.size(), kLargest));
    run(input);
  }
  std::printf("%zu inputs of the corpus and %ld mixtures in %.1f s: nothing found\n", corpus.size(),
              mixtures, std::chrono::duration<double>(Clock::now() - start).count());
  return 0;
}
