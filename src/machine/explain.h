// Sentences that building and stepping share.
#pragma once

#include <string>

namespace bramah {

// Why a quasi-steady volume has no pressure.
std::string no_balance(const std::string& volume);

}  // namespace bramah
