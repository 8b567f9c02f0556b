// The version, in a file of its own: whoever raises it compiles this one alone.
#include "bramah/run.h"

namespace bramah {

const char* version() noexcept { return BRAMAH_VERSION; }

}  // namespace bramah
