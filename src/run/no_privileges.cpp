// In the place of privileges.cpp where there is no system to ask: in a browser (bindings/wasm).
#include "run/privileges.h"

namespace bramah {

RealTimePrivileges claim_privileges() { return {false, false, "none to be had in a browser"}; }
void obey(PriorityRule::Verdict, RealTimePrivileges&) {}
void give_up_priority() noexcept {}
void regain_priority() noexcept {}

}  // namespace bramah
