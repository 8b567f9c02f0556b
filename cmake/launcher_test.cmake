# cmake -D launcher=... -D work=... -P launcher_test.cmake
# The launcher before programs that say which they are.
file(REMOVE_RECURSE "${work}")
file(COPY "${launcher}" DESTINATION "${work}/moved here/bin")
foreach(level v2 v3)
  set(program "${work}/moved here/lib/bramah/x86-64-${level}/bramah")
  file(WRITE "${program}" "#!/bin/sh\necho \"${level}\" \"$@\"\nexit 7\n")
  file(CHMOD "${program}" PERMISSIONS OWNER_READ OWNER_EXECUTE)
endforeach()

# expect(code pattern level words...): level is that of the environment.
function(expect code pattern level)
  execute_process(COMMAND ${CMAKE_COMMAND} -E env "BRAMAH_ARCH=${level}" "${work}/moved here/bin/bramah" ${ARGN}
    RESULT_VARIABLE found OUTPUT_VARIABLE text ERROR_VARIABLE text)
  if(NOT found EQUAL "${code}" OR NOT text MATCHES "${pattern}")
    message(FATAL_ERROR "BRAMAH_ARCH=${level} bramah ${ARGN}: expected ${code} and ${pattern}, found ${found} and ${text}")
  endif()
endfunction()

file(STRINGS /proc/cpuinfo flags REGEX "^flags" LIMIT_COUNT 1)
set(best v2)
if(flags MATCHES " avx2 " AND flags MATCHES " fma " AND flags MATCHES " bmi2 ")
  set(best v3)
  expect(7 "^v3 check x.yaml\n$" x86-64-v3 check x.yaml)
endif()
expect(7 "^${best} run --step 1ms\n$" "" run --step 1ms)
expect(7 "^v2 --version\n$" x86-64-v2 --version)
expect(2 "BRAMAH_ARCH=i386: expected x86-64-v2" i386 run)
file(REMOVE "${work}/moved here/lib/bramah/x86-64-${best}/bramah")
expect(2 "lib/bramah/x86-64-${best}/bramah cannot be started: No such file" "" run)
