#include "bramah/page.h"

#include "report/html_page.h"
#include "report/page_arrays.h"
#include "report/page_assets.h"
#include "results/decimate.h"
#include "results/summary_json.h"

namespace bramah {
namespace {

using Json = nlohmann::ordered_json;

// Lists that hold long arrays are joined as text, the rest goes through nlohmann's JSON.
template <class Item, class Text>
std::string list_text(const std::vector<Item>& items, const Text& text_of) {
  std::string text = "[";
  for (const Item& item : items) text += (text.size() > 1 ? ",\n" : "") + text_of(item);
  return text + "]";
}

// An object with one more member, whose value is JSON already.
std::string with(std::string object, const char* name, const std::string& value) {
  object.back() = ',';
  return object + "\"" + name + "\":" + value + "}";
}

Json cell_value(const PageCell& cell) {
  if (const double* number = std::get_if<double>(&cell)) return *number;
  if (const std::string* text = std::get_if<std::string>(&cell)) return *text;
  return nullptr;
}

std::string table_text(const PageTable& table) {
  Json columns = Json::array(), rows = Json::array();
  for (const PageColumn& c : table.columns)
    columns.push_back(
        {{"title", c.title}, {"unit", c.unit}, {"help", c.help}, {"digits", c.digits}});
  for (const PageRow& row : table.rows) {
    Json cells = Json::array();
    for (const PageCell& cell : row.cells) cells.push_back(cell_value(cell));
    rows.push_back({{"cells", cells}, {"note", row.note}, {"quiet", row.quiet}});
  }
  return json_text({{"title", table.title},
                    {"text", table.text},
                    {"columns", columns},
                    {"rows", rows},
                    {"grouped", table.grouped}});
}

std::string series_text(const PageSeries& s) {
  const Json head = {{"name", s.name},     {"line", s.line}, {"points", s.points},
                     {"colour", s.colour}, {"dash", s.dash}, {"labels", s.labels},
                     {"rows", s.rows}};
  return with(with(json_text(head), "x", array_text<double>(s.x)), "y", array_text<float>(s.y));
}

Json axis_value(const PageAxis& axis) {
  return {{"label", axis.label},
          {"unit", axis.unit},
          {"log", axis.log},
          {"linearBelow", axis.linear_below}};
}

std::string plot_text(const PagePlot& plot) {
  const Json head = {{"title", plot.title},
                     {"text", plot.text},
                     {"x", axis_value(plot.x)},
                     {"y", axis_value(plot.y)},
                     {"poles", plot.poles}};
  return with(json_text(head), "series", list_text(plot.series, series_text));
}

std::string page_drawing_text(const PageDrawing& drawing) {
  return with(json_text({{"title", drawing.title}}), "drawing",
              drawing_text(drawing.drawing, drawing.times, drawing.poses));
}

std::string section_text(const PageSection& section) {
  Json figures = Json::array();
  for (const PageFigure& f : section.figures)
    figures.push_back({{"label", f.label}, {"value", f.value}, {"detail", f.detail}});
  std::string text =
      json_text({{"title", section.title}, {"text", Json(section.text)}, {"figures", figures}});
  text = with(text, "drawings", list_text(section.drawings, page_drawing_text));
  text = with(text, "tables", list_text(section.tables, table_text));
  return with(text, "plots", list_text(section.plots, plot_text));
}

}  // namespace

PageSeries thinned(PageSeries series, std::size_t most) {
  const Decimation thin{series.y.size(), most};
  series.x = thin.times(series.x);
  series.y = thin.extremes(series.y);
  return series;
}

PageSeries thinned_to_largest(PageSeries series, std::size_t most) {
  const Decimation thin{series.y.size(), most};
  series.x = thin.times(series.x);
  series.y = thin.maxima(series.y);
  return series;
}

std::string page_json(const Page& page) {
  Json facts = Json::array();
  for (const PageFact& fact : page.facts)
    facts.push_back({{"name", fact.name}, {"value", fact.value}});
  const Json head = {{"kind", page.kind},
                     {"title", page.title},
                     {"lead", page.lead},
                     {"alarm", page.alarm},
                     {"facts", facts}};
  return escape_json(with(json_text(head), "sections", list_text(page.sections, section_text)));
}

void write_page(const std::string& path, const Page& page) {
  write_html_page(path, page.title + " - " + page.kind, page_json(page), {kPageScript, kPageStyle});
}

}  // namespace bramah
