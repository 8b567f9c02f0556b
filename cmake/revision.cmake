# cmake -D source=... -D output=revision.cpp -P revision.cmake
# Writes the commit that is compiled (apps/bramah/build_text.h). Untouched if it is the same, so that nothing is compiled.
cmake_minimum_required(VERSION 3.25)
set(revision "-")
execute_process(COMMAND git -C "${source}" rev-parse --show-prefix
  OUTPUT_VARIABLE below OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(NOT failed AND below STREQUAL "")  # the repository is this one, not one around it
  execute_process(COMMAND git -C "${source}" describe --always --abbrev=12 --exclude=* --dirty=+
    OUTPUT_VARIABLE found OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(found)
    set(revision "${found}")
  endif()
endif()
set(text "// Written by cmake/revision.cmake.
namespace bramah::app {
const char* revision() noexcept { return \"${revision}\"; }
}  // namespace bramah::app
")
set(before "")
if(EXISTS "${output}")
  file(READ "${output}" before)
endif()
if(NOT before STREQUAL text)
  file(WRITE "${output}" "${text}")
endif()
