// A study as a file: what the command line says, in YAML.
//
//   study:
//     model: crane.yaml                  # beside this file
//     set: [lift.bore=90mm]
//     over: {step: [1 ms, 2 ms], method: [ali1, ali3p], lift.bore: 80mm:100mm:5}
//     measure: {peak: max(lift.A.p)}     # or [lift.force]
//     design: {kind: sobol, runs: 256, seed: 1}
//     bound: {length_error: 0.1 mm}
#include "model_file/study_file.h"

#include <charconv>
#include <filesystem>

#include "bramah/basics.h"
#include "core/problems.h"
#include "model_file/document.h"

namespace bramah {
namespace {

constexpr std::size_t kLargestStudy = std::size_t{1} << 20;

// "study.yaml:4:", the origin that messages start with.
std::string origin(const Where& where) {
  const std::string text = prefix(where);
  return text.substr(0, text.size() - 1);
}

class StudyReader {
 public:
  explicit StudyReader(StudyFile& file) : file_(file) {}

  void read(const Node& root, const std::string& path) {
    for (std::size_t k = 0; k < root.keys.size(); ++k)
      if (root.keys[k] != "study")
        problems_.add(root.key_places[k],
                      "\"" + root.keys[k] + "\": a study file has the key \"study\" alone");
    const Node& study = *root.find("study");
    if (!study.is_map())
      problems_.add(study.where, "study: expected model, over, ...; found " + found_text(study));
    for (std::size_t k = 0; k < study.keys.size(); ++k)
      read_key(study.keys[k], study.items[k], study.key_places[k]);
    if (!study.find("model") && file_.options.task != "formula")
      problems_.add(study.where, "study: no model; write model: crane.yaml");
    else if (const std::filesystem::path model = file_.model; !model.empty() && model.is_relative())
      file_.model = (std::filesystem::path(path).parent_path() / model).string();
    problems_.throw_if_any();
  }

 private:
  void read_key(const std::string& key, const Node& node, const Where& where) {
    StudyOptions& options = file_.options;
    LoadOptions& load = options.load;
    struct Word {
      const char* name;
      std::string* target;
    };
    for (const Word& word :
         {Word{"model", &file_.model}, Word{"method", &load.method},
          Word{"coordinates", &load.coordinates}, Word{"constraints", &load.constraints},
          Word{"integrator", &load.integrator}, Word{"coupling", &load.coupling},
          Word{"tangent", &load.tangent}, Word{"oil", &load.oil}, Word{"substeps", &load.substeps},
          Word{"accuracy", &load.accuracy}})
      if (key == word.name) return read_word(key, node, *word.target);
    if (key == "step") return read_time(key, node, load.step);
    if (key == "until") return read_time(key, node, load.until);
    if (key == "set")
      return read_pairs(key, node,
                        [&](const std::string& text, const Where&) { load.set.push_back(text); });
    if (key == "measure")  // words, or names with expressions
      return read_pairs(key, node, [&](const std::string& text, const Where&) {
        options.channels.push_back(text);
      });
    if (key == "task") return read_word(key, node, options.task);
    if (key == "chart") return read_chart(node);
    if (key == "so_that") return read_word(key, node, options.so_that);
    if (key == "find")
      return read_pairs(key, node,
                        [&](const std::string& text, const Where&) { options.find = text; });
    if (key == "design") return read_design(node);
    if (key == "correlate")
      return read_pairs(key, node,
                        [&](const std::string& text, const Where& at) { read_pair(text, at); });
    if (key == "over") return read_over(node);
    if (key == "bound")
      return read_pairs(key, node, [&](const std::string& text, const Where& at) {
        collect(
            at, [&] { options.bounds.push_back(study_bound(text, origin(at))); }, true);
      });
    if (key == "reference") {
      std::string name;
      read_word(key, node, name);
      return collect(node.where, [&] { options.reference = study_reference(name); });
    }
    if (key == "refine") return read_number(key, node, options.refine);
    if (key == "growth") return read_number(key, node, options.growth);
    static const std::vector<std::string> kKnown = {
        "model",    "set",       "method",    "coordinates", "constraints", "integrator",
        "coupling", "tangent",   "oil",       "step",        "until",       "over",
        "measure",  "bound",     "reference", "refine",      "growth",      "task",
        "design",   "correlate", "find",      "so_that",     "chart"};
    problems_.add(where, "study: no key \"" + key + "\"" + suggestion(key, kKnown));
  }

  // What `work` throws becomes problems of this place; `placed`: they name it already.
  template <class Work>
  void collect(const Where& where, const Work& work, bool placed = false) {
    try {
      work();
    } catch (const InputError& error) {
      for (const std::string& problem : error.problems())
        problems_.add(placed ? Where{} : where, problem);
    }
  }

  void read_word(const std::string& key, const Node& node, std::string& target) {
    if (node.is_scalar())
      target = node.text;
    else
      problems_.add(node.where, key + ": expected a word; found " + found_text(node));
  }

  void read_time(const std::string& key, const Node& node, std::optional<double>& target) {
    std::string text;
    read_word(key, node, text);
    collect(node.where, [&] { target = parse_quantity(text, "s"); });
  }

