# cmake -D npm=... -D source=viewer -D page=build/viewer -P bundle.cmake
# Copies the sources, installs the locked packages when they changed, and bundles. A failure (no network)
# leaves an empty bundle and left_out.txt with the reason, so that the rest of the build goes on.
file(REMOVE_RECURSE "${page}/src" "${page}/test" "${page}/dist")  # no leftovers of removed files
file(COPY "${source}/" DESTINATION "${page}" PATTERN node_modules EXCLUDE PATTERN dist EXCLUDE)
file(MAKE_DIRECTORY "${page}/dist")

set(bundle report.js report.css live.js live.css)
list(TRANSFORM bundle PREPEND "${page}/dist/")

function(leave_out step log)
  foreach(file IN LISTS bundle)
    file(WRITE "${file}" "")
  endforeach()
  file(WRITE "${page}/left_out.txt" "${step} failed\n${log}\n")
  string(SUBSTRING "${log}" 0 600 log)
  message(STATUS "Left out: the HTML pages (${step} failed, see ${page}/left_out.txt).\n${log}")
  message(STATUS "Everything else is built; configure again to try the page again.")
endfunction()

file(SHA256 "${page}/package-lock.json" lock)
set(stamp "${page}/node_modules/.locked")
set(installed "")
if(EXISTS "${stamp}")
  file(READ "${stamp}" installed)
endif()
if(NOT installed STREQUAL lock)
  execute_process(COMMAND "${npm}" ci --no-audit --no-fund --loglevel=error
            --fetch-retries=1 --fetch-timeout=30000 WORKING_DIRECTORY "${page}"
    RESULT_VARIABLE failed OUTPUT_VARIABLE log ERROR_VARIABLE log TIMEOUT 300)
  if(failed)
    leave_out("npm ci" "${log}")
    return()
  endif()
  file(WRITE "${stamp}" "${lock}")
endif()
execute_process(COMMAND "${npm}" run --silent build WORKING_DIRECTORY "${page}"
  RESULT_VARIABLE failed OUTPUT_VARIABLE log ERROR_VARIABLE log)
if(failed)  # our own sources do not compile: that is an error, not a missing network
  message(FATAL_ERROR "bundling the pages failed:\n${log}")
endif()
file(TOUCH ${bundle})
