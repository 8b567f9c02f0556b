#include "report/html_page.h"

#include <nlohmann/json.hpp>

#include "bramah/basics.h"
#include "results/summary_json.h"
#include "text/whole_file.h"

namespace bramah {
namespace {

using Json = nlohmann::ordered_json;

// Only what carries this nonce may run or style the page, and the page may fetch nothing but what it made itself:
// pictures of its plots, textures of its meshes.
constexpr std::string_view kPolicy =
    "default-src 'none'; script-src 'nonce-bramah'; style-src 'nonce-bramah'; "
    "img-src blob: data:; connect-src blob: data:; "
    "base-uri 'none'; form-action 'none'";

std::string escape_html(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

// Script or style text inside its element: `</` may end it, `<\/` means the same to the script.
std::string escape_element(std::string_view text) {
  std::string escaped;
  escaped.reserve(text.size());
  for (std::size_t k = 0; k < text.size(); ++k) {
    const bool closes = text.substr(k, 2) == "</";
    const bool comments = text.substr(k, 4) == "<!--";
    escaped += closes ? "<\\" : comments ? "\\x3c" : std::string(1, text[k]);
  }
  return escaped;
}

}  // namespace

std::string escape_json(std::string_view json) {
  std::string escaped;
  escaped.reserve(json.size());
  for (const char c : json) {
    if (c == '<')
      escaped += "\\u003c";
    else
      escaped += c;
  }
  return escaped;
}

std::string html_page(const std::string& title, const std::string& json, const PageAssets& assets) {
  // Through JSON and back: bytes that are not UTF-8 are replaced.
  const std::string name = Json::parse(json_text(Json(title)));
  std::string page = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
  page +=
      "<meta http-equiv=\"Content-Security-Policy\" content=\"" + escape_html(kPolicy) + "\">\n";
  page += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
  page += "<meta name=\"color-scheme\" content=\"light dark\">\n";
  page += "<title>" + escape_html(name) + "</title>\n";
  page += "<style nonce=\"bramah\">" + escape_element(assets.style) + "</style>\n";
  page += "</head>\n<body>\n<main id=\"report\"><h1>" + escape_html(name) + "</h1>\n";
  page +=
      "<noscript>This report draws its plots with a script; allow scripts to see them.</noscript>";
  page += "</main>\n<script type=\"application/json\" id=\"report-data\" nonce=\"bramah\">";
  page += escape_json(json) + "</script>\n<script nonce=\"bramah\">";
  page += escape_element(assets.script) + "</script>\n</body>\n</html>\n";
  return page;
}

void write_html_page(const std::string& path, const std::string& title, const std::string& json,
                     const PageAssets& assets) {
  if (assets.script.empty() || assets.style.empty())
    throw InputError(path +
                     ": this program was built without the report page, because its packages could "
                     "not be fetched. Build again where the network is there.");
  WholeFile file{path};
  file.write(html_page(title, json, assets));
  file.commit();
}

}  // namespace bramah
