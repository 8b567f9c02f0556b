# One executable for each benchmarks/*.cpp; benchmark_peers has a folder of its own beside it.
find_package(benchmark QUIET)
file(GLOB benchmark_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/benchmarks/*.cpp")
if(NOT benchmark_FOUND)
  message(STATUS "Left out: the benchmarks (google-benchmark not found; Debian: libbenchmark-dev)")
  return()
endif()
list(FILTER benchmark_sources EXCLUDE REGEX "/(peers|mujoco_arm)\\.cpp$")
function(bramah_benchmark name)
  add_executable(benchmark_${name} ${ARGN})
  target_include_directories(benchmark_${name} PRIVATE "${PROJECT_SOURCE_DIR}/src")
  target_compile_definitions(benchmark_${name} PRIVATE BRAMAH_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  target_link_libraries(benchmark_${name} PRIVATE bramah bramah_flags Eigen3::Eigen fmt::fmt)
endfunction()
foreach(source IN LISTS benchmark_sources)
  cmake_path(GET source STEM name)
  bramah_benchmark(${name} "${source}")
  target_link_libraries(benchmark_${name} PRIVATE benchmark::benchmark)
endforeach()

# Beside other programs, where they are installed (Debian: libmujoco-dev, libsimbody-dev).
# MuJoCo's own package file in Debian 12 names a folder that is not there.
find_path(BRAMAH_MUJOCO_INCLUDE mujoco/mujoco.h)
find_library(BRAMAH_MUJOCO_LIBRARY mujoco)
mark_as_advanced(BRAMAH_MUJOCO_INCLUDE BRAMAH_MUJOCO_LIBRARY)
if(BRAMAH_MUJOCO_INCLUDE AND BRAMAH_MUJOCO_LIBRARY)
  add_executable(benchmark_mujoco_arm benchmarks/mujoco_arm.cpp)
  target_include_directories(benchmark_mujoco_arm SYSTEM PRIVATE "${BRAMAH_MUJOCO_INCLUDE}")
  target_link_libraries(benchmark_mujoco_arm PRIVATE "${BRAMAH_MUJOCO_LIBRARY}")
endif()
find_package(Simbody QUIET)
if(BRAMAH_MUJOCO_INCLUDE AND BRAMAH_MUJOCO_LIBRARY AND Simbody_FOUND)
  bramah_benchmark(peers benchmarks/peers.cpp benchmarks/peers/bramah_peer.cpp
    benchmarks/peers/mujoco_peer.cpp)
  target_include_directories(benchmark_peers SYSTEM PRIVATE "${BRAMAH_MUJOCO_INCLUDE}")
  add_library(bramah_simbody_peer OBJECT benchmarks/peers/simbody_peer.cpp)
  set_target_properties(bramah_simbody_peer PROPERTIES CXX_STANDARD 17)  # 3.7's headers break with 20
  target_compile_options(bramah_simbody_peer PRIVATE -UNDEBUG)  # as Debian's library: classes differ
  target_include_directories(bramah_simbody_peer SYSTEM PRIVATE "${Simbody_INCLUDE_DIR}")
  target_link_libraries(benchmark_peers PRIVATE
    bramah_simbody_peer "${BRAMAH_MUJOCO_LIBRARY}" ${Simbody_LIBRARIES})
endif()
