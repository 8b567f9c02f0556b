// Everything the report page shows, as plain data.
//
// The room: results as pages that need nothing else, data, script and style in one file.
//   in    Recording and RunSummary (a run), or a Page of sections (bramah/page.h): comparisons,
//         studies, trainings, linearisations, papers
//   out   HTML; numbers as SI in JSON, turned into bar and l/min by the page (viewer/src)
//   a run      report_data.h thins it to what a screen shows, render_report.h writes it
//   the rest   *_page.cpp fill a Page, page.cpp writes it
//   html_page.h is the HTML around both, page_assets.h the bundled script
// Called by apps/ through bramah/run.h and bramah/page.h, and by reproduce/. Knows no machine.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "bramah/basics.h"
#include "bramah/model.h"
#include "bramah/run.h"
#include "results/provenance.h"

namespace bramah {

struct ReportColumn {
  std::string name, unit, description;
  std::vector<double> values;  // one per time; a single one if it never changes
};

struct ReportData {
  Provenance provenance;
  RunSummary summary;
  std::vector<std::string> notes;
  std::size_t recorded_rows = 0;  // more than times.size(): decimated, extremes kept
  std::vector<double> times;      // [s]
  std::vector<ReportColumn> columns;
  Drawing drawing;
  std::vector<double> pose_times;  // [s]
  std::vector<double> poses;       // 3 per point of the drawing and pose time [m]
  std::vector<double> bodies;      // 7 per body of the scene and pose time
  std::size_t body_count = 0;
  std::string machine;  // as in ReportSubject
  std::map<std::string, std::string> meshes;
};

constexpr std::size_t kReportRows = 4000;  // about two per pixel of a wide screen
constexpr std::size_t kReportPoses = 600;  // ten seconds at 60 frames a second

// What a machine contributes to its report.
struct ReportSubject {
  Provenance provenance;
  std::vector<std::string> notes;
  std::vector<Channel> channels;
  Drawing drawing;
  std::size_t body_count = 0;                 // of the scene
  std::string machine;                        // model_description(); empty: the drawing alone
  std::map<std::string, std::string> meshes;  // number of a shape, bytes of its file
};

ReportData make_report_data(const ReportSubject& subject, const RunSummary& summary,
                            const Recording& recording);

}  // namespace bramah
