#include "model_file/document.h"

#include <gtest/gtest.h>

#include <chrono>

#include "model_file/machine_text.h"
#include "slowness.h"

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
  EXPECT_EQ(problem_of("bramah: 1\n#" + std::string(5'000'000, 'x')), "m.yaml:1: larger than 4 MB");
}

TEST(Document, RefusesManyKeysQuickly) {
  std::string text = "bramah: 1\nparameters:\n";
  for (int i = 0; i < 60000; ++i) text += " p" + std::to_string(i) + ": 1\n";
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(problem_of(text), "m.yaml:5003: more than 5000 keys in one map");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5 * kSlowness));
}

TEST(Document, RefusesOtherDocuments) {
  EXPECT_EQ(problem_of(""),
            "m.yaml:1: expected a machine file that starts with \"bramah: 1\"; found nothing");
  EXPECT_EQ(problem_of("bramah: 1\n---\nbramah: 1\n"),
            "m.yaml:2: a second YAML document begins here; expected one machine in a file");
  EXPECT_EQ(problem_of("bramah: 1\n...\nbramah: 1\n"),
            "m.yaml:3: a second YAML document begins here; expected one machine in a file");
  EXPECT_EQ(problem_of("bramah: 1\n[a, b]: 2\n"), "m.yaml:2: a key must be a word; found a list");
}

// What an editor may leave behind.
TEST(Document, ReadsAnyLineEndAndMark) {
  const Node marked = parse_document(
      "\xef\xbb\xbf"
      "a: 1\r\nb: 5 mm\r\n",
      "f.yaml");
  EXPECT_EQ(marked.keys, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(marked.find("b")->text, "5 mm");
  EXPECT_EQ(marked.find("b")->where.line, 2);
}

TEST(Document, SaysWhatAnEditorDidWrong) {
  const std::string tab = "a tab: YAML indents with spaces";
  EXPECT_EQ(problem_of("bramah: 1\nbodies:\n\tboom: {mass: 5 kg}\n"), "m.yaml:3: " + tab);
  EXPECT_EQ(problem_of("bramah: 1\nbodies:\n  boom:\n  \tmass: 5 kg\n"), "m.yaml:4: " + tab);
  EXPECT_EQ(
      problem_of("bramah: 1\na:\n  b: 1\n c: 2\n"),
      "m.yaml:4: YAML: end of map not found; a key must stand exactly below the key before it");
  EXPECT_EQ(
      problem_of("bramah: 1\nname:crane\nbodies: {}\n"),
      "m.yaml:3: YAML: illegal map value; is a blank missing after a \":\" before, is the line "
      "indented too far, or has it a second \":\"?");
  EXPECT_EQ(problem_of(std::string("\xff\xfe"
                                   "b\0r\0",
                                   6)),
            "m.yaml:1: this file is in UTF-16; save it as UTF-8");
  EXPECT_EQ(problem_of("bramah: 1\nname: Kr\xe4n\n"),
            "m.yaml:2: a letter that is not in UTF-8; save the file as UTF-8");
}

TEST(Document, NamesTheKeyOfAMissingValue) {
  const Node root = parse_document("a:\nb:\n  c:\n\nd: 1\n", "f.yaml");
  EXPECT_EQ(root.find("a")->where.line, 1);
  EXPECT_EQ(root.find("b")->find("c")->where.line, 3);
}

TEST(Document, HasNoLinesOnTheCommandLine) {
  LoadOptions options;
  options.set = {"bodies={a: 1, a: 2}"};
  try {
    (void)read_machine_text("bramah: 1\n", "m.yaml", options);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "--set bodies={a: 1, a: 2}: \"a\" is written twice; remove or rename one");
  }
}

TEST(Document, ReadsRegularFilesOnly) {
  EXPECT_THROW((void)read_text_file("/dev/zero", {}, 100), InputError);
  EXPECT_THROW((void)read_text_file("no_such_file", {}, 100), InputError);
}

}  // namespace
}  // namespace bramah
