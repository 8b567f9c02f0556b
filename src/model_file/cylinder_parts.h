// Tables inside a cylinder: friction of its seals, cushions at its ends.
#pragma once

#include <optional>

#include "model_file/oil_tables.h"

namespace bramah {

// Friction, with what only the file knows.
struct FrictionItem : FrictionSpec {
  std::optional<double> level;  // `static`
};
const Table<FrictionItem>& friction_table();
FrictionSpec finish_friction(Reader& in, FrictionItem& item, const Where& where);

struct CushionItem : CushionSpec {
  FlowItem size;
};
const Table<CushionItem>& cushion_table();
CushionSpec finish_cushion(Reader& in, CushionItem& item, const Where& where);

}  // namespace bramah
