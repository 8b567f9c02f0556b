// The protocol's table: what is read and sent keeps to it (served.cpp checks every message that any
// test reads), and what is made from it is up to date.
#include "server/protocol.h"

#include <cstdlib>
#include <fstream>
#include <set>

#include "bramah/basics.h"
#include "bramah/model.h"
#include "model_file/catalogue_page.h"
#include "model_file/machine_text.h"
#include "server/hub.h"
#include "server/served.h"

namespace bramah::testing {
namespace {

using ::testing::HasSubstr;

const std::string kDocument = BRAMAH_SOURCE_DIR "/docs/protocol.md";

std::vector<WireRecord> all_records() {
  std::vector<WireRecord> all = wire_commands();
  for (const auto* records : {&wire_messages(), &wire_records()})
    all.insert(all.end(), records->begin(), records->end());
  return all;
}

std::string refusal(const Json& message) {
  try {
    (void)read_command(*find_command(message["type"].get<std::string>()), message);
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

// ------------------------------------------------------------------------------- the table
void collect_names(const WireType& type, std::set<std::string>& names) {
  if (type.kind == WireType::Kind::record) names.insert(type.name);
  for (const WireType& of : type.of) collect_names(of, names);
}

TEST(Protocol, NamesAreUniqueAndEverythingIsExplained) {
  std::set<std::string> names, used;
  for (const WireRecord& record : all_records()) {
    EXPECT_TRUE(names.insert(record.name).second) << record.name;
    EXPECT_FALSE(record.doc.empty()) << record.name;
    std::set<std::string> fields;
    if (!record.tag.empty()) fields.insert("type");  // which says which record it is
    for (const WireField& field : record.fields) {
      EXPECT_TRUE(fields.insert(field.name).second) << record.name << "." << field.name;
      EXPECT_FALSE(field.doc.empty()) << record.name << "." << field.name;
      EXPECT_TRUE(field.fallback.is_null() || problem_in(field.fallback, field.type, "x").empty())
          << record.name << "." << field.name;
      collect_names(field.type, used);
    }
  }
  for (const std::string& name : used) EXPECT_TRUE(names.contains(name)) << name;
  for (const WireRecord& record : wire_records())
    EXPECT_TRUE(used.contains(record.name)) << record.name << " is part of nothing";
}

TEST(Protocol, WhatTheSimulationAnswersIsACommandOfTheTable) {
  for (int kind = 0; kind <= static_cast<int>(Command::Kind::finish_drive); ++kind)
    EXPECT_NE(find_command(name_of(static_cast<Command::Kind>(kind))), nullptr) << kind;
}

// ---------------------------------------------------------------------------- what is read
TEST(Protocol, CommandsGetTheirFallbacks) {
  const Json asked =
      read_command(*find_command("look_ahead"), {{"type", "look_ahead"}, {"horizon", 2}});
  EXPECT_EQ(asked["horizon"], 2);
  EXPECT_EQ(asked["futures"], 200);
  EXPECT_EQ(asked["levers"], 0.3);
  EXPECT_EQ(asked["body"], "load");
  EXPECT_FALSE(asked.contains("marker"));
}

TEST(Protocol, CommandsThatDoNotKeepToTheTableAreRefused) {
  EXPECT_EQ(refusal({{"type", "pause"}}), "none");
  EXPECT_EQ(refusal({{"type", "step"}, {"cuont", 3}}),
            "no field \"cuont\" in step; did you mean \"count\"?");
  EXPECT_EQ(refusal({{"type", "step"}, {"count", "3"}}),
            "\"count\": expected a number from 1 to 100000");
  EXPECT_EQ(refusal({{"type", "step"}, {"count", 0}}),
            "\"count\": expected a number from 1 to 100000");
  EXPECT_EQ(refusal({{"type", "snapshot"}}), "\"name\": expected a text of 1 to 64 characters");
  EXPECT_EQ(refusal({{"type", "snapshot"}, {"name", ""}}),
            "\"name\": expected a text of 1 to 64 characters");
  EXPECT_EQ(refusal({{"type", "record"}, {"on", 1}}), "\"on\": expected true or false");
  EXPECT_EQ(refusal({{"type", "inputs"}}), "\"values\": expected {name: value}");
  EXPECT_EQ(refusal({{"type", "inputs"}, {"values", {{"lever", nullptr}}}}),
            "\"values.lever\": expected a number");
  EXPECT_EQ(refusal({{"type", "set"}, {"values", {{"load", 700}}}}),
            "\"values.load\": expected a number with its unit: \"700 kg\"");
  EXPECT_EQ(refusal({{"type", "subscribe"}, {"channels", {1, 2}}}),
            "\"channels\": expected a list of names");
  const Json long_name{{"type", "pause"}, {std::string(60'000, 'x'), 1}};
  EXPECT_LT(refusal(long_name).size(), 200u);
}

TEST_F(Server, RefusesFieldsThatNoCommandHas) {
  Served served(servo);
  TestClient client(served.port());
  client.send({{"type", "pause"}, {"now", true}});
  EXPECT_EQ(client.next("error")["message"], "no field \"now\" in pause");
  EXPECT_EQ(client.next("status")["paused"], false);  // nothing was changed
}

// ---------------------------------------------------------------------------- what is sent
TEST(Protocol, FindsWhatIsWrongWithAMessage) {
  const WireRecord& role = *find_message("role");
  EXPECT_EQ(problem_in({{"type", "role"}, {"role", "driver"}}, role), "");
  EXPECT_EQ(problem_in({{"type", "role"}, {"role", "pilot"}}, role),
            "\"role\": expected one of [\"driver\",\"watcher\"]");
  EXPECT_EQ(problem_in({{"type", "rule"}, {"role", "driver"}}, role),
            "\"type\": expected \"role\"");
  const WireRecord& shape = find_record("SchemeNode");
  EXPECT_EQ(problem_in({{"name", "a"}, {"kind", "volume"}, {"pressure", ""}}, shape, "nodes[2]"),
            "\"nodes[2].value\": expected a number");
  const Json flow{{"flow", Json::array({Json::array({"a.flow", "one"})})}};
  EXPECT_EQ(problem_in(flow["flow"], find_record("SchemePort").fields[2].type, "flow"),
            "\"flow[0][1]\": expected a number");
}

TEST_F(Server, LooksAheadByTheTable) {
  Served served(BRAMAH_SOURCE_DIR "/models/patu655.yaml");
  TestClient client(served.port());
  client.send({{"type", "look_ahead"}, {"futures", 2}, {"horizon", 0.1}});
  const Json result = client.next("look_ahead");  // read() checks it
  EXPECT_EQ(result["futures"].size(), 2u);
}

TEST(Protocol, DescribesEveryPartOfTheCatalogue) {
  ScratchFolder folder;
  std::set<std::string> roles;
  for (const CatalogueExample& example : catalogue_examples()) {
    std::ofstream(folder.file("machine.yaml")) << example.text;
    const Json model = Json::parse(model_description(load(folder.file("machine.yaml"))));
    EXPECT_EQ(problem_in(model, find_record("Description")), "") << example.name;
    for (const Json& part : model["scheme"]["parts"]) {
      roles.insert(part["role"].get<std::string>());
      std::set<std::pair<double, double>> places;  // two lines cannot end at one point
      for (const Json& port : part["ports"])
        EXPECT_TRUE(
            places.insert({port["at"][0].get<double>(), port["at"][1].get<double>()}).second)
            << part["type"].get<std::string>();
    }
  }
  EXPECT_EQ(roles.size(), 9u);  // each is used
}

// ------------------------------------------------------------------------ what is made of it
TEST(Protocol, SchemaHasEveryRecordAndItsReferencesResolve) {
  const Json schema = Json::parse(protocol_schema());
  for (const WireRecord& record : all_records()) {
    const Json& definition = schema["$defs"][record.name];
    EXPECT_EQ(definition["properties"].size(), record.fields.size() + !record.tag.empty());
    EXPECT_EQ(definition["additionalProperties"], false);
  }
  EXPECT_EQ(schema["$defs"]["Command"]["oneOf"].size(), wire_commands().size());
  EXPECT_EQ(schema["$defs"]["Message"]["oneOf"].size(), wire_messages().size());
  const std::string text = schema.dump(), mark = "\"$ref\":\"#/$defs/";
  for (auto at = text.find(mark); at != std::string::npos; at = text.find(mark, at + 1)) {
    const auto start = at + mark.size();
    EXPECT_TRUE(schema["$defs"].contains(text.substr(start, text.find('"', start) - start)));
  }
}

// BRAMAH_UPDATE_DOCS=1 in the environment writes the document instead.
TEST(Protocol, DocumentHasThePresentTables) {
  const std::string text = read_text(kDocument);
  if (std::getenv("BRAMAH_UPDATE_DOCS")) std::ofstream(kDocument) << refresh_protocol_page(text);
  EXPECT_TRUE(text == refresh_protocol_page(text) || std::getenv("BRAMAH_UPDATE_DOCS"))
      << "run the tests with BRAMAH_UPDATE_DOCS=1";
  for (const char* name : {"commands", "messages", "records"})
    EXPECT_THAT(text, HasSubstr(std::string("<!-- protocol: ") + name + " -->\n|"));
}

// Each line of the document that begins with {"type": is a command that is obeyed.
TEST(Protocol, DocumentHasExamplesThatCanBeRead) {
  std::istringstream lines(read_text(kDocument));
  int count = 0;
  for (std::string line; std::getline(lines, line);) {
    const auto at = line.find("{\"type\":");
    if (at == std::string::npos || line.find('`') != std::string::npos) continue;
    EXPECT_EQ(refusal(Json::parse(line.substr(at))), "none") << line;
    ++count;
  }
  EXPECT_GE(count, 10);
}

}  // namespace
}  // namespace bramah::testing
