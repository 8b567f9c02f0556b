// The functions of somebody's FMU, loaded: one face for both versions.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace bramah {

// What a description says about the FMU, as far as a host of ours asks.
struct ForeignVariable {
  std::string name, causality;
  std::uint32_t reference = 0;
  double start = 0.0, nominal = 1.0;
};
struct ForeignDescription {
  int version = 2;
  std::string token, identifier;
  bool saves = false, interpolates = false, rates = false;
  std::vector<ForeignVariable> variables;  // real numbers alone
};
// Throws InputError; `name` is for messages.
[[nodiscard]] ForeignDescription read_foreign(const std::string& xml, const std::string& name);

class Foreign {
 public:
  using References = std::span<const std::uint32_t>;
  virtual ~Foreign() = default;
  virtual bool make(const std::string& name, const std::string& token,
                    const std::string& resources) = 0;
  virtual bool enter(double start) = 0;
  virtual bool leave() = 0;
  virtual bool set(References, std::span<const double>) = 0;
  virtual bool get(References, std::span<double>) = 0;
  virtual bool set_rates(References, std::span<const double>) = 0;
  virtual bool get_rates(References, std::span<double>) = 0;
  virtual bool step(double t, double H) = 0;
  virtual bool save(std::vector<std::uint8_t>&) = 0;
  virtual bool restore(std::span<const std::uint8_t>) = 0;

  std::string log;  // what it said last
};

// Opens the binary and finds its functions; throws InputError with the first that is missing.
[[nodiscard]] std::unique_ptr<Foreign> open_foreign(const std::string& binary, int version,
                                                    bool saves);

}  // namespace bramah
