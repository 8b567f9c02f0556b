// The catalogue page and its symbols, written from what each part says about itself.
#pragma once

#include <string>
#include <vector>

#include "bramah/parts.h"

namespace bramah {

// Pieces of Markdown, here and in the reference of the file: in a table's cell a bar is escaped;
// `text`, or nothing.
std::string table_cell(const std::string& text);
std::string code_words(const std::string& text);

// docs/catalogue.md
[[nodiscard]] std::string catalogue_page();

// docs/images/symbols/NAME.svg
struct SymbolFile {
  std::string name;
  std::string text;
};
[[nodiscard]] std::vector<SymbolFile> catalogue_symbols();

// Every example of the page.
struct CatalogueExample {
  std::string name;
  std::string text;
};
[[nodiscard]] std::vector<CatalogueExample> catalogue_examples();

}  // namespace bramah
