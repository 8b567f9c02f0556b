# cmake -D source=... -D build=... -D generator=... -D compiler=... -D flags=... -P consumer_test.cmake
# Installs the package, builds the README's example, a program with an Eigen of its own and all of examples/ against it
# as a stranger would, with flags that are not the library's, and runs them. `flags`: what the linker must know
# (sanitizers).
set(work "${build}/consumer")
file(REMOVE_RECURSE "${work}")
file(COPY "${source}/tests/consumer/" DESTINATION "${work}/source")
file(COPY "${source}/examples" DESTINATION "${work}/source")

# The example is the README's first C++ block, so that the two cannot differ.
file(READ "${source}/README.md" readme)
string(REGEX MATCH "```cpp\n([^`]*)```" block "${readme}")
if(NOT block)
  message(FATAL_ERROR "README.md has no ```cpp block")
endif()
file(WRITE "${work}/source/main.cpp" "${CMAKE_MATCH_1}")

function(run)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY "${source}" RESULT_VARIABLE failed COMMAND_ECHO STDOUT)
  if(failed)
    message(FATAL_ERROR "failed (${failed}): ${ARGN}")
  endif()
endfunction()
run("${CMAKE_COMMAND}" --install "${build}" --prefix "${work}/prefix")
foreach(others IN ITEMS "" -O2)
  run("${CMAKE_COMMAND}" -S "${work}/source" -B "${work}/build${others}" -G "${generator}"
      "-DCMAKE_PREFIX_PATH=${work}/prefix" "-DCMAKE_CXX_COMPILER=${compiler}" "-DCMAKE_CXX_FLAGS=${flags} ${others}")
  run("${CMAKE_COMMAND}" --build "${work}/build${others}")
  run("${work}/build${others}/example")
  run("${work}/build${others}/own_eigen" models/four_bar.yaml)
endforeach()

# What people extend the library with: a machine, a part, a force element, a subsystem; without optimisation.
run("${CMAKE_COMMAND}" --build "${work}/build" --target examples)
file(GLOB examples "${source}/examples/*.cpp")
foreach(example IN LISTS examples)
  get_filename_component(name "${example}" NAME_WE)
  run("${work}/build/${name}")
endforeach()
