# cmake -D output=page_assets.cpp -D "bundle=report.js;report.css" -P embed.cmake
# Writes the files as string literals of 8000 bytes, which the compiler joins; every byte is escaped, so
# nothing in the text matters. An empty bundle gives empty assets.
function(literal path result)
  set(text "\"\"")
  if(path)
    file(READ "${path}" hex HEX)
    string(LENGTH "${hex}" length)
    if(length GREATER 0)
      string(REGEX REPLACE "([0-9a-f][0-9a-f])" "\\\\x\\1" escaped "${hex}")
      set(text "")
      string(LENGTH "${escaped}" length)
      foreach(start RANGE 0 ${length} 32000)
        string(SUBSTRING "${escaped}" ${start} 32000 piece)
        string(APPEND text "\n    \"${piece}\"")
      endforeach()
    endif()
  endif()
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

set(script "")
set(style "")
if(bundle)
  list(GET bundle 0 script)
  list(GET bundle 1 style)
endif()
literal("${script}" script_text)
literal("${style}" style_text)
file(WRITE "${output}" "// Generated from viewer/ by cmake/embed.cmake.
#include <string_view>

#include \"bramah/features.h\"

namespace bramah {

using namespace std::string_view_literals;

extern const std::string_view kReportScript;
extern const std::string_view kReportStyle;
const std::string_view kReportScript = ${script_text}sv;
const std::string_view kReportStyle = ${style_text}sv;

bool has_report_page() noexcept { return !kReportScript.empty() && !kReportStyle.empty(); }

}  // namespace bramah
")
