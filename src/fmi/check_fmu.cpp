// Any FMU against the rules of the standard that matter to a host: what is in it, what is wrong.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>
#include <pugixml.hpp>
#include <set>

#include "bramah/fmi.h"
#include "core/text.h"
#include "fmi/archive.h"
#include "fmi/variable_rules.h"

namespace bramah {
namespace {

using Node = pugi::xml_node;

template <class Number>
std::optional<Number> number(const char* text) {
  Number value{};
  const char* end = text + std::strlen(text);
  const auto [at, error] = std::from_chars(text, end, value);
  if (error != std::errc{} || at != end) return std::nullopt;
  return value;
}

struct Variable {
  std::string name, type, unit;
  VariableKind kind;
  std::uint64_t reference = 0;
};

class Checker {
 public:
  Checker(const pugi::xml_document& document, FmuReport& out)
      : root_(document.document_element()), out_(out) {}

  void check() {
    if (std::strcmp(root_.name(), "fmiModelDescription") != 0)
      return problem(concat("the root is <", root_.name(), ">; expected <fmiModelDescription>"));
    out_.version = text(root_, "fmiVersion"), out_.name = text(root_, "modelName");
    out_.tool = text(root_, "generationTool");
    three_ = out_.version.starts_with("3.");
    if (!three_ && out_.version != "2.0")
      return problem("fmiVersion \"" + out_.version + "\": 2.0 and 3.x are read");
    if (out_.name.empty()) problem("modelName is missing");
    if (text(root_, token()).empty()) problem(concat(token(), " is missing"));
    read_kinds();
    read_units();
    read_experiment();
    read_variables();
    check_structure();
  }

 private:
  const char* token() const { return three_ ? "instantiationToken" : "guid"; }
  static std::string text(const Node& node, const char* name) {
    return node.attribute(name).value();
  }
  void problem(const std::string& what) {
    constexpr std::size_t kMost = 200;
    if (out_.problems.size() < kMost) out_.problems.push_back(what);
  }

  void read_kinds() {
    for (const char* kind : {"ModelExchange", "CoSimulation", "ScheduledExecution"}) {
      const Node node = root_.child(kind);
      if (!node) continue;
      out_.kinds.emplace_back(kind);
      out_.identifier = text(node, "modelIdentifier");
      if (!c_identifier(out_.identifier))
        problem(concat(kind, ": modelIdentifier \"", out_.identifier, "\" is no C identifier"));
      for (const pugi::xml_attribute& a : node.attributes())
        if (std::strcmp(a.value(), "true") == 0)
          out_.capabilities.emplace_back(a.name());
        else if (std::strcmp(a.name(), "maxOutputDerivativeOrder") == 0)
          out_.capabilities.push_back(concat(a.name(), " ", a.value()));
    }
    if (out_.kinds.empty()) problem("neither CoSimulation nor ModelExchange is offered");
  }

  void read_units() {
    for (const Node& unit : root_.child("UnitDefinitions").children("Unit")) {
      auto [at, fresh] = units_.try_emplace(text(unit, "name"));
      if (!fresh) problem("unit \"" + at->first + "\" is defined twice");
      for (const Node& display : unit.children("DisplayUnit"))
        at->second.insert(text(display, "name"));
    }
    const Node types = root_.child("TypeDefinitions");
    for (const Node& type : types.children()) types_.insert(text(type, "name"));
  }

  std::optional<double> real(const Node& node, const char* name, const std::string& where) {
    const pugi::xml_attribute a = node.attribute(name);
    if (!a) return std::nullopt;
    const auto value = number<double>(a.value());
    if (!value || std::isnan(*value))
      problem(concat(where, ": ", name, "=\"", a.value(), "\" is no number"));
    return value;
  }

  void read_experiment() {
    const Node node = root_.child("DefaultExperiment");
    const std::string where = "DefaultExperiment";
    const auto start = real(node, "startTime", where), stop = real(node, "stopTime", where);
    const auto step = real(node, "stepSize", where);
    if (start && stop && *stop < *start) problem(where + ": it ends before it begins");
    if (step && !(*step > 0.0)) problem(where + ": stepSize must be positive");
  }

