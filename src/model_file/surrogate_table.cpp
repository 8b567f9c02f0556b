// surrogate: the use of a trained network in a machine.
#include "model_file/key_table.h"
#include "model_file/surrogate_file.h"
#include "model_file/tables.h"

namespace bramah {
namespace {

constexpr std::size_t kLargestNetwork = std::size_t{256} << 20;

struct SurrogateItem : SurrogateSpec {
  std::string path;
};

void store_file(Reader& in, const Node& node, const KeyInfo& key, SurrogateItem& item) {
  const auto path = in.path(node, key);
  if (!path) return;
  item.file = node.text;
  item.path = *path;
}

const Table<SurrogateItem>& surrogate_table() {
  static const Table<SurrogateItem> table = [] {
    Table<SurrogateItem> t("surrogate", "A trained network in place of valves, oil and cylinders.");
    t.add({.name = "file",
           .kind = KeyKind::text,
           .required = true,
           .doc = "the network's file, from this file's folder",
           .example = "circuit3.narx.yaml"},
          store_file);
    t.either({.name = "actuator",
              .choices = {"surrogate", "physical"},
              .doc = "`physical`: the oil is solved after all, the network is not used",
              .example = "physical"},
             &SurrogateSpec::physical, "physical");
    t.choice({.name = "outside",
              .choices = {"warn", "physics", "stop"},
              .doc = "outside of what the network was trained for: a warning after the run; the "
                     "oil is solved until all is inside again; or the step fails",
              .example = "physics"},
             &SurrogateSpec::outside);
    return t;
  }();
  return table;
}

void load_network(Reader& in, SurrogateItem& surrogate) {
  const std::string& path = surrogate.path;
  try {
    const std::string text = read_text_file(path, surrogate.where, kLargestNetwork);
    in.hash.add(text);
    surrogate.network = std::make_shared<const Surrogate>(read_surrogate_text(text, path));
  } catch (const InputError& error) {
    for (const std::string& problem : error.problems()) in.problems.add(Where{}, problem);
  }
}

}  // namespace

const TableInfo& surrogate_info() { return surrogate_table().info; }

std::optional<SurrogateSpec> read_surrogate_use(Reader& in, const Node& node) {
  SurrogateItem item;
  item.where = node.where;
  const std::size_t before = in.problems.size();
  if (node.is_scalar())
    store_file(in, node, surrogate_info().keys.front(), item);
  else
    read_table(in, node, surrogate_table(), item);
  if (in.problems.size() == before && !item.physical) load_network(in, item);
  return SurrogateSpec(item);
}

}  // namespace bramah
