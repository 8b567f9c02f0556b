#include "model_file/document.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "bramah/error.h"

namespace bramah {
namespace {

constexpr int kDeepest = 40;
constexpr std::size_t kMostKeys = 5'000;  // of one map: looking for doubles is quadratic
constexpr std::size_t kLongestShown = 40;

std::size_t count_nodes(const Node& node) {
  std::size_t n = 1;
  for (const auto& item : node.items) n += count_nodes(item);
  return n;
}

// Builds the tree from the parser's events; limits are checked as the events come.
class TreeBuilder : public YAML::EventHandler {
 public:
  TreeBuilder(std::string file, bool numbered, const DocumentKind& kind)
      : file_(std::move(file)), numbered_(numbered), kind_(kind) {}

  Node take_root() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    Node node;
    node.where = place(mark);
    add(std::move(node), anchor);
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end()) fail(place(mark), "an alias may not stand inside its own anchor");
    nodes_ += found->second.nodes;
    add(found->second.node, 0);
  }
  void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                const std::string& value) override {
    add(make_scalar(value, place(mark)), anchor);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(Node::Kind::list, mark, anchor);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(Node::Kind::map, mark, anchor);
  }
  void OnMapEnd() override { close(); }

 private:
  struct Frame {
    Node node;
    YAML::anchor_t anchor = 0;
    bool has_key = false;
  };
  struct Anchor {
    Node node;
    std::size_t nodes;
  };

  [[noreturn]] static void fail(const Where& where, const std::string& text) {
    throw InputError(prefix(where) + text);
  }
  Where place(const YAML::Mark& mark) const { return {file_, numbered_ ? mark.line + 1 : 0}; }

  void open(Node::Kind kind, const YAML::Mark& mark, YAML::anchor_t anchor) {
    if (static_cast<int>(stack_.size()) >= kDeepest)
      fail(place(mark), "nested deeper than " + std::to_string(kDeepest) + " levels");
    Frame frame;
    frame.node.kind = kind;
    frame.node.where = place(mark);
    frame.anchor = anchor;
    stack_.push_back(std::move(frame));
  }
  void close() {
    Frame frame = std::move(stack_.back());
    stack_.pop_back();
    add(std::move(frame.node), frame.anchor);
  }
  void add(Node node, YAML::anchor_t anchor) {
    if (++nodes_ > kind_.most_values)
      fail(node.where, "more than " + std::to_string(kind_.most_values) +
                           " values, aliases expanded; " + kind_.advice);
    if (anchor != 0) anchors_[anchor] = {node, count_nodes(node)};
    if (stack_.empty()) {
      root_ = std::move(node);
    } else if (stack_.back().node.is_list()) {
      stack_.back().node.items.push_back(std::move(node));
    } else {
      add_to_map(stack_.back(), std::move(node));
    }
  }
  void add_to_map(Frame& frame, Node node) {
    if (frame.has_key) {
      frame.node.items.push_back(std::move(node));
      frame.has_key = false;
      return;
    }
    if (!node.is_scalar()) fail(node.where, "a key must be a word; found " + found_text(node));
    const auto& keys = frame.node.keys;
    if (keys.size() == kMostKeys)
      fail(node.where, "more than " + std::to_string(kMostKeys) + " keys in one map");
    const auto same = std::find(keys.begin(), keys.end(), node.text);
    if (same != keys.end()) {
      const Where& first = frame.node.key_places[static_cast<std::size_t>(same - keys.begin())];
      fail(node.where, "\"" + node.text + "\" is written twice, first in line " +
                           std::to_string(first.line) + "; remove or rename one");
    }
    frame.node.keys.push_back(node.text);
    frame.node.key_places.push_back(node.where);
    frame.has_key = true;
  }

  std::string file_;
  bool numbered_;
  const DocumentKind& kind_;
  Node root_;
  std::vector<Frame> stack_;
  std::map<YAML::anchor_t, Anchor> anchors_;
  std::size_t nodes_ = 0;
};

