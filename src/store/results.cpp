#include <fmt/format.h>

#include "bramah/basics.h"
#include "store/study_store.h"

namespace bramah {

StudyRow::Outcome outcome_of(const std::string& name) {
  using Outcome = StudyRow::Outcome;
  for (const Outcome outcome :
       {Outcome::done, Outcome::diverged, Outcome::refused, Outcome::failed})
    if (name == outcome_name(outcome)) return outcome;
  throw InputError(fmt::format("\"{}\" is no outcome of a run", name));
}

Results::Results(const std::string& folder) : folder_(folder) {
  StoreLayout layout = read_layout(folder);
  axes_ = std::move(layout.axes), measures_ = std::move(layout.measures);
  facts_ = std::move(layout.facts);
  runs_ = std::stoll("0" + fact("runs"));
}

std::string Results::fact(const std::string& name) const {
  for (const auto& [known, value] : facts_)
    if (known == name) return value;
  return "";
}

void Results::each(const std::function<void(const ExperimentRow&)>& take) const {
  read_rows(folder_, {axes_, measures_, facts_}, take);
}

}  // namespace bramah
