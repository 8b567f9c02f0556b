// The protocol between `bramah serve` and its clients, told once.
//
// What enters: nothing. What leaves: every command a client may send, every message the server
// sends and what they are made of, as data (wire_type.h). Who uses it: the hub reads commands by
// it; `bramah schema --protocol` prints it, and the page's TypeScript types are made from that
// (viewer/tools/protocol_types.mjs); docs/protocol.md has its tables; the tests check every message
// of a running server against it. A new command or field is a line here, the code that obeys or
// sends it, and the generated files: BRAMAH_UPDATE_DOCS=1 for the tests writes them.
#pragma once

#include "server/wire_type.h"

namespace bramah {

constexpr int kProtocol = 2;  // its version

const std::vector<WireRecord>& wire_commands();  // from clients
const std::vector<WireRecord>& wire_messages();  // from the server
const std::vector<WireRecord>& wire_records();   // what both are made of

const WireRecord* find_command(const std::string& tag);  // nullptr: there is none
const WireRecord* find_message(const std::string& tag);
const WireRecord& find_record(const std::string& name);  // of any of the three; it must exist

// The command's fields, with fallbacks for those left out. Throws InputError.
nlohmann::json read_command(const WireRecord& command, const nlohmann::json& message);

// docs/protocol.md with its tables, between <!-- protocol: NAME --> and <!-- end of protocol -->,
// as they should be.
std::string refresh_protocol_page(const std::string& page);

}  // namespace bramah
