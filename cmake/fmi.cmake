# The shared object of every FMU: the functions of FMI 2.0 and 3.0 in front of the library, which goes in whole. It
# needs nothing but libc, libm and libpthread, and shows nothing but fmi2* and fmi3*.
find_library(BRAMAH_STATIC_YAML NAMES libyaml-cpp.a)
mark_as_advanced(BRAMAH_STATIC_YAML)
if(NOT BRAMAH_STATIC_YAML)
  message(STATUS "Left out: FMUs (no static yaml-cpp)")
  return()
endif()

file(GLOB fmu_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/bindings/fmi/*.cpp" "${PROJECT_SOURCE_DIR}/bindings/fmi/*.h")
# What says that a part is missing comes first, so that the linker does not look for the part.
add_library(bramah_fmu MODULE ${fmu_sources} "${PROJECT_SOURCE_DIR}/src/reference/left_out.cpp"
  "${PROJECT_SOURCE_DIR}/src/results/hdf5_left_out.cpp" "${PROJECT_SOURCE_DIR}/src/fmi/left_out.cpp"
  "${PROJECT_SOURCE_DIR}/src/store/left_out.cpp")
set_target_properties(bramah_fmu PROPERTIES PREFIX "" LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}"
  CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON
  LINK_DEPENDS "${PROJECT_SOURCE_DIR}/bindings/fmi/exports.map")
target_include_directories(bramah_fmu PRIVATE "${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}/src")
target_compile_options(bramah_fmu PRIVATE "$<$<CONFIG:Release>:-O2>")
set_source_files_properties("${PROJECT_SOURCE_DIR}/bindings/fmi/fmi2.cpp" "${PROJECT_SOURCE_DIR}/bindings/fmi/fmi3.cpp"
  PROPERTIES COMPILE_OPTIONS "-fvisibility=default")
# As files, so that what the programs need besides (HDF5, SUNDIALS, fmt) does not follow.
add_dependencies(bramah_fmu bramah bramah_kernel)
target_link_libraries(bramah_fmu PRIVATE bramah_flags Eigen3::Eigen "$<TARGET_FILE:bramah>" "$<TARGET_FILE:bramah_kernel>"
  "${BRAMAH_STATIC_YAML}" -static-libstdc++ -static-libgcc)
target_link_options(bramah_fmu PRIVATE -Wl,--no-undefined -Wl,--gc-sections -Wl,--as-needed
  "-Wl,--version-script=${PROJECT_SOURCE_DIR}/bindings/fmi/exports.map" "$<$<CONFIG:Release>:-s>")
