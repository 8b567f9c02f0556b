// Counts calls of malloc and its kin in this program: operator new alone would miss Eigen's.
#pragma once

namespace bramah {

long malloc_count() noexcept;  // calls so far, of all threads

}  // namespace bramah