void require_text(const std::string& text, const std::string& name, bool numbered,
                  const DocumentKind& kind) {
  int line = 1;
  for (const char c : text) {
    if (c == '\n') ++line;
    const auto byte = static_cast<unsigned char>(c);
    if ((byte < 0x20 && c != '\n' && c != '\r' && c != '\t') || byte == 0x7f)
      throw InputError(prefix({name, numbered ? line : 0}) +
                       "this is not a text file (control character " + std::to_string(byte) +
                       "); expected a " + kind.thing + " file in YAML");
  }
}

}  // namespace

const Node* Node::find(std::string_view key) const {
  const auto found = std::find(keys.begin(), keys.end(), key);
  return found == keys.end() ? nullptr : &items[static_cast<std::size_t>(found - keys.begin())];
}

Node* Node::find(std::string_view key) {
  return const_cast<Node*>(static_cast<const Node*>(this)->find(key));
}

void Node::set(const std::string& key, Node value) {
  if (Node* old = find(key)) {
    const auto i = static_cast<std::size_t>(old - items.data());
    key_places[i] = value.where;
    *old = std::move(value);
    return;
  }
  keys.push_back(key);
  key_places.push_back(value.where);
  items.push_back(std::move(value));
}

void Node::remove(std::string_view key) {
  const auto found = std::find(keys.begin(), keys.end(), key);
  if (found == keys.end()) return;
  const auto i = found - keys.begin();
  keys.erase(found);
  key_places.erase(key_places.begin() + i);
  items.erase(items.begin() + i);
}

Node make_scalar(const std::string& text, const Where& where) {
  Node node;
  node.kind = Node::Kind::scalar;
  node.text = text;
  node.where = where;
  return node;
}

std::string found_text(const Node& node) {
  switch (node.kind) {
    case Node::Kind::null:
      return "nothing";
    case Node::Kind::list:
      return node.items.empty() ? "an empty list" : "a list";
    case Node::Kind::map:
      return node.items.empty() ? "an empty map" : "a map";
    case Node::Kind::scalar:
      break;
  }
  const bool cut = node.text.size() > kLongestShown;
  return "\"" + node.text.substr(0, kLongestShown) + (cut ? "...\"" : "\"");
}

Node parse_document(const std::string& text, const std::string& name, bool numbered,
                    const DocumentKind& kind) {
  require_text(text, name, numbered, kind);
  TreeBuilder builder(name, numbered, kind);
  try {
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    parser.HandleNextDocument(builder);
    TreeBuilder rest(name, numbered, kind);
    if (parser.HandleNextDocument(rest))
      throw InputError(name + ": holds several YAML documents; expected one " + kind.thing);
  } catch (const YAML::Exception& error) {
    const Where where{name, numbered && !error.mark.is_null() ? error.mark.line + 1 : 0};
    throw InputError(prefix(where) + "YAML: " + error.msg);
  } catch (const InputError&) {
    throw;
  } catch (const std::exception& error) {
    throw InputError(name + ": not readable as YAML (" + error.what() + ")");
  }
  return builder.take_root();
}

std::string read_text_file(const std::string& path, const Where& asked_by, std::size_t largest) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status))
    throw InputError(prefix(asked_by) + "there is no file \"" + path + "\"");
  if (!std::filesystem::is_regular_file(status))
    throw InputError(prefix(asked_by) + "\"" + path + "\" is not a regular file");
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw InputError(prefix(asked_by) + "cannot open \"" + path + "\"");
  // Files that the system makes up say 0.
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  std::string text(error || size == 0 || size > largest ? largest + 1 : size + 1, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  if (text.size() > largest)
    throw InputError(prefix(asked_by) + "\"" + path + "\" is larger than " +
                     std::to_string(largest >> 20) + " MB");
  return text;
}

}  // namespace bramah
