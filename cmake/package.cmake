# `cmake --install` gives a package: the program with its machines, manual pages and completions, and for programmers
# find_package(bramah) -> bramah::bramah, public headers only. `cpack -G DEB` and `cpack -G TGZ` make files of it, as
# tools/release does (docs/install.md). Every path inside is relative to the program.
include(CMakePackageConfigHelpers)
set(share "${CMAKE_INSTALL_DATADIR}")
set(doc "${share}/doc/bramah")

# ---- the program
if(TARGET bramah_cli)
  set(program_dir "${CMAKE_INSTALL_BINDIR}")
  add_executable(bramah_launcher "${PROJECT_SOURCE_DIR}/apps/launcher/main.cpp")  # no -march, no bramah_flags
  set_target_properties(bramah_launcher PROPERTIES OUTPUT_NAME bramah
    RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/launcher")
  target_compile_options(bramah_launcher PRIVATE -Wall -Wextra -Wshadow -fno-exceptions -fno-rtti)
  target_link_options(bramah_launcher PRIVATE -Wl,--as-needed)
  if(BRAMAH_FASTER)  # two of each; what is called chooses
    set(program_dir lib/bramah/${BRAMAH_ARCH})
    install(TARGETS bramah_launcher RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
    install(PROGRAMS "${BRAMAH_FASTER}/bramah" "${BRAMAH_FASTER}/bramah-reproduce"
      DESTINATION lib/bramah/x86-64-v3)
  endif()
  install(TARGETS bramah_cli RUNTIME DESTINATION "${program_dir}")
  install(TARGETS bramah_reproduce RUNTIME DESTINATION "${program_dir}" OPTIONAL)  # where it was built
  if(BRAMAH_BUNDLE)
    set_target_properties(bramah_cli bramah_reproduce PROPERTIES BUILD_WITH_INSTALL_RPATH ON
      INSTALL_RPATH "$ORIGIN/../needed;$ORIGIN/../lib/bramah/needed")
    install(CODE "
      set(of \"$<TARGET_FILE:bramah_cli>\" \"$<TARGET_FILE:bramah_reproduce>\")
      set(into \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/lib/bramah/needed\")
      include(\"${PROJECT_SOURCE_DIR}/cmake/needed.cmake\")")
  endif()
  set(BRAMAH_ZSH zsh/site-functions CACHE STRING "Where zsh looks for completions, below share/; in Debian's packages zsh/vendor-completions")
  install(CODE "
    execute_process(COMMAND \"${CMAKE_COMMAND}\" -D \"program=$<TARGET_FILE:bramah_cli>\"
      -D \"into=\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${share}\" -D \"zsh=${BRAMAH_ZSH}\"
      -P \"${PROJECT_SOURCE_DIR}/cmake/help_files.cmake\" COMMAND_ERROR_IS_FATAL ANY)")
endif()
if(TARGET bramah_fmu)  # bramah fmu looks for it there
  install(TARGETS bramah_fmu LIBRARY DESTINATION lib/bramah OPTIONAL)
endif()
install(DIRECTORY "${PROJECT_SOURCE_DIR}/models" DESTINATION "${share}/bramah")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/examples" DESTINATION "${share}/bramah")
install(FILES README.md CHANGELOG.md DESTINATION "${doc}")
if(BRAMAH_COPYRIGHT)
  install(FILES "${BRAMAH_COPYRIGHT}" DESTINATION "${doc}" RENAME copyright)
else()
  install(FILES LICENSE DESTINATION "${doc}" RENAME copyright)
endif()

# ---- the library
set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/bramah")
install(TARGETS bramah bramah_kernel EXPORT bramah_targets ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/bramah" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(EXPORT bramah_targets NAMESPACE bramah:: FILE bramah-targets.cmake DESTINATION "${package_dir}")
# What stands in for a part where a program that links the library has not got the part's own libraries.
set(stand_ins SUNDIALS=reference/left_out HDF5=results/hdf5_left_out FMI=fmi/left_out STORE=store/left_out)
foreach(pair IN LISTS stand_ins)
  string(REGEX MATCH "^([A-Z0-9]+)=(.+)$" ignored "${pair}")
  set(part "${CMAKE_MATCH_1}")
  if(part IN_LIST bramah_linked_parts)
    string(TOLOWER "bramah_without_${part}" stand_in)
    add_library(${stand_in} OBJECT "${PROJECT_SOURCE_DIR}/src/${CMAKE_MATCH_2}.cpp")
    target_include_directories(${stand_in} PRIVATE "${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}/src")
    target_link_libraries(${stand_in} PRIVATE bramah_flags Eigen3::Eigen)
    add_dependencies(bramah_cli ${stand_in})
    install(FILES "$<TARGET_OBJECTS:${stand_in}>" DESTINATION "${package_dir}" RENAME "without_${part}.o")
  endif()
endforeach()
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/bramah-config.cmake.in"
  "${PROJECT_BINARY_DIR}/bramah-config.cmake" INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/bramah-config-version.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/bramah-config.cmake" "${PROJECT_BINARY_DIR}/bramah-config-version.cmake"
  "${PROJECT_SOURCE_DIR}/cmake/dependencies.cmake" DESTINATION "${package_dir}")

# ---- packages
set(CPACK_PACKAGE_NAME bramah)
set(CPACK_PACKAGE_CONTACT "The authors of Bramah <bramah@localhost>")
set(CPACK_PACKAGE_VENDOR "The authors of Bramah")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "simulates hydraulically driven machines")
set(CPACK_PACKAGE_DESCRIPTION "Cranes, excavators, loaders and harvesters as one system: mechanism, oil, valves and
operator, faster than real time. A machine is one YAML file; it is run, driven in the
browser, linearised, studied and exported as an FMU. With the C++ library and its headers.")
set(CPACK_PACKAGE_FILE_NAME "bramah-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR}")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_PACKAGING_INSTALL_PREFIX "/")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "g++, cmake, libyaml-cpp-dev, libfmt-dev")  # for programs of one's own
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_PROJECT_CONFIG_FILE "${PROJECT_SOURCE_DIR}/cmake/cpack_options.cmake")
include(CPack)