  void read_variables() {
    const Node list = root_.child("ModelVariables");
    if (!list) problem("ModelVariables is missing");
    const std::string convention = text(root_, "variableNamingConvention");
    if (!convention.empty() && convention != "flat" && convention != "structured")
      problem("no variableNamingConvention is called \"" + convention + "\"");
    for (const Node& node : list.children()) {
      if (node.type() != pugi::node_element) continue;
      if (!three_ && std::strcmp(node.name(), "ScalarVariable") != 0) continue;
      read_variable(node, convention == "structured");
    }
    int clocks = 0;
    for (const Variable& v : variables_) clocks += v.kind.causality == "independent";
    if (clocks > 1) problem("more than one variable is independent");
    if (three_ && clocks == 0) problem("no variable is independent: FMI 3.0 wants one, the time");
    check_references();
  }

  void read_variable(const Node& node, bool structured) {
    Variable v;
    v.name = text(node, "name");
    const Node number_node = three_ ? node : node.first_child();
    v.type = number_node.name();
    v.kind.real = v.type == "Real" || v.type.starts_with("Float");
    v.kind.causality = text(node, "causality");
    v.kind.variability = text(node, "variability");
    v.kind.initial = text(node, "initial");
    v.kind.has_start = number_node.attribute("start") || number_node.child("Start");
    v.unit = text(number_node, "unit");
    const std::string who = "variable \"" + v.name + "\"";
    static const std::set<std::string> kTypes2{"Real", "Integer", "Boolean", "String",
                                               "Enumeration"},
        kTypes3{"Float32", "Float64", "Int8",   "UInt8", "Int16",
                "UInt16",  "Int32",   "UInt32", "Int64", "UInt64",
                "Boolean", "String",  "Binary", "Clock", "Enumeration"};
    if (!(three_ ? kTypes3 : kTypes2).contains(v.type))
      problem(who + ": no type is called \"" + v.type + "\"");
    if (v.name.empty()) problem("a variable has no name");
    if (!v.name.empty() && !names_.insert(v.name).second)
      problem(concat("two variables are called \"", v.name, "\""));
    if (structured && !v.name.empty() && !structured_name(v.name))
      problem(who + ": no structured name, although variableNamingConvention says so");
    const auto reference = number<std::uint64_t>(node.attribute("valueReference").value());
    if (!reference || *reference > 0xffffffffu)
      problem(who + ": valueReference is missing or no number");
    v.reference = reference.value_or(0);
    if (std::string broken = broken_rule(v.kind, three_ ? 3 : 2);
        !broken.empty() && v.type != "Clock" &&
        !(three_ && (v.type == "Binary" || v.type == "String")))
      problem(who + ": " + broken);
    check_numbers(number_node, v, who);
    out_.inputs += v.kind.causality == "input", out_.outputs += v.kind.causality == "output";
    out_.parameters += v.kind.causality == "parameter";
    ++out_.variables;
    variables_.push_back(std::move(v));
  }

  void check_numbers(const Node& node, const Variable& v, const std::string& who) {
    if (!v.unit.empty() && !units_.contains(v.unit))
      problem(who + ": unit \"" + v.unit + "\" is not defined");
    const std::string display = text(node, "displayUnit");
    if (!display.empty() && units_.contains(v.unit) && !units_[v.unit].contains(display))
      problem(who + ": displayUnit \"" + display + "\" is not defined for \"" + v.unit + "\"");
    const std::string type = text(node, "declaredType");
    if (!type.empty() && !types_.contains(type))
      problem(who + ": declaredType \"" + type + "\" is not defined");
    if (!v.kind.real) return;
    const auto min = real(node, "min", who), max = real(node, "max", who);
    const auto nominal = real(node, "nominal", who);
    if (min && max && *max < *min) problem(who + ": max is below min");
    if (nominal && !(*nominal > 0.0)) problem(who + ": nominal must be positive");
    if (three_ && text(node, "start").find(' ') != std::string::npos) return;  // of an array
    const auto start = real(node, "start", who);
    if (start && ((min && *start < *min) || (max && *start > *max)))
      problem(who + ": start is outside of min and max");
  }

