#include "server/page.h"

#include <cctype>

namespace bramah {
namespace {

std::string escape(std::string_view text) {
  std::string escaped;
  for (const char c : text)
    escaped += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '"' ? "&quot;" : std::string(1, c);
  return escaped;
}

constexpr std::string_view kHead = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>)";

constexpr std::string_view kLeftOut = R"(
<h1>The page is not in this program</h1>
<p>When it was built, its packages could not be fetched. Build again where the network is there.</p>
<p>The machine is being served all the same: clients reach it at <code>/ws</code>, its description is at
<a href="/model.json">/model.json</a>.</p>
)";

}  // namespace

std::string live_page(const std::string& title) {
  std::string page(kHead);
  page += escape(title) + "</title>\n";
  if (kLiveScript.empty())
    return page + "</head>\n<body>" + std::string(kLeftOut) + "</body>\n</html>\n";
  page += "<link rel=\"stylesheet\" href=\"/live.css\">\n</head>\n<body>\n<main id=\"live\">";
  page +=
      "<noscript>This page drives the machine with a script; allow scripts.</noscript></main>\n";
  return page + "<script src=\"/live.js\"></script>\n</body>\n</html>\n";
}

// A host's characters alone: the header came from outside.
std::string live_policy(const std::string& host) {
  std::string name;
  for (const char c : host)
    if (std::isalnum(static_cast<unsigned char>(c)) ||
        std::string_view(".:-[]").find(c) != std::string_view::npos)
      name += c;
  return "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
         "img-src 'self' data: blob:; connect-src 'self' ws://" +
         name + " blob: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
}

}  // namespace bramah
