#include "multibody/forces/contact.h"

namespace bramah {

const ForceInfo& contact_info() {
  static const ForceInfo info{
      .type = "contact",
      .doc =
          "A point that may touch the ground, a plane or the terrain, that yields a little and "
          "holds by friction ([contact](theory/contact.md)).",
      .acts = ForceInfo::Acts::at,
      .parameters = joined(Grip::keys("ground under the point"), Ground::keys()),
      .states = {{"bend1", "m", "of the bristles uphill"}, {"bend2", "m", "of them across"}},
      .outputs = {{"gap", "m", "distance from the ground, negative where it is pressed in"},
                  {"slip", "m/s", "speed along the ground"},
                  {"normal", "N", "normal force"}},
      .make_on_site = [](std::span<const double> p,
                         const ForceSite& site) -> std::unique_ptr<const ForceElement> {
        return std::make_unique<ForceOf<Contact>>(
            Contact{Grip::from(p), Ground::from(p.subspan(7), site)});
      }};
  return info;
}

}  // namespace bramah
