# cmake -D "of=PROGRAM;..." -D into=FOLDER -P needed.cmake
# Copies the shared libraries that programs or modules need into a folder, under the names by which the loader looks for
# them. Not the C and C++ libraries, which every system has and which belong to its loader.
file(GET_RUNTIME_DEPENDENCIES LIBRARIES ${of} RESOLVED_DEPENDENCIES_VAR found UNRESOLVED_DEPENDENCIES_VAR missing
  PRE_EXCLUDE_REGEXES "^lib(c|m|dl|rt|pthread|stdc\\+\\+|gcc_s)\\.so" "^ld-linux" "^libpython")
if(missing)
  message(FATAL_ERROR "not found: ${missing}, which ${of} needs")
endif()
foreach(library IN LISTS found)
  cmake_path(GET library FILENAME name)
  file(REAL_PATH "${library}" file)
  file(COPY "${file}" DESTINATION "${into}")
  cmake_path(GET file FILENAME file_name)
  if(NOT file_name STREQUAL name)
    file(RENAME "${into}/${file_name}" "${into}/${name}")
  endif()
endforeach()
