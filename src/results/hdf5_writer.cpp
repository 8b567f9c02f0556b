#include "results/hdf5_writer.h"

#include <hdf5.h>

#include <cstdlib>
#include <span>

#include "bramah/basics.h"
#include "text/large_pages.h"
#include "text/whole_file.h"

namespace bramah {
namespace {

// The HDF5 library prints its errors unless told otherwise; while this lives it does not.
class QuietHdf5 {
 public:
  QuietHdf5() {
    H5Eget_auto2(H5E_DEFAULT, &print_, &data_);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  ~QuietHdf5() { H5Eset_auto2(H5E_DEFAULT, print_, data_); }
  QuietHdf5(const QuietHdf5&) = delete;
  QuietHdf5& operator=(const QuietHdf5&) = delete;

 private:
  H5E_auto2_t print_ = nullptr;
  void* data_ = nullptr;
};

// What the library says went wrong, innermost first: that is the cause.
std::string hdf5_reason() {
  std::string reason;
  const auto keep_first = [](unsigned, const H5E_error2_t* error, void* data) -> herr_t {
    auto& text = *static_cast<std::string*>(data);
    if (text.empty() && error->desc != nullptr) text = error->desc;
    return 0;
  };
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep_first, &reason);
  return "HDF5: " + (reason.empty() ? "unknown error" : reason);
}

struct Hdf5Failure {
  std::string reason;
};

template <class Result>
Result checked(Result result) {
  if (result < 0) throw Hdf5Failure{hdf5_reason()};
  return result;
}

// An HDF5 identifier, closed at the end of its scope.
class Handle {
 public:
  explicit Handle(hid_t id) : id_(checked(id)) {}
  ~Handle() {
    if (id_ >= 0) H5Idec_ref(id_);
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  operator hid_t() const noexcept { return id_; }  // so that it reads like the C interface

 private:
  hid_t id_;
};

void put_attribute(hid_t object, const char* name, hid_t stored, hid_t type, const void* value) {
  const Handle space{H5Screate(H5S_SCALAR)};
  const Handle attribute{H5Acreate2(object, name, stored, space, H5P_DEFAULT, H5P_DEFAULT)};
  checked(H5Awrite(attribute, type, value));
}

void put_attribute(hid_t object, const char* name, const std::string& text) {
  const Handle type{H5Tcopy(H5T_C_S1)};
  checked(H5Tset_size(type, H5T_VARIABLE));
  checked(H5Tset_cset(type, H5T_CSET_UTF8));
  const char* value = text.c_str();
  put_attribute(object, name, type, type, &value);
}

void put_attribute(hid_t object, const char* name, double value) {
  put_attribute(object, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, &value);
}

void put_attribute(hid_t object, const char* name, long long value) {
  put_attribute(object, name, H5T_STD_I64LE, H5T_NATIVE_LLONG, &value);
}

struct Column {
  std::string name, unit, description;
};

// Creates the dataset `column.name` of `count` numbers and writes what `values` points at.
void put_dataset(hid_t file, const Column& column, hsize_t count, hid_t stored, hid_t type,
                 const void* values) {
  const Handle space{H5Screate_simple(1, &count, nullptr)};
  const Handle links{H5Pcreate(H5P_LINK_CREATE)};
  checked(H5Pset_char_encoding(links, H5T_CSET_UTF8));
  checked(H5Pset_create_intermediate_group(links, 1));
  const Handle dataset{
      H5Dcreate2(file, column.name.c_str(), stored, space, links, H5P_DEFAULT, H5P_DEFAULT)};
  if (count > 0) checked(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values));
  put_attribute(dataset, "unit", column.unit);
  put_attribute(dataset, "description", column.description);
}

void put_doubles(hid_t file, const Column& column, std::span<const double> values) {
  put_dataset(file, column, values.size(), H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, values.data());
}

void put_origin(hid_t file, const Provenance& p) {
  put_attribute(file, "program", "bramah");
  put_attribute(file, "version", p.version);
  put_attribute(file, "model", p.model);
  put_attribute(file, "hash", p.hash);
  put_attribute(file, "method", p.method);
  put_attribute(file, "integrator", p.integrator);
  put_attribute(file, "coupling", p.coupling);
  put_attribute(file, "step_s", p.step);
}

// The names of summary_json.
void put_summary(hid_t file, const RunSummary& s) {
  put_attribute(file, "converged", static_cast<long long>(s.converged));
  put_attribute(file, "message", s.message);
  put_attribute(file, "complete", static_cast<long long>(s.complete()));
  put_attribute(file, "steps", s.steps);
  put_attribute(file, "simulated_s", s.simulated_s);
  put_attribute(file, "wall_s", s.wall_s);
  put_attribute(file, "cpu_s", s.cpu_s);
  put_attribute(file, "real_time_factor", s.real_time_factor);
  put_attribute(file, "newton_mean", s.newton_mean);
  put_attribute(file, "newton_max", static_cast<long long>(s.newton_max));
  put_attribute(file, "constraint_max", s.constraint_max);
  put_attribute(file, "constraint_rate_max", s.constraint_rate_max);
  put_attribute(file, "constraint_acceleration_max", s.constraint_acceleration_max);
  put_attribute(file, "energy_residual_max_J", s.energy_residual_max);
  put_attribute(file, "energy_books_max_J", s.energy_books_max);
}

void put_channels(hid_t file, const std::vector<Channel>& channels, const Recording& recording) {
  put_doubles(file, {"time", "s", "simulated time"}, recording.times);
  std::vector<double> column(recording.times.size());
  for (std::size_t c = 0; c < channels.size(); ++c) {
    for (std::size_t k = 0; k < column.size(); ++k) column[k] = recording.row(k)[c];
    put_doubles(file, {channels[c].name, channels[c].unit, channels[c].description}, column);
  }
}

void put_solver(hid_t file, const Recording& recording) {
  put_dataset(file, {"solver.newton", "1", "largest iteration count since the row before"},
              recording.newton.size(), H5T_STD_I32LE, H5T_NATIVE_INT, recording.newton.data());
  put_doubles(file, {"solver.gap", "m", "largest loop gap"}, recording.gap);
  put_doubles(file, {"solver.rate_gap", "m/s", "largest violation of the velocity constraints"},
              recording.rate_gap);
}

// The memory of a file that is made there.
void* regrow(void* at, std::size_t size, H5FD_file_image_op_t, void*) {
  void* const memory = std::realloc(at, size);
  if (memory != nullptr) prefer_large_pages(memory, size);
  return memory;
}

void* grow(std::size_t size, H5FD_file_image_op_t op, void* data) {
  return regrow(nullptr, size, op, data);
}

herr_t give_back(void* at, H5FD_file_image_op_t, void*) {
  std::free(at);
  return 0;
}

// The file's bytes, made in memory: after a failed write to a full disk the library keeps identifiers
// that its exit handler trips over.
std::string file_image(const Provenance& provenance, const std::vector<Channel>& channels,
                       const RunSummary& summary, const Recording& recording) {
  constexpr std::size_t kSmall = 1 << 20;  // [bytes]: names, units, attributes
  const std::size_t rows = (channels.size() + 4) * recording.times.size() * sizeof(double);
  const Handle in_memory{H5Pcreate(H5P_FILE_ACCESS)};
  checked(H5Pset_fapl_core(in_memory, rows + kSmall, false));
  H5FD_file_image_callbacks_t memory{grow, nullptr, regrow, give_back, nullptr, nullptr, nullptr};
  checked(H5Pset_file_image_callbacks(in_memory, &memory));
  const Handle file{H5Fcreate("results.h5", H5F_ACC_TRUNC, H5P_DEFAULT, in_memory)};
  put_origin(file, provenance);
  put_summary(file, summary);
  put_channels(file, channels, recording);
  put_solver(file, recording);
  checked(H5Fflush(file, H5F_SCOPE_GLOBAL));
  const auto size = static_cast<std::size_t>(checked(H5Fget_file_image(file, nullptr, 0)));
  std::string bytes;
  bytes.reserve(size);
  prefer_large_pages(bytes.data(), size);
  bytes.resize(size);
  checked(H5Fget_file_image(file, bytes.data(), bytes.size()));
  return bytes;
}

}  // namespace

bool has_hdf5() noexcept { return true; }

void write_hdf5(const std::string& path, const Provenance& provenance,
                const std::vector<Channel>& channels, const RunSummary& summary,
                const Recording& recording) {
  WholeFile file{path};
  const QuietHdf5 quiet;
  try {
    file.write(file_image(provenance, channels, summary, recording));
  } catch (const Hdf5Failure& failure) {
    file.fail(failure.reason);
  }
  file.commit();
}

}  // namespace bramah
