#include "fmi/documentation.h"

#include "bramah/run.h"
#include "core/text.h"
#include "core/units.h"
#include "fmi/xml_text.h"
#include "text/number_text.h"

namespace bramah {
namespace {

using Role = FmuVariable::Role;

constexpr const char* kStyle = R"(<style>
body { font: 15px/1.5 system-ui, sans-serif; color: #1d2733; margin: 2.5rem auto; max-width: 62rem; padding: 0 1.2rem; }
header { display: flex; gap: 1.5rem; align-items: center; border-bottom: 2px solid #2f6d8f; padding-bottom: 1rem; }
header img { width: 96px; height: 96px; object-fit: contain; }
h1 { font-size: 1.6rem; margin: 0; } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; color: #2f6d8f; }
header p { margin: .2rem 0 0; color: #5a6875; }
table { border-collapse: collapse; width: 100%; }
th { text-align: left; font-weight: 600; border-bottom: 1px solid #9fb0bd; padding: .25rem .7rem .25rem 0; }
td { border-bottom: 1px solid #e4eaee; padding: .22rem .7rem .22rem 0; vertical-align: top; }
td:first-child { font-family: ui-monospace, monospace; font-size: .92em; white-space: nowrap; }
.number { text-align: right !important; width: 9rem; font-variant-numeric: tabular-nums; }
aside { background: #f2f6f8; border-left: 3px solid #2f6d8f; padding: .4rem 1rem; margin: .6rem 0; }
</style>
)";

std::string table(const FmuPlan& plan, Role role, const char* heading, bool starts) {
  std::string rows;
  for (const FmuVariable& v : plan.variables) {
    if (v.role != role) continue;
    rows += concat("<tr><td>", xml_text(v.name), "</td><td>", xml_text(v.unit), "</td>");
    if (starts) rows += concat("<td class=\"number\">", short_number(v.start), "</td>");
    rows += concat("<td>", xml_text(v.description), "</td></tr>\n");
  }
  if (rows.empty()) return {};
  return concat("<h2>", heading, "</h2>\n<table><tr><th>variable</th><th>unit</th>",
                starts ? "<th class=\"number\">start</th>" : "", "<th>meaning</th></tr>\n", rows,
                "</table>\n");
}

std::string time_text(const FmuPlan& plan, const Model& model) {
  if (!plan.side.empty())
    return concat(
        "One side of the machine: its ", xml_text(plan.side),
        ". What it exchanges with the other are inputs and outputs; a communication step "
        "is one, with the side's own steps inside. <code>.energy</code> counts what a "
        "cylinder has brought in: over both sides it adds up to what the coupling creates.");
  return concat(
      "Ticks of ", number_text(model.step_size() * 1e3),
      " ms. A communication step may have any length: whole ticks are taken inside, and "
      "what is left is one shorter step. Inputs act at once; the host's start time is the "
      "machine's zero.");
}

}  // namespace

std::string fmu_page(const FmuPlan& plan, const Model& model, int version) {
  const std::string name = xml_text(model.name());
  std::string text = concat(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>", name,
      "</title>\n", kStyle, "</head><body>\n<header><img alt=\"\" src=\"../",
      version == 3 ? "terminalsAndIcons/icon.png" : "model.png", "\"><div><h1>", name,
      "</h1><p>FMI ", version, ".0 for co-simulation, by Bramah ", bramah::version(), ": ",
      xml_text(model.method()), ", ", xml_text(model.integrator()), ", ",
      xml_text(model.coupling()), "</p></div></header>\n<p>", time_text(plan, model),
      " All numbers are SI, with bar, l/min, mm and deg to show them. The machine's text is in "
      "<code>resources/model</code>.</p>\n");
  for (const std::string& note : model.notes()) text += "<aside>" + xml_text(note) + "</aside>\n";
  text += table(plan, Role::input, "Inputs", true);
  text += table(plan, Role::parameter, "Parameters, set before the initialisation", true);
  text += table(plan, Role::tunable, "Parameters that may change between steps", true);
  text += table(plan, Role::output, "Outputs", plan.side.empty());
  return text + "</body></html>\n";
}

std::string fmu_terminals(const FmuPlan& plan) {
  if (plan.terminals.empty()) return {};
  const auto kind = [](FmuTerminal::Kind which) {
    return which == FmuTerminal::Kind::inflow    ? "inflow"
           : which == FmuTerminal::Kind::outflow ? "outflow"
                                                 : "signal";
  };
  std::string text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiTerminalsAndIcons fmiVersion=\"3.0\">\n"
      "  <Terminals>\n";
  for (const FmuTerminal& terminal : plan.terminals) {
    text += concat("    <Terminal name=\"", xml_text(terminal.name), "\" matchingRule=\"plug\">\n");
    for (const FmuTerminal::Member& member : terminal.members)
      text += concat("      <TerminalMemberVariable variableKind=\"", kind(member.kind),
                     "\" variableName=\"", xml_text(member.variable), "\" memberName=\"",
                     xml_text(member.name), "\"/>\n");
    text += "    </Terminal>\n";
  }
  return text + "  </Terminals>\n</fmiTerminalsAndIcons>\n";
}

}  // namespace bramah
