// The public call of bramah/output.h that writes the report page.
#include "bramah/error.h"
#include "bramah/output.h"
#include "io/whole_file.h"
#include "report/page_assets.h"
#include "report/render_report.h"

namespace bramah {

void write_report(const std::string& path, const Model& model, const RunSummary& summary,
                  const Recording& recording) {
  if (kReportScript.empty() || kReportStyle.empty())
    throw InputError(path +
                     ": this program was built without the report page, because npm was missing or "
                     "could not fetch its packages. Install nodejs and npm, then build again.");
  const ReportSubject subject{provenance_of(model), model.notes(), model.channels(),
                              model.drawing()};
  WholeFile file{path};
  file.write(
      render_report(make_report_data(subject, summary, recording), kReportScript, kReportStyle));
  file.commit();
}

}  // namespace bramah
