// Circuits that break solvers, run to their end: what the tests of them look at.
#pragma once

#include <bramah/bramah.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace bramah {

inline constexpr const char* kTortureHead = R"(
bramah: 1
name: Torture
fluid: {density: 850 kg/m3, bulk: 1.5 GPa}
sources:
  pump: {pressure: 200 bar}
  tank: {pressure: 1 bar}
)";

struct TortureOutcome {
  RunSummary summary;
  double lowest = INFINITY;  // absolute pressure [Pa]
  double balance = 0.0;      // largest |oil.balance| [m³]
  double books = 0.0;        // largest |energy.books| [J]
  double turnover = 0.0;     // largest energy of a source [J]
  bool finite = true;
};

inline TortureOutcome torture(const std::string& text, double step = 1e-3) {
  LoadOptions options;
  options.step = step;
  const Model model = load_text(text, "torture.yaml", options);
  Recording rows;
  TortureOutcome out;
  out.summary = run(model, {}, rows);
  const auto channels = model.channels();
  for (std::size_t r = 0; r < rows.times.size(); ++r)
    for (std::size_t k = 0; k < channels.size(); ++k) {
      const double value = rows.row(r)[k];
      const std::string& name = channels[k].name;
      out.finite = out.finite && std::isfinite(value);
      if (name.ends_with(".p")) out.lowest = std::min(out.lowest, value);
      if (name == "oil.balance") out.balance = std::max(out.balance, std::abs(value));
      if (name == "energy.books") out.books = std::max(out.books, std::abs(value));
      if (name.starts_with("energy.source."))
        out.turnover = std::max(out.turnover, std::abs(value));
    }
  return out;
}

}  // namespace bramah
