#include "reference/reference.h"
namespace bramah {
ReferenceReport integrate_reference(const Model&, double, double, const std::function<void(const State&, double, const Gaps&)>&) { return {0,0,0,"not yet"}; }
}
