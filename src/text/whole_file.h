// A file that appears whole or not at all: written under a temporary name beside its place, renamed
// by commit(), removed if that is never reached. Devices and pipes (/dev/null, /dev/stdout) cannot
// be renamed over and are written directly. Every failure throws InputError with the path and the
// reason.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace bramah {

class WholeFile {
 public:
  explicit WholeFile(const std::string& path);
  ~WholeFile();
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;

  void write(std::string_view bytes);
  void commit();
  [[noreturn]] void fail(const std::string& reason) const;

 private:
  void close();

  std::string path_;       // as the user wrote it, for messages
  std::string target_;     // with symbolic links resolved
  std::string temporary_;  // equals target_ for devices
  bool regular_ = true;
  std::FILE* file_ = nullptr;
};

}  // namespace bramah
