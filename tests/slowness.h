// How many times as long as usual a test may take here: sanitizers make programs slow.
#pragma once

namespace bramah {

#ifdef BRAMAH_TEST_SLOWNESS
constexpr int kSlowness = BRAMAH_TEST_SLOWNESS;
#else
constexpr int kSlowness = 1;
#endif

}  // namespace bramah
