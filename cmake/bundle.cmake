# cmake -D source=viewer -D page=build/viewer -P bundle.cmake
# Copies the sources, fetches the locked packages where they changed, and bundles with the command that package.json
# names. A failure to fetch (no network) leaves an empty bundle and left_out.txt with the reason, so that the rest of the
# build goes on.
file(REMOVE_RECURSE "${page}/src" "${page}/test" "${page}/tools" "${page}/dist")  # no leftovers of removed files
file(COPY "${source}/" DESTINATION "${page}" PATTERN node_modules EXCLUDE PATTERN dist EXCLUDE)
file(MAKE_DIRECTORY "${page}/dist")

set(bundle report.js report.css page.js page.css live.js live.css)
list(TRANSFORM bundle PREPEND "${page}/dist/")

execute_process(COMMAND "${CMAKE_COMMAND}" -D "page=${page}" -D wanted=bundle
  -P "${CMAKE_CURRENT_LIST_DIR}/fetch_packages.cmake" RESULT_VARIABLE failed ERROR_VARIABLE log TIMEOUT 300)
if(failed)
  foreach(file IN LISTS bundle)
    file(WRITE "${file}" "")
  endforeach()
  file(WRITE "${page}/left_out.txt" "fetching the packages failed\n${log}\n")
  message(STATUS "Left out: the HTML pages (fetching their packages failed, see ${page}/left_out.txt).\n${log}")
  message(STATUS "Everything else is built; configure again to try the page again.")
  return()
endif()

file(READ "${page}/package.json" package)
string(JSON command GET "${package}" scripts build)
separate_arguments(command UNIX_COMMAND "${command}")
list(POP_FRONT command program)
execute_process(COMMAND "${page}/node_modules/.bin/${program}" ${command} WORKING_DIRECTORY "${page}"
  RESULT_VARIABLE failed OUTPUT_VARIABLE log ERROR_VARIABLE log)
if(failed)  # our own sources do not compile: that is an error, not a missing network
  message(FATAL_ERROR "bundling the pages failed:\n${log}")
endif()
file(TOUCH ${bundle})
