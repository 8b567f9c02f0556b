#include "core/copy_few.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace bramah {
namespace {

TEST(CopyFew, CopiesAllAndNoMore) {
  for (std::size_t count = 0; count <= 13; ++count) {
    std::vector<double> from(count), to(count + 1, -1.0);
    std::iota(from.begin(), from.end(), 1.0);
    copy_few(from, to);
    for (std::size_t k = 0; k < count; ++k) EXPECT_EQ(to[k], from[k]);
    EXPECT_EQ(to[count], -1.0);
  }
}

}  // namespace
}  // namespace bramah
