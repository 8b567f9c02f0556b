#include "model_file/catalogue_page.h"

#include <cctype>
#include <cmath>

#include "bramah/parts.h"
#include "core/units.h"

namespace bramah {
std::string table_cell(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '|' ? std::string("\\|") : std::string(1, c);
  return out;
}

std::string code_words(const std::string& text) { return text.empty() ? "" : "`" + text + "`"; }

namespace {

// A bar ends a table's cell.
std::string with_unit(double value, const std::string& unit) {
  return short_number(value, 12) + (unit == "1" ? "" : " " + unit);
}

std::string default_of(const ParameterInfo& p) {
  if (std::isnan(p.fallback)) return "**needed**";
  if (!p.choices.empty()) return code_words(p.choices[static_cast<std::size_t>(p.fallback)]);
  return code_words(p.fallback_text.empty() ? with_unit(p.fallback, p.unit) : p.fallback_text);
}

std::string unit_of(const ParameterInfo& p) {
  if (p.choices.empty()) return p.unit == "1" ? "-" : p.unit;
  std::string words;
  for (const auto& word : p.choices) words += (words.empty() ? "" : ", ") + code_words(word);
  return words;
}

std::string head(const std::string& name, const std::string& title, const std::string& doc,
                 const std::string& equation, const std::string& source) {
  std::string text =
      "### " + title + "\n\n![" + title + "](images/symbols/" + name + ".svg)\n\n" + doc + "\n\n";
  if (!equation.empty()) text += "```text\n" + equation + "\n```\n\n";
  return text + "Source: " + source + ".\n\n";
}

std::string ports_of(const PartInfo& info) {
  if (info.ports.empty()) return "";
  std::string text = "| port | meaning |\n|---|---|\n";
  for (const PortInfo& port : info.ports)
    text += "| " + code_words(port.name) + " | " + table_cell(port.doc) +
            (port.kind == PortInfo::Kind::shaft ? "; a shaft" : "") +
            (port.optional ? "; may be left out" : "") + " |\n";
  if (info.drives != Drives::nothing)
    text += std::string("| `joint` | the joint that it ") +
            (info.drives == Drives::turn ? "turns" : "slides") + ", or one of its coordinates |\n";
  return text + "\n";
}

std::string parameters_of(const PartInfo& info) {
  if (info.parameters.empty()) return "";
  std::string text = "| parameter | unit | default | typical | meaning |\n|---|---|---|---|---|\n";
  for (const ParameterInfo& p : info.parameters)
    text += "| " + code_words(p.name) + " | " + unit_of(p) + " | " + default_of(p) + " | " +
            table_cell(p.typical) + " | " + table_cell(p.doc) + " |\n";
  return text + "\n";
}

std::string inputs_of(const PartInfo& info) {
  if (info.inputs.empty()) return "";
  std::string text =
      "| input, a value or a signal | unit | default | meaning |\n|---|---|---|---|\n";
  for (const InputInfo& input : info.inputs)
    text += "| " + code_words(input.name) + " | " + (input.unit == "1" ? "-" : input.unit) + " | " +
            (std::isnan(input.fallback) ? "**needed**"
                                        : code_words(with_unit(input.fallback, input.unit))) +
            " | " + table_cell(input.doc) + " |\n";
  return text + "\n";
}

std::string states_of(const PartInfo& info) {
  if (info.states.empty()) return "";
  std::string text = "| state | unit | start | meaning |\n|---|---|---|---|\n";
  for (const StateInfo& state : info.states)
    text += "| " + code_words(state.name) + " | " + (state.unit == "1" ? "-" : state.unit) + " | " +
            (state.start_key.empty() ? "" : code_words(state.start_key) + ", else ") +
            code_words(with_unit(state.start, state.unit)) + " | " + table_cell(state.doc) + " |\n";
  return text + "\n";
}

std::string example_block(const std::string& yaml) { return "```yaml\n" + yaml + "```\n\n"; }

// GitHub's: lower case, spaces to dashes, no punctuation.
std::string anchor(const std::string& title) {
  std::string out;
  for (const char c : title) {
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_' || (c & 0x80))
      out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (c == ' ') out += '-';
  }
  return out;
}

// The heading of docs/model-file.md under which a table stands.
std::string place_of_table(const std::string& table) {
  std::string heading = table + "s";
  if (table == "fluid" || table == "source" || table == "volume") heading = "fluid-sources-volumes";
  if (table == "orifice" || table == "leakage") heading = "orifices-leakages";
  return "model-file.md#" + heading;
}

std::string keys_of(const PartInfo& info) {
  return info.table.empty() ? code_words("type: " + info.type)
                            : "Keys: [" + info.table + "](" + place_of_table(info.table) + ").";
}

std::string entry(const PartInfo& info) {
  std::string text = head(info.type, info.title, info.doc, info.equation, info.source) +
                     keys_of(info) + "\n\n" + ports_of(info);
  if (info.table.empty()) text += parameters_of(info) + inputs_of(info) + states_of(info);
  return text + example_block(info.example);
}

std::string contents() {
  std::string text = "| part | what for |\n|---|---|\n";
  const auto line = [&](const std::string& title, const std::string& doc) {
    const auto stop = doc.find(". ");
    text += "| [" + title + "](#" + anchor(title) + ") | " +
            table_cell(stop == std::string::npos ? doc : doc.substr(0, stop + 1)) + " |\n";
  };
  for (const PartInfo* info : catalogue()) line(info->title, info->doc);
  return text + "\n";
}

constexpr const char* kHead =
    "# The catalogue\n\n"
    "Every hydraulic part, with its equation, its parameters and a machine that runs as it stands. "
    "The page is written by\nthe program from the parts themselves. f(Δp) is the square root, "
    "rounded off near zero; pressures are absolute;\nflow is positive in the direction named.\n\n";

}  // namespace

std::string catalogue_page() {
  std::string text = kHead + contents();
  text += "## Sections of their own\n\n";
  for (const PartInfo* info : catalogue())
    if (!info->table.empty()) text += entry(*info);
  text += "## Components\n\nWritten under `components:`, each with its `type`.\n\n";
  for (const PartInfo* info : components()) text += entry(*info);
  text.pop_back();
  return text;
}

std::vector<SymbolFile> catalogue_symbols() {
  const auto picture = [](const std::string& elements) {
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-4 -4 108 68\" width=\"162\" "
           "height=\"102\" color=\"#1f2933\">\n<rect x=\"-4\" y=\"-4\" width=\"108\" height=\"68\" "
           "rx=\"4\" fill=\"#f7f8fa\"/>\n" +
           elements + "\n</svg>\n";
  };
  std::vector<SymbolFile> all;
  for (const PartInfo* info : catalogue()) all.push_back({info->type, picture(info->symbol)});
  return all;
}

std::vector<CatalogueExample> catalogue_examples() {
  std::vector<CatalogueExample> all;
  for (const PartInfo* info : catalogue()) all.push_back({info->type, info->example});
  return all;
}

}  // namespace bramah
