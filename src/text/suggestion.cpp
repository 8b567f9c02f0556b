#include "bramah/basics.h"

#include "core/nearest.h"

namespace bramah {

std::string suggestion(const std::string& word, const std::vector<std::string>& names) {
  return did_you_mean(word, names);
}

}  // namespace bramah
