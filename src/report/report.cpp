// The public call of bramah/run.h that writes the report page.
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "bramah/run.h"
#include "report/html_page.h"
#include "report/page_assets.h"
#include "report/render_report.h"

namespace bramah {
namespace {

constexpr std::uintmax_t kMostMeshBytes =
    8 << 20;  // of a shape; a page must stay one that can be sent

// What the live page has of the machine; its channels are the report's columns.
std::string machine_of(const Model& model) {
  nlohmann::ordered_json machine = nlohmann::ordered_json::parse(model_description(model));
  machine.erase("channels");
  return machine.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::map<std::string, std::string> meshes_of(const Scene& scene) {
  std::map<std::string, std::string> all;
  for (std::size_t k = 0; k < scene.shapes.size(); ++k) {
    const std::filesystem::path path = scene.shapes[k].mesh;
    std::error_code missing;
    if (path.empty() || !(std::filesystem::file_size(path, missing) <= kMostMeshBytes) || missing)
      continue;
    std::ifstream file(path, std::ios::binary);
    all[std::to_string(k)] = {std::istreambuf_iterator<char>(file), {}};
  }
  return all;
}

}  // namespace

void write_report(const std::string& path, const Model& model, const RunSummary& summary,
                  const Recording& recording) {
  const ReportSubject subject{
      provenance_of(model),        model.notes(),     model.channels(),        model.drawing(),
      model.scene().bodies.size(), machine_of(model), meshes_of(model.scene())};
  const ReportData data = make_report_data(subject, summary, recording);
  write_html_page(path, report_title(data), report_json(data), {kReportScript, kReportStyle});
}

}  // namespace bramah
