// A page of sections, for results that are not one run: comparisons, papers' numbers beside ours.
// Fill a Page and call write_page(); the page needs no code of its own in viewer/.
//
// Numbers are shown as given: convert them to the unit of their column or axis (mm, bar) first.
// Texts are plain text, not markup. NaN and infinities are shown as a dash and left out of plots.
#pragma once

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "bramah/model.h"

namespace bramah {

struct PageFigure {  // a tile with one key figure
  std::string label, value, detail;
};

using PageCell = std::variant<std::monostate, double, std::string>;  // empty, number or text

struct PageColumn {
  std::string title;
  std::string unit{};  // shown below the title
  std::string help{};  // shown when pointing at the title
  int digits = 3;      // significant ones of numbers
};

struct PageRow {
  std::vector<PageCell> cells;
  std::string note{};  // fills the columns that have no cell
  bool quiet = false;  // pale, and behind all others however the table is sorted
};

struct PageTable {
  std::string title{}, text{};
  std::vector<PageColumn> columns;
  std::vector<PageRow> rows;
  int grouped = 0;  // leading columns whose repetitions are left blank until the table is sorted
};

struct PageAxis {
  std::string label;
  std::string unit{};
  bool log = false;  // values that are not above zero are left out
  // Above zero: logarithmic to both sides of zero, linear for values smaller than this.
  double linear_below = 0.0;
};

// One curve; x in any order. Curves of one plot need not share their x.
struct PageSeries {
  std::string name;
  std::vector<double> x, y;
  bool line = true, points = true;
  int colour = -1, dash = -1;  // indices of the palette; -1: by the series' place in the plot
  std::vector<std::string> labels{};  // of its points, written beside them; "": none
  // The row of its section's first table that tells of each point: pointing at one shows the other.
  std::vector<int> rows{};
};

// A curve of more points than a plot has pixels, with fewer: neighbours are drawn as their smallest
// and largest value, so that a spike of one point survives. Curves of `most` points or fewer stay
// as they are; x must rise.
PageSeries thinned(PageSeries series, std::size_t most = 1200);
// The same for what is a largest value already (violations, iterations): the largest alone is kept.
PageSeries thinned_to_largest(PageSeries series, std::size_t most = 1200);

struct PagePlot {
  std::string title;
  std::string text{};
  PageAxis x, y;
  std::vector<PageSeries> series;
  bool poles = false;  // x and y are real and imaginary parts: with lines of constant damping
};

struct PageDrawing {
  std::string title;
  Drawing drawing;
  std::vector<double> times;  // [s]
  std::vector<double> poses;  // 3 per point of the drawing and time [m]
};

// Shown in this order.
struct PageSection {
  std::string title{};
  std::vector<std::string> text{};  // paragraphs
  std::vector<PageFigure> figures{};
  std::vector<PageDrawing> drawings{};
  std::vector<PageTable> tables{};
  std::vector<PagePlot> plots{};
};

struct PageFact {  // a line of "Where this comes from"
  std::string name, value;
};

struct Page {
  std::string kind;     // "Bramah comparison": the small line above the title
  std::string title;    // also the browser's
  std::string lead{};   // one sentence below the title
  std::string alarm{};  // what went wrong; empty: nothing
  std::vector<PageSection> sections{};
  std::vector<PageFact> facts{};
};

std::string page_json(const Page& page);                     // as the page's script reads it
void write_page(const std::string& path, const Page& page);  // InputError: built without the page

}  // namespace bramah
