// The compiled half of the Python package: bramah._core.
#include "batch.h"
#include "errors.h"
#include "model.h"
#include "run.h"

PYBIND11_MODULE(_core, module) {
  using namespace bramah::python;
  module.doc() = "Bramah's library; use it through the package bramah.";
  bind_errors(module);
  bind_state(module);
  bind_model(module);
  bind_run(module);
  bind_analysis(module);
  bind_study(module);
  bind_batch(module);
  bind_live(module);
  module.def("version", &bramah::version);
}
