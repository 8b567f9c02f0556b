// The drive so far, in memory and, if asked for, in a file that is flushed as it grows.
#pragma once

#include <fstream>
#include <string>

#include "server/text_pieces.h"

namespace bramah {

class DriveLog {
 public:
  static constexpr std::size_t kBytes = 64 << 20;

  explicit DriveLog(const std::string& path);  // empty: no file. Throws InputError

  void append(const std::string& lines);
  void flush();
  void finish(const std::string& end) { append(end), flush(); }
  std::vector<Piece> share() const { return text_.share(); }
  bool full() const { return full_; }
  // Why the file ends early, with its name; empty: it does not.
  const std::string& problem() const { return problem_; }

 private:
  void look();

  std::string path_, problem_;
  TextPieces text_;
  std::ofstream file_;
  bool full_ = false;
};

}  // namespace bramah
