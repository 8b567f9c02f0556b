// The text of a machine before it means anything: the file with its includes merged in, and the
// overrides of the command line written over it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bramah/model.h"
#include "core/problems.h"
#include "model_file/document.h"

namespace bramah {

// FNV-1a, 64 bits: stable across machines and compilers.
class Hash {
 public:
  void add(std::string_view bytes) noexcept;
  [[nodiscard]] std::string hex() const;

 private:
  std::uint64_t value_ = 14695981039346656037ull;
};

struct Source {
  Node root;
  std::string file;       // as given
  std::string directory;  // relative paths start here
  Hash hash;
};

// Reads and merges; throws InputError.
[[nodiscard]] Source read_source_file(const std::string& path);
[[nodiscard]] Source read_source_text(const std::string& text, const std::string& name);

// --set and the other load options become part of the tree, so that the tables check them too.
void apply_overrides(Source& source, const LoadOptions& options, Problems& problems);

// What "lift.bore=90mm" would replace; empty: nothing, or no plain text.
[[nodiscard]] std::string text_before(const std::string& path, const LoadOptions& options,
                                      const std::string& setting);

}  // namespace bramah
