# The families of src/hydraulics/parts: every X.cpp there with a PartFamily X_family() is listed in a source that
# this writes, so that a new part is one new file. (Objects that register themselves would be dropped from a static
# library by the linker, and would stand in no certain order.)
function(bramah_list_part_families target)
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../src/hydraulics/parts/*.cpp")
  set(declared "")
  set(called "")
  foreach(source IN LISTS sources)
    get_filename_component(stem "${source}" NAME_WE)
    file(STRINGS "${source}" families REGEX "^PartFamily [a-z0-9_]+_family\\(\\)")
    if(families AND NOT families MATCHES "PartFamily ${stem}_family\\(\\)")
      message(FATAL_ERROR "${source}: its family must be called ${stem}_family()")
    elseif(families)
      string(APPEND declared "PartFamily ${stem}_family();\n")
      string(APPEND called "${stem}_family(), ")
    endif()
  endforeach()
  file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/part_families.cpp" @ONLY CONTENT
"// Written by cmake/parts.cmake.
#include \"hydraulics/part_family.h\"

namespace bramah {
@declared@
std::vector<PartFamily> part_families() { return {@called@}; }
}  // namespace bramah
")
  target_sources(${target} PRIVATE "${PROJECT_BINARY_DIR}/part_families.cpp")
endfunction()
