// The catalogue page and its symbols, written from what each part says about itself.
#pragma once

#include <string>
#include <vector>

#include "bramah/part_diagram.h"

namespace bramah {

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
