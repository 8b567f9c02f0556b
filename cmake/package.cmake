# `cmake --install` gives a package: find_package(bramah) -> bramah::bramah, public headers only.
include(CMakePackageConfigHelpers)
set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/bramah")
install(TARGETS bramah bramah_kernel EXPORT bramah_targets ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/bramah" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/models" DESTINATION "${CMAKE_INSTALL_DATADIR}/bramah")
install(EXPORT bramah_targets NAMESPACE bramah:: FILE bramah-targets.cmake DESTINATION "${package_dir}")
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/bramah-config.cmake.in"
  "${PROJECT_BINARY_DIR}/bramah-config.cmake" INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/bramah-config-version.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/bramah-config.cmake" "${PROJECT_BINARY_DIR}/bramah-config-version.cmake"
  "${PROJECT_SOURCE_DIR}/cmake/dependencies.cmake" DESTINATION "${package_dir}")
if(TARGET bramah_cli)
  install(TARGETS bramah_cli RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif()
if(TARGET bramah_fmu)  # bramah fmu looks for it there
  install(TARGETS bramah_fmu LIBRARY DESTINATION lib/bramah OPTIONAL)
endif()
install(TARGETS bramah_reproduce RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" OPTIONAL)  # where it was built
