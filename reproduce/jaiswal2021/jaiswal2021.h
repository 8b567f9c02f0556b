// jaiswal2021: what its tables and figures are made from.
#pragma once

#include "reproduce/paper.h"

namespace bramah::papers::jaiswal {

struct Printed {  // of one method
  double mean;    // iterations
  const char* mean_text;
  int most;
  double time_s;  // integration time in Matlab
};

struct CaseStudy {
  const char *title, *model, *smooth, *figure;  // figure: place of the iterations
  Printed double_step, penalty;                 // Sec. 6.4
  double drift;                                 // [J] Sec. 6.2
  const char* drift_text;
  double work;  // [J] Sec. 6.2
  const char *work_text, *share_text;
  const char* independent;  // Sec. 6.1
  int joints;
  const char *poses, *coordinates, *pressures, *energies, *violation;  // figures
};

enum Method { kDouble, kPenalty };
constexpr const char* kMethods[] = {"double_step", "semirecursive"};
constexpr std::size_t kColumnCount =
    4;  // friction as printed and smooth, numerical and exact tangent
constexpr std::size_t kPrinted = 0, kSmooth = 2;  // with a numerical tangent

struct Results {
  std::vector<PaperRun> runs;  // kColumnCount of double_step, kColumnCount of semirecursive
  std::vector<CaseCost> strict, loose;  // tolerance 1e-9, 1e-7; as runs

  const PaperRun& run(Method method, std::size_t column) const {
    return runs[static_cast<std::size_t>(method) * kColumnCount + column];
  }
};

std::vector<PagePlot> plots(const CaseStudy&, const Results&);
std::vector<PageDrawing> drawings(const CaseStudy&, const Results&);
void add_curves(const CaseStudy&, const Results&, std::vector<PaperCurves>& curves);

}  // namespace bramah::papers::jaiswal
