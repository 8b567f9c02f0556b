// The JSON Schema and the documentation come from the key tables: nothing may be missing.
#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "bramah/model.h"
#include "model_file/machine_text.h"
#include "model_file/tables.h"

namespace bramah {
namespace {

const std::string kDocument = std::string(BRAMAH_SOURCE_DIR) + "/docs/model-file.md";

std::string text_of(const std::string& path) {
  std::ifstream stream(path);
  std::stringstream text;
  text << stream.rdbuf();
  return text.str();
}

void expect_keys(const nlohmann::json& object, const TableInfo& table) {
  ASSERT_TRUE(object.contains("properties")) << table.name;
  EXPECT_EQ(object["properties"].size(), table.keys.size()) << table.name;
  for (const auto& key : table.keys) {
    ASSERT_TRUE(object["properties"].contains(key.name)) << table.name << " " << key.name;
    EXPECT_THAT(object["properties"][key.name]["description"].get<std::string>(),
                ::testing::StartsWith(key.doc));  // the usual range may follow
  }
  EXPECT_EQ(object["additionalProperties"], false);
}

TEST(Schema, HasEveryKey) {
  const auto schema = nlohmann::json::parse(machine_file_schema());
  const auto definition = [&](const TableInfo& table) {
    std::string id = table.name;
    std::replace(id.begin(), id.end(), ' ', '_');
    return schema["$defs"][id];
  };
  for (const TableInfo* table : all_tables()) {
    if (table == &machine_info()) {
      expect_keys(schema, *table);
    } else if (table->variants.empty()) {
      expect_keys(definition(*table), *table);
    } else {
      EXPECT_EQ(definition(*table)["anyOf"].size(), table->variants.size());
      for (const TableInfo* variant : table->variants) expect_keys(definition(*variant), *variant);
    }
  }
}

TEST(Schema, ReferencesResolve) {
  const auto schema = nlohmann::json::parse(machine_file_schema());
  const std::string text = schema.dump();
  const std::string mark = "\"$ref\":\"#/$defs/";
  int count = 0;
  for (auto at = text.find(mark); at != std::string::npos; at = text.find(mark, at + 1), ++count) {
    const auto start = at + mark.size();
    EXPECT_TRUE(schema["$defs"].contains(text.substr(start, text.find('"', start) - start)));
  }
  EXPECT_GT(count, 20);
}

TEST(KeyTables, HaveUniqueNamesAndTexts) {
  std::vector<std::string> names;
  for (const TableInfo* table : all_tables()) {
    EXPECT_EQ(std::count(names.begin(), names.end(), table->name), 0) << table->name;
    names.push_back(table->name);
    for (const auto& key : table->keys) {
      EXPECT_FALSE(key.doc.empty()) << table->name << " " << key.name;
      const bool section = table == &machine_info() && key.table;
      EXPECT_TRUE(section || !key.example.empty()) << table->name << " " << key.name;
      EXPECT_TRUE(key.required || !key.fallback.empty() || !key.absent.empty() ||
                  table->doc.ends_with("One of:"))
          << table->name << " " << key.name;
    }
  }
}

// BRAMAH_UPDATE_DOCS=1 in the environment writes the document instead.
TEST(Documentation, HasThePresentKeyTables) {
  const std::string text = text_of(kDocument);
  if (std::getenv("BRAMAH_UPDATE_DOCS")) std::ofstream(kDocument) << refresh_reference(text);
  EXPECT_TRUE(text == refresh_reference(text) || std::getenv("BRAMAH_UPDATE_DOCS"))
      << "run the tests with BRAMAH_UPDATE_DOCS=1";
  for (const TableInfo* table : all_tables())
    EXPECT_NE(text.find("<!-- keys: " + table->name + " -->"), std::string::npos) << table->name;
}

TEST(Documentation, HasMachinesThatCanBeRead) {
  const std::string text = text_of(kDocument), fence = "```yaml\nbramah: 1";
  int count = 0;
  for (auto at = text.find(fence); at != std::string::npos;
       at = text.find(fence, at + 1), ++count) {
    const auto start = at + 8, end = text.find("```", start);
    const auto line = std::count(text.begin(), text.begin() + static_cast<long>(start), '\n');
    EXPECT_NO_THROW((void)read_machine_text(text.substr(start, end - start),
                                            "model-file.md after line " + std::to_string(line)));
  }
  EXPECT_GE(count, 5);
}

}  // namespace
}  // namespace bramah
