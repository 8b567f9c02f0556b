// The public call of bramah/run.h that writes the report page.
#include "bramah/run.h"
#include "report/html_page.h"
#include "report/render_report.h"

namespace bramah {

void write_report(const std::string& path, const Model& model, const RunSummary& summary,
                  const Recording& recording) {
  const ReportSubject subject{provenance_of(model), model.notes(), model.channels(),
                              model.drawing()};
  const ReportData data = make_report_data(subject, summary, recording);
  write_html_page(path, report_title(data), report_json(data));
}

}  // namespace bramah
