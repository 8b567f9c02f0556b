// Directional valves: from the sheet to a design. The command is a number or a voltage; the unit of
// the coefficient, or of the command at the nominal point, decides.
#include <algorithm>
#include <numbers>

#include "hydraulics/sizing.h"

namespace bramah {

namespace {

constexpr const char* kEdges[] = {"PA", "PB", "AT", "BT"};

// Which edges a type has.
bool has_edge(ValveType type, std::size_t edge) {
  if (type == ValveType::two_two) return edge == 0;
  if (type == ValveType::three_two) return edge == 0 || edge == 2;
  return true;
}

const FlowSize& size_of(const ValveSheet& sheet, std::size_t edge) {
  return has_flow(sheet.edges[edge]) ? sheet.edges[edge] : sheet.size;
}

// Unit of the command that a size takes; C is per unit of opening: of the command past the overlap,
// or of its square.
Dimension command_of(const ValveSheet& sheet, const FlowSize& size) {
  if (!size.coefficient) return full_command(size).dimension;
  const Dimension unit = dimension_of("m3/s/Pa^0.5") / size.coefficient->dimension;
  return sheet.triangular ? power(unit, 0.5) : unit;
}

bool is_command(const Dimension& unit) {
  return dimensionless(unit) || identical(unit, dimension_of("V"));
}

// All edges must agree on the unit of the command. False after a problem.
bool find_coefficients(const ValveSheet& sheet, const Densities& densities, const Where& where,
                       SizedValve& valve, SizingProblems& problems) {
  const auto refuse = [&](const std::string& text) {
    problems.push_back({where, text});
    return false;
  };
  std::optional<Dimension> command;
  for (std::size_t edge = 0; edge < 4; ++edge) {
    if (!has_edge(sheet.type, edge)) continue;
    const FlowSize& size = size_of(sheet, edge);
    if (!has_flow(size))
      return refuse(std::string("edge ") + kEdges[edge] +
                    " has no size; add coefficient, nominal or area to the valve, or to each edge");
    const auto c = flow_coefficient(size, densities, where, problems);
    if (!c) return false;
    valve.design.coefficient[edge] = c->value;
    const Dimension unit = command_of(sheet, size);
    if (!is_command(unit))
      return refuse(
          "the opening of triangular grooves goes with the square of the command: give the "
          "coefficient per V^2, e.g. 2.31e-9 m3/s/V^2/Pa^0.5");
    if (command && !compatible(*command, unit))
      return refuse("some edges take volts and others a number; use one");
    command = unit;
  }
  if (command) valve.command_unit = si_name(*command);
  return true;
}

double command_value(const std::optional<CommandValue>& given, const std::string& key,
                     const std::string& unit, SizingProblems& problems, double fallback = 0.0) {
  if (!given) return fallback;
  if (compatible(dimension_of(unit), given->value.dimension)) return given->value.value;
  const std::string text = given->text.empty() ? short_number(given->value.value) : given->text;
  problems.push_back({given->where, key + ": expected " + describe(dimension_of(unit)) +
                                        ", as the valve's command; found " + text + " (" +
                                        describe(given->value.dimension) + ")"});
  return fallback;
}

void size_neutral_path(const ValveSheet& sheet, const Densities& densities, const Where& where,
                       ValveDesign& d, SizingProblems& problems) {
  const bool path = d.type == ValveType::six_three || d.centre == ValveCentre::tandem;
  if (path != has_flow(sheet.neutral_path))
    problems.push_back({where, path ? "a 6/3 valve or a tandem centre needs neutral_path"
                                    : "neutral_path belongs to a 6/3 valve or a tandem centre"});
  else if (path)
    if (const auto c = flow_coefficient(sheet.neutral_path, densities, where, problems))
      d.neutral_coefficient = c->value;
}

// A nominal flow is that of the full command, at - overlap beyond where the edge opens.
void scale_openings(const ValveSheet& sheet, const Densities& densities, const Where& where,
                    SizedValve& valve, SizingProblems& problems) {
  ValveDesign& d = valve.design;
  const auto refuse = [&](const char* text) { problems.push_back({where, text}); };
  d.exponent = sheet.triangular ? 2 : 1;
  d.lap = command_value(sheet.overlap, "overlap", valve.command_unit, problems);
  d.underlap = command_value(sheet.underlap, "underlap", valve.command_unit, problems);
  d.cut = command_value(sheet.cut, "cut", valve.command_unit, problems, 1.0);
  if (d.lap < 0.0 || d.underlap < 0.0)
    return refuse(
        "overlap and underlap must not be negative; open edges are a matter of centre and "
        "underlap");
  if (!(d.cut > 0.0)) return refuse("cut must be greater than zero");
  for (std::size_t edge = 0; edge < 4; ++edge) {
    const FlowSize& size = size_of(sheet, edge);
    if (size.coefficient || !has_edge(d.type, edge)) continue;
    const double at = full_command(size).value;
    if (d.lap >= at) return refuse("the overlap is as large as the full command");
    const double opening = at - d.lap;
    d.coefficient[edge] *= at / (sheet.triangular ? opening * opening : opening);
    if (d.type != ValveType::complementary) valve.full = std::min(valve.full, at);
  }
  if (valve.full < SizedValve::kNoFull) d.full = valve.full;
  size_neutral_path(sheet, densities, where, d, problems);
}

Spool size_spool(const SpoolSheet& sheet, SizingProblems& problems) {
  Spool spool;
  if (sheet.bandwidth.has_value() + sheet.time_constant.has_value() + sheet.frequency.has_value() !=
      1) {
    problems.push_back(
        {sheet.where, "spool: expected one of bandwidth, time_constant and frequency"});
    return spool;
  }
  if (sheet.rate_limit) spool.rate_limit = sheet.rate_limit->value.value;
  if (sheet.frequency) {
    spool.order = Spool::Order::second;
    spool.omega = *sheet.frequency;
    spool.damping = sheet.damping;
    spool.gain = sheet.gain;
    return spool;
  }
  spool.order = Spool::Order::first;
  spool.tau = sheet.time_constant ? *sheet.time_constant
                                  : 1.0 / (2.0 * std::numbers::pi * *sheet.bandwidth);
  return spool;
}

}  // namespace

std::optional<Dimension> command_dimension(const ValveSheet& sheet) {
  std::optional<Dimension> command;
  for (std::size_t edge = 0; edge < 4; ++edge) {
    if (!has_edge(sheet.type, edge)) continue;
    const FlowSize& size = size_of(sheet, edge);
    if (!has_flow(size)) return std::nullopt;
    const Dimension unit = command_of(sheet, size);
    if (!is_command(unit) || (command && !compatible(*command, unit))) return std::nullopt;
    command = unit;
  }
  return command;
}

std::string command_unit(const ValveSheet& sheet) {
  const auto command = command_dimension(sheet);
  return command ? si_name(*command) : "1";
}

SizedValve size_valve(const ValveSheet& sheet, const Densities& densities, const Where& where,
                      SizingProblems& problems) {
  SizedValve valve;
  valve.design.type = sheet.type;
  valve.design.centre = sheet.centre;
  valve.design.law = sheet.law.law;
  valve.design.transition = sheet.law.transition;
  if (sheet.spool) valve.spool = size_spool(*sheet.spool, problems);
  if (!find_coefficients(sheet, densities, where, valve, problems)) return valve;
  scale_openings(sheet, densities, where, valve, problems);
  for (std::size_t edge = 0; edge < 4; ++edge) {
    valve.wear.conductance[edge] = sheet.wear[edge].conductance;
    valve.wear.shut[edge] =
        command_value(sheet.wear[edge].shut, "wear", valve.command_unit, problems, 1.0);
  }
  if (sheet.spool)
    valve.start = command_value(sheet.spool->start, "spool.start", valve.command_unit, problems);
  valve.neutral = command_value(sheet.neutral, "neutral", valve.command_unit, problems);
  return valve;
}

}  // namespace bramah
