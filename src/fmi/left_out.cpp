// In the place of the files that need libzip and pugixml.
#include "bramah/fmi.h"
#include "bramah/fmu_subsystem.h"
#include "fmi/foreign.h"

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
FmuReport check_fmu_description(const std::string&, const std::string&) { refuse(); }
ForeignDescription describe_foreign(const std::string&) { refuse(); }

struct FmuSubsystem::Inside {};
FmuSubsystem::FmuSubsystem(const FmuImport&) { refuse(); }
FmuSubsystem::~FmuSubsystem() = default;
double FmuSubsystem::scale(int) const { return 1.0; }
double FmuSubsystem::alone(int) const { return 0.0; }
void FmuSubsystem::place(double, std::span<const Curve>) {}
void FmuSubsystem::read(std::span<double>, std::span<double>) {}
bool FmuSubsystem::advance(double, double, std::span<const Curve>) { return false; }
bool FmuSubsystem::can_save() const { return false; }
std::size_t FmuSubsystem::state_size() const { return 0; }
void FmuSubsystem::save(std::span<double>) const {}
void FmuSubsystem::restore(std::span<const double>) {}

}  // namespace bramah
