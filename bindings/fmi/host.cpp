#include "host.h"

#include <cctype>

// The standard library inside keeps a store for exceptions, which goes when the library is unloaded.
namespace __gnu_cxx {
void __freeres();
}
__attribute__((destructor)) static void free_store() { __gnu_cxx::__freeres(); }

namespace bramah::fmi {
namespace {

// What this library was compiled for and this computer lacks; a host should not end by an unknown
// instruction.
const char* missing_instructions() {
#if defined(__x86_64__) && defined(__GNUC__)
#ifdef __AVX512F__
  if (!__builtin_cpu_supports("avx512f")) return "AVX-512";
#endif
#ifdef __AVX2__
  if (!__builtin_cpu_supports("avx2")) return "AVX2";
#endif
#ifdef __FMA__
  if (!__builtin_cpu_supports("fma")) return "FMA";
#endif
#endif
  return nullptr;
}

}  // namespace

Hosted* make_hosted(std::unique_ptr<Hosted> host, const std::string& resources,
                    const std::string& token) noexcept {
  try {
    if (const char* missing = missing_instructions())
      throw InputError(std::string("this FMU was built for processors with ") + missing +
                       "; export it again where BRAMAH_ARCH is empty");
    host->instance = make_instance(path_of(resources), token);
    return host.release();
  } catch (const std::exception& error) {
    host->say(Status::error, error.what());
  } catch (...) {
  }
  return nullptr;
}

std::string path_of(const std::string& uri) {
  if (!uri.starts_with("file:")) return uri;
  std::string rest = uri.substr(5), path;
  if (rest.starts_with("//")) {
    const std::size_t slash = rest.find('/', 2);  // behind the name of the computer
    rest = slash == std::string::npos ? "/" : rest.substr(slash);
  }
  for (std::size_t k = 0; k < rest.size(); ++k) {
    const auto digit = [&](std::size_t at) {
      return at < rest.size() && std::isxdigit(static_cast<unsigned char>(rest[at]));
    };
    if (rest[k] == '%' && digit(k + 1) && digit(k + 2)) {
      path += static_cast<char>(std::stoi(rest.substr(k + 1, 2), nullptr, 16));
      k += 2;
    } else {
      path += rest[k];
    }
  }
  return path;
}

}  // namespace bramah::fmi
