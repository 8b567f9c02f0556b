// What a part of the catalogue says about itself: from this the machine file's keys, the schema,
// the channels and the catalogue page are made. One PartInfo per type, beside its equations.
//
// A part of one's own is a struct with equations (bramah/part.h) and a PartInfo whose `make` yields
// it. LoadOptions::parts hands it to load() and load_text(); the file then uses it under
// `components:` like any other. examples/own_part.cpp is one.
#pragma once

#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "bramah/fluid.h"
#include "bramah/part.h"
#include "bramah/part_diagram.h"

namespace bramah {

constexpr double kRequired = std::numeric_limits<double>::quiet_NaN();

struct ParameterInfo {
  enum class Bound { any, positive, not_negative, fraction };  // fraction: 0 to 1
  std::string name{};
  std::string unit{};           // SI, e.g. "Pa", "m3/s", "1"
  double fallback = kRequired;  // in SI
  std::string doc{};
  std::string typical{};  // range a machine builder meets, e.g. "20 ... 350 bar"
  Bound bound = Bound::not_negative;
  std::vector<std::string> choices{};  // words instead of a number: the value is the word's place
  std::string fallback_text{};         // how the fallback is written in a file, e.g. "2 bar"
};

struct PortInfo {
  enum class Kind { hydraulic, shaft };
  std::string name;
  std::string doc;
  bool optional = false;
  Kind kind = Kind::hydraulic;
};

struct InputInfo {
  std::string name;
  std::string unit;
  std::string doc;
  double fallback = kRequired;  // NaN: must be given, as a value or a signal
};

struct StateInfo {
  std::string name;  // channel suffix: "spool" gives lift_valve.spool
  std::string unit;
  std::string doc;
  double start = 0.0;       // unless the file says otherwise
  std::string start_key{};  // key of the file that sets it; empty: none
};

// Parameters in the order of `parameters`, in SI.
using MakePart = std::unique_ptr<const Part> (*)(std::span<const double> parameters, const Fluid&);

struct PartInfo {
  std::string type;      // "relief_valve"
  std::string title;     // "Relief valve"
  std::string doc;       // what it is for, in a sentence or two
  std::string equation;  // plain text with Unicode, one equation a line
  std::string source;    // paper and equation numbers, or "standard"
  // Key table of the section that it has to itself: "valve"; empty: it is written under
  // `components`, with the keys below. The former are made from what hydraulics/sizing.h makes of
  // their sheets and need no `make`.
  std::string table{};
  std::vector<PortInfo> ports{};  // in the order of Part's x
  std::vector<ParameterInfo> parameters{};
  std::vector<InputInfo> inputs{};  // in the order of Part's x
  std::vector<StateInfo> states{};  // in the order of Part's x
  std::string symbol{};   // SVG elements in a 100 x 60 box, ISO 1219 style, stroke="currentColor"
  DiagramInfo diagram{};  // where lines meet the symbol, and what the part is for in a circuit
  std::string example{};  // YAML of a small complete machine that uses it; run by the tests
  MakePart make = nullptr;
  bool supplies = false;  // may take power from outside (PartPower::supplied)
};

// All parts of the library, in the order of the catalogue page, and those written under
// `components`.
const std::vector<const PartInfo*>& catalogue();
const std::vector<const PartInfo*>& components();
const PartInfo* find_part(const std::string& type);  // null: there is none

// A part from a struct with equations: what `make` returns.
template <class C>
[[nodiscard]] std::unique_ptr<const Part> part_of(const C& component) {
  return std::make_unique<PartOf<C>>(component);
}

}  // namespace bramah
