// In the place of the server where Boost was not there when the library was built; what the server
// would say (protocol_schema()) is known all the same.
#include "bramah/basics.h"
#include "bramah/serve.h"

namespace bramah {

bool has_server() noexcept { return false; }

ServeSummary serve(const std::string&, const LoadOptions&, const ServeOptions&) {
  throw InputError(
      "the web server was left out of this program, because Boost was not installed when it was "
      "built; `./bramah --with server` brings it in (Debian: libboost-dev)");
}

}  // namespace bramah
