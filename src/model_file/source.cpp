#include "model_file/source.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>

namespace bramah {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t kLargestFile = std::size_t{4} << 20;
constexpr std::size_t kMostFiles = 50;

// Maps are joined key by key, anything else is replaced by the later file's value, or taken away where
// that is `~`. A signal is replaced as a whole: joined, it would be of two kinds.
void merge(Node& base, Node over, bool replace_items = false) {
  if (!base.is_map() || !over.is_map()) {
    base = std::move(over);
    return;
  }
  for (std::size_t i = 0; i < over.keys.size(); ++i) {
    Node* old = base.find(over.keys[i]);
    if (old && over.items[i].kind == Node::Kind::null)
      base.remove(over.keys[i]);
    else if (old && old->is_map() && over.items[i].is_map() && !replace_items)
      merge(*old, std::move(over.items[i]), over.keys[i] == "signals");
    else
      base.set(over.keys[i], std::move(over.items[i]));
  }
}

class Expander {
 public:
  explicit Expander(Hash& hash) : hash_(hash) {}

  Node expand_file(const std::string& path, const Where& asked_by) {
    std::error_code ignored;
    const fs::path canonical = fs::weakly_canonical(path, ignored);
    if (std::find(open_.begin(), open_.end(), canonical) != open_.end())
      throw InputError(prefix(asked_by) + "include: \"" + path +
                       "\" is already being read; files may not include each other in a circle");
    if (++files_ > kMostFiles)
      throw InputError(prefix(asked_by) + "include: more than " + std::to_string(kMostFiles) +
                       " files");
    open_.push_back(canonical);
    Node root = expand_text(read_text_file(path, asked_by, kLargestFile), path,
                            fs::path(path).parent_path());
    open_.pop_back();
    return root;
  }

  Node expand_text(const std::string& text, const std::string& name, const fs::path& directory) {
    hash_.add(text);
    hash_.add(std::string_view("\0", 1));
    Node own = parse_document(text, name);
    if (!own.is_map())
      throw InputError(prefix({name, 1}) +
                       "expected a machine file that starts with \"bramah: 1\"; found " +
                       found_text(own));
    const Node* include = own.find("include");
    if (!include) return own;
    Node root;
    root.kind = Node::Kind::map;
    root.where = own.where;
    for (const auto& file : included_files(*include))
      merge(root, expand_file((directory / file.text).string(), file.where));
    own.remove("include");
    merge(root, std::move(own));
    return root;
  }

 private:
  static std::vector<Node> included_files(const Node& include) {
    std::vector<Node> files = include.is_list() ? include.items : std::vector<Node>{include};
    for (const auto& file : files)
      if (!file.is_scalar() || file.text.empty())
        throw InputError(prefix(file.where) +
                         "include: expected a file name, e.g. oil.yaml; found " + found_text(file));
    return files;
  }

  Hash& hash_;
  std::vector<fs::path> open_;
  std::size_t files_ = 0;
};

}  // namespace

void Hash::add(std::string_view bytes) noexcept {
  for (const char c : bytes) {
    value_ ^= static_cast<unsigned char>(c);
    value_ *= 1099511628211ull;
  }
}

std::string Hash::hex() const {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(value_));
  return text;
}

Source read_source_file(const std::string& path) {
  Source source;
  source.file = path;
  source.directory = fs::path(path).parent_path().string();
  source.root = Expander(source.hash).expand_file(path, Where{});
  return source;
}

Source read_source_text(const std::string& text, const std::string& name) {
  if (text.size() > kLargestFile) throw InputError(prefix({name, 1}) + "larger than 4 MB");
  Source source;
  source.file = name;
  source.root = Expander(source.hash).expand_text(text, name, {});
  return source;
}

}  // namespace bramah
