# The pages (the report's, that of sections and the live one): viewer/ bundled by esbuild in the build tree and embedded as C++
# (src/report/page_assets.h, src/server/page.h). Its packages are fetched by CMake itself (fetch_packages.cmake): neither
# npm nor node is needed. Without a network the library is built with an empty page, and says so here, in the build and in use.

# Sets `result` to why the page cannot be bundled; empty if it can.
function(bramah_page_obstacle result)
  file(GLOB package CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/viewer/package.json")
  set(obstacle "")
  if(NOT BRAMAH_REPORT_PAGE)
    set(obstacle "BRAMAH_REPORT_PAGE is OFF")
  elseif(NOT package)
    set(obstacle "viewer/package.json does not exist")
  elseif(NOT CMAKE_HOST_SYSTEM_NAME STREQUAL "Linux")
    set(obstacle "esbuild is fetched for Linux only")
  endif()
  set(${result} "${obstacle}" PARENT_SCOPE)
endfunction()

# Adds the generated source with the script and the style of each page (kReportScript, kReportStyle, ...) to a library.
function(bramah_embed_page target)
  set(page "${PROJECT_BINARY_DIR}/viewer")
  set(embedded "${PROJECT_BINARY_DIR}/page_assets.cpp")
  set(bundle report.js report.css page.js page.css live.js live.css)
  list(TRANSFORM bundle PREPEND "${page}/dist/")
  if(EXISTS "${page}/left_out.txt")  # it failed the last time: try again
    file(REMOVE ${bundle} "${page}/left_out.txt")
  endif()
  bramah_page_obstacle(obstacle)
  if(obstacle)
    message(STATUS "Left out: the HTML pages (${obstacle}). Everything else is built.")
    set(bundle)
  else()
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/viewer/*")
    list(FILTER sources EXCLUDE REGEX "/viewer/(node_modules|dist)/")
    add_custom_command(OUTPUT ${bundle}
      COMMAND ${CMAKE_COMMAND} -D "source=${PROJECT_SOURCE_DIR}/viewer" -D "page=${page}"
              -P "${PROJECT_SOURCE_DIR}/cmake/bundle.cmake"
      DEPENDS ${sources} "${PROJECT_SOURCE_DIR}/cmake/bundle.cmake"
              "${PROJECT_SOURCE_DIR}/cmake/fetch_packages.cmake"
      COMMENT "Bundling the pages" VERBATIM)
  endif()
  add_custom_command(OUTPUT "${embedded}"
    COMMAND ${CMAKE_COMMAND} -D "output=${embedded}" -D "bundle=${bundle}"
            -P "${PROJECT_SOURCE_DIR}/cmake/embed.cmake"
    DEPENDS ${bundle} "${PROJECT_SOURCE_DIR}/cmake/embed.cmake"
    COMMENT "Embedding the pages" VERBATIM)
  target_sources(${target} PRIVATE "${embedded}")
  set_source_files_properties("${embedded}" PROPERTIES SKIP_PRECOMPILE_HEADERS ON COMPILE_OPTIONS -O0)
endfunction()
