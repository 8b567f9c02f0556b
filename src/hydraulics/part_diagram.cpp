#include "bramah/parts.h"

#include <algorithm>
#include <cmath>

namespace bramah {
namespace {

using Towards = Anchor::Towards;
using Role = DiagramInfo::Role;

constexpr double kApart = 8.0;  // anchors nearer than this would look like one

// Places for ports that a part says nothing of: along the edges, one after the other.
const std::vector<Anchor>& places() {
  static const std::vector<Anchor> all{
      {"", 0, 30, Towards::left},    {"", 100, 30, Towards::right}, {"", 50, 60, Towards::down},
      {"", 50, 0, Towards::up},      {"", 20, 60, Towards::down},   {"", 80, 60, Towards::down},
      {"", 20, 0, Towards::up},      {"", 80, 0, Towards::up},      {"", 0, 10, Towards::left},
      {"", 100, 10, Towards::right}, {"", 0, 50, Towards::left},    {"", 100, 50, Towards::right}};
  return all;
}

std::vector<Anchor> free_places(const std::vector<Anchor>& taken) {
  std::vector<Anchor> free;
  for (const Anchor& place : places())
    if (std::none_of(taken.begin(), taken.end(), [&](const Anchor& other) {
          return std::hypot(other.x - place.x, other.y - place.y) < kApart;
        }))
      free.push_back(place);
  return free.empty() ? places() : free;
}

}  // namespace

std::vector<Anchor> anchors_of(const DiagramInfo& diagram, const std::vector<std::string>& ports) {
  std::vector<Anchor> taken;
  for (const Anchor& anchor : diagram.anchors)
    if (std::find(ports.begin(), ports.end(), anchor.port) != ports.end()) taken.push_back(anchor);
  const std::vector<Anchor> free = free_places(taken);
  std::size_t next = 0;
  std::vector<Anchor> all;
  for (const std::string& port : ports) {
    const auto own = std::find_if(taken.begin(), taken.end(),
                                  [&](const Anchor& anchor) { return anchor.port == port; });
    all.push_back(own != taken.end() ? *own : free[next++ % free.size()]);
    all.back().port = port;
  }
  return all;
}

std::vector<Anchor> through(const std::string& left, const std::string& right, double y,
                            std::vector<Anchor> more) {
  std::vector<Anchor> all{{left, 5, y, Towards::left}, {right, 95, y, Towards::right}};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

DiagramInfo pump_diagram(Anchor shaft) {
  return {.role = Role::pump,
          .anchors = {{"P", 40, 0, Towards::up},
                      {"T", 40, 60, Towards::down},
                      {"S", 40, 60, Towards::down},
                      pilot("LS", 95, 30, Towards::right),
                      std::move(shaft)}};
}

DiagramInfo motor_diagram() {
  return {.role = Role::actuator,
          .anchors = {{"A", 40, 0, Towards::up},
                      {"B", 40, 60, Towards::down},
                      {"D", 20, 30, Towards::left},
                      {"shaft", 90, 30, Towards::right}}};
}

// The symbol shows one load pressure; the second is drawn where it is used.
DiagramInfo compensator_diagram() {
  Anchor second = pilot("LS2", 88, 58, Towards::down);
  second.lead = "M75 50H88V58";
  return {.role = Role::compensator,
          .anchors = through("P", "A", 30, {pilot("LS", 75, 58, Towards::down), second})};
}

DiagramInfo cylinder_diagram() {
  return {.role = Role::actuator,
          .anchors = {{"A", 18, 54, Towards::down}, {"B", 62, 54, Towards::down}},
          .motion = DiagramInfo::Motion::piston};
}

DiagramInfo four_port_diagram(double left, double right, std::vector<Anchor> more,
                              DiagramInfo::Motion motion) {
  std::vector<Anchor> anchors{{"A", left, 6, Towards::up},
                              {"B", right, 6, Towards::up},
                              {"P", left, 54, Towards::down},
                              {"T", right, 54, Towards::down}};
  anchors.insert(anchors.end(), more.begin(), more.end());
  return {.role = Role::valve, .anchors = std::move(anchors), .motion = motion};
}

}  // namespace bramah
