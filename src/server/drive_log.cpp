#include "server/drive_log.h"

#include <cerrno>
#include <cstring>

#include "bramah/basics.h"

namespace bramah {

DriveLog::DriveLog(const std::string& path) : path_(path) {
  if (path.empty()) return;
  file_.open(path, std::ios::binary | std::ios::trunc);
  if (!file_) throw InputError("--record " + path + ": cannot be written");
}

// After a gap the rest would not replay: it is left out as a whole.
void DriveLog::append(const std::string& lines) {
  full_ = full_ || text_.size() + lines.size() > kBytes;
  if (full_) return;
  text_.append(lines);
  if (!file_.is_open()) return;
  errno = 0;
  file_ << lines;
  look();
}

void DriveLog::flush() {
  if (!file_.is_open()) return;
  errno = 0;
  file_.flush();
  look();
}

// A full disk. What is in the file replays to its last whole line; the rest is in memory alone.
void DriveLog::look() {
  if (file_) return;
  problem_ = path_ + ": the drive cannot be written any more" +
             (errno != 0 ? std::string(": ") + std::strerror(errno) : "");
  file_.close();
}

}  // namespace bramah
