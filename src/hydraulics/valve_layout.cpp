#include "hydraulics/valve_layout.h"

namespace bramah {
namespace {

using Kind = OpeningProfile::Kind;
enum Port { P, T, A, B, C, N };  // of valves with four ports or more
constexpr std::array<std::array<int, 2>, 4> kFourEdges = {{{P, A}, {P, B}, {A, T}, {B, T}}};

ValveEdge edge(const ValveDesign& d, int from, int to, double coefficient, Kind kind, double lap) {
  return {.from = from,
          .to = to,
          .orifice = {d.law, coefficient, d.transition},
          .profile = {.kind = kind, .lap = lap, .exponent = d.exponent, .cut = d.cut}};
}

ValveEdge neutral(const ValveDesign& d, int from, int to) {
  return edge(d, from, to, d.neutral_coefficient, Kind::neutral, 0.0);
}

std::vector<ValveEdge> four_edges(const ValveDesign& d) {
  constexpr std::array<Kind, 4> kKinds = {Kind::positive, Kind::negative, Kind::negative,
                                          Kind::positive};
  const bool supply_open = d.centre == ValveCentre::open;
  const bool tank_open = supply_open || d.centre == ValveCentre::floating;
  std::vector<ValveEdge> edges;
  for (int k = 0; k < 4; ++k) {
    const bool open = k < 2 ? supply_open : tank_open;
    edges.push_back(edge(d, kFourEdges[k][0], kFourEdges[k][1], d.coefficient[k], kKinds[k],
                         open ? -d.underlap : d.lap));
  }
  return edges;
}

}  // namespace

ValveLayout make_layout(const ValveDesign& d) {
  switch (d.type) {
    case ValveType::two_two:
      return {{"P", "A"}, {edge(d, 0, 1, d.coefficient[0], Kind::straight, d.lap)}};
    case ValveType::three_two: {
      ValveEdge drain = edge(d, 2, 1, d.coefficient[2], Kind::complement, d.lap);
      drain.profile.top = d.full;
      return {{"P", "T", "A"}, {edge(d, 0, 2, d.coefficient[0], Kind::straight, d.lap), drain}};
    }
    case ValveType::complementary: {
      constexpr std::array<Kind, 4> kKinds = {Kind::complement, Kind::straight, Kind::straight,
                                              Kind::complement};
      ValveLayout layout{{"P", "T", "A", "B"}, {}};
      for (int k = 0; k < 4; ++k)
        layout.edges.push_back(
            edge(d, kFourEdges[k][0], kFourEdges[k][1], d.coefficient[k], kKinds[k], d.lap));
      return layout;
    }
    case ValveType::six_three: {
      ValveLayout layout{{"P", "T", "A", "B", "C", "N"}, four_edges(d)};
      layout.edges.push_back(neutral(d, C, N));
      return layout;
    }
    case ValveType::four_three:
      break;
  }
  ValveLayout layout{{"P", "T", "A", "B"}, four_edges(d)};
  if (d.centre == ValveCentre::tandem) layout.edges.push_back(neutral(d, P, T));
  return layout;
}

void add_wear(ValveLayout& layout, const ValveWear& wear) {
  for (int k = 0; k < 4; ++k) {
    if (wear.conductance[k] == 0.0) continue;
    layout.edges.push_back({.from = kFourEdges[k][0],
                            .to = kFourEdges[k][1],
                            .orifice = {.coefficient = wear.conductance[k]},
                            .profile = {.kind = Kind::wear, .cut = wear.shut[k]},
                            .laminar = true});
  }
}

}  // namespace bramah
