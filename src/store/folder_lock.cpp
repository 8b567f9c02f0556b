#include "store/folder_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "bramah/basics.h"

namespace bramah {

FolderLock::FolderLock(const std::string& folder) {
  const std::string path = folder + "/lock";
  descriptor_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor_ < 0) throw InputError(fmt::format("{}: {}", path, std::strerror(errno)));
  if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    char who[256] = {};
    const ssize_t length = read(descriptor_, who, sizeof who - 1);
    close(descriptor_);
    throw InputError(fmt::format("{}: another study writes there{}", folder,
                                 length > 0 ? fmt::format(" ({})", who) : ""));
  }
  char host[128] = "?";
  gethostname(host, sizeof host - 1);
  const std::string who = fmt::format("process {} on {}", getpid(), host);
  // For the message alone: if it cannot be written, the lock holds all the same.
  if (ftruncate(descriptor_, 0) == 0 && pwrite(descriptor_, who.data(), who.size(), 0) < 0) return;
}

FolderLock::~FolderLock() { close(descriptor_); }

}  // namespace bramah
