// Sentences that building and stepping share.
#pragma once

#include <string>

namespace bramah {

class Model;

// Why a quasi-steady volume has no pressure.
std::string no_balance(const std::string& volume);

// Why a machine's initial state is not at rest, though its file asks for it; empty: it is.
const std::string& why_no_rest(const Model& model);

}  // namespace bramah
