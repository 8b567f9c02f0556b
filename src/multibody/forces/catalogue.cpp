// The force elements of the library; one line each.
#include "bramah/forces.h"
#include "multibody/forces/contact.h"
#include "multibody/forces/maxwell.h"

namespace bramah {

std::span<const ForceInfo* const> force_catalogue() {
  static const ForceInfo* const all[] = {
      &maxwell_info(),
      &contact_info(),
  };
  return all;
}

}  // namespace bramah
