// A linearised machine as CSV and JSON: SI units, rows and columns by name.
#include <cmath>
#include <numbers>

#include "bramah/analysis.h"
#include "results/csv_writer.h"
#include "results/summary_json.h"
#include "text/number_text.h"
#include "text/whole_file.h"

namespace bramah {
namespace {

using Json = nlohmann::ordered_json;
using Variables = std::vector<LinearVariable>;

std::string heading(const LinearVariable& v) { return csv_cell(v.name + " [" + v.unit + "]"); }

std::string matrix_text(const char* corner, const std::vector<double>& values,
                        const Variables& rows, const Variables& columns) {
  std::string text = corner;
  for (const LinearVariable& column : columns) text += "," + heading(column);
  text += "\n";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    text += heading(rows[i]);
    for (std::size_t k = 0; k < columns.size(); ++k)
      text += "," + number_text(values[i * columns.size() + k]);
    text += "\n";
  }
  return text;
}

std::string states_text(const Variables& states) {
  std::string text = "state,unit,value\n";
  for (const LinearVariable& s : states)
    text += csv_cell(s.name) + "," + s.unit + "," + number_text(s.value) + "\n";
  return text;
}

std::string shares_text(const Mode& mode) {
  std::string text;
  for (const Mode::Share& share : mode.shares)
    text += (text.empty() ? "" : "; ") + share.state + " " +
            std::to_string(static_cast<int>(std::round(100.0 * share.share))) + " %";
  return text;
}

std::string poles_text(const std::vector<Mode>& modes) {
  std::string text = "real [1/s],imag [1/s],frequency [Hz],damping [1],time constant [s],states\n";
  for (const Mode& mode : modes) {
    for (const double value : {mode.pole.real(), mode.pole.imag(), mode.frequency, mode.damping})
      text += number_text(value) + ",";
    if (std::isfinite(mode.time_constant)) text += number_text(mode.time_constant);
    text += "," + csv_cell(shares_text(mode)) + "\n";
  }
  return text;
}

std::string responses_text(const std::vector<FrequencyResponse>& responses) {
  std::string text = "input,output,frequency [Hz],magnitude [SI],phase [deg],real,imag\n";
  for (const FrequencyResponse& r : responses)
    for (std::size_t k = 0; k < r.values.size(); ++k) {
      text += csv_cell(r.input) + "," + csv_cell(r.output);
      const std::complex<double> g = r.values[k];
      for (const double value : {r.frequencies[k], std::abs(g),
                                 std::arg(g) * 180.0 / std::numbers::pi, g.real(), g.imag()})
        text += "," + number_text(value);
      text += "\n";
    }
  return text;
}

Json variables_json(const Variables& variables) {
  Json list = Json::array();
  for (const LinearVariable& v : variables)
    list.push_back({{"name", v.name}, {"unit", v.unit}, {"value", v.value}});
  return list;
}

Json matrix_json(const std::vector<double>& values, std::size_t rows) {
  Json list = Json::array();
  for (std::size_t i = 0; i < rows; ++i) {
    const std::size_t columns = values.size() / rows;
    list.push_back(
        std::vector<double>(values.begin() + static_cast<std::ptrdiff_t>(i * columns),
                            values.begin() + static_cast<std::ptrdiff_t>((i + 1) * columns)));
  }
  return list;
}

Json mode_json(const Mode& mode) {
  Json shares = Json::object();
  for (const Mode::Share& share : mode.shares) shares[share.state] = share.share;
  return {{"real", mode.pole.real()},
          {"imag", mode.pole.imag()},
          {"frequency_Hz", mode.frequency},
          {"damping", mode.damping},
          {"time_constant_s", mode.time_constant},
          {"shares", shares}};
}

Json response_json(const FrequencyResponse& r) {
  Json magnitude = Json::array(), phase = Json::array();
  for (const std::complex<double> g : r.values) {
    magnitude.push_back(std::abs(g));
    phase.push_back(std::arg(g) * 180.0 / std::numbers::pi);
  }
  return {{"input", r.input},
          {"output", r.output},
          {"frequency_Hz", r.frequencies},
          {"magnitude", magnitude},
          {"phase_deg", phase}};
}

}  // namespace

std::vector<std::string> write_linearization_csv(const std::string& prefix, const Linearization& l,
                                                 const std::vector<FrequencyResponse>& responses) {
  std::vector<std::string> paths;
  const auto write = [&](const char* name, const std::string& text) {
    paths.push_back(prefix + "_" + name + ".csv");
    WholeFile file(paths.back());
    file.write(text);
    file.commit();
  };
  write("A", matrix_text("d/dt", l.A, l.states, l.states));
  write("B", matrix_text("d/dt", l.B, l.states, l.inputs));
  write("C", matrix_text("output", l.C, l.outputs, l.states));
  write("D", matrix_text("output", l.D, l.outputs, l.inputs));
  write("states", states_text(l.states));
  write("poles", poles_text(l.modes));
  if (!responses.empty()) write("response", responses_text(responses));
  return paths;
}

std::string linearization_json(const Linearization& l,
                               const std::vector<FrequencyResponse>& responses) {
  Json modes = Json::array(), curves = Json::array();
  for (const Mode& mode : l.modes) modes.push_back(mode_json(mode));
  for (const FrequencyResponse& r : responses) curves.push_back(response_json(r));
  return json_text({{"model", l.model},
                    {"hash", l.hash},
                    {"version", l.version},
                    {"time_s", l.time},
                    {"converged", l.converged},
                    {"message", l.message},
                    {"unrest_per_s", l.unrest},
                    {"states", variables_json(l.states)},
                    {"frozen", l.frozen},
                    {"inputs", variables_json(l.inputs)},
                    {"outputs", variables_json(l.outputs)},
                    {"A", matrix_json(l.A, l.states.size())},
                    {"B", matrix_json(l.B, l.states.size())},
                    {"C", matrix_json(l.C, l.outputs.size())},
                    {"D", matrix_json(l.D, l.outputs.size())},
                    {"poles", modes},
                    {"stiffness_ratio", l.stiffness_ratio},
                    {"condition", l.condition},
                    {"responses", curves},
                    {"notes", l.notes}});
}

}  // namespace bramah
