// What a paper fills in. A paper joins with a folder, a line below and one in reproduce.cpp.
#pragma once

#include <optional>

#include "bramah/page.h"
#include "reproduce/reproduce.h"
#include "reproduce/workbench.h"

namespace bramah::papers {

// One section of the page: a table, and figures below it.
struct PaperPart {
  std::string title{};
  std::vector<std::string> text{};
  std::optional<PaperTable> table{};
  std::vector<PageDrawing> drawings{};
  std::vector<PagePlot> plots{};
};

struct PaperDraft {
  std::string lead;
  std::vector<PaperPart> parts;
  std::vector<PaperCurves> curves;
};

struct Paper {
  PaperEntry entry;
  PaperDraft (*reproduce)(Workbench&);
};

Paper naya2011();
Paper rahikainen2017();
Paper rahikainen2020();
Paper jaiswal2021();
Paper malysheva2021();

}  // namespace bramah::papers
