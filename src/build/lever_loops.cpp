#include "build/lever_loops.h"

#include <algorithm>
#include <cmath>

#include "core/text.h"
#include "multibody/joint/joint_mechanism.h"

namespace bramah {

namespace {

FourLinkSearch search(const Mechanism& mechanism, std::span<const double> q,
                      std::span<const int> preferred) {
  if (const auto* planar = dynamic_cast<const JointMechanism<Planar>*>(&mechanism))
    return find_four_links(planar->tree(), planar->closures(), q, preferred);
  if (const auto* spatial = dynamic_cast<const JointMechanism<Spatial>*>(&mechanism))
    return find_four_links(spatial->tree(), spatial->closures(), q, preferred);
  return {};
}

// Of the two mirror images the one next to where the lever is, or is predicted to be: moving
// through a dead point it changes from one to the other.
bool close_nearest(FourLink loop, std::span<double> q) {
  const auto dependent = loop.dependent();
  const int first = dependent[0], second = dependent[1];
  const double before[2] = {q[first], q[second]};
  const auto distance = [&, first = first, second = second] {
    return std::abs(q[first] - before[0]) + std::abs(q[second] - before[1]);
  };
  if (!loop.close(q)) return false;
  const double here = distance(), found[2] = {q[first], q[second]};
  loop.elbow = -loop.elbow;
  q[first] = before[0], q[second] = before[1];
  if (!loop.close(q) || distance() >= here) q[first] = found[0], q[second] = found[1];
  return true;
}

// Loops whose input no other loop has still to find come first. False if they wait for each other.
bool put_in_order(std::vector<FourLink>& loops) {
  std::vector<FourLink> ordered;
  while (!loops.empty()) {
    const auto ready = std::find_if(loops.begin(), loops.end(), [&](const FourLink& loop) {
      return std::none_of(loops.begin(), loops.end(), [&](const FourLink& other) {
        const auto found = other.dependent();
        return std::find(found.begin(), found.end(), loop.independent()) != found.end();
      });
    });
    if (ready == loops.end()) return false;
    ordered.push_back(*ready);
    loops.erase(ready);
  }
  loops = std::move(ordered);
  return true;
}

}  // namespace

LeverLoops::LeverLoops(int coordinates, std::vector<FourLink> loops, std::vector<int> driven)
    : loops_(std::move(loops)), driven_(std::move(driven)) {
  std::vector<bool> found(coordinates, false);
  for (const int i : driven_) found[i] = true;
  for (const FourLink& loop : loops_)
    for (const int i : loop.dependent()) found[i] = true;
  for (int i = 0; i < coordinates; ++i)
    if (!found[i]) independent_.push_back(i);
}

bool LeverLoops::solve(std::span<double> q, std::span<const DriverValue> drivers) const {
  for (std::size_t d = 0; d < driven_.size(); ++d) q[driven_[d]] = drivers[d].value;
  return std::all_of(loops_.begin(), loops_.end(),
                     [q](const FourLink& loop) { return close_nearest(loop, q); });
}

LeverSearch find_lever_loops(const Mechanism& mechanism, std::span<const double> q,
                             const std::vector<int>& driven, int rank) {
  FourLinkSearch found = search(mechanism, q, driven);
  if (!found.refused.empty())
    return {nullptr, concat("inef eliminates loops of four revolute joints with parallel axes: ",
                            found.refused.front(), "; use double_step or semirecursive")};
  if (!put_in_order(found.loops))
    return {nullptr, "inef finds loops that wait for each other; use double_step or semirecursive"};
  auto loops =
      std::make_unique<LeverLoops>(mechanism.coordinates(), std::move(found.loops), driven);
  if (mechanism.coordinates() - static_cast<int>(loops->independent().size()) != rank)
    return {nullptr,
            "inef finds a driver or a loop that acts on a coordinate twice; use double_step "
            "or semirecursive"};
  return {std::move(loops), ""};
}

}  // namespace bramah
