// In the place of reference.cpp and cvode.cpp where SUNDIALS was not there when the library was
// built.
#include "bramah/basics.h"
#include "reference/reference.h"

namespace bramah {

bool has_reference() noexcept { return false; }

ReferenceReport integrate_reference(
    const Model&, double, double, const std::function<void(const State&, double t, const Gaps&)>&) {
  throw InputError(
      "sundials, the reference integrator, was left out of this program, because SUNDIALS was not "
      "installed when it was built; `./bramah --with sundials` brings it in (Debian: "
      "libsundials-dev)");
}

}  // namespace bramah
