// The papers' tables and figures, ours beside theirs: a program on the library's public headers.
//
// What enters: the shipped machines of models/, and the numbers that a paper prints, written with
// their place in the paper's own folder. What leaves: tables with the paper's values beside ours,
// curves, and a page (docs/reproduce.md). A paper is a function from a Workbench, which runs and
// times machines, to a PaperDraft of tables, plots and drawings (paper.h). apps/reproduce is its
// command line, and `bramah reproduce` starts that.
#pragma once

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "bramah/page.h"

namespace bramah::papers {

struct PaperEntry {
  std::string key, title;  // "naya2011", "An efficient unified method ..."
};
const std::vector<PaperEntry>& reproducible_papers();

struct ReproduceOptions {
  std::string models = "models";  // folder of the shipped machine files
  int repeats = 5;                // timed runs, one of each case in turn; the least CPU time counts
  bool full = false;              // trains networks anew; else the shipped ones
  double longest = 0.0;           // cuts longer runs short, for a quick look [s]; 0: the papers'
  std::function<void(double fraction)> progress{};
};

struct PaperValue {
  double value = std::numeric_limits<double>::quiet_NaN();
  std::string text{};  // words, or the number as the paper prints it; empty: the value says it all

  PaperValue() = default;
  PaperValue(double number) : value(number) {}
  PaperValue(double number, std::string printed) : value(number), text(std::move(printed)) {}
  PaperValue(const char* words) : text(words) {}
};

struct PaperRow {
  std::string what, unit;
  std::string place;  // where the paper says it: "Table 1, p. 240"
  PaperValue paper;   // neither value nor text: it does not say
  std::vector<PaperValue> ours;
};

struct PaperTable {
  std::string name;  // of its file
  std::string title, text;
  std::vector<std::string> runs;  // headings of PaperRow::ours
  std::vector<PaperRow> rows;
  std::vector<std::string> remarks;  // where ours differ, and why
};

struct PaperCurves {                        // what figures show, SI
  std::string name;                         // of its file
  std::vector<std::string> columns;         // "time [s]", "lift.length [m]"
  std::vector<std::vector<double>> values;  // one list per column
};

struct Reproduction {
  std::string paper, title, lead;
  std::vector<PaperTable> tables;
  std::vector<PaperCurves> curves;
  std::vector<std::string> problems;  // runs that failed; what they would have shown is empty
  double wall_s = 0.0;
  Page page;
};

// Runs what the paper ran. Throws InputError for an unknown paper and for machine files that are
// missing or wrong.
Reproduction reproduce(const std::string& paper, const ReproduceOptions& options = {});

// Writes index.html (if this program has the page) and one CSV per table and set of curves into the
// folder, which is made if it is missing. Returns the paths.
std::vector<std::string> write_reproduction(const std::string& folder, const Reproduction&);

}  // namespace bramah::papers
