// Pieces that the descriptions of pumps, lines and shafts are put together from.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bramah/parts.h"
#include "hydraulics/parts/catalogue_text.h"
#include "hydraulics/parts/pump.h"

namespace bramah::catalogue_text {

using Bound = ParameterInfo::Bound;

// A parameter that must be given, and one with a fallback.
inline ParameterInfo needed(std::string name, std::string unit, std::string doc,
                            std::string typical) {
  return {std::move(name),    std::move(unit), kRequired, std::move(doc),
          std::move(typical), Bound::positive, {},        {}};
}
inline ParameterInfo usual(std::string name, std::string unit, double fallback, std::string text,
                           std::string doc, std::string typical,
                           Bound bound = Bound::not_negative) {
  return {std::move(name),    std::move(unit), fallback, std::move(doc),
          std::move(typical), bound,           {},       std::move(text)};
}

inline PortInfo shaft_port(std::string doc) {
  return {"shaft", std::move(doc), false, PortInfo::Kind::shaft};
}

inline ParameterInfo displacement_parameter() {
  return needed("displacement", "m3/rad", "volume per turn of the shaft, at full swing",
                "5 ... 500 cm3/rev");
}
inline ParameterInfo leakage_parameter(std::string name, std::string doc) {
  return usual(std::move(name), "m3/s/Pa", 0.0, "0 m3/s/Pa", std::move(doc),
               "1e-13 ... 1e-11 m3/s/Pa");
}

// The four parameters of ShaftLoss, in its order.
inline std::vector<ParameterInfo> with_loss(std::vector<ParameterInfo> before) {
  before.push_back(usual("viscous", "N m s/rad", 0.0, "0 N m s/rad", "loss torque per speed",
                         "0.01 ... 0.1 N m s/rad"));
  before.push_back(usual("friction_share", "1", 0.0, "0",
                         "loss torque as a share of displacement times pressure", "0.02 ... 0.08",
                         Bound::fraction));
  before.push_back(
      usual("coulomb", "N m", 0.0, "0 N m", "loss torque of dry friction", "0 ... 5 N m"));
  before.push_back(usual("coulomb_speed", "rad/s", 1.0, "1 rad/s",
                         "speed over which dry friction turns round", "0.1 ... 5 rad/s",
                         Bound::positive));
  return before;
}
inline ShaftLoss loss_from(std::span<const double> p) { return {p[0], p[1], p[2], p[3]}; }

// Displacement that can be changed: the arrow through a pump's or motor's circle.
inline const std::string kSwing = R"(<path d="M18 54L64 6L62 14M64 6L56 9"/>)";

}  // namespace bramah::catalogue_text
