// Built without SQLite: studies that keep their rows are left out.
#include "bramah/basics.h"
#include "store/study_store.h"

namespace bramah {
namespace {

[[noreturn]] void refuse() {
  throw InputError(
      "this program was built without SQLite, which keeps the rows of a study; install "
      "libsqlite3-dev and "
      "build again (./bramah --with store)");
}

}  // namespace

std::unique_ptr<StudyStore> open_store(const std::string&, const StoreLayout&) { refuse(); }
StoreLayout read_layout(const std::string&) { refuse(); }
void read_rows(const std::string&, const StoreLayout&,
               const std::function<void(const ExperimentRow&)>&) {
  refuse();
}

}  // namespace bramah
