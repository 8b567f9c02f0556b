// modelDescription.xml of FMI 2.0 and 3.0.
#include <array>
#include <cmath>
#include <set>

#include "bramah/fmi.h"
#include "bramah/run.h"
#include "core/text.h"
#include "core/units.h"
#include "fmi/xml_text.h"
#include "text/number_text.h"

namespace bramah {
namespace {

using Role = FmuVariable::Role;

// What engineers read instead of SI; a displayed number is `factor` times the SI one.
struct DisplayUnit {
  const char *unit, *name;
  double factor;
};
constexpr std::array kDisplayUnits{DisplayUnit{"Pa", "bar", 1e-5},
                                   DisplayUnit{"m", "mm", 1e3},
                                   DisplayUnit{"m/s", "mm/s", 1e3},
                                   DisplayUnit{"m3/s", "l/min", 6e4},
                                   DisplayUnit{"m3", "l", 1e3},
                                   DisplayUnit{"rad", "deg", 180.0 / 3.14159265358979323846},
                                   DisplayUnit{"rad/s", "rpm", 30.0 / 3.14159265358979323846}};

const DisplayUnit* display_of(const std::string& unit) {
  for (const DisplayUnit& d : kDisplayUnits)
    if (unit == d.unit) return &d;
  return nullptr;
}

std::string attribute(const char* name, const std::string& value) {
  return concat(" ", name, "=\"", xml_text(value), "\"");
}
std::string attribute(const char* name, double value) {
  return attribute(name, number_text(value));
}

// Exponents of the standard's base units are whole; others (Pa^0.5) are a unit without them.
std::string base_unit(const std::string& unit) {
  static constexpr const char* kNames[] = {"m", "kg", "s", "K", "A", "rad"};
  Quantity one;
  try {
    one = parse_quantity("1 " + unit);
  } catch (const QuantityError&) {
    return "";
  }
  std::string text = "        <BaseUnit";
  for (std::size_t k = 0; k < one.dimension.exponent.size(); ++k) {
    const double exponent = one.dimension.exponent[k];
    if (exponent != std::round(exponent)) return "";
    if (exponent != 0.0) text += concat(" ", kNames[k], "=\"", static_cast<int>(exponent), "\"");
  }
  if (one.value != 1.0) text += attribute("factor", one.value);
  return text + "/>\n";
}

std::string unit_definitions(const FmuPlan& plan) {
  std::set<std::string> units;
  for (const FmuVariable& v : plan.variables)
    if (v.unit != "1") units.insert(v.unit);
  std::string text = "  <UnitDefinitions>\n";
  for (const std::string& unit : units) {
    text += concat("    <Unit", attribute("name", unit), ">\n", base_unit(unit));
    if (const DisplayUnit* d = display_of(unit))
      text += concat("        <DisplayUnit", attribute("name", d->name),
                     attribute("factor", d->factor), "/>\n");
    text += "    </Unit>\n";
  }
  return text + "  </UnitDefinitions>\n";
}

std::string kind_of(const FmuVariable& v) {
  switch (v.role) {
    case Role::time:
      return " causality=\"independent\" variability=\"continuous\"";
    case Role::input:
      return " causality=\"input\" variability=\"continuous\"";
    case Role::output:
      return " causality=\"output\" variability=\"continuous\" initial=\"calculated\"";
    case Role::tunable:
      return " causality=\"parameter\" variability=\"tunable\" initial=\"exact\"";
    case Role::parameter:
      return " causality=\"parameter\" variability=\"fixed\" initial=\"exact\"";
  }
  return "";
}

std::string number_of(const FmuVariable& v) {
  std::string text;
  if (v.unit != "1") text += attribute("unit", v.unit);
  if (const DisplayUnit* d = display_of(v.unit)) text += attribute("displayUnit", d->name);
  if (v.min) text += attribute("min", *v.min);
  if (v.max) text += attribute("max", *v.max);
  if (v.nominal != 1.0 && v.nominal > 0.0 && std::isfinite(v.nominal))
    text += attribute("nominal", v.nominal);
  if (v.role != Role::time && v.role != Role::output) text += attribute("start", v.start);
  return text;
}

std::string variable_text(const FmuVariable& v, std::size_t reference, int version) {
  const std::string head =
      concat(attribute("name", v.name), " valueReference=\"", reference, "\"", kind_of(v),
             v.description.empty() ? "" : attribute("description", v.description));
  if (version == 3) return concat("    <Float64", head, number_of(v), "/>\n");
  return concat("    <ScalarVariable", head, "><Real", number_of(v), "/></ScalarVariable>\n");
}

// An output without a list may depend on every input; with an empty one, on none at the same instant.
std::string structure_text(const FmuPlan& plan, int version) {
  std::string outputs, unknowns;
  for (std::size_t k = 0; k < plan.variables.size(); ++k) {
    if (plan.variables[k].role != Role::output) continue;
    const char* on = plan.variables[k].direct ? "\"/>\n" : "\" dependencies=\"\"/>\n";
    outputs += version == 3 ? concat("    <Output valueReference=\"", k, on)
                            : concat("      <Unknown index=\"", k + 1, on);
    unknowns += version == 3 ? concat("    <InitialUnknown valueReference=\"", k, "\"/>\n")
                             : concat("      <Unknown index=\"", k + 1, "\"/>\n");
  }
  if (version == 3 || outputs.empty())
    return concat("  <ModelStructure>\n", outputs, unknowns, "  </ModelStructure>\n");
  return concat("  <ModelStructure>\n    <Outputs>\n", outputs,
                "    </Outputs>\n    <InitialUnknowns>\n", unknowns,
                "    </InitialUnknowns>\n  </ModelStructure>\n");
}

// Of one side of a machine: no derivatives, and no ticks to be interrupted at.
constexpr const char* kSideCapabilities2 =
    " canHandleVariableCommunicationStepSize=\"true\" canInterpolateInputs=\"true\""
    " canNotUseMemoryManagementFunctions=\"true\""
    " canGetAndSetFMUstate=\"true\" canSerializeFMUstate=\"true\"";
constexpr const char* kSideCapabilities3 =
    " canHandleVariableCommunicationStepSize=\"true\""
    " canGetAndSetFMUState=\"true\" canSerializeFMUState=\"true\"";
constexpr const char* kCapabilities2 =
    " canHandleVariableCommunicationStepSize=\"true\" canInterpolateInputs=\"true\""
    " maxOutputDerivativeOrder=\"1\" canNotUseMemoryManagementFunctions=\"true\""
    " canGetAndSetFMUstate=\"true\" canSerializeFMUstate=\"true\""
    " providesDirectionalDerivative=\"true\"";
constexpr const char* kCapabilities3 =
    " canHandleVariableCommunicationStepSize=\"true\" maxOutputDerivativeOrder=\"1\""
    " canGetAndSetFMUState=\"true\" canSerializeFMUState=\"true\""
    " providesDirectionalDerivatives=\"true\" providesAdjointDerivatives=\"true\""
    " providesIntermediateUpdate=\"true\" mightReturnEarlyFromDoStep=\"false\""
    " canReturnEarlyAfterIntermediateUpdate=\"true\"";

}  // namespace

std::string fmu_description(const FmuPlan& plan, const Model& model, int version) {
  const bool three = version == 3;
  const char* root = "fmiModelDescription";
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  text += concat("<", root, " fmiVersion=\"", three ? "3.0" : "2.0", "\"",
                 attribute("modelName", model.name()),
                 attribute(three ? "instantiationToken" : "guid", plan.token),
                 attribute("description", "Machine simulated by Bramah"),
                 attribute("generationTool", concat("Bramah ", bramah::version())),
                 " variableNamingConvention=\"structured\">\n");
  text += concat("  <CoSimulation", attribute("modelIdentifier", fmu_identifier(plan.files.path)),
                 plan.side.empty() ? (three ? kCapabilities3 : kCapabilities2)
                                   : (three ? kSideCapabilities3 : kSideCapabilities2));
  if (three && plan.side.empty()) text += attribute("fixedInternalStepSize", model.step_size());
  text += "/>\n" + unit_definitions(plan);
  text +=
      "  <LogCategories>\n    <Category name=\"logStatusError\"/>\n"
      "    <Category name=\"logStatusDiscard\"/>\n  </LogCategories>\n";
  text += concat("  <DefaultExperiment startTime=\"0\"", attribute("stopTime", model.until()),
                 attribute("stepSize", model.step_size()), "/>\n  <ModelVariables>\n");
  for (std::size_t k = 0; k < plan.variables.size(); ++k)
    text += variable_text(plan.variables[k], k, version);
  return concat(text, "  </ModelVariables>\n", structure_text(plan, version), "</", root, ">\n");
}

}  // namespace bramah
