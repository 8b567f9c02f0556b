# One executable per folder of tests/ that holds *_test.cpp; all its sources go in.
find_package(GTest REQUIRED)
include(GoogleTest)

# TIMEOUT of a test that takes at most so many seconds in a release build.
function(bramah_seconds result seconds)
  math(EXPR allowed "${seconds} * ${BRAMAH_TEST_SLOWNESS}")
  set(${result} ${allowed} PARENT_SCOPE)
endfunction()
bramah_seconds(five_minutes 300)
bramah_seconds(ten_minutes 600)
bramah_seconds(fifteen_minutes 900)

# What all tests are compiled with; also owns the precompiled header they share.
file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/test_header.cpp" CONTENT "int main() {}\n")
add_executable(bramah_test_header "${PROJECT_BINARY_DIR}/test_header.cpp")  # -fPIE, as the tests

function(bramah_test_settings target)
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/src" "${PROJECT_SOURCE_DIR}/tests")
  target_compile_definitions(${target} PRIVATE
    BRAMAH_SOURCE_DIR="${PROJECT_SOURCE_DIR}" BRAMAH_BINARY_DIR="${PROJECT_BINARY_DIR}"
    BRAMAH_PROGRAM="${PROJECT_BINARY_DIR}/bramah")
  if(NOT BRAMAH_TEST_SLOWNESS EQUAL 1)
    target_compile_definitions(${target} PRIVATE BRAMAH_TEST_SLOWNESS=${BRAMAH_TEST_SLOWNESS})  # tests/slowness.h
  endif()
  target_compile_options(${target} PRIVATE "$<$<CONFIG:Release>:-O1>")  # builds faster; the kernel keeps -O3
  target_compile_options(${target} PRIVATE -Wno-dangling-else)           # GoogleTest's macros are an else of their own
  target_link_libraries(${target} PRIVATE bramah bramah_flags Eigen3::Eigen fmt::fmt yaml-cpp
    nlohmann_json::nlohmann_json bramah_boost bramah_hdf5 bramah_sundials GTest::gtest_main GTest::gmock)
endfunction()

bramah_test_settings(bramah_test_header)
if(BRAMAH_PCH)
  target_precompile_headers(bramah_test_header PRIVATE
    <Eigen/Dense> <gmock/gmock.h> <gtest/gtest.h> <cmath> <string> <vector>)
endif()