  void check_references() {
    std::map<std::pair<std::string, std::uint64_t>, const Variable*> first;
    for (const Variable& v : variables_) {
      const auto [at, fresh] = first.try_emplace({three_ ? "" : v.type, v.reference}, &v);
      if (fresh) continue;
      const Variable& other = *at->second;
      if (three_)
        problem(concat("variables \"", other.name, "\" and \"", v.name, "\" have the reference ",
                       v.reference));
      else if (other.unit != v.unit && !other.unit.empty() && !v.unit.empty())
        problem(concat("variables \"", other.name, "\" and \"", v.name,
                       "\" are one by their reference, but have other units"));
    }
  }

  // Those that a list of the structure names, as places in variables_.
  std::vector<std::size_t> listed(const char* list, const char* element, const std::string& what) {
    std::vector<std::size_t> found;
    const Node structure = root_.child("ModelStructure");
    const Node parent = three_ ? structure : structure.child(list);
    for (const Node& node : parent.children(element)) {
      const char* key = three_ ? "valueReference" : "index";
      const auto which = number<std::uint64_t>(node.attribute(key).value());
      const auto place = which ? find(*which) : std::nullopt;
      if (!place)
        problem(concat("ModelStructure, ", what, ": no variable has the ", key, " \"",
                       node.attribute(key).value(), "\""));
      else if (std::ranges::find(found, *place) != found.end())
        problem(
            concat("ModelStructure, ", what, ": \"", variables_[*place].name, "\" stands twice"));
      else
        found.push_back(*place);
      check_dependencies(node, what);
    }
    return found;
  }

  std::optional<std::size_t> find(std::uint64_t which) const {
    if (!three_)
      return which >= 1 && which <= variables_.size() ? std::optional(which - 1) : std::nullopt;
    const auto at = std::ranges::find(variables_, which, &Variable::reference);
    if (at == variables_.end()) return std::nullopt;
    return static_cast<std::size_t>(at - variables_.begin());
  }

  static std::vector<std::string> words(const char* list) {
    std::vector<std::string> all;
    for (const char* at = list; *at;) {
      const std::size_t n = std::strcspn(at, " \t\n\r");
      if (n > 0) all.emplace_back(at, n);
      at += n + (at[n] ? 1 : 0);
    }
    return all;
  }

  void check_dependencies(const Node& node, const std::string& what) {
    const auto on = words(node.attribute("dependencies").value());
    const auto kinds = words(node.attribute("dependenciesKind").value());
    if (node.attribute("dependenciesKind") && kinds.size() != on.size())
      problem(concat("ModelStructure, ", what, ": ", kinds.size(), " dependenciesKind for ",
                     on.size(), " dependencies"));
    for (const std::string& word : on) {
      const auto which = number<std::uint64_t>(word.c_str());
      if (!which || !find(*which))
        problem(
            concat("ModelStructure, ", what, ": depends on \"", word, "\", which is no variable"));
    }
  }

  void check_structure() {
    if (!root_.child("ModelStructure")) return problem("ModelStructure is missing");
    const auto outputs = listed("Outputs", three_ ? "Output" : "Unknown", "outputs");
    const auto unknowns =
        listed("InitialUnknowns", three_ ? "InitialUnknown" : "Unknown", "initial unknowns");
    listed("Derivatives", three_ ? "ContinuousStateDerivative" : "Unknown", "derivatives");
    const std::set<std::size_t> out(outputs.begin(), outputs.end()),
        unknown(unknowns.begin(), unknowns.end());
    for (std::size_t k = 0; k < variables_.size(); ++k) {
      const Variable& v = variables_[k];
      const bool output = v.kind.causality == "output";
      if (output != out.contains(k))
        problem(concat("ModelStructure: \"", v.name,
                       output ? "\" is missing among the outputs" : "\" is no output"));
      const bool open = v.kind.initial == "approx" || v.kind.initial == "calculated";
      if ((output || v.kind.causality == "calculatedParameter") && open && v.type != "Clock" &&
          !unknown.contains(k))
        problem("ModelStructure: \"" + v.name + "\" is missing among the initial unknowns");
    }
  }

