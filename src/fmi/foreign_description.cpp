// What somebody's modelDescription.xml says, as far as a host of ours asks.
#include <array>
#include <cstring>
#include <map>
#include <pugixml.hpp>

#include "core/text.h"
#include "fmi/archive.h"
#include "fmi/foreign.h"

namespace bramah {
namespace {

using Units = std::map<std::string, ForeignUnit>;

// <Unit name="bar"><BaseUnit kg="1" m="-1" s="-2" factor="1e5"/></Unit>
Units read_units(const pugi::xml_node& root) {
  static constexpr std::array<const char*, 6> kBase{"m", "kg", "s", "K", "A", "rad"};
  Units units;
  for (const pugi::xml_node& node : root.child("UnitDefinitions").children("Unit")) {
    const pugi::xml_node base = node.child("BaseUnit");
    if (!base || base.attribute("mol").as_int() != 0 || base.attribute("cd").as_int() != 0)
      continue;
    ForeignUnit unit;
    for (std::size_t k = 0; k < kBase.size(); ++k)
      unit.dimension.exponent[k] = base.attribute(kBase[k]).as_int();
    unit.factor = base.attribute("factor").as_double(1.0);
    unit.offset = base.attribute("offset").as_double(0.0);
    if (unit.factor != 0.0) units[node.attribute("name").value()] = unit;
  }
  return units;
}

// In 3.0 the element is the type; in 2.0 it is inside of a ScalarVariable.
std::optional<ForeignType> type_of(const char* name, int version) {
  struct Named {
    const char* name;
    ForeignType type;
  };
  using T = ForeignType;
  static constexpr Named kTwo[] = {{"Real", T::float64},
                                   {"Integer", T::int32},
                                   {"Enumeration", T::int32},
                                   {"Boolean", T::boolean}};
  static constexpr Named kThree[] = {
      {"Float64", T::float64}, {"Float32", T::float32}, {"Int8", T::int8},
      {"UInt8", T::uint8},     {"Int16", T::int16},     {"UInt16", T::uint16},
      {"Int32", T::int32},     {"UInt32", T::uint32},   {"Int64", T::int64},
      {"UInt64", T::uint64},   {"Boolean", T::boolean}, {"Enumeration", T::int64}};
  for (const Named& one : version == 3 ? std::span<const Named>(kThree) : std::span(kTwo))
    if (std::strcmp(name, one.name) == 0) return one.type;
  return std::nullopt;
}

// The units of types that variables refer to: declaredType="...".
std::map<std::string, std::string> declared_units(const pugi::xml_node& root) {
  std::map<std::string, std::string> units;
  for (const pugi::xml_node& type : root.child("TypeDefinitions").children()) {
    const pugi::xml_node real = type.child("Real") ? type.child("Real") : type;
    units[type.attribute("name").value()] = real.attribute("unit").value();
  }
  return units;
}

void read_variables(const pugi::xml_node& root, ForeignDescription& d) {
  const Units units = read_units(root);
  const auto declared = declared_units(root);
  for (const pugi::xml_node& node : root.child("ModelVariables").children()) {
    pugi::xml_node number = d.version == 3 ? node : node.first_child();
    while (d.version == 2 && number && !type_of(number.name(), 2)) number = number.next_sibling();
    const std::optional<ForeignType> type = type_of(number.name(), d.version);
    if (!type || node.child("Dimension")) continue;
    ForeignVariable v;
    v.name = node.attribute("name").value();
    v.causality = node.attribute("causality").value();
    v.place = {node.attribute("valueReference").as_uint(), *type};
    const pugi::xml_attribute start = number.attribute("start");
    v.start = *type == ForeignType::boolean ? start.as_bool() : start.as_double();
    v.nominal = number.attribute("nominal").as_double(1.0);
    v.unit = number.attribute("unit").value();
    if (const auto of_type = declared.find(number.attribute("declaredType").value());
        v.unit.empty() && of_type != declared.end())
      v.unit = of_type->second;
    if (const auto unit = units.find(v.unit); unit != units.end()) v.meaning = unit->second;
    d.variables.push_back(std::move(v));
  }
}

}  // namespace

ForeignDescription read_foreign(const std::string& xml, const std::string& name) {
  const auto fail = [&](const std::string& what) { throw InputError(name + ": " + what); };
  pugi::xml_document document;
  if (!document.load_buffer(xml.data(), xml.size())) fail("modelDescription.xml is no XML");
  const pugi::xml_node root = document.child("fmiModelDescription");
  const std::string version = root.attribute("fmiVersion").value();
  ForeignDescription d;
  d.version = version.starts_with("3.") ? 3 : 2;
  if (d.version == 2 && version != "2.0") fail("FMI " + version + "; 2.0 and 3.x can be imported");
  const pugi::xml_node kind = root.child("CoSimulation");
  if (!kind) fail("is not for co-simulation");
  d.token = root.attribute(d.version == 3 ? "instantiationToken" : "guid").value();
  d.identifier = kind.attribute("modelIdentifier").value();
  if (d.identifier.find('/') != std::string::npos)  // it becomes the name of a file
    fail("modelIdentifier \"" + d.identifier + "\" is no name");
  d.saves =
      kind.attribute(d.version == 3 ? "canGetAndSetFMUState" : "canGetAndSetFMUstate").as_bool() &&
      kind.attribute(d.version == 3 ? "canSerializeFMUState" : "canSerializeFMUstate").as_bool();
  d.interpolates = kind.attribute("canInterpolateInputs").as_bool();
  d.rates = kind.attribute("maxOutputDerivativeOrder").as_int() >= 1;
  read_variables(root, d);
  return d;
}

ForeignDescription describe_foreign(const std::string& path) {
  const Archive archive = open_archive(path);
  if (!archive.has("modelDescription.xml"))
    throw InputError(path + ": no FMU: it has no modelDescription.xml");
  return read_foreign(archive.read("modelDescription.xml"), path);
}

}  // namespace bramah
