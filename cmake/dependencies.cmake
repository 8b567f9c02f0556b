# The third-party libraries, found the same way by the build and by an installed package
# (bramah-config.cmake, which says what the library was built with).
include(CMakeFindDependencyMacro)
find_dependency(yaml-cpp)
find_dependency(fmt)
if(PROJECT_NAME STREQUAL "bramah")  # needed to build, not to link
  find_package(Eigen3 3.4 REQUIRED NO_MODULE)
  find_package(nlohmann_json REQUIRED)
  find_package(CLI11 REQUIRED)
  find_package(Boost 1.74 QUIET)  # headers: Asio and Beast, for the server
  string(REPLACE "," ";" left_out "${BRAMAH_LEAVE_OUT}")
  add_library(bramah_boost INTERFACE)
  if(TARGET Boost::headers AND NOT SERVER IN_LIST left_out)
    target_link_libraries(bramah_boost INTERFACE Boost::headers)
    set(BRAMAH_HAS_SERVER ON)
  endif()
endif()

# Libraries whose CMake files cannot be relied on, and which a program may be built without: a target for the files
# found, BRAMAH_HAS_... where they are there. bramah_find(NAME header [folders] LIBRARIES name ...)
function(bramah_find name header)
  cmake_parse_arguments(PARSE_ARGV 2 of "" "" "FOLDERS;LIBRARIES")
  string(TOLOWER bramah_${name} target)
  find_path(BRAMAH_${name}_INCLUDE ${header} PATH_SUFFIXES ${of_FOLDERS})
  set(found "${BRAMAH_${name}_INCLUDE}")
  set(files)
  foreach(library IN LISTS of_LIBRARIES)
    string(REPLACE "|" ";" names "${library}")
    list(GET names 0 first)
    find_library(BRAMAH_${name}_${first} NAMES ${names})
    mark_as_advanced(BRAMAH_${name}_${first})
    list(APPEND files "${BRAMAH_${name}_${first}}")
    if(NOT BRAMAH_${name}_${first})
      set(found "")
    endif()
  endforeach()
  mark_as_advanced(BRAMAH_${name}_INCLUDE)
  if(NOT TARGET ${target})
    add_library(${target} INTERFACE IMPORTED)
    if(found)
      target_include_directories(${target} INTERFACE "${BRAMAH_${name}_INCLUDE}")
      target_link_libraries(${target} INTERFACE ${files})
    endif()
  endif()
  string(REPLACE "," ";" left_out "${BRAMAH_LEAVE_OUT}")
  if(found AND NOT name IN_LIST left_out)
    set(BRAMAH_HAS_${name} ON PARENT_SCOPE)
  else()
    set(BRAMAH_HAS_${name} OFF PARENT_SCOPE)
  endif()
endfunction()

# HDF5, the serial C library: FindHDF5 wants the C language enabled, which a C++ project may not have.
bramah_find(HDF5 hdf5.h FOLDERS hdf5/serial LIBRARIES hdf5_serial|hdf5)
# SUNDIALS: Debian's SUNDIALSConfig also looks for MPI, PETSc and hypre, which are not used here.
bramah_find(SUNDIALS sundials/sundials_config.h
  LIBRARIES sundials_cvode sundials_sunlinsoldense sundials_sunmatrixdense sundials_nvecserial)
# FMUs: zip files with an XML file inside.
bramah_find(FMI pugixml.hpp LIBRARIES pugixml zip)
# SQLite, which keeps the rows of studies.
bramah_find(STORE sqlite3.h LIBRARIES sqlite3)
# MPI, for studies on clusters: of the command alone, not of the library.
if(PROJECT_NAME STREQUAL "bramah" AND NOT MPI IN_LIST left_out)
  set(MPI_CXX_SKIP_MPICXX ON)
  find_package(MPI QUIET COMPONENTS CXX)
  set(BRAMAH_HAS_MPI "${MPI_CXX_FOUND}")
endif()
