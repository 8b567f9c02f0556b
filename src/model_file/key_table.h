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

// "0.1 ms": a default as people write it, in the unit the key shows.
std::string default_text(double si, const KeyInfo& key);

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
  // A default is written once, in the struct: a number that is neither required nor given another
  // fallback tells the one of a fresh item.
  template <class Owner, class Member>
  Table& quantity(KeyInfo key, Member Owner::*member) {
    if constexpr (std::is_same_v<Member, double>)
      if (!key.required && key.fallback.empty() && key.absent.empty()) {
        key.fallback = default_text(Item{}.*member, key);
        key.in_struct = true;
      }
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
    if (key.absent.empty()) {
      key.fallback = choice_name(Item{}.*member);
      key.in_struct = true;
    }
    return add(std::move(key),
               [member](Reader& in, const Node& node, const KeyInfo& k, Item& item) {
                 if (const auto word = in.choice(node, k))
                   item.*member = *choice_called<Enum>(*word);
               });
  }
  // Choices in the order of the enumeration's values.
  template <class Owner, class Enum>
  Table& choice(KeyInfo key, Enum Owner::*member) {
    key.kind = KeyKind::choice;
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

// Reads a map into an item: unknown and missing keys are problems, absent ones take their fallback.
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
    const Node fallback = make_value(key.fallback, node.where);
    if (!value && !key.fallback.empty() && !key.in_struct) value = &fallback;
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
