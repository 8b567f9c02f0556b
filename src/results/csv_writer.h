// Results as CSV (RFC 4180). One header line, then one line per recorded row:
//
//   time [s],lift.length [m],...,bramah 0.1.0 model=four_bar hash=... method=... step [s]
//
// The last column is the origin of the file: its name says which machine, hash, method and program
// version, its cells hold the step size. So the origin travels in the file, the header stays the
// first line, every cell is a number, and every CSV reader works unchanged.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "bramah/basics.h"
#include "bramah/run.h"
#include "results/provenance.h"

namespace bramah {

void write_csv(const std::string& path, const Provenance& provenance,
               const std::vector<Channel>& channels, const Recording& recording);

// The header line without its line end.
// `incomplete`: why the rows end early, Recording's; it is the first word of the last cell.
std::string csv_header(const Provenance& provenance, const std::vector<Channel>& channels,
                       const std::string& incomplete = "");

// One row with its line end.
void append_csv_row(std::string& text, double time, std::span<const double> row, double step);

// A text as a cell: quoted where RFC 4180 asks for it, control characters become blanks.
std::string csv_cell(std::string text);

}  // namespace bramah
