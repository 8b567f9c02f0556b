// A machine made linear about one of its states: dx/dt = A dx + B du, dy = C dx + D du.
#pragma once

#include <complex>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "bramah/model.h"

namespace bramah {

struct LinearizeOptions {
  // Run there first [s]. Empty: to the point of the file's section `linearize`, to which the fields
  // below add; with a value that section does not count.
  std::optional<double> at;
  bool equilibrium = false;         // then look for the nearest state of rest
  std::vector<std::string> freeze;  // states held constant: "valve.U", or "U" for all of that name;
                                    // not empty: instead of the file's
  std::vector<NamedValue> state;    // values to start from, instead of the file's [SI]
  std::vector<std::string> outputs;  // channels; empty: lengths and rates of the cylinders, states
};

struct LinearVariable {
  std::string name;
  std::string unit;    // SI
  double value = 0.0;  // where A, B, C, D hold
};

struct Mode {
  std::complex<double> pole;  // [1/s]
  double frequency = 0.0;     // |pole|/2π [Hz]
  double damping = 0.0;       // -Re/|pole|; 1: does not swing, below 0: grows
  double time_constant = std::numeric_limits<double>::infinity();  // -1/Re [s]
  struct Share {
    std::string state;
    double share = 0.0;
  };
  std::vector<Share> shares;  // who takes part, largest first; the sum over all states is 1
};

struct Linearization {
  std::string model, hash, version;
  double time = 0.0;      // [s]
  bool converged = true;  // false: no equilibrium, or the equations could not be solved
  std::string message;    // why
  double unrest = 0.0;    // how fast the fastest state moves there, of its scale [1/s]
  std::vector<LinearVariable> states, inputs, outputs;
  std::vector<std::string> frozen;
  std::vector<double> A, B, C, D;  // row by row
  std::vector<Mode> modes;         // fastest first; of a conjugate pair both
  double stiffness_ratio = 1.0;    // largest over smallest |pole|; poles at zero do not count
  double condition = 1.0;          // of A in SI units: its largest over its smallest singular value
  std::vector<std::string> notes;
};

// Names and units of all states that can be frozen or given a value: of the independent joint
// coordinates, their rates, pressures, spools and controllers, in the order of A.
std::vector<LinearVariable> linear_states(const Model& model);

// Throws InputError for names that do not exist; numerics that fail are in the result.
Linearization linearize(const Model& model, const LinearizeOptions& options = {});

// From input to output, both by number, at frequencies in Hz.
std::vector<std::complex<double>> frequency_response(const Linearization& linear, int input,
                                                     int output,
                                                     const std::vector<double>& frequencies);

struct FrequencyResponse {
  std::string input, output;
  std::vector<double> frequencies;  // [Hz]
  std::vector<std::complex<double>> values;
};

// prefix_A.csv ... prefix_D.csv, prefix_states.csv, prefix_poles.csv, and prefix_response.csv if
// there are responses. Returns the paths.
std::vector<std::string> write_linearization_csv(const std::string& prefix,
                                                 const Linearization& linear,
                                                 const std::vector<FrequencyResponse>& responses);
std::string linearization_json(const Linearization& linear,
                               const std::vector<FrequencyResponse>& responses);
void write_linearization_page(const std::string& path, const Linearization& linear,
                              const std::vector<FrequencyResponse>& responses);  // .html

}  // namespace bramah
