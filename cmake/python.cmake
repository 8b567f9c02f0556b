# The Python package: build/python/bramah holds the compiled module beside links to the sources of the package, so that
# PYTHONPATH=build/python is enough to use it. setup.py takes the module from there too.
set(BRAMAH_PYTHON_EXECUTABLE "/usr/bin/python3" CACHE FILEPATH "The Python that the package is built for")
if(NOT Python3_EXECUTABLE AND EXISTS "${BRAMAH_PYTHON_EXECUTABLE}")
  set(Python3_EXECUTABLE "${BRAMAH_PYTHON_EXECUTABLE}")
endif()
find_package(Python3 COMPONENTS Interpreter Development.Module)
set(PYBIND11_NOPYTHON ON)  # found above
find_package(pybind11 CONFIG QUIET)
if(NOT pybind11_FOUND OR NOT Python3_Development.Module_FOUND)
  message(FATAL_ERROR "BRAMAH_PYTHON needs pybind11 and Python's headers (Debian: pybind11-dev python3-dev python3-numpy)")
endif()

file(GLOB python_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/bindings/python/src/*.cpp"
  "${PROJECT_SOURCE_DIR}/bindings/python/src/*.h")
set(python_package "${PROJECT_BINARY_DIR}/python/bramah")
add_library(bramah_python MODULE ${python_sources})
target_link_libraries(bramah_python PRIVATE bramah bramah_flags pybind11::headers Python3::Module)
set_target_properties(bramah_python PROPERTIES OUTPUT_NAME _core PREFIX "" SUFFIX ".${Python3_SOABI}.so"
  LIBRARY_OUTPUT_DIRECTORY "${python_package}" CXX_VISIBILITY_PRESET hidden)
target_compile_options(bramah_python PRIVATE "$<$<CONFIG:Release>:-O2>")
target_link_options(bramah_python PRIVATE "$<$<CONFIG:Release>:-s>")  # no symbols, no paths of this computer
if(BRAMAH_BUNDLE)
  set_target_properties(bramah_python PROPERTIES BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH "$ORIGIN/needed")
endif()
bramah_unity(bramah_python 4)
file(GLOB_RECURSE python_files CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}/bindings/python/bramah"
  "${PROJECT_SOURCE_DIR}/bindings/python/bramah/*")
list(FILTER python_files EXCLUDE REGEX "__pycache__")
file(GLOB_RECURSE old_links "${python_package}/*")
foreach(link IN LISTS old_links)  # of files that are gone
  if(IS_SYMLINK "${link}")
    file(REMOVE "${link}")
  endif()
endforeach()
foreach(name IN LISTS python_files)
  cmake_path(GET name PARENT_PATH folder)
  file(MAKE_DIRECTORY "${python_package}/${folder}")
  file(CREATE_LINK "${PROJECT_SOURCE_DIR}/bindings/python/bramah/${name}" "${python_package}/${name}" SYMBOLIC)
endforeach()
file(CREATE_LINK "${PROJECT_SOURCE_DIR}/models" "${python_package}/models" SYMBOLIC)  # bramah.model_path()
