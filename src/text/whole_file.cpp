#include "text/whole_file.h"

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "bramah/basics.h"

namespace bramah {
namespace fs = std::filesystem;
namespace {

std::string reason_of(int error) { return std::generic_category().message(error); }

// Short and unlike any result's name; the process and a counter keep concurrent writers apart.
std::string temporary_beside(const std::string& target) {
  static std::atomic<unsigned> counter{0};
  const std::string name =
      ".bramah-" + std::to_string(::getpid()) + "-" + std::to_string(counter++) + ".part";
  return (fs::path(target).parent_path() / name).string();
}

}  // namespace

WholeFile::WholeFile(const std::string& path) : path_(path), target_(path) {
  std::error_code ignored;
  if (path.empty()) throw InputError("cannot write: the file name is empty");
  if (fs::is_directory(path, ignored)) fail("it is a directory; name a file in it");
  if (fs::is_symlink(path, ignored)) {
    const fs::path resolved = fs::weakly_canonical(path, ignored);
    if (!resolved.empty()) target_ = resolved.string();
  }
  regular_ = !fs::exists(target_, ignored) || fs::is_regular_file(target_, ignored);
  temporary_ = regular_ ? temporary_beside(target_) : target_;
  file_ = std::fopen(temporary_.c_str(), regular_ ? "wbx" : "wb");
  if (file_ == nullptr) fail(reason_of(errno));
}

WholeFile::~WholeFile() {
  if (file_ != nullptr) std::fclose(file_);
  if (regular_ && !temporary_.empty()) std::remove(temporary_.c_str());
}

void WholeFile::write(std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) fail(reason_of(errno));
}

void WholeFile::close() {
  std::FILE* file = file_;
  file_ = nullptr;
  if (std::fclose(file) != 0) fail(reason_of(errno));  // a full disk may show only here
}

void WholeFile::commit() {
  close();
  if (!regular_) return;
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) fail(reason_of(errno));
  temporary_.clear();
}

void WholeFile::fail(const std::string& reason) const {
  throw InputError(path_ + ": cannot be written: " + reason);
}

}  // namespace bramah
