// Zip files, with what a stranger's file may do to us in mind: names that lead out of the folder, sizes
// that do not end, thousands of entries.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace bramah {

// Bytes of a zip file with these files in it; the same every time.
[[nodiscard]] std::string zip_bytes(const std::map<std::string, std::string>& files);

class Archive {
 public:
  static constexpr std::size_t kMostEntries = 20'000;
  static constexpr std::uint64_t kMostBytes = 1u << 30;  // of all entries, unpacked
  static constexpr std::uint64_t kMostRatio = 1000;      // unpacked over packed, of an entry

  // Throws InputError: no zip file, or one that is not safe to unpack. `name` is for messages.
  Archive(std::string bytes, std::string name);
  ~Archive();

  const std::vector<std::string>& names() const noexcept { return names_; }  // of files
  bool has(const std::string& name) const;
  [[nodiscard]] std::string read(const std::string& name) const;
  void unpack(const std::string& folder) const;

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
  std::string name_;
  std::vector<std::string> names_;
};

// The whole file; throws InputError.
[[nodiscard]] Archive open_archive(const std::string& path);

}  // namespace bramah
