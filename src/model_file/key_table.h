// Table<Item>: the keys of one kind of item and, for each, how its value is stored in the item.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "bramah/solver.h"
#include "core/nearest.h"
#include "model_file/key_info.h"
#include "model_file/reader.h"

namespace bramah {

template <class Item>
using Store = std::function<void(Reader&, const Node&, const KeyInfo&, Item&)>;

// "0.1 ms": a default as people write it.
std::string default_text(double si, const std::string& unit);

template <class Item>
struct Table {
  TableInfo info;
  std::vector<Store<Item>> stores;  // beside info.keys

  Table(std::string name, std::string doc) : info{std::move(name), std::move(doc), {}} {}

  Table& add(KeyInfo key, Store<Item> store) {
    info.keys.push_back(std::move(key));
    stores.push_back(std::move(store));
    return *this;
  }

  // ------------------------------------------------------------- the usual ways to store a value
  // A default is written once, as the initialiser of the struct's member: keys that are neither
  // required nor say what their absence means tell the value of a fresh item.
  static bool tells(const KeyInfo& key) { return !key.required && key.absent.empty(); }

  template <class Owner, class Member>
  Table& quantity(KeyInfo key, Member Owner::*member) {
    if constexpr (std::is_same_v<Member, double>)
      if (tells(key))
        key.fallback = default_text(Item{}.*member, key.shown.empty() ? key.unit : key.shown);
    return add(std::move(key),
               [member](Reader& in, const Node& node, const KeyInfo& k, Item& item) {
                 if (const auto value = in.quantity(node, k)) item.*member = *value;
               });
  }
  template <class Owner>
  Table& triple(KeyInfo key, Triple Owner::*member) {
    key.kind = KeyKind::vector;
    return add(std::move(key),
               [member](Reader& in, const Node& node, const KeyInfo& k, Item& item) {
                 if (const auto value = in.triple(node, k)) item.*member = *value;
               });
  }
  template <class Owner>
  Table& text(KeyInfo key, std::string Owner::*member) {
    if (key.kind != KeyKind::reference) key.kind = KeyKind::text;
    return add(std::move(key),
               [member](Reader& in, const Node& node, const KeyInfo& k, Item& item) {
                 if (const auto value = in.text(node, k)) item.*member = *value;
               });
  }
  template <class Owner>
  Table& reference(KeyInfo key, std::string Owner::*member) {
    key.kind = KeyKind::reference;
    return text(std::move(key), member);
  }
  template <class Owner>
  Table& point(KeyInfo key, PointRef Owner::*member) {
    key.kind = KeyKind::reference;
    return add(std::move(key),
               [member](Reader& in, const Node& node, const KeyInfo& k, Item& item) {
                 if (const auto value = in.point(node, k)) item.*member = *value;
               });
  }
  template <class Owner>
  Table& boolean(KeyInfo key, bool Owner::*member) {
    key.kind = KeyKind::boolean;
    if (tells(key)) key.fallback = Item{}.*member ? "true" : "false";
    return add(std::move(key), [member](Reader& in, const Node& node, const KeyInfo&, Item& item) {
      if (const auto value = in.boolean(node)) item.*member = *value;
    });
  }
  template <class Owner>
  Table& word(KeyInfo key, std::string Owner::*member) {
    key.kind = KeyKind::choice;
    return add(std::move(key),
               [member](Reader& in, const Node& node, const KeyInfo& k, Item& item) {
                 if (const auto value = in.choice(node, k)) item.*member = *value;
               });
  }
  // One of an axis of the solver (bramah/solver.h), or of the few given.
  template <class Owner, class Enum>
  Table& axis(KeyInfo key, Enum Owner::*member, const std::vector<Enum>& few = {}) {
    key.kind = KeyKind::choice;
    if (few.empty()) key.choices = names<Enum>();
    for (const Enum value : few) key.choices.push_back(choice_name(value));
    if (tells(key)) key.fallback = choice_name(Item{}.*member);
    return add(std::move(key),
               [member](Reader& in, const Node& node, const KeyInfo& k, Item& item) {
                 if (const auto word = in.choice(node, k))
                   item.*member = *choice_called<Enum>(*word);
               });
  }
  // One of two words, of which `yes` means true.
  template <class Owner>
  Table& either(KeyInfo key, bool Owner::*member, const std::string& yes) {
    key.kind = KeyKind::choice;
    const std::string& no = key.choices[key.choices[0] == yes ? 1 : 0];
    if (tells(key)) key.fallback = Item{}.*member ? yes : no;
    return add(std::move(key),
               [member, yes](Reader& in, const Node& node, const KeyInfo& k, Item& item) {
                 if (const auto word = in.choice(node, k)) item.*member = *word == yes;
               });
  }
  // A whole number between two ends.
  template <class Owner>
  Table& integer(KeyInfo key, int Owner::*member, int least, int most) {
    key.kind = KeyKind::integer;
    key.unit = "1";
    if (tells(key)) key.fallback = std::to_string(Item{}.*member);
    return add(std::move(key), [=](Reader& in, const Node& node, const KeyInfo& k, Item& item) {
      const auto value = in.integer(node, k);
      if (value && (*value < least || *value > most))
        in.expected(node,
                    "a whole number from " + std::to_string(least) + " to " + std::to_string(most));
      else if (value)
        item.*member = *value;
    });
  }
  // Choices in the order of the enumeration's values.
  template <class Owner, class Enum>
  Table& choice(KeyInfo key, Enum Owner::*member) {
    key.kind = KeyKind::choice;
    if (tells(key)) key.fallback = key.choices[static_cast<std::size_t>(Item{}.*member)];
    return add(std::move(key),
               [member](Reader& in, const Node& node, const KeyInfo& k, Item& item) {
                 const auto value = in.choice(node, k);
                 if (!value) return;
                 const auto found = std::find(k.choices.begin(), k.choices.end(), *value);
                 item.*member = static_cast<Enum>(found - k.choices.begin());
               });
  }
};

template <class Item>
void report_unknown_key(Reader& in, const Table<Item>& table, const std::string& key,
                        const Where& where) {
  std::vector<std::string> names;
  for (const auto& known : table.info.keys) names.push_back(known.name);
  std::string hint = did_you_mean(key, names);
  // {bore: 0,5 m} ends at the comma, and "5 m" would be a key.
  if (!key.empty() && key[0] >= '0' && key[0] <= '9')
    hint = "; a comma ends a value inside { }: write 0.5, not 0,5";
  in.problem(where, "unknown key \"" + key + "\"" +
                        (hint.empty() ? "; known keys are " + join(names) : hint));
}

// Gives a table the keys of another that stores into a part of its items.
template <class Item, class Owner, class Part>
void adopt(Table<Item>& table, const Table<Part>& part, Part Owner::*member) {
  for (std::size_t i = 0; i < part.info.keys.size(); ++i)
    table.add(part.info.keys[i],
              [store = part.stores[i], member](Reader& in, const Node& node, const KeyInfo& key,
                                               Item& item) { store(in, node, key, item.*member); });
}

// Reads a map into an item: unknown and missing keys are problems, absent ones leave the item as it
// is.
template <class Item>
void read_table(Reader& in, const Node& node, const Table<Item>& table, Item& item) {
  const auto& keys = table.info.keys;
  if (!node.is_map()) {
    std::vector<std::string> names;
    for (const auto& key : keys) names.push_back(key.name);
    return in.expected(node, "a map with keys such as " + join(names));
  }
  for (std::size_t i = 0; i < node.keys.size(); ++i)
    if (std::none_of(keys.begin(), keys.end(), [&](auto& k) { return k.name == node.keys[i]; }))
      report_unknown_key(in, table, node.keys[i], node.key_places[i]);
  // In the table's order, not the file's: what later keys depend on comes first there.
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const KeyInfo& key = keys[i];
    const Node* value = node.find(key.name);
    if (!value && key.required)
      in.problem(node.where, "missing key \"" + key.name + "\" (" + key.doc + "), e.g. " +
                                 key.name + ": " + key.example);
    if (!value) continue;
    const Reader::Inside inside(in, key.name);
    table.stores[i](in, *value, key, item);
  }
}

// A map of named items; `item_word` names one in messages: cylinder "lift".
template <class Item, class Finish>
auto read_named(Reader& in, const Node& node, const Table<Item>& table, const char* item_word,
                Finish finish) {
  using Spec = decltype(finish(in, std::declval<Item&>()));
  std::vector<Spec> all;
  if (!node.is_map()) {
    in.expected(node, std::string("a map with a name for each ") + item_word);
    return all;
  }
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    const Reader::Inside inside(in, std::string(item_word) + " \"" + node.keys[i] + "\"", true);
    if (!is_name(node.keys[i]))
      in.problem(node.key_places[i], "a name has letters, digits and _ only, e.g. boom_lift");
    Item item;
    item.name = node.keys[i];
    item.where = node.key_places[i];
    const std::size_t before = in.problems.size();
    read_table(in, node.items[i], table, item);
    // The item's own sense is judged only if all its values could be read; a wrong item is kept, so
    // that what refers to it is not reported as well.
    all.push_back(in.problems.size() == before ? finish(in, item) : Spec(item));
  }
  return all;
}

}  // namespace bramah
