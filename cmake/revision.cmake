# cmake -D source=... -D output=revision.h -P revision.cmake
# Writes the commit that is compiled, "-" where there is none; + where files differ from it. Untouched if it is the same.
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
file(CONFIGURE OUTPUT "${output}" CONTENT "#define BRAMAH_REVISION \"@revision@\"\n")
