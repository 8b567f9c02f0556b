// naya2011: its rod, and the couplings that it compares (Tables 1 and 2, Fig. 4).
#pragma once

#include "reproduce/paper.h"

namespace bramah::papers {

// ali3p with the trapezoidal rule at 10 ms and a tolerance of 1e-7; penalty 1e10 if printed.
PaperCase naya_unified(const std::string& name, const std::string& integrator,
                       bool printed_penalty);

// Guidance, unified and multi-rate side by side; `unified` is the run that guidance follows.
PaperPart naya_couplings(Workbench&, const PaperRun& unified, const PaperRun& exact);
int naya_coupling_runs();  // for the progress bar

}  // namespace bramah::papers
