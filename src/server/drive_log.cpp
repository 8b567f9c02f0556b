#include "server/drive_log.h"

#include "bramah/basics.h"

namespace bramah {

DriveLog::DriveLog(const std::string& path) {
  if (path.empty()) return;
  file_.open(path, std::ios::binary | std::ios::trunc);
  if (!file_) throw InputError("--record " + path + ": cannot be written");
}

// After a gap the rest would not replay: it is left out as a whole.
void DriveLog::append(const std::string& lines) {
  full_ = full_ || text_.size() + lines.size() > kBytes;
  if (full_) return;
  text_ += lines;
  if (file_.is_open()) file_ << lines;
}

void DriveLog::flush() {
  if (file_.is_open()) file_.flush();
}

}  // namespace bramah
