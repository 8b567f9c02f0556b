// The texts the server sends.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "server/simulation.h"

namespace bramah {

// One frame for one client: the channels it wants. Numbers have seven significant digits.
std::string frame_text(const Frame& frame, std::span<const int> channels);

// Something that a careful colleague would doubt.
struct Warning {
  std::string kind, place;  // "tension", "lift.A.p"
  double t = 0.0;           // when it was first seen [s]
  std::string message;
};
std::string warning_text(const Warning& warning);

struct StatusFigures {
  double factor = 0.0;  // simulated over wall time, lately
  double load = 0.0;    // share of one processor that the steps took
  int clients = 0, driver = 0;
  bool drive_full = false;    // the recorded drive reached its limit
  std::string drive_problem;  // why its file ends early
  std::vector<Warning> warnings;
};
std::string status_object(const Frame& frame, const SimulationTexts& texts,
                          const StatusFigures& figures);
std::string status_text(const std::string& status_object);
std::string error_text(const std::string& of, const std::string& message);
std::string role_text(bool drives);
std::string hello_text(int id, bool drives, const std::string& model, const std::string& status);

// "lift.A.p" -> {"lift":{"A":{"p":1e5}}}, in datagrams that stay below the largest.
class TelemetryText {
 public:
  explicit TelemetryText(const std::vector<Channel>& channels);
  std::vector<std::string> lines(double t, std::span<const double> values) const;

 private:
  struct Branch {
    std::string name;
    int channel = -1;
    std::vector<Branch> parts;
  };
  static void append(const Branch& branch, std::span<const double> values, std::string& text);
  Branch root_;
};

}  // namespace bramah
