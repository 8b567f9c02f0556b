#include "model_file/document.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "bramah/basics.h"
#include "model_file/file_shelf.h"

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

  Where start() const { return start_; }

  void OnDocumentStart(const YAML::Mark& mark) override { start_ = place(mark); }
  void OnDocumentEnd() override {}
  // A value that is missing is noticed at the next thing; its key is where it is missing.
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    Node node;
    const bool of_key = !stack_.empty() && stack_.back().has_key;
    node.where = of_key ? stack_.back().node.key_places.back() : place(mark);
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
      fail(node.where, "\"" + node.text + "\" is written twice" +
                           (first.line > 0 ? ", first in line " + std::to_string(first.line) : "") +
                           "; remove or rename one");
    }
    frame.node.keys.push_back(node.text);
    frame.node.key_places.push_back(node.where);
    frame.has_key = true;
  }

  std::string file_;
  Where start_;
  bool numbered_;
  const DocumentKind& kind_;
  Node root_;
  std::vector<Frame> stack_;
  std::map<YAML::anchor_t, Anchor> anchors_;
  std::size_t nodes_ = 0;
};

std::string line_of(const std::string& text, int line) {
  std::istringstream lines(text);
  std::string one;
  for (int k = 1; k <= line; ++k) std::getline(lines, one);
  return one;
}

// [0, -9.81] m/s2: YAML wants nothing after a list but a comma or a bracket.
bool unit_after_list(const std::string& line) {
  for (auto at = line.find(']'); at != std::string::npos; at = line.find(']', at + 1)) {
    const auto next = line.find_first_not_of(" \r", at + 1);
    if (next != std::string::npos && std::string(",]}#:\"'").find(line[next]) == std::string::npos)
      return true;
  }
  return false;
}

// The last line up to `line` that begins with a tab, or 0: where YAML loses its way, this is why.
int tab_before(const std::string& text, int line) {
  std::istringstream lines(text);
  std::string one;
  int found = 0;
  for (int k = 1; k <= line && std::getline(lines, one); ++k) {
    const auto blank = one.find_first_not_of(" \t\r");
    if (blank != std::string::npos && one.find('\t') < blank) found = k;
  }
  return found;
}

// What usually stands behind a message of the parser.
std::string yaml_hint(const std::string& message, const std::string& line) {
  if (unit_after_list(line)) return "; a list with a unit is put in quotes: \"[0, -9.81] m/s2\"";
  struct Hint {
    const char *message, *hint;
  };
  static constexpr Hint kHints[] = {
      {"end of map not found", "; a key must stand exactly below the key before it"},
      {"end of sequence not found", "; a \"-\" must stand exactly below the one before it"},
      {"end of map flow not found", "; a { is not closed, or a comma is missing"},
      {"end of sequence flow not found", "; a [ is not closed, or a comma is missing"},
      {"illegal map value",
       "; is a blank missing after a \":\" before, is the line indented too far, or has it a "
       "second "
       "\":\"?"},
  };
  for (const Hint& hint : kHints)
    if (message == hint.message) return hint.hint;
  return "";
}

// Bytes of the letter that begins at `at`, or 0 if it is no UTF-8.
std::size_t letter_size(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(at);
  const std::size_t size = first < 0x80   ? 1
                           : first < 0xc2 ? 0
                           : first < 0xe0 ? 2
                           : first < 0xf0 ? 3
                           : first < 0xf5 ? 4
                                          : 0;
  if (at + size > text.size()) return 0;
  for (std::size_t i = at + 1; i < at + size; ++i)
    if ((byte(i) & 0xc0u) != 0x80u) return 0;
  return size;
}

void require_text(const std::string& text, const std::string& name, bool numbered,
                  const DocumentKind& kind) {
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff"))
    throw InputError(prefix({name, numbered ? 1 : 0}) + "this file is in UTF-16; save it as UTF-8");
  int line = 1;
  for (std::size_t at = 0, size = 1; at < text.size(); at += size) {
    const char c = text[at];
    size = letter_size(text, at);
    if (size == 0)
      throw InputError(prefix({name, numbered ? line : 0}) +
                       "a letter that is not in UTF-8; save the file as UTF-8");
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
      throw InputError(prefix(rest.start()) + "a second YAML document begins here; expected one " +
                       kind.thing + " in a file");
  } catch (const YAML::Exception& error) {
    const int line = error.mark.is_null() ? 1 : error.mark.line + 1;
    const auto at = [&](int k) { return prefix({name, numbered ? k : 0}); };
    if (const int tab = tab_before(text, line))
      throw InputError(at(tab) + "a tab: YAML indents with spaces");
    throw InputError(at(line) + "YAML: " + error.msg + yaml_hint(error.msg, line_of(text, line)));
  } catch (const InputError&) {
    throw;
  } catch (const std::exception& error) {
    throw InputError(prefix({name, numbered ? 1 : 0}) + "not readable as YAML (" + error.what() +
                     ")");
  }
  return builder.take_root();
}

std::string read_text_file(const std::string& path, const Where& asked_by, std::size_t largest) {
  if (const std::string* kept = FileShelf::find(path)) return *kept;
  if (FileShelf::only())
    throw InputError(prefix(asked_by) + "\"" + path + "\" is not among the machine's files");
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
  FileShelf::keep(path, text);
  return text;
}

}  // namespace bramah
