# A computer that has none of the optional parts, as on the first command: it configures, says so, and what stands in
# their place compiles.
file(REMOVE_RECURSE "${build}")
function(must)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE text ERROR_VARIABLE text)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "${ARGN}\n${text}")
  endif()
endfunction()
must(${CMAKE_COMMAND} -S "${source}" -B "${build}" -G Ninja -DCMAKE_BUILD_TYPE=Release
  -DBRAMAH_LEAVE_OUT=SUNDIALS,HDF5,SERVER,FMI,STORE,MPI -DBRAMAH_PCH=OFF -DBRAMAH_UNITY=OFF -DBRAMAH_TESTS=OFF -DBRAMAH_BENCHMARKS=OFF)
file(STRINGS "${build}/parts.txt" parts)
if(parts MATCHES "SUNDIALS|HDF5|SERVER|FMI|STORE|MPI")
  message(FATAL_ERROR "parts.txt names ${parts}")
endif()
foreach(file reference/left_out.cpp results/hdf5_left_out.cpp server/left_out.cpp fmi/left_out.cpp store/left_out.cpp)
  must("${compiler}" -std=c++20 -fsyntax-only "-I${source}/include" "-I${source}/src"
    "-I${eigen}" "${source}/src/${file}")
endforeach()
