// In the place of the server where Boost was not there when the library was built; what the server
// would say (protocol_schema()) is known all the same.
#include "bramah/basics.h"
#include "bramah/serve.h"

namespace bramah {

bool has_server() noexcept { return false; }

namespace {

[[noreturn]] ServeSummary refuse() {
  throw InputError(
      "the web server was left out of this program, because Boost was not installed when it was "
      "built; `./bramah --with server` brings it in (Debian: libboost-dev)");
}

}  // namespace

ServeSummary serve(const std::string&, const LoadOptions&, const ServeOptions&) { return refuse(); }
ServeSummary serve(const Model&, const std::string&, const ServeOptions&) { return refuse(); }

}  // namespace bramah
