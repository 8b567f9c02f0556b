#include "model_file/surrogate_file.h"

#include "bramah/basics.h"
#include "core/text.h"
#include "model_file/key_table.h"
#include "model_file/plain_number.h"
#include "model_file/surrogate_checksum.h"
#include "model_file/surrogate_network.h"

namespace bramah {
namespace {

constexpr std::size_t kLargestSurrogate = std::size_t{32} << 20;
constexpr int kMostDelays = 1000;  // as in problems_of()
const char* const kSurrogateVersion = "1";

// [lower, upper]
void read_range(Reader& in, const Node& node, double& lower, double& upper) {
  if (!has_items(in, node, 2, "numbers, [lower, upper]")) return;
  const auto a = plain_number(in, node.items[0]), b = plain_number(in, node.items[1]);
  if (!a || !b) return;
  if (!(*a < *b))
    in.problem(node.where, "expected [lower, upper]; found [" + node.items[0].text + ", " +
                               node.items[1].text + "], which does not rise");
  lower = *a;
  upper = *b;
}

// ---------------------------------------------------------------------------------------- channels

void store_unit(Reader& in, const Node& node, const KeyInfo& key, SurrogateChannel& c) {
  const auto unit = in.text(node, key);
  if (!unit) return;
  try {
    const Quantity one = parse_quantity(*unit);
    if (one.value != 1.0)
      in.problem(node.where,
                 "expected an SI unit, " + si_name(one.dimension) + "; found " + found_text(node));
  } catch (const QuantityError& error) {
    in.problem(node.where, "cannot read " + found_text(node) + ": " + error.what());
  }
  c.unit = *unit;
}

void store_change(Reader& in, const Node& node, const KeyInfo&, SurrogateChannel& c) {
  const auto value = plain_number(in, node);
  if (value && !(*value > 0.0)) in.expected(node, "a number greater than zero");
  if (value) c.valid_change = *value;
}

const Table<SurrogateChannel>& channel_table() {
  static const Table<SurrogateChannel> table = [] {
    Table<SurrogateChannel> t("channel", "An input or output of the network.");
    t.add({.name = "unit",
           .kind = KeyKind::text,
           .required = true,
           .doc = "SI unit of its numbers",
           .example = "m"},
          store_unit);
    t.add({.name = "scale",
           .kind = KeyKind::values,
           .required = true,
           .doc = "what becomes [-1, 1] for the network",
           .example = "[0.6, 1.1]"},
          [](Reader& in, const Node& node, const KeyInfo&, SurrogateChannel& c) {
            read_range(in, node, c.lower, c.upper);
          });
    t.add({.name = "valid",
           .kind = KeyKind::values,
           .required = true,
           .doc = "smallest and largest value of the training data",
           .example = "[0.65, 1.02]"},
          [](Reader& in, const Node& node, const KeyInfo&, SurrogateChannel& c) {
            read_range(in, node, c.valid_lower, c.valid_upper);
          });
    t.add({.name = "change",
           .kind = KeyKind::values,
           .required = true,
           .doc = "largest change within one sample in the training data",
           .example = "0.004"},
          store_change);
    return t;
  }();
  return table;
}

std::vector<SurrogateChannel> read_channels(Reader& in, const Node& node, const char* word) {
  std::vector<SurrogateChannel> channels;
  if (!node.is_map() || node.items.empty())
    return in.expected(node, concat("a map with a name for each ", word)), channels;
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    const Reader::Inside inside(in, concat(word, " \"", node.keys[i], "\""), true);
    SurrogateChannel& c = channels.emplace_back();
    c.name = node.keys[i];
    if (c.name.empty()) in.problem(node.key_places[i], "a channel needs a name");
    read_table(in, node.items[i], channel_table(), c);
  }
  return channels;
}

// ------------------------------------------------------------------------------------------ delays

const Table<NarxDelays>& delays_table() {
  static const Table<NarxDelays> table = [] {
    const auto count = [](int NarxDelays::*member) {
      return [member](Reader& in, const Node& node, const KeyInfo&, NarxDelays& d) {
        if (const auto value = whole_number(in, node, 0, kMostDelays)) d.*member = *value;
      };
    };
    Table<NarxDelays> t("delays", "Samples of the past that the network sees.");
    t.add({.name = "inputs",
           .required = true,
           .doc = "first and last delay of the inputs",
           .example = "[0, 10]"},
          [](Reader& in, const Node& node, const KeyInfo&, NarxDelays& d) {
            if (!has_items(in, node, 2, "delays, [first, last]")) return;
            const auto first = whole_number(in, node.items[0], 0, kMostDelays),
                       last = whole_number(in, node.items[1], 0, kMostDelays);
            if (!first || !last) return;
            if (*first > *last) in.problem(node.where, "the first delay is longer than the last");
            d.input_first = *first;
            d.input_last = *last;
          });
    t.add({.name = "outputs",
           .required = true,
           .doc = "number of past outputs, 0: none",
           .example = "11"},
          count(&NarxDelays::outputs));
    t.add({.name = "errors",
           .fallback = std::to_string(NarxDelays{}.errors),
           .doc = "number of past errors",
           .example = "0"},
          count(&NarxDelays::errors));
    return t;
  }();
  return table;
}

// ---------------------------------------------------------------------------------- the whole file

void store_network(Reader& in, const Node& node, const KeyInfo&, Surrogate& s) {
  read_network(in, node, s);
}

void store_made(Reader& in, const Node& node, const KeyInfo&, Surrogate& s) {
  if (!node.is_map()) return in.expected(node, "a map of texts");
  for (std::size_t i = 0; i < node.keys.size(); ++i)
    if (node.items[i].is_scalar())
      s.made.emplace_back(node.keys[i], node.items[i].text);
    else
      in.expected(node.items[i], "a text");
}

const Table<Surrogate>& surrogate_file_table() {
  static const Table<Surrogate> table = [] {
    Table<Surrogate> t("surrogate", "A trained network that stands for a circuit.");
    t.add({.name = "bramah_surrogate",
           .required = true,
           .doc = "version of the file format",
           .example = kSurrogateVersion},
          [](Reader&, const Node&, const KeyInfo&, Surrogate&) {});  // looked at first
    t.text({.name = "name", .doc = "what people call it", .example = "circuit 3"},
           &Surrogate::name);
    t.quantity({.name = "sample_time",
                .unit = "s",
                .required = true,
                .bound = Bound::positive,
                .doc = "time between two samples",
                .example = "10 ms"},
               &Surrogate::sample_time);
    t.add({.name = "inputs",
           .kind = KeyKind::named_tables,
           .table = &channel_table().info,
           .required = true,
           .doc = "what it reads",
           .example = "{U: {unit: V, scale: [-10, 10], valid: [-9, 9], change: 2}}"},
          [](Reader& in, const Node& node, const KeyInfo&, Surrogate& s) {
            s.inputs = read_channels(in, node, "input");
          });
    t.add({.name = "outputs",
           .kind = KeyKind::named_tables,
           .table = &channel_table().info,
           .required = true,
           .doc = "what it predicts",
           .example = "{lift.length: {unit: m, scale: [0.6, 1], valid: [0.7, 1], change: 0.01}}"},
          [](Reader& in, const Node& node, const KeyInfo&, Surrogate& s) {
            s.outputs = read_channels(in, node, "output");
          });
    t.add({.name = "delays",
           .kind = KeyKind::table,
           .table = &delays_table().info,
           .required = true,
           .doc = "samples of the past that it sees",
           .example = "{inputs: [0, 10], outputs: 11}"},
          [](Reader& in, const Node& node, const KeyInfo&, Surrogate& s) {
            read_table(in, node, delays_table(), s.delays);
          });
    t.add({.name = "made", .doc = "how it was made, for people", .example = "{seed: 7}"},
          store_made);
    t.add({.name = "checksum",
           .kind = KeyKind::text,
           .absent = "weights are taken as they are",
           .doc = "of scales, weights and biases, as they were trained",
           .example = "0b5e70c6d9a1f342"},
          [](Reader& in, const Node& node, const KeyInfo& key, Surrogate&) {
            (void)in.text(node, key);  // compared when everything is read
          });
    t.add({.name = "network",
           .kind = KeyKind::table,
           .table = &surrogate_network_info(),
           .required = true,
           .doc = "layers and their parameters",
           .example = "{layers: [2, 1], activation: tanh, parameters: ...}"},
          store_network);
    return t;
  }();
  return table;
}

// Another version, or another file altogether: what else is in it means nothing.
void require_version(const Node& root, const std::string& name) {
  const Node* version = root.find("bramah_surrogate");
  if (!version)
    throw InputError(prefix({name, std::max(root.where.line, 1)}) +
                     "expected a surrogate file that starts with \"bramah_surrogate: 1\"; found " +
                     (root.find("bramah") ? "a machine file" : found_text(root)));
  if (!version->is_scalar() || version->text != kSurrogateVersion)
    throw InputError(prefix(version->where) + "bramah_surrogate: format version " +
                     found_text(*version) + " is not supported; this program reads version " +
                     kSurrogateVersion);
}

// The network that was judged is the one that runs.
void compare_checksum(Reader& in, const Node& root, const Surrogate& surrogate) {
  const Node* told = root.find("checksum");
  if (!told) return;
  const std::string found = checksum_of(surrogate);
  if (told->text != found)
    in.problem(told->where, concat("the weights are not those that were trained: checksum ",
                                   told->text, ", but theirs is ", found,
                                   "; remove the line `checksum` if the change is meant"));
}

}  // namespace

Surrogate read_surrogate(const std::string& path) {
  return read_surrogate_text(read_text_file(path, {}, kLargestSurrogate), path);
}

Surrogate read_surrogate_text(const std::string& text, const std::string& name) {
  if (text.size() > kLargestSurrogate)
    throw InputError(concat(prefix({name, 1}), "larger than ", kLargestSurrogate >> 20, " MB"));
  Source source;
  source.file = name;
  source.root = parse_document(text, name, true,
                               {.thing = "surrogate",
                                .most_values = 1'000'000,
                                .advice = "a network of that size is not supported"});
  require_version(source.root, name);
  Reader in(source);
  Surrogate surrogate;
  read_table(in, source.root, surrogate_file_table(), surrogate);
  if (in.problems.empty()) compare_checksum(in, source.root, surrogate);
  if (in.problems.empty())
    for (const std::string& problem : problems_of(surrogate)) in.problem({name, 1}, problem);
  in.problems.throw_if_any();
  return surrogate;
}

}  // namespace bramah
