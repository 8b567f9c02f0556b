# cmake -D output=page_assets.cpp -D "bundle=report.js;report.css;page.js;page.css;live.js;live.css" -P embed.cmake
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

set(definitions "")
foreach(name kReportScript kReportStyle kPageScript kPageStyle kLiveScript kLiveStyle)
  set(path "")
  if(bundle)
    list(POP_FRONT bundle path)
  endif()
  literal("${path}" text)
  string(APPEND definitions "extern const std::string_view ${name};
const std::string_view ${name} = ${text}sv;
")
endforeach()
file(WRITE "${output}" "// Generated from viewer/ by cmake/embed.cmake.
#include <string_view>

#include \"bramah/basics.h\"

namespace bramah {

using namespace std::string_view_literals;

${definitions}
bool has_report_page() noexcept { return !kReportScript.empty() && !kReportStyle.empty(); }

}  // namespace bramah
")
