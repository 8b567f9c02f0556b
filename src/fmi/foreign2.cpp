// FMI 2.0's functions.
#include "bramah/fmi2.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

#include "fmi/foreign_library.h"

namespace bramah {
namespace {

// A pointer for each function that is called, found by its name.
#define FIND(function) library_.find(#function, function##_)
#define DECLARE(function) decltype(function)* function##_ = nullptr

class Foreign2 final : public Foreign {
 public:
  Foreign2(const std::string& path, bool saves) : library_(path) {
    FIND(fmi2Instantiate), FIND(fmi2FreeInstance), FIND(fmi2SetupExperiment);
    FIND(fmi2EnterInitializationMode), FIND(fmi2ExitInitializationMode);
    FIND(fmi2GetReal), FIND(fmi2SetReal), FIND(fmi2DoStep);
    FIND(fmi2GetInteger), FIND(fmi2SetInteger), FIND(fmi2GetBoolean), FIND(fmi2SetBoolean);
    FIND(fmi2SetRealInputDerivatives), FIND(fmi2GetRealOutputDerivatives);
    if (!saves) return;
    FIND(fmi2GetFMUstate), FIND(fmi2SetFMUstate), FIND(fmi2FreeFMUstate);
    FIND(fmi2SerializedFMUstateSize), FIND(fmi2SerializeFMUstate), FIND(fmi2DeSerializeFMUstate);
  }
  ~Foreign2() override {
    if (one_) fmi2FreeInstance_(one_);
  }

  bool make(const std::string& name, const std::string& token,
            const std::string& resources) override {
    callbacks_ = {say, calloc, free, nullptr, this};
    one_ = fmi2Instantiate_(name.c_str(), fmi2CoSimulation, token.c_str(),
                            ("file://" + resources).c_str(), &callbacks_, fmi2False, fmi2False);
    return one_ != nullptr;
  }
  bool enter(double start) override {
    return good(fmi2SetupExperiment_(one_, fmi2False, 0.0, start, fmi2False, 0.0)) &&
           good(fmi2EnterInitializationMode_(one_));
  }
  bool leave() override { return good(fmi2ExitInitializationMode_(one_)); }
  bool set(Places places, std::span<const double> values) override {
    return by_type(places, [&](ForeignType type, std::size_t first, std::size_t n) {
      const std::uint32_t* r = references_.of(places, first, n);
      if (type == ForeignType::float64)
        return good(fmi2SetReal_(one_, r, n, values.data() + first));
      whole_.resize(n);
      for (std::size_t k = 0; k < n; ++k)
        whole_[k] = type == ForeignType::boolean ? values[first + k] != 0.0
                                                 : converted<fmi2Integer>(values[first + k]);
      return good(type == ForeignType::boolean ? fmi2SetBoolean_(one_, r, n, whole_.data())
                                               : fmi2SetInteger_(one_, r, n, whole_.data()));
    });
  }
  bool get(Places places, std::span<double> values) override {
    return by_type(places, [&](ForeignType type, std::size_t first, std::size_t n) {
      const std::uint32_t* r = references_.of(places, first, n);
      if (type == ForeignType::float64)
        return good(fmi2GetReal_(one_, r, n, values.data() + first));
      whole_.resize(n);
      if (!good(type == ForeignType::boolean ? fmi2GetBoolean_(one_, r, n, whole_.data())
                                             : fmi2GetInteger_(one_, r, n, whole_.data())))
        return false;
      std::copy(whole_.begin(), whole_.end(), values.begin() + static_cast<std::ptrdiff_t>(first));
      return true;
    });
  }
  bool set_rates(Places places, std::span<const double> rates) override {
    return by_type(places, [&](ForeignType type, std::size_t first, std::size_t n) {
      if (type != ForeignType::float64) return true;
      whole_.assign(n, 1);
      return good(fmi2SetRealInputDerivatives_(one_, references_.of(places, first, n), n,
                                               whole_.data(), rates.data() + first));
    });
  }
  bool get_rates(Places places, std::span<double> rates) override {
    return by_type(places, [&](ForeignType type, std::size_t first, std::size_t n) {
      if (type != ForeignType::float64) return true;
      whole_.assign(n, 1);
      return good(fmi2GetRealOutputDerivatives_(one_, references_.of(places, first, n), n,
                                                whole_.data(), rates.data() + first));
    });
  }
  bool step(double t, double H) override { return good(fmi2DoStep_(one_, t, H, fmi2False)); }
  bool save(std::vector<std::uint8_t>& bytes) override {
    fmi2FMUstate state = nullptr;
    std::size_t size = 0;
    bool done = good(fmi2GetFMUstate_(one_, &state)) &&
                good(fmi2SerializedFMUstateSize_(one_, state, &size));
    bytes.resize(size);
    done = done &&
           good(fmi2SerializeFMUstate_(one_, state, reinterpret_cast<char*>(bytes.data()), size));
    if (state) fmi2FreeFMUstate_(one_, &state);
    return done;
  }
  bool restore(std::span<const std::uint8_t> bytes) override {
    fmi2FMUstate state = nullptr;
    const bool done =
        good(fmi2DeSerializeFMUstate_(one_, reinterpret_cast<const char*>(bytes.data()),
                                      bytes.size(), &state)) &&
        good(fmi2SetFMUstate_(one_, state));
    if (state) fmi2FreeFMUstate_(one_, &state);
    return done;
  }

 private:
  static bool good(fmi2Status status) { return status == fmi2OK || status == fmi2Warning; }
  static void say(fmi2ComponentEnvironment self, fmi2String, fmi2Status, fmi2String,
                  fmi2String message, ...) {
    char text[1024];
    va_list list;
    va_start(list, message);
    std::vsnprintf(text, sizeof text, message ? message : "", list);
    va_end(list);
    if (self) static_cast<Foreign2*>(self)->log = text;
  }

  Library library_;
  ReferenceList references_;
  std::vector<fmi2Integer> whole_;
  fmi2CallbackFunctions callbacks_{};
  fmi2Component one_ = nullptr;
  DECLARE(fmi2Instantiate);
  DECLARE(fmi2FreeInstance);
  DECLARE(fmi2SetupExperiment);
  DECLARE(fmi2EnterInitializationMode);
  DECLARE(fmi2ExitInitializationMode);
  DECLARE(fmi2GetReal);
  DECLARE(fmi2SetReal);
  DECLARE(fmi2GetInteger);
  DECLARE(fmi2SetInteger);
  DECLARE(fmi2GetBoolean);
  DECLARE(fmi2SetBoolean);
  DECLARE(fmi2DoStep);
  DECLARE(fmi2SetRealInputDerivatives);
  DECLARE(fmi2GetRealOutputDerivatives);
  DECLARE(fmi2GetFMUstate);
  DECLARE(fmi2SetFMUstate);
  DECLARE(fmi2FreeFMUstate);
  DECLARE(fmi2SerializedFMUstateSize);
  DECLARE(fmi2SerializeFMUstate);
  DECLARE(fmi2DeSerializeFMUstate);
};

#undef FIND
#undef DECLARE

}  // namespace

std::unique_ptr<Foreign> open_foreign2(const std::string& binary, bool saves) {
  return std::make_unique<Foreign2>(binary, saves);
}

}  // namespace bramah
