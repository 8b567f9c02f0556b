// Columns of numbers as text that is short: floats, compressed, in base64. viewer/src/report/unpack.ts
// reads them back.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "text/deflate.h"

namespace bramah {

// A column: each number's bits less what those before let expect, x1 + x2 - x3 (the last and the step
// before it: rows are the lowest and the highest of a bucket in turn), so that smooth curves have small
// differences; first the lowest bytes of all, then the next ones. Not finite: NaN.
class PackedNumbers {
 public:
  void column(std::span<const double> values);
  // Column k of rows with `width` numbers each.
  void columns(std::span<const double> rows, std::size_t width);
  std::string text() { return base64(deflater_.finish()); }

  static std::string base64(std::string_view bytes);

 private:
  Deflater deflater_;
};

}  // namespace bramah
