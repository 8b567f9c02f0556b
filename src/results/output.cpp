// The public calls of bramah/run.h, on top of the writers that know plain data only.
#include "bramah/run.h"

#include "results/csv_writer.h"
#include "results/hdf5_writer.h"
#include "results/provenance.h"
#include "results/summary_json.h"

namespace bramah {

Provenance provenance_of(const Model& model) {
  return {.model = model.name(),
          .hash = model.hash(),
          .method = model.method(),
          .integrator = model.integrator(),
          .coupling = model.coupling(),
          .version = version(),
          .step = model.step_size()};
}

void write_csv(const std::string& path, const Model& model, const Recording& recording) {
  write_csv(path, provenance_of(model), model.channels(), recording);
}

void write_hdf5(const std::string& path, const Model& model, const RunSummary& summary,
                const Recording& recording) {
  write_hdf5(path, provenance_of(model), model.channels(), summary, recording);
}

const std::vector<OutputFormat>& output_formats() {
  static const std::vector<OutputFormat> all{
      {{".csv"},
       "CSV, one column per channel",
       [](const std::string& path, const Model& model, const RunSummary&, const Recording& rows) {
         write_csv(path, model, rows);
       }},
      {{".h5", ".hdf5"}, "HDF5, one dataset per channel", write_hdf5},
  };
  return all;
}

const OutputFormat* format_of(const std::string& path) {
  for (const OutputFormat& format : output_formats())
    for (const std::string& ending : format.endings)
      if (path.ends_with(ending) && !path.ends_with("/" + ending) && path != ending) return &format;
  return nullptr;
}

std::string summary_json(const Model& model, const RunSummary& summary) {
  return json_text(summary_object(provenance_of(model), summary));
}

}  // namespace bramah
