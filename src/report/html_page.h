// The HTML around a page's data: one file that needs nothing else and may fetch nothing.
#pragma once

#include <string>
#include <string_view>

namespace bramah {

struct PageAssets {
  std::string_view script, style;
};

// `json`: what the script reads. Safe for any text in it and in the title.
std::string html_page(const std::string& title, const std::string& json, const PageAssets& assets);

// JSON inside a script element: no `<` may remain, or a name could close the element.
std::string escape_json(std::string_view json);

// Writes the page with a bundled script and its style. InputError: built without them.
void write_html_page(const std::string& path, const std::string& title, const std::string& json,
                     const PageAssets& assets);

}  // namespace bramah
