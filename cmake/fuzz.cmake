# Fuzz targets: one executable for each tests/fuzz/NAME_fuzz.cpp, with its inputs in tests/fuzz/corpus/NAME. A driver of
# our own runs them in the tests; with BRAMAH_LIBFUZZER clang's libFuzzer takes its place, for long runs by hand.
add_custom_target(fuzz_targets)
if(BRAMAH_LIBFUZZER)
  set(driver "${PROJECT_SOURCE_DIR}/tests/fuzz/custom_mutator.cpp")
else()
  set(driver "${PROJECT_SOURCE_DIR}/tests/fuzz/driver.cpp")
endif()

file(GLOB fuzz_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/fuzz/*_fuzz.cpp")
foreach(source IN LISTS fuzz_sources)
  cmake_path(GET source STEM target)
  string(REGEX REPLACE "_fuzz$" "" name "${target}")
  if((name STREQUAL protocol AND NOT BRAMAH_HAS_SERVER) OR (name STREQUAL fmu AND NOT BRAMAH_HAS_FMI))
    continue()
  endif()
  add_executable(${target} "${source}" "${driver}")
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/fuzz")
  bramah_test_settings(${target})
  add_dependencies(fuzz_targets ${target})
  if(BRAMAH_LIBFUZZER)
    target_link_options(${target} PRIVATE -fsanitize=fuzzer)
    continue()
  endif()
  # BRAMAH_FUZZ_SECONDS, a minute without, then the corpus and the last input.
  add_test(NAME fuzz/${name} WORKING_DIRECTORY "${PROJECT_BINARY_DIR}/fuzz"
    COMMAND ${target} "${PROJECT_SOURCE_DIR}/tests/fuzz/corpus/${name}")
  set_tests_properties(fuzz/${name} PROPERTIES TIMEOUT ${ten_minutes} LABELS fuzz)
endforeach()
