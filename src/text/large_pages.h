// Memory that will be filled, in pages of 2 MiB: the system hands out pages of 4 kiB one by one, which takes
// as long as to fill them.
#pragma once

#include <cstddef>
#include <cstdint>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace bramah {

inline void prefer_large_pages([[maybe_unused]] void* at,
                               [[maybe_unused]] std::size_t bytes) noexcept {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  constexpr std::uintptr_t kPage = std::uintptr_t{2} << 20;
  const auto from = (reinterpret_cast<std::uintptr_t>(at) + kPage - 1) / kPage * kPage;
  const auto to = (reinterpret_cast<std::uintptr_t>(at) + bytes) / kPage * kPage;
  if (from < to) madvise(reinterpret_cast<void*>(from), to - from, MADV_HUGEPAGE);  // a wish
#endif
}

}  // namespace bramah
