# Unity builds: the files of a folder are compiled a few at a time, so that Eigen's, yaml-cpp's and the standard
# library's templates are made once for them all. Batches stay inside a folder and are small: two files of one folder
# have no name in common, and whoever edits a file waits for its batch alone.
#
# Not for folders whose arithmetic is part of a step: the compiler inlines and fuses other products and sums in a batch
# than in a file alone, and results would differ in their last digits.
function(bramah_unity target size) # folders below the project: those alone
  if(NOT BRAMAH_UNITY)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "^${PROJECT_SOURCE_DIR}/.*\\.cpp$")
  list(FILTER sources EXCLUDE REGEX "/reproduce/")  # a paper a file, with the same names in each
  list(SORT sources)
  if(ARGN)
    list(JOIN ARGN "|" folders)
    list(FILTER sources INCLUDE REGEX "^${PROJECT_SOURCE_DIR}/(${folders})/")
  endif()
  set(folder_before "")
  set(place 0)
  foreach(source IN LISTS sources)
    get_source_file_property(alone "${source}" SKIP_UNITY_BUILD_INCLUSION)
    if(alone)
      continue()
    endif()
    cmake_path(GET source PARENT_PATH folder)
    if(NOT folder STREQUAL folder_before)
      set(folder_before "${folder}")
      set(place 0)
    endif()
    cmake_path(RELATIVE_PATH folder BASE_DIRECTORY "${PROJECT_SOURCE_DIR}")
    string(REPLACE "/" "_" name "${folder}")
    math(EXPR batch "${place} / ${size}")
    set_source_files_properties("${source}" PROPERTIES UNITY_GROUP "${name}_${batch}")
    math(EXPR place "${place} + 1")
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
