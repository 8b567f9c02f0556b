// In the place of the files that need libzip and pugixml.
#include "bramah/fmi.h"

namespace bramah {
namespace {

[[noreturn]] void refuse() {
  throw InputError(
      "this build has no FMI; install libzip and pugixml (Debian: libzip-dev libpugixml-dev) and "
      "build again, or: ./bramah --with fmi");
}

}  // namespace

bool has_fmi() noexcept { return false; }
FmuPlan write_fmu(const std::string&, const std::string&, const LoadOptions&, const FmuOptions&) {
  refuse();
}
FmuReport check_fmu(const std::string&) { refuse(); }
FmuReport check_fmu_description(const std::string&) { refuse(); }

}  // namespace bramah