file(GLOB test_folders CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}/tests" "tests/*")
foreach(folder IN LISTS test_folders)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/${folder}/*.cpp")
  if(NOT sources MATCHES "_test\\.cpp" OR (folder STREQUAL server AND NOT BRAMAH_HAS_SERVER)
     OR (folder STREQUAL fmi AND NOT TARGET bramah_fmu))
    continue()
  endif()
  add_executable(${folder}_test ${sources})
  set_target_properties(${folder}_test PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests")
  bramah_test_settings(${folder}_test)
  if(BRAMAH_PCH)
    target_precompile_headers(${folder}_test REUSE_FROM bramah_test_header)
  endif()
  bramah_unity(${folder}_test 4)
  # Tests that read one paper's results share a process, which reproduces it once.
  set(shared)
  if(folder STREQUAL reproduce)
    set(shared "*Malysheva2021*:*.EveryRow*")
    add_test(NAME reproduce/malysheva2021 WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
      COMMAND reproduce_test "--gtest_filter=${shared}")
    set_tests_properties(reproduce/malysheva2021 PROPERTIES TIMEOUT ${five_minutes} LABELS reproduce)
    set(shared TEST_FILTER "-${shared}")
  endif()
  gtest_discover_tests(${folder}_test DISCOVERY_MODE PRE_TEST TEST_PREFIX "${folder}/" ${shared}
    WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}" PROPERTIES TIMEOUT ${five_minutes} LABELS ${folder})
endforeach()
if(TARGET apps_test)
  add_dependencies(apps_test bramah_cli)
endif()
if(TARGET fmi_test)  # a host in C, which loads FMUs as any other would
  enable_language(C)
  add_executable(fmu_host "${PROJECT_SOURCE_DIR}/tests/fmi/host.c")
  set_target_properties(fmu_host PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests")
  target_include_directories(fmu_host PRIVATE "${PROJECT_SOURCE_DIR}/include")
  target_link_libraries(fmu_host PRIVATE ${CMAKE_DL_LIBS})
  string(REGEX MATCHALL "-fsanitize=[^ ]*" sanitizers "${CMAKE_CXX_FLAGS}")  # what it loads has them
  target_compile_options(fmu_host PRIVATE ${sanitizers})
  target_link_options(fmu_host PRIVATE ${sanitizers})
  # An FMU that does what no FMU should.
  add_library(hostile_fmu MODULE "${PROJECT_SOURCE_DIR}/tests/fmi/hostile.c")
  set_target_properties(hostile_fmu PROPERTIES PREFIX "" LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests")
  target_include_directories(hostile_fmu PRIVATE "${PROJECT_SOURCE_DIR}/include")
  target_link_libraries(hostile_fmu PRIVATE m)
  add_dependencies(fmi_test fmu_host hostile_fmu bramah_fmu bramah_cli)
  # The example in C, on the crane's FMU.
  add_executable(fmi_crane "${PROJECT_SOURCE_DIR}/examples/fmi/crane.c")
  target_include_directories(fmi_crane PRIVATE "${PROJECT_SOURCE_DIR}/include")
  target_link_libraries(fmi_crane PRIVATE ${CMAKE_DL_LIBS})
  add_dependencies(fmi_crane bramah_fmu)
  add_test(NAME examples/fmi_crane COMMAND sh "${PROJECT_SOURCE_DIR}/examples/fmi/run.sh"
    "${PROJECT_BINARY_DIR}" "${PROJECT_SOURCE_DIR}" "${CMAKE_COMMAND}")
endif()
target_link_libraries(reproduce_test PRIVATE bramah_papers)
add_dependencies(reproduce_test bramah_cli bramah_reproduce)
# Two masses whose energy is known exactly serve the co-simulation's own tests too.
target_sources(coupling_test PRIVATE "${PROJECT_SOURCE_DIR}/reproduce/rahikainen2020/two_mass.cpp")
target_include_directories(coupling_test PRIVATE "${PROJECT_SOURCE_DIR}")

include(fuzz)

# Programs that show how to use the library, one file each.
file(GLOB examples CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/examples/*.cpp")
foreach(source IN LISTS examples)
  get_filename_component(name "${source}" NAME_WE)
  add_executable(${name} "${source}")
  target_link_libraries(${name} PRIVATE bramah bramah_flags)
  add_test(NAME examples/${name} COMMAND ${name})
endforeach()

# The Python package, a test for each file.
if(BRAMAH_PYTHON)
  file(GLOB python_tests CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/python/test_*.py")
  foreach(source IN LISTS python_tests)
    cmake_path(GET source STEM name)
    string(REPLACE "test_" "" name "${name}")
    add_test(NAME python/${name} WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
      COMMAND "${BRAMAH_PYTHON_EXECUTABLE}" -m pytest -q -p no:cacheprovider "${source}")
    set_tests_properties(python/${name} PROPERTIES TIMEOUT ${five_minutes} LABELS python ENVIRONMENT
      "PYTHONPATH=${PROJECT_BINARY_DIR}/python;BRAMAH_PROGRAM=${PROJECT_BINARY_DIR}/bramah;MPLBACKEND=Agg;PYTHONDONTWRITEBYTECODE=1")
  endforeach()
endif()

# The repository's own rules.
find_package(Python3 COMPONENTS Interpreter REQUIRED)
add_test(NAME tools/layers COMMAND Python3::Interpreter "${PROJECT_SOURCE_DIR}/tools/check_layers")
add_test(NAME tools/layers_self_test
  COMMAND Python3::Interpreter "${PROJECT_SOURCE_DIR}/tools/check_layers" --self-test)
add_test(NAME tools/links COMMAND Python3::Interpreter "${PROJECT_SOURCE_DIR}/tools/check_links")
add_test(NAME tools/links_self_test
  COMMAND Python3::Interpreter "${PROJECT_SOURCE_DIR}/tools/check_links" --self-test)
add_test(NAME tools/setup_names COMMAND "${PROJECT_SOURCE_DIR}/tools/check_setup")
add_test(NAME tools/linked_self_test
  COMMAND Python3::Interpreter "${PROJECT_SOURCE_DIR}/tools/linked" --self-test)
set_tests_properties(tools/setup_names tools/linked_self_test PROPERTIES LABELS build)
add_test(NAME tools/mutate_self_test
  COMMAND Python3::Interpreter "${PROJECT_SOURCE_DIR}/tools/mutate" --self-test)
# Machines that stand on the ground, with levers that are moved at random; --short, whose long form is in
# docs/performance.md.
add_executable(ground_watch "${PROJECT_SOURCE_DIR}/tools/ground_watch.cpp")
target_include_directories(ground_watch PRIVATE "${PROJECT_SOURCE_DIR}/src")
target_link_libraries(ground_watch PRIVATE bramah bramah_flags Eigen3::Eigen)
add_test(NAME tools/random_drives_on_ground COMMAND Python3::Interpreter "${PROJECT_SOURCE_DIR}/tools/random_drives"
  --ground --short --watcher "$<TARGET_FILE:ground_watch>")
set_tests_properties(tools/random_drives_on_ground PROPERTIES TIMEOUT ${ten_minutes})
# What a step costs, where valgrind is installed.
if(CMAKE_BUILD_TYPE STREQUAL "Release" AND BRAMAH_ARCH STREQUAL "x86-64-v3" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_test(NAME tools/instructions
    COMMAND "${PROJECT_SOURCE_DIR}/tools/count_instructions" --compare "$<TARGET_FILE:bramah_cli>")
  set_tests_properties(tools/instructions PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 600)
endif()
# Not among the packages that ./test brings: clang-format is 33 MB to fetch and 165 MB installed.
add_test(NAME tools/format COMMAND "${PROJECT_SOURCE_DIR}/tools/format" --check)
set_tests_properties(tools/format PROPERTIES SKIP_RETURN_CODE 77)

# The pages' own tests, where node is installed: all of the lockfile's packages, then the command of package.json.
find_program(BRAMAH_NODE NAMES node nodejs)
mark_as_advanced(BRAMAH_NODE)
bramah_page_obstacle(obstacle)
if(BRAMAH_NODE AND NOT obstacle)
  set(viewer "${PROJECT_BINARY_DIR}/viewer")
  file(MAKE_DIRECTORY "${viewer}")
  add_test(NAME viewer/packages COMMAND sh -c "'${CMAKE_COMMAND}' -D 'page=${viewer}' -D wanted=tests \
    -P '${PROJECT_SOURCE_DIR}/cmake/fetch_packages.cmake' || exit 77")
  set_tests_properties(viewer/packages PROPERTIES FIXTURES_SETUP viewer SKIP_RETURN_CODE 77 TIMEOUT 300)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS viewer/package.json)
  file(READ "${PROJECT_SOURCE_DIR}/viewer/package.json" package)
  string(JSON script GET "${package}" scripts test)
  add_test(NAME viewer WORKING_DIRECTORY "${viewer}" COMMAND sh -c
    "test -e node_modules/.bin/tsc || exit 77; export PATH=$PWD/node_modules/.bin:$PATH; ${script}")
  set_tests_properties(viewer PROPERTIES FIXTURES_REQUIRED viewer SKIP_RETURN_CODE 77 TIMEOUT 300)
endif()

# The pages in a real browser: the live one on the loader crane and on other machines, reports and analyses.
if(BRAMAH_NODE AND TARGET bramah_cli)
  foreach(page live workbench seat jobs shapes driving first_minute machines soil circuit reports accessibility)
    # Machines are driven in real time here: what a busy moment has spoilt is tried once more, and says so.
    add_test(NAME page/${page} WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}" COMMAND sh -c
      "'${BRAMAH_NODE}' tests/page/${page}.test.mjs; code=$?; case $code in 0|77) exit $code;; esac
       echo 'page/${page}: failed once, tried again'; exec '${BRAMAH_NODE}' tests/page/${page}.test.mjs")
    set_tests_properties(page/${page} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT ${fifteen_minutes} RUN_SERIAL ON
      FIXTURES_REQUIRED viewer ENVIRONMENT
      "BRAMAH_PROGRAM=${PROJECT_BINARY_DIR}/bramah;BRAMAH_MODEL=models/patu655.yaml;BRAMAH_VIEWER=${PROJECT_BINARY_DIR}/viewer")
  endforeach()
endif()

# The same program as WebAssembly, where `./bramah tab` has built it: in Node beside the native one, and its page in a browser.
if(BRAMAH_NODE AND TARGET bramah_cli)
  foreach(test models hostile playground docs)
    add_test(NAME tab/${test} WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
      COMMAND "${BRAMAH_NODE}" tests/tab/${test}.test.mjs)
    set_tests_properties(tab/${test} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT ${fifteen_minutes} LABELS tab RUN_SERIAL ON
      FIXTURES_REQUIRED viewer ENVIRONMENT
      "BRAMAH_PROGRAM=${PROJECT_BINARY_DIR}/bramah;BRAMAH_VIEWER=${PROJECT_BINARY_DIR}/viewer")
  endforeach()
endif()

# Another project finds the installed package and runs the README's example and all of examples/.
if(PROJECT_IS_TOP_LEVEL AND TARGET bramah_cli)
  add_test(NAME without_parts COMMAND ${CMAKE_COMMAND} -D "source=${PROJECT_SOURCE_DIR}"
    -D "build=${PROJECT_BINARY_DIR}/without_parts" -D "compiler=${CMAKE_CXX_COMPILER}"
    -D "eigen=$<TARGET_PROPERTY:Eigen3::Eigen,INTERFACE_INCLUDE_DIRECTORIES>"
    -P "${PROJECT_SOURCE_DIR}/cmake/without_parts_test.cmake")
  add_test(NAME install COMMAND ${CMAKE_COMMAND} -D "source=${PROJECT_SOURCE_DIR}"
    -D "build=${PROJECT_BINARY_DIR}" -D "generator=${CMAKE_GENERATOR}" -D "compiler=${CMAKE_CXX_COMPILER}"
    -D "flags=${CMAKE_CXX_FLAGS}" -P "${PROJECT_SOURCE_DIR}/cmake/install_test.cmake")
  set_tests_properties(install PROPERTIES TIMEOUT ${five_minutes} LABELS build)
  add_test(NAME launcher COMMAND ${CMAKE_COMMAND} -D "launcher=${PROJECT_BINARY_DIR}/launcher/bramah"
    -D "work=${PROJECT_BINARY_DIR}/launched" -P "${PROJECT_SOURCE_DIR}/cmake/launcher_test.cmake")
  set_tests_properties(launcher PROPERTIES LABELS build)
  add_test(NAME consumer COMMAND ${CMAKE_COMMAND} -D "source=${PROJECT_SOURCE_DIR}"
    -D "build=${PROJECT_BINARY_DIR}" -D "generator=${CMAKE_GENERATOR}" -D "compiler=${CMAKE_CXX_COMPILER}"
    -D "flags=${CMAKE_CXX_FLAGS}" -P "${PROJECT_SOURCE_DIR}/cmake/consumer_test.cmake")
  set_tests_properties(consumer PROPERTIES TIMEOUT ${ten_minutes})
endif()
