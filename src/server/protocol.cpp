#include "server/protocol.h"

#include <algorithm>
#include <stdexcept>

#include "bramah/basics.h"

namespace bramah {
namespace {

const WireRecord* find_tag(const std::vector<WireRecord>& records, const std::string& tag) {
  const auto found = std::find_if(records.begin(), records.end(),
                                  [&](const WireRecord& record) { return record.tag == tag; });
  return found == records.end() ? nullptr : &*found;
}

}  // namespace

const WireRecord* find_command(const std::string& tag) { return find_tag(wire_commands(), tag); }
const WireRecord* find_message(const std::string& tag) { return find_tag(wire_messages(), tag); }

const WireRecord& find_record(const std::string& name) {
  for (const auto* records : {&wire_records(), &wire_messages(), &wire_commands()})
    for (const WireRecord& record : *records)
      if (record.name == name) return record;
  throw std::logic_error("no record " + name + " in the protocol");
}

nlohmann::json read_command(const WireRecord& command, const nlohmann::json& message) {
  const std::string problem = problem_in(message, command);
  if (!problem.empty()) throw InputError(problem);
  nlohmann::json fields = message;
  for (const WireField& field : command.fields)
    if (!fields.contains(field.name) && !field.fallback.is_null())
      fields[field.name] = field.fallback;
  return fields;
}

}  // namespace bramah
