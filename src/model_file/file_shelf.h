// Files of a machine in memory: what one thread reads inside a scope is kept, or comes from what was
// kept before. A machine that travels to another process is read from there, whatever it includes.
#pragma once

#include <string>

#include "bramah/binding.h"

namespace bramah {

class FileShelf {
 public:
  enum class Mode { keep, only };             // keep what is read | read nothing else
  FileShelf(MachineFiles& files, Mode mode);  // for the calling thread, until it goes
  ~FileShelf();
  FileShelf(const FileShelf&) = delete;
  FileShelf& operator=(const FileShelf&) = delete;

  // Asked by read_text_file(). Null: open the file.
  static const std::string* find(const std::string& path);
  static void keep(const std::string& path, const std::string& text);
  static bool only();  // a file that is not here does not exist

 private:
  MachineFiles& files_;
  Mode mode_;
  FileShelf* outer_;
};

}  // namespace bramah
