// A folder that one process at a time may write to. The kernel lets go of it when the process ends.
#pragma once

#include <string>

namespace bramah {

class FolderLock {
 public:
  explicit FolderLock(const std::string& folder);  // InputError: who has it
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int descriptor_;
};

}  // namespace bramah
