# cmake -D source=... -D build=... -D generator=... -D compiler=... -D flags=... -P install_test.cmake
# Installs into a folder, moves the folder, and uses what is there: nothing of it may know where it was built. `consumer`
# compiles more; this one is quick.
set(work "${build}/install")
file(REMOVE_RECURSE "${work}")
file(MAKE_DIRECTORY "${work}/empty")
set(moved "${work}/moved here")

# Output in `said`; run(words...) must succeed.
function(run)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY "${work}/empty" RESULT_VARIABLE failed
    OUTPUT_VARIABLE text ERROR_VARIABLE text)
  if(failed)
    message(FATAL_ERROR "failed (${failed}): ${ARGN}\n${text}")
  endif()
  set(said "${text}" PARENT_SCOPE)
endfunction()
function(expect what pattern)
  if(NOT said MATCHES "${pattern}")
    message(FATAL_ERROR "${what}: expected ${pattern}, found:\n${said}")
  endif()
endfunction()

run("${CMAKE_COMMAND}" --install "${build}" --prefix "${work}/prefix")
file(RENAME "${work}/prefix" "${moved}")

# Complete.
foreach(file bin/bramah share/bramah/models/four_bar.yaml share/bramah/examples/studies/capacity_chart.yaml
    share/doc/bramah/copyright share/doc/bramah/README.md share/bash-completion/completions/bramah
    share/fish/vendor_completions.d/bramah.fish include/bramah/bramah.h)
  if(NOT EXISTS "${moved}/${file}")
    message(FATAL_ERROR "not installed: ${file}")
  endif()
endforeach()
file(GLOB pages "${moved}/share/man/man1/*")
list(LENGTH pages count)
run("${moved}/bin/bramah" manual --list)
string(REGEX MATCHALL "[a-z]+" commands "${said}")
list(LENGTH commands verbs)
math(EXPR verbs "${verbs} + 1")
if(NOT count EQUAL verbs)
  message(FATAL_ERROR "${count} manual pages for bramah and its commands, which are ${verbs}")
endif()

# No path of this computer.
execute_process(COMMAND grep -rlaF -e "${build}" -e "${source}" "${moved}" OUTPUT_VARIABLE named)
if(named)
  message(FATAL_ERROR "these name ${build} or ${source}:\n${named}")
endif()

# The program, called through a link from an empty folder.
file(CREATE_LINK "${moved}/bin/bramah" "${work}/empty/bramah" SYMBOLIC)
run("${work}/empty/bramah" --version)
expect("--version" "^bramah [0-9.]+\n  revision .*\n  compiler .*\n  program +${moved}/bin/bramah\n")
run("${work}/empty/bramah" run models/four_bar.yaml --until 0.05s --report page.html)
expect("a shipped machine" "taking ${moved}/share/bramah/models/four_bar.yaml")
run("${work}/empty/bramah" study examples/studies/ishigami.yaml)
execute_process(COMMAND "${work}/empty/bramah" run models/no_such.yaml WORKING_DIRECTORY "${work}/empty"
  RESULT_VARIABLE code ERROR_VARIABLE said)
if(NOT code EQUAL 2)
  message(FATAL_ERROR "a machine that is nowhere: exit code ${code}")
endif()
expect("a machine that is nowhere" "models/no_such.yaml")
if(EXISTS "${moved}/lib/bramah/bramah_fmu.so")
  run("${work}/empty/bramah" fmu models/four_bar.yaml)
  expect("an FMU" "four_bar.fmu: FMI 2.0")
endif()

# Completions: bash completes with them; the other shells read them, where they are installed.
file(WRITE "${work}/complete.bash" [=[
source "$1"
try() {  # try WANTED WORDS...
  local wanted=$1 COMP_WORDS=("${@:2}") COMP_CWORD=$(($# - 2))
  _bramah
  [[ " ${COMPREPLY[*]} " == *" $wanted "* ]] || { echo "${*:2}: expected $wanted, found ${COMPREPLY[*]}"; exit 1; }
}
try linearize bramah li
try --integrator bramah run --integ
try sdirk2 bramah run models/four_bar.yaml --integrator s
try natural bramah run --coordinates = n
try four_bar.yaml bramah check four
try 3 bramah fmu four_bar.yaml --fmi ""
]=])
file(TOUCH "${work}/empty/four_bar.yaml" "${work}/empty/four_bar.txt")
run(bash "${work}/complete.bash" "${moved}/share/bash-completion/completions/bramah")
file(GLOB zsh_file "${moved}/share/zsh/*/_bramah")
foreach(pair "zsh=${zsh_file}" "fish=${moved}/share/fish/vendor_completions.d/bramah.fish")
  string(REGEX MATCH "^([a-z]+)=(.+)$" ignored "${pair}")
  find_program(shell_${CMAKE_MATCH_1} ${CMAKE_MATCH_1})
  if(shell_${CMAKE_MATCH_1})
    run("${shell_${CMAKE_MATCH_1}}" -n "${CMAKE_MATCH_2}")
  endif()
endforeach()
# Manual pages that man shows without a warning.
find_program(man man)
if(man)
  file(GLOB pages "${moved}/share/man/man1/*")
  foreach(page IN LISTS pages)
    execute_process(COMMAND "${man}" --warnings -E UTF-8 -l "${page}" OUTPUT_QUIET ERROR_VARIABLE said)
    if(NOT said STREQUAL "")
      message(FATAL_ERROR "${page}: ${said}")
    endif()
  endforeach()
endif()

# The smallest program that links the library, on a computer without the libraries of its parts.
file(WRITE "${work}/own/CMakeLists.txt" [[
cmake_minimum_required(VERSION 3.25)
project(own LANGUAGES CXX)
find_package(bramah REQUIRED)
add_executable(own main.cpp)
target_link_libraries(own PRIVATE bramah::bramah)
]])
file(WRITE "${work}/own/main.cpp" [[
#include <bramah/bramah.h>
#include <bramah/run.h>

#include <cstdio>

int main(int, char** arguments) {
  const bramah::Model model = bramah::load(arguments[1]);
  std::printf("%s %s, parts: %d\n", bramah::version(), model.name().c_str(),
              bramah::has_hdf5() + bramah::has_reference());
}
]])
run("${CMAKE_COMMAND}" -S "${work}/own" -B "${work}/own_build" -G "${generator}" "-DCMAKE_PREFIX_PATH=${moved}"
  "-DCMAKE_CXX_COMPILER=${compiler}" "-DCMAKE_CXX_FLAGS=${flags}" -DBRAMAH_LEAVE_OUT=SUNDIALS,HDF5,FMI,STORE)
run("${CMAKE_COMMAND}" --build "${work}/own_build")
run("${work}/own_build/own" "${moved}/share/bramah/models/four_bar.yaml")
expect("a program without parts" "parts: 0")
