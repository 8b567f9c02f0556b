#include "model_file/document.h"

#include <gtest/gtest.h>

#include <chrono>

#include "model_file/machine_text.h"

namespace bramah {
namespace {

std::string problem_of(const std::string& text) {
  try {
    (void)read_machine_text(text, "m.yaml");
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

std::string repeat(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

TEST(Document, KnowsItsLines) {
  const Node root = parse_document("a: 1\nb:\n  - x\n  - {c: y}\n", "f.yaml");
  EXPECT_EQ(root.find("a")->where.line, 1);
  EXPECT_EQ(root.find("b")->items[1].find("c")->where.line, 4);
  EXPECT_EQ(root.key_places[1].line, 2);
  EXPECT_EQ(root.find("b")->items[0].where.file, "f.yaml");
}

TEST(Document, ExpandsAliases) {
  const Node root = parse_document("a: &x {k: 1}\nb: *x\n", "f.yaml");
  EXPECT_EQ(root.find("b")->find("k")->text, "1");
}

TEST(Document, RefusesDeepNesting) {
  const std::string message = "m.yaml:2: nested deeper than 40 levels";
  EXPECT_EQ(problem_of("bramah: 1\nx: " + repeat("[", 100000)), message);
  EXPECT_EQ(problem_of("bramah: 1\nx: " + repeat("{", 100000)), message);
  EXPECT_EQ(problem_of("bramah: 1\n" + repeat("? ", 10000)), message);
}

TEST(Document, RefusesAnAliasBomb) {
  std::string text = "bramah: 1\na0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n";
  for (int i = 1; i < 12; ++i) {
    const std::string before = "*a" + std::to_string(i - 1);
    text += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + before +
            repeat(", " + before, 9) + "]\n";
  }
  EXPECT_EQ(problem_of(text),
            "m.yaml:6: more than 200000 values, aliases expanded; move long tables to a CSV file");
  EXPECT_EQ(problem_of("bramah: 1\na: &a [1, *a]\n"),
            "m.yaml:2: an alias may not stand inside its own anchor");
}

TEST(Document, RefusesBinaryAndHugeFiles) {
  EXPECT_EQ(problem_of(std::string("bramah: 1\n\0\1", 12)),
            "m.yaml:2: this is not a text file (control character 0); expected a machine file in "
            "YAML");
  EXPECT_EQ(problem_of("bramah: 1\n#" + std::string(5'000'000, 'x')), "m.yaml: larger than 4 MB");
}

TEST(Document, RefusesManyKeysQuickly) {
  std::string text = "bramah: 1\nparameters:\n";
  for (int i = 0; i < 60000; ++i) text += " p" + std::to_string(i) + ": 1\n";
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(problem_of(text), "m.yaml:5003: more than 5000 keys in one map");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

TEST(Document, RefusesOtherDocuments) {
  EXPECT_EQ(problem_of(""),
            "m.yaml:1: expected a machine file that starts with \"bramah: 1\"; found nothing");
  EXPECT_EQ(problem_of("bramah: 1\n---\nbramah: 1\n"),
            "m.yaml: holds several YAML documents; expected one machine");
  EXPECT_EQ(problem_of("bramah: 1\n[a, b]: 2\n"), "m.yaml:2: a key must be a word; found a list");
}

TEST(Document, ReadsRegularFilesOnly) {
  EXPECT_THROW((void)read_text_file("/dev/zero", {}, 100), InputError);
  EXPECT_THROW((void)read_text_file("no_such_file", {}, 100), InputError);
}

}  // namespace
}  // namespace bramah
