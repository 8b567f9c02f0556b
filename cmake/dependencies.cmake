# The third-party libraries, found the same way by the build and by an installed package
# (bramah-config.cmake). Two have no CMake files that can be relied on, so they get targets here.
include(CMakeFindDependencyMacro)
find_dependency(yaml-cpp)
find_dependency(fmt)
if(PROJECT_NAME STREQUAL "bramah")  # needed to build, not to link
  find_package(Eigen3 3.4 REQUIRED NO_MODULE)
  find_package(nlohmann_json REQUIRED)
  find_package(CLI11 REQUIRED)
  find_package(Boost 1.74 REQUIRED)  # headers: Asio and Beast
endif()

# HDF5, the serial C library. FindHDF5 wants the C language enabled, which a C++ project may not have.
if(NOT TARGET bramah_hdf5)
  find_path(BRAMAH_HDF5_INCLUDE hdf5.h PATH_SUFFIXES hdf5/serial REQUIRED)
  find_library(BRAMAH_HDF5_LIBRARY NAMES hdf5_serial hdf5 REQUIRED)
  mark_as_advanced(BRAMAH_HDF5_INCLUDE BRAMAH_HDF5_LIBRARY)
  add_library(bramah_hdf5 INTERFACE IMPORTED)
  target_include_directories(bramah_hdf5 INTERFACE "${BRAMAH_HDF5_INCLUDE}")
  target_link_libraries(bramah_hdf5 INTERFACE "${BRAMAH_HDF5_LIBRARY}")
endif()

# SUNDIALS. Debian's SUNDIALSConfig also looks for MPI, PETSc and hypre, which are not used here.
if(NOT TARGET bramah_sundials)
  find_path(BRAMAH_SUNDIALS_INCLUDE sundials/sundials_config.h REQUIRED)
  mark_as_advanced(BRAMAH_SUNDIALS_INCLUDE)
  add_library(bramah_sundials INTERFACE IMPORTED)
  target_include_directories(bramah_sundials INTERFACE "${BRAMAH_SUNDIALS_INCLUDE}")
  foreach(part cvode ida kinsol sunlinsoldense sunmatrixdense nvecserial)
    find_library(BRAMAH_SUNDIALS_${part} NAMES sundials_${part} REQUIRED)
    mark_as_advanced(BRAMAH_SUNDIALS_${part})
    target_link_libraries(bramah_sundials INTERFACE "${BRAMAH_SUNDIALS_${part}}")
  endforeach()
endif()
