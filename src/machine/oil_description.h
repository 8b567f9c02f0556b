// The oil of a machine as its file describes it: volumes, sources, and what lets oil pass between
// them, in the terms of data sheets (hydraulics/datasheet.h) and with the places in the file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bramah/parts.h"
#include "hydraulics/datasheet.h"
#include "machine/point_ref.h"

namespace bramah {

struct FluidSpec : Fluid {
  std::string name = "oil";
  std::string more_air;    // signal: share of `air_share` that is mixed in; empty: none
  double air_share = 0.0;  // [-]
  Where where;
};

struct PressureSpec {  // start of a pressure: a value, or solved for rest
  bool statics = false;
  double value = 1e5;  // [Pa]
};

struct VolumeSpec {
  std::string name;
  HoseSpec hose;
  PressureSpec start;
  std::string fluid;  // empty: the file's only fluid
  Where where;
};

struct OrificeSpec {
  std::string name;
  std::string from, to;  // volumes, chambers "lift.A", or sources
  FlowSize size;
  FlowLawSpec law;
  std::string opening;  // optional signal multiplying the coefficient
  Where where;
};

struct LeakageSpec {  // laminar: Q = conductance (p_from - p_to)
  std::string name;
  std::string from, to;
  double conductance = 0.0;  // [m3/s/Pa]
  Where where;
};

struct ValveSpec : ValveSheet {
  std::string name;
  std::string P, T, A, B, C, N;  // what each port connects to; empty: blocked
  std::string signal;            // command; unit as command_unit()
  std::string jam;               // signal that holds the spool where it is, 0 to 1; empty: none
  bool neutral_statics = false;  // neutral is solved so that the machine rests
  Where where;
};

// A load that moves with the rod along a straight line, instead of a mechanism.
struct LoadSpec {
  double mass = 0.0;                                  // [kg]
  double stiffness = 0.0, rest = 0.0, damping = 0.0;  // pushes with -stiffness (length - rest)
  double angle = 0.0;           // of the line above the horizontal [rad]; gravity acts along it
  std::optional<double> start;  // length [m]; absent: the middle of the stroke
  double speed = 0.0;           // at the start [m/s]
  std::string force;            // signal [N], positive outwards; empty: none
  Where where;
};

struct CylinderSpec : CylinderSheet {
  std::string name;
  PointRef from, to;
  std::optional<LoadSpec> load;  // instead of from and to, see build/straight_load.h
  std::optional<Triple> along;   // length along this direction of the world, instead of a distance
  PressureSpec start_A, start_B;
  std::string fluid;
  Where where;
};

struct ShaftSpec {  // what pumps, motors and engines turn
  std::string name;
  double inertia = 0.0;  // [kg m2]
  double start = 0.0;    // [rad/s]
  Where where;
};

struct ComponentSpec {  // a part of the catalogue
  std::string name;
  const PartInfo* info = nullptr;
  std::vector<std::string> ports;  // what each connects to; empty: nothing
  std::vector<double> parameters;
  struct Input {
    std::string signal;  // else the value
    double value = 0.0;
  };
  std::vector<Input> inputs;
  std::vector<double> starts;  // of its states
  std::string fluid;
  Where where;
};

struct SourceSpec {  // pressure source (supply, tank), flow source into a volume, or turning shaft
  std::string name;
  enum class Kind { pressure, flow, speed } kind = Kind::pressure;
  double value = 0.0;  // [Pa], [m3/s] or [rad/s]
  std::string signal;  // instead of value; same unit
  std::string into;    // flow: the volume it feeds
  Where where;
};

}  // namespace bramah
