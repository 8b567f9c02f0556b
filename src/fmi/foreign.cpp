#include "fmi/foreign.h"

#include <dlfcn.h>

#include <cstdarg>
#include <cstdio>

#include "bramah/basics.h"
#include "bramah/fmi2.h"
#include "bramah/fmi3.h"

namespace bramah {
namespace {

class Library {
 public:
  explicit Library(const std::string& path) : path_(path), handle_(dlopen(path.c_str(), RTLD_NOW)) {
    if (!handle_) throw InputError("the FMU's binary cannot be loaded: " + std::string(dlerror()));
  }
  ~Library() { dlclose(handle_); }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  template <class Function>
  void find(const char* name, Function*& function) const {
    function = reinterpret_cast<Function*>(dlsym(handle_, name));
    if (!function) throw InputError(path_ + ": the FMU's binary has no function " + name);
  }

 private:
  std::string path_;
  void* handle_;
};

#define FIND(function) library_.find(#function, function##_)
#define DECLARE(function) decltype(function)* function##_ = nullptr

// ------------------------------------------------------------------------------------------- 2.0
class Foreign2 final : public Foreign {
 public:
  Foreign2(const std::string& path, bool saves) : library_(path) {
    FIND(fmi2Instantiate), FIND(fmi2FreeInstance), FIND(fmi2SetupExperiment);
    FIND(fmi2EnterInitializationMode), FIND(fmi2ExitInitializationMode);
    FIND(fmi2GetReal), FIND(fmi2SetReal), FIND(fmi2DoStep);
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
  bool set(References r, std::span<const double> values) override {
    return r.empty() || good(fmi2SetReal_(one_, r.data(), r.size(), values.data()));
  }
  bool get(References r, std::span<double> values) override {
    return r.empty() || good(fmi2GetReal_(one_, r.data(), r.size(), values.data()));
  }
  bool set_rates(References r, std::span<const double> rates) override {
    const std::vector<fmi2Integer> orders(r.size(), 1);
    return r.empty() || good(fmi2SetRealInputDerivatives_(one_, r.data(), r.size(), orders.data(),
                                                          rates.data()));
  }
  bool get_rates(References r, std::span<double> rates) override {
    const std::vector<fmi2Integer> orders(r.size(), 1);
    return r.empty() || good(fmi2GetRealOutputDerivatives_(one_, r.data(), r.size(), orders.data(),
                                                           rates.data()));
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
  fmi2CallbackFunctions callbacks_{};
  fmi2Component one_ = nullptr;
  DECLARE(fmi2Instantiate);
  DECLARE(fmi2FreeInstance);
  DECLARE(fmi2SetupExperiment);
  DECLARE(fmi2EnterInitializationMode);
  DECLARE(fmi2ExitInitializationMode);
  DECLARE(fmi2GetReal);
  DECLARE(fmi2SetReal);
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

// ------------------------------------------------------------------------------------------- 3.0
class Foreign3 final : public Foreign {
 public:
  Foreign3(const std::string& path, bool saves) : library_(path) {
    FIND(fmi3InstantiateCoSimulation), FIND(fmi3FreeInstance);
    FIND(fmi3EnterInitializationMode), FIND(fmi3ExitInitializationMode);
    FIND(fmi3GetFloat64), FIND(fmi3SetFloat64), FIND(fmi3DoStep), FIND(fmi3GetOutputDerivatives);
    if (!saves) return;
    FIND(fmi3GetFMUState), FIND(fmi3SetFMUState), FIND(fmi3FreeFMUState);
    FIND(fmi3SerializedFMUStateSize), FIND(fmi3SerializeFMUState), FIND(fmi3DeserializeFMUState);
  }
  ~Foreign3() override {
    if (one_) fmi3FreeInstance_(one_);
  }

  bool make(const std::string& name, const std::string& token,
            const std::string& resources) override {
    one_ = fmi3InstantiateCoSimulation_(name.c_str(), token.c_str(), (resources + "/").c_str(),
                                        false, false, false, false, nullptr, 0, this, say, nullptr);
    return one_ != nullptr;
  }
  bool enter(double start) override {
    return good(fmi3EnterInitializationMode_(one_, false, 0.0, start, false, 0.0));
  }
  bool leave() override { return good(fmi3ExitInitializationMode_(one_)); }
  bool set(References r, std::span<const double> values) override {
    return r.empty() ||
           good(fmi3SetFloat64_(one_, r.data(), r.size(), values.data(), values.size()));
  }
  bool get(References r, std::span<double> values) override {
    return r.empty() ||
           good(fmi3GetFloat64_(one_, r.data(), r.size(), values.data(), values.size()));
  }
  bool set_rates(References, std::span<const double>) override { return true; }  // not in 3.0
  bool get_rates(References r, std::span<double> rates) override {
    const std::vector<fmi3Int32> orders(r.size(), 1);
    return r.empty() || good(fmi3GetOutputDerivatives_(one_, r.data(), r.size(), orders.data(),
                                                       rates.data(), rates.size()));
  }
  bool step(double t, double H) override {
    bool event = false, end = false, early = false;
    double last = t;
    return good(fmi3DoStep_(one_, t, H, false, &event, &end, &early, &last)) && !early;
  }
  bool save(std::vector<std::uint8_t>& bytes) override {
    fmi3FMUState state = nullptr;
    std::size_t size = 0;
    bool done = good(fmi3GetFMUState_(one_, &state)) &&
                good(fmi3SerializedFMUStateSize_(one_, state, &size));
    bytes.resize(size);
    done = done && good(fmi3SerializeFMUState_(one_, state, bytes.data(), size));
    if (state) fmi3FreeFMUState_(one_, &state);
    return done;
  }
  bool restore(std::span<const std::uint8_t> bytes) override {
    fmi3FMUState state = nullptr;
    const bool done = good(fmi3DeserializeFMUState_(one_, bytes.data(), bytes.size(), &state)) &&
                      good(fmi3SetFMUState_(one_, state));
    if (state) fmi3FreeFMUState_(one_, &state);
    return done;
  }

 private:
  static bool good(fmi3Status status) { return status == fmi3OK || status == fmi3Warning; }
  static void say(fmi3InstanceEnvironment self, fmi3Status, fmi3String, fmi3String message) {
    if (self && message) static_cast<Foreign3*>(self)->log = message;
  }

  Library library_;
  fmi3Instance one_ = nullptr;
  DECLARE(fmi3InstantiateCoSimulation);
  DECLARE(fmi3FreeInstance);
  DECLARE(fmi3EnterInitializationMode);
  DECLARE(fmi3ExitInitializationMode);
  DECLARE(fmi3GetFloat64);
  DECLARE(fmi3SetFloat64);
  DECLARE(fmi3DoStep);
  DECLARE(fmi3GetOutputDerivatives);
  DECLARE(fmi3GetFMUState);
  DECLARE(fmi3SetFMUState);
  DECLARE(fmi3FreeFMUState);
  DECLARE(fmi3SerializedFMUStateSize);
  DECLARE(fmi3SerializeFMUState);
  DECLARE(fmi3DeserializeFMUState);
};

#undef FIND
#undef DECLARE

}  // namespace

std::unique_ptr<Foreign> open_foreign(const std::string& binary, int version, bool saves) {
  if (version == 3) return std::make_unique<Foreign3>(binary, saves);
  return std::make_unique<Foreign2>(binary, saves);
}

}  // namespace bramah