  const Node root_;
  FmuReport& out_;
  bool three_ = false;
  std::map<std::string, std::set<std::string>> units_;  // with their display units
  std::set<std::string> types_, names_;
  std::vector<Variable> variables_;
};

void check_binaries(const Archive& archive, FmuReport& report) {
  std::set<std::string> platforms;
  bool sources = false;
  for (const std::string& name : archive.names()) {
    sources |= name.starts_with("sources/");
    if (!name.starts_with("binaries/")) continue;
    const std::size_t end = name.find('/', 9);
    if (end == std::string::npos) continue;
    const std::string file = name.substr(end + 1);
    for (const char* ending : {".so", ".dll", ".dylib"})
      if (file == report.identifier + ending) platforms.insert(name.substr(9, end - 9));
  }
  report.platforms.assign(platforms.begin(), platforms.end());
  if (platforms.empty() && !sources && !report.identifier.empty())
    report.problems.push_back("no binary is called " + report.identifier +
                              ".so, .dll or .dylib, and there are no sources");
}

// Terminals are called apart, and their members are variables.
void check_terminals(const Node& parent, const std::set<std::string>& variables,
                     std::vector<std::string>& problems, int depth = 0) {
  constexpr int kDeepest = 50;
  if (depth > kDeepest)
    return problems.emplace_back("terminals lie too deep in each other"), void();
  std::set<std::string> names;
  for (const Node& terminal : parent.children("Terminal")) {
    const std::string name = terminal.attribute("name").value(), who = "terminal \"" + name + "\"";
    if (name.empty()) problems.emplace_back("a terminal has no name");
    if (!name.empty() && !names.insert(name).second)
      problems.push_back(concat("two terminals are called \"", name, "\""));
    if (!terminal.attribute("matchingRule")) problems.push_back(who + ": matchingRule is missing");
    std::set<std::string> members;
    for (const Node& member : terminal.children("TerminalMemberVariable")) {
      const std::string variable = member.attribute("variableName").value();
      if (!variables.contains(variable))
        problems.push_back(concat(who, ": \"", variable, "\" is no variable"));
      const std::string called = member.attribute("memberName").value();
      if (!called.empty() && !members.insert(called).second)
        problems.push_back(concat(who, ": two members are called \"", called, "\""));
    }
    check_terminals(terminal, variables, problems, depth + 1);
  }
}

// The document of a part of an FMU; what cannot be read is a problem.
bool parse(const std::string& xml, const char* name, pugi::xml_document& document,
           FmuReport& report) {
  const pugi::xml_parse_result parsed = document.load_buffer(xml.data(), xml.size());
  if (!parsed)
    report.problems.push_back(concat(name, ", byte ", parsed.offset, ": ", parsed.description()));
  return static_cast<bool>(parsed);
}

}  // namespace

FmuReport check_fmu_description(const std::string& xml, const std::string& terminals) {
  FmuReport report;
  pugi::xml_document document, second;
  if (!parse(xml, "modelDescription.xml", document, report)) return report;
  Checker(document, report).check();
  if (terminals.empty() || !parse(terminals, "terminalsAndIcons.xml", second, report))
    return report;
  std::set<std::string> names;
  for (const Node& node : document.document_element().child("ModelVariables").children())
    names.insert(node.attribute("name").value());
  check_terminals(second.document_element().child("Terminals"), names, report.problems);
  return report;
}

FmuReport check_fmu(const std::string& path) {
  const Archive archive = open_archive(path);
  if (!archive.has("modelDescription.xml"))
    throw InputError(path + ": no FMU: it has no modelDescription.xml");
  const char* const terminals = "terminalsAndIcons/terminalsAndIcons.xml";
  FmuReport report = check_fmu_description(archive.read("modelDescription.xml"),
                                           archive.has(terminals) ? archive.read(terminals) : "");
  check_binaries(archive, report);
  return report;
}

}  // namespace bramah
