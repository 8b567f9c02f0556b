// The force elements of the library; one line each.
#include "bramah/forces.h"
#include "multibody/forces/blade.h"
#include "multibody/forces/contact.h"
#include "multibody/forces/maxwell.h"
#include "multibody/forces/rope.h"
#include "multibody/forces/touch.h"
#include "multibody/forces/tyre.h"

namespace bramah {

std::span<const ForceInfo* const> force_catalogue() {
  static const ForceInfo* const all[] = {
      &maxwell_info(), &contact_info(), &rope_info(),  &ball_info(),
      &touch_info(),   &tyre_info(),    &blade_info(),
  };
  return all;
}

}  // namespace bramah
