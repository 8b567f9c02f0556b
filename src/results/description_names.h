// Words of the description, in the order of their enumerations.
#pragma once

#include <string>
#include <vector>

namespace bramah {

inline const std::vector<std::string> kLineKinds{"body",   "cylinder", "spring",
                                                 "ground", "rope",     "terrain"};
inline const std::vector<std::string> kShapeKinds{"box", "rod", "beam", "sphere", "mesh"};
inline const std::vector<std::string> kNodeKinds{"volume", "chamber", "source", "shaft"};
inline const std::vector<std::string> kPartRoles{
    "line", "check", "relief", "actuator", "valve", "compensator", "shuttle", "pump", "drive"};
inline const std::vector<std::string> kPartMotions{"none", "piston", "spool"};
inline const std::vector<std::string> kDirections{"left", "right", "up", "down"};

template <class Enumeration>
const std::string& word_of(const std::vector<std::string>& words, Enumeration value) {
  return words.at(static_cast<std::size_t>(value));
}

}  // namespace bramah
