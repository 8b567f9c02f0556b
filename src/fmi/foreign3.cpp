// FMI 3.0's functions.
#include "bramah/fmi3.h"

#include "fmi/foreign_library.h"

namespace bramah {
namespace {

// A pointer for each function that is called, found by its name.
#define FIND(function) library_.find(#function, function##_)
#define DECLARE(function) decltype(function)* function##_ = nullptr

class Foreign3 final : public Foreign {
 public:
  Foreign3(const std::string& path, bool saves) : library_(path) {
    FIND(fmi3InstantiateCoSimulation), FIND(fmi3FreeInstance);
    FIND(fmi3EnterInitializationMode), FIND(fmi3ExitInitializationMode);
    FIND(fmi3GetFloat64), FIND(fmi3SetFloat64), FIND(fmi3DoStep), FIND(fmi3GetOutputDerivatives);
    FIND(fmi3GetFloat32), FIND(fmi3SetFloat32), FIND(fmi3GetBoolean), FIND(fmi3SetBoolean);
    FIND(fmi3GetInt8), FIND(fmi3SetInt8), FIND(fmi3GetUInt8), FIND(fmi3SetUInt8);
    FIND(fmi3GetInt16), FIND(fmi3SetInt16), FIND(fmi3GetUInt16), FIND(fmi3SetUInt16);
    FIND(fmi3GetInt32), FIND(fmi3SetInt32), FIND(fmi3GetUInt32), FIND(fmi3SetUInt32);
    FIND(fmi3GetInt64), FIND(fmi3SetInt64), FIND(fmi3GetUInt64), FIND(fmi3SetUInt64);
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
  bool set(Places places, std::span<const double> values) override {
    return by_type(places, [&](ForeignType type, std::size_t first, std::size_t n) {
      const auto from = values.subspan(first, n);
      const std::uint32_t* r = references_.of(places, first, n);
      switch (type) {
        case ForeignType::float64:
          return good(fmi3SetFloat64_(one_, r, n, from.data(), n));
        case ForeignType::float32:
          return set_as<fmi3Float32>(fmi3SetFloat32_, r, from);
        case ForeignType::int8:
          return set_as<fmi3Int8>(fmi3SetInt8_, r, from);
        case ForeignType::uint8:
          return set_as<fmi3UInt8>(fmi3SetUInt8_, r, from);
        case ForeignType::int16:
          return set_as<fmi3Int16>(fmi3SetInt16_, r, from);
        case ForeignType::uint16:
          return set_as<fmi3UInt16>(fmi3SetUInt16_, r, from);
        case ForeignType::int32:
          return set_as<fmi3Int32>(fmi3SetInt32_, r, from);
        case ForeignType::uint32:
          return set_as<fmi3UInt32>(fmi3SetUInt32_, r, from);
        case ForeignType::int64:
          return set_as<fmi3Int64>(fmi3SetInt64_, r, from);
        case ForeignType::uint64:
          return set_as<fmi3UInt64>(fmi3SetUInt64_, r, from);
        case ForeignType::boolean:
          return set_as<fmi3Boolean>(fmi3SetBoolean_, r, from);
      }
      return false;
    });
  }
  bool get(Places places, std::span<double> values) override {
    return by_type(places, [&](ForeignType type, std::size_t first, std::size_t n) {
      const auto to = values.subspan(first, n);
      const std::uint32_t* r = references_.of(places, first, n);
      switch (type) {
        case ForeignType::float64:
          return good(fmi3GetFloat64_(one_, r, n, to.data(), n));
        case ForeignType::float32:
          return get_as<fmi3Float32>(fmi3GetFloat32_, r, to);
        case ForeignType::int8:
          return get_as<fmi3Int8>(fmi3GetInt8_, r, to);
        case ForeignType::uint8:
          return get_as<fmi3UInt8>(fmi3GetUInt8_, r, to);
        case ForeignType::int16:
          return get_as<fmi3Int16>(fmi3GetInt16_, r, to);
        case ForeignType::uint16:
          return get_as<fmi3UInt16>(fmi3GetUInt16_, r, to);
        case ForeignType::int32:
          return get_as<fmi3Int32>(fmi3GetInt32_, r, to);
        case ForeignType::uint32:
          return get_as<fmi3UInt32>(fmi3GetUInt32_, r, to);
        case ForeignType::int64:
          return get_as<fmi3Int64>(fmi3GetInt64_, r, to);
        case ForeignType::uint64:
          return get_as<fmi3UInt64>(fmi3GetUInt64_, r, to);
        case ForeignType::boolean:
          return get_as<fmi3Boolean>(fmi3GetBoolean_, r, to);
      }
      return false;
    });
  }
  bool set_rates(Places, std::span<const double>) override { return true; }  // not in 3.0
  bool get_rates(Places places, std::span<double> rates) override {
    return by_type(places, [&](ForeignType type, std::size_t first, std::size_t n) {
      if (type != ForeignType::float64) return true;
      orders_.assign(n, 1);
      return good(fmi3GetOutputDerivatives_(one_, references_.of(places, first, n), n,
                                            orders_.data(), rates.data() + first, n));
    });
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

  // One at a time: vector<bool> is no array, and few variables are no reals.
  template <class T, class Function>
  bool set_as(Function* function, const std::uint32_t* r, std::span<const double> from) {
    for (std::size_t k = 0; k < from.size(); ++k) {
      const T value = converted<T>(from[k]);
      if (!good(function(one_, r + k, 1, &value, 1))) return false;
    }
    return true;
  }
  template <class T, class Function>
  bool get_as(Function* function, const std::uint32_t* r, std::span<double> to) {
    for (std::size_t k = 0; k < to.size(); ++k) {
      T value{};
      if (!good(function(one_, r + k, 1, &value, 1))) return false;
      to[k] = static_cast<double>(value);
    }
    return true;
  }
  Library library_;
  ReferenceList references_;
  std::vector<fmi3Int32> orders_;
  fmi3Instance one_ = nullptr;
  DECLARE(fmi3InstantiateCoSimulation);
  DECLARE(fmi3FreeInstance);
  DECLARE(fmi3EnterInitializationMode);
  DECLARE(fmi3ExitInitializationMode);
  DECLARE(fmi3GetFloat64);
  DECLARE(fmi3SetFloat64);
  DECLARE(fmi3GetFloat32);
  DECLARE(fmi3SetFloat32);
  DECLARE(fmi3GetInt8);
  DECLARE(fmi3SetInt8);
  DECLARE(fmi3GetUInt8);
  DECLARE(fmi3SetUInt8);
  DECLARE(fmi3GetInt16);
  DECLARE(fmi3SetInt16);
  DECLARE(fmi3GetUInt16);
  DECLARE(fmi3SetUInt16);
  DECLARE(fmi3GetInt32);
  DECLARE(fmi3SetInt32);
  DECLARE(fmi3GetUInt32);
  DECLARE(fmi3SetUInt32);
  DECLARE(fmi3GetInt64);
  DECLARE(fmi3SetInt64);
  DECLARE(fmi3GetUInt64);
  DECLARE(fmi3SetUInt64);
  DECLARE(fmi3GetBoolean);
  DECLARE(fmi3SetBoolean);
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

std::unique_ptr<Foreign> open_foreign3(const std::string& binary, bool saves) {
  return std::make_unique<Foreign3>(binary, saves);
}

std::unique_ptr<Foreign> open_foreign(const std::string& binary, int version, bool saves) {
  return version == 3 ? open_foreign3(binary, saves) : open_foreign2(binary, saves);
}

}  // namespace bramah
