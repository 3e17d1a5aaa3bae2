# SPDX-License-Identifier: MIT
# How a test of each kind is built.

# Sets CMOCKA_FOUND and the target PkgConfig::CMOCKA.
macro(find_cmocka)
  if(PKG_CONFIG_FOUND)
    pkg_check_modules(CMOCKA QUIET IMPORTED_TARGET cmocka)
  endif()
  if(NOT CMOCKA_FOUND)
    message(STATUS "cmocka is missing: the unit tests are left out")
  endif()
endmacro()

# A test that is a plain program: it prints what failed and returns non-zero.
function(kifu_plain_test name)
  if(NOT EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${name}.c)
    return()
  endif()
  add_executable(test_${name} ${name}.c)
  target_include_directories(test_${name} PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(test_${name} PRIVATE kifu_static kifu_flags ${ARGN})
  add_test(NAME ${name} COMMAND test_${name})
endfunction()

# The same with cmocka.
function(kifu_unit_test name)
  if(CMOCKA_FOUND)
    kifu_plain_test(${name} PkgConfig::CMOCKA)
  endif()
endfunction()

# fuzz_<name>.c: a program that replays files, and with KIFU_BUILD_FUZZ one that looks for new ones.
# `kind` is what the examples of doc/spec are to it, seeds or commands; `mutants` how many inputs
# that chance makes of them are run with the tests; further arguments are libraries.
function(kifu_fuzz_target name kind mutants)
  if(NOT EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/fuzz_${name}.c)
    return()
  endif()
  set(sources fuzz_${name}.c fuzz.c)
  add_executable(replay_${name} ${sources} replay.c mutant.c)
  target_include_directories(replay_${name} PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(replay_${name} PRIVATE kifu_all kifu_flags ${ARGN})
  if(KIFU_BUILD_FUZZ)
    target_link_options(replay_${name} PRIVATE -fsanitize=fuzzer-no-link)
    add_executable(fuzz_${name} ${sources})
    target_include_directories(fuzz_${name} PRIVATE ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(fuzz_${name} PRIVATE kifu_all kifu_flags ${ARGN})
    target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
  endif()
  if(TARGET spec)
    add_test(NAME replay-${name} COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/replay.sh
             $<TARGET_FILE:spec> $<TARGET_FILE:replay_${name}> ${PROJECT_SOURCE_DIR} ${kind})
    set_tests_properties(replay-${name} PROPERTIES TIMEOUT 300 LABELS corpora)
    # A little fuzzing in every run of the tests, where sanitizers look on.
    if(KIFU_SANITIZE)
      add_test(NAME mutants-${name} COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/replay.sh
               $<TARGET_FILE:spec> $<TARGET_FILE:replay_${name}> ${PROJECT_SOURCE_DIR} ${kind} ${mutants})
      set_tests_properties(mutants-${name} PROPERTIES TIMEOUT 300)
    endif()
  endif()
endfunction()
