// Which machine, solved how, by which program: what every result file says about its origin.
//
// The room: what leaves the program as data.
//   in    a Recording and a RunSummary (bramah/run.h), or the answer of an analysis
//   out   csv_writer.h (RFC 4180), hdf5_writer.h, summary_json.h, describe.cpp (the machine as
//         JSON), onnx.h (a trained network), *_output.cpp (comparisons, studies, trainings)
// All numbers are SI, all channels have the names they have everywhere. A further format of a run's
// results is one line in output.cpp. Called by apps/, report/ and server/; the writers themselves
// know plain data and no machine. The only room that knows HDF5.
#pragma once

#include <string>

namespace bramah {

struct Provenance {
  std::string model{}, hash{}, method{}, integrator{}, coupling{}, version{};
  double step = 0.0;  // [s]
};

class Model;
Provenance provenance_of(const Model& model);

}  // namespace bramah