  template <class Number>
  void read_number(const std::string& key, const Node& node, Number& target) {
    const char* end = node.text.data() + node.text.size();
    const auto [last, error] = std::from_chars(node.text.data(), end, target);
    if (!node.is_scalar() || error != std::errc{} || last != end)
      problems_.add(node.where, key + ": expected a number; found " + found_text(node));
  }

  // One word or a list of them.
  void read_list(const std::string& key, const Node& node, std::vector<std::string>& target) {
    if (node.is_scalar()) return target.push_back(node.text);
    if (!node.is_list())
      return problems_.add(node.where, key + ": expected a list; found " + found_text(node));
    for (const Node& item : node.items) {
      std::string text;
      read_word(key, item, text);
      target.push_back(text);
    }
  }

  // A map of names and values, or words as on the command line.
  template <class Take>
  void read_pairs(const std::string& key, const Node& node, const Take& take) {
    if (!node.is_map()) {
      std::vector<std::string> words;
      read_list(key, node, words);
      for (const std::string& word : words) take(word, node.where);
      return;
    }
    for (std::size_t k = 0; k < node.keys.size(); ++k) {
      std::string value;
      read_word(key + "." + node.keys[k], node.items[k], value);
      if (!value.empty()) take(node.keys[k] + "=" + value, node.key_places[k]);
    }
  }

  // {kind: latin, runs: 200, seed: 7}, or a word.
  void read_design(const Node& node) {
    StudyOptions::Design& design = file_.options.design;
    if (!node.is_map()) return read_word("design", node, design.kind);
    for (std::size_t k = 0; k < node.keys.size(); ++k) {
      if (node.keys[k] == "kind")
        read_word("design.kind", node.items[k], design.kind);
      else if (node.keys[k] == "runs")
        read_number("design.runs", node.items[k], design.runs);
      else if (node.keys[k] == "seed")
        read_number("design.seed", node.items[k], design.seed);
      else
        problems_.add(node.key_places[k], "design: no key \"" + node.keys[k] + "\"" +
                                              suggestion(node.keys[k], {"kind", "runs", "seed"}));
    }
  }

  // {load: hook.eye, pressure: 225 bar, cylinders: [lift, jib]}
  void read_chart(const Node& node) {
    if (!node.is_map())
      return problems_.add(
          node.where,
          "chart: expected {load: hook.eye, pressure: 225 bar}; found " + found_text(node));
    for (std::size_t k = 0; k < node.keys.size(); ++k) {
      std::vector<std::string> words;
      read_list("chart." + node.keys[k], node.items[k], words);
      std::string value;
      for (const std::string& word : words) value += (value.empty() ? "" : ",") + word;
      collect(node.key_places[k],
              [&] { set_chart_option(file_.options.chart, node.keys[k], value); });
    }
  }

  // "lift.bore, lift.rod=0.6"
  void read_pair(const std::string& text, const Where& where) {
    const auto comma = text.find(','), equals = text.find('=');
    StudyOptions::Correlation pair;
    const auto trim = [](std::string word) {
      const auto first = word.find_first_not_of(' '), last = word.find_last_not_of(' ');
      return first == std::string::npos ? "" : word.substr(first, last - first + 1);
    };
    const std::string number = equals == std::string::npos ? "" : trim(text.substr(equals + 1));
    const char* const end = number.data() + number.size();
    const auto [last, error] = std::from_chars(number.data(), end, pair.coefficient);
    if (comma == std::string::npos || equals < comma || error != std::errc{} || last != end)
      return problems_.add(where, "correlate: expected {\"a, b\": 0.6} or a, b=0.6; found " + text);
    pair.a = trim(text.substr(0, comma)), pair.b = trim(text.substr(comma + 1, equals - comma - 1));
    file_.options.correlations.push_back(pair);
  }

  void read_over(const Node& node) {
    if (!node.is_map())
      return problems_.add(
          node.where,
          "over: expected names with lists, e.g. {step: [1 ms, 2 ms]}; found " + found_text(node));
    for (std::size_t k = 0; k < node.keys.size(); ++k) {
      StudyAxis axis{node.keys[k], {}, origin(node.key_places[k])};
      std::vector<std::string> words;
      read_list("over." + axis.name, node.items[k], words);
      if (node.items[k].is_scalar() && !words[0].empty()) {  // "1 ms, 2 ms" is a list too
        const std::string text = axis.name + "=" + words[0];
        collect({}, [&] { words = study_axis(text, axis.origin).values; });
      }
      axis.values = words;
      file_.options.over.push_back(axis);
    }
  }

  StudyFile& file_;
  Problems problems_;
};

}  // namespace

bool is_study_file(const std::string& path) {
  try {
    const Node root = parse_document(read_text_file(path, {}, kLargestStudy), path);
    return root.is_map() && root.find("study") != nullptr;
  } catch (const InputError&) {
    return false;  // whoever loads it as a machine says what is wrong
  }
}

StudyFile read_study_file(const std::string& path) {
  return read_study_text(read_text_file(path, {}, kLargestStudy), path);
}

StudyFile read_study_text(const std::string& text, const std::string& path) {
  StudyFile file;
  const Node root = parse_document(text, path);
  if (!root.is_map() || !root.find("study"))
    throw InputError(prefix({path, 1}) +
                     "expected a study file, which starts with \"study:\"; found " +
                     found_text(root));
  StudyReader(file).read(root, path);
  return file;
}

}  // namespace bramah
