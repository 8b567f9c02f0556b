// The functions of somebody's FMU, loaded: one face for both versions.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bramah/basics.h"

namespace bramah {

// Numbers that variables can be; all of them travel as doubles here.
enum class ForeignType {
  float64,
  float32,
  int8,
  uint8,
  int16,
  uint16,
  int32,
  uint32,
  int64,
  uint64,
  boolean
};

struct ForeignPlace {  // of a variable's value
  std::uint32_t reference = 0;
  ForeignType type = ForeignType::float64;
};

// A unit as the description defines it: SI value = factor * value + offset.
struct ForeignUnit {
  Dimension dimension;
  double factor = 1.0, offset = 0.0;
};

// What a description says about the FMU, as far as a host of ours asks.
struct ForeignVariable {
  std::string name, causality;
  ForeignPlace place;
  double start = 0.0, nominal = 1.0;
  std::string unit;                    // its name; empty: none
  std::optional<ForeignUnit> meaning;  // nothing: it has no unit, or one that is not defined
};
struct ForeignDescription {
  int version = 2;
  std::string token, identifier;
  bool saves = false, interpolates = false, rates = false;
  std::vector<ForeignVariable> variables;  // numbers alone, no arrays
};
// Throws InputError; `name` is for messages.
[[nodiscard]] ForeignDescription read_foreign(const std::string& xml, const std::string& name);
// Of an FMU's file.
[[nodiscard]] ForeignDescription describe_foreign(const std::string& path);

class Foreign {
 public:
  using Places = std::span<const ForeignPlace>;
  virtual ~Foreign() = default;
  virtual bool make(const std::string& name, const std::string& token,
                    const std::string& resources) = 0;
  virtual bool enter(double start) = 0;
  virtual bool leave() = 0;
  virtual bool set(Places, std::span<const double>) = 0;
  virtual bool get(Places, std::span<double>) = 0;
  // Of those that are float64; the rates of others are not given, and NaN.
  virtual bool set_rates(Places, std::span<const double>) = 0;
  virtual bool get_rates(Places, std::span<double>) = 0;
  virtual bool step(double t, double H) = 0;
  virtual bool save(std::vector<std::uint8_t>&) = 0;
  virtual bool restore(std::span<const std::uint8_t>) = 0;

  std::string log;  // what it said last
};

// Opens the binary and finds its functions; throws InputError with the first that is missing.
[[nodiscard]] std::unique_ptr<Foreign> open_foreign(const std::string& binary, int version,
                                                    bool saves);

}  // namespace bramah
