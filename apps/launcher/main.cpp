// What is installed as `bramah` where there is more than one program for it: goes on as the one for
// this computer's processor, lib/bramah/x86-64-v3/bramah or lib/bramah/x86-64-v2/bramah.
// BRAMAH_ARCH=x86-64-v2 in the environment takes the slower one where both would run, for results
// that are the same to the bit on every computer.
//
// The C library alone, and no instruction that any x86-64 lacks.
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

constexpr int kBadInput = 2;

// The levels that were built, the fastest first.
bool runs_v3() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
         __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
}
bool runs_v2() {
  return __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("ssse3") &&
         __builtin_cpu_supports("popcnt");
}

// The folder above the one that this program lies in, wherever it was moved to; in `path`.
bool find_top(char* path, std::size_t size) {
  const ssize_t length = readlink("/proc/self/exe", path, size - 1);
  if (length <= 0) return false;
  path[length] = '\0';
  for (int up = 0; up < 2; ++up) {
    char* slash = std::strrchr(path, '/');
    if (!slash) return false;
    *slash = '\0';
  }
  return true;
}

}  // namespace

int main(int, char** argv) {
  __builtin_cpu_init();
  const char* wanted = std::getenv("BRAMAH_ARCH");
  const char* level = runs_v3() ? "x86-64-v3" : runs_v2() ? "x86-64-v2" : nullptr;
  if (!level) {
    std::fputs("bramah: this processor lacks SSE4.2; build from source with BRAMAH_ARCH empty\n",
               stderr);
    return kBadInput;
  }
  if (wanted && *wanted) {
    if (std::strcmp(wanted, "x86-64-v2") != 0 && std::strcmp(wanted, level) != 0) {
      std::fprintf(stderr, "bramah: BRAMAH_ARCH=%s: expected x86-64-v2%s\n", wanted,
                   runs_v3() ? " or x86-64-v3" : "; this processor runs no other");
      return kBadInput;
    }
    level = std::strcmp(wanted, level) == 0 ? level : "x86-64-v2";
  }
  char top[PATH_MAX], program[PATH_MAX + 64];
  if (!find_top(top, sizeof top)) {
    std::fputs("bramah: /proc is not there, which says where the program lies\n", stderr);
    return kBadInput;
  }
  std::snprintf(program, sizeof program, "%s/lib/bramah/%s/bramah", top, level);
  execv(program, argv);
  std::fprintf(stderr, "bramah: %s cannot be started: %s\n", program, std::strerror(errno));
  return kBadInput;
}
