# SPDX-License-Identifier: MIT
# The command: everything but main in a static library that the tests run in process, and main.

# The text behind `kifu explain CODE`: the sections of the specification that are headed by a code.
file(GLOB chapters CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/doc/spec/*.md)
set(generated ${PROJECT_BINARY_DIR}/generated)
file(MAKE_DIRECTORY ${generated})
find_program(AWK NAMES awk mawk gawk REQUIRED)
add_custom_command(
  OUTPUT ${generated}/explain_text.inc
  COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C ${AWK} -f ${PROJECT_SOURCE_DIR}/tools/explain.awk
          ${chapters} /dev/null > ${generated}/explain_text.tmp
  COMMAND ${CMAKE_COMMAND} -E rename ${generated}/explain_text.tmp ${generated}/explain_text.inc
  DEPENDS ${chapters} ${PROJECT_SOURCE_DIR}/tools/explain.awk
  COMMENT "Embedding the explanations of doc/spec"
  VERBATIM)
add_custom_target(kifu_explain_text DEPENDS ${generated}/explain_text.inc)

file(GLOB cli_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/cli/*.c)
list(REMOVE_ITEM cli_sources ${PROJECT_SOURCE_DIR}/src/cli/main.c)
if(NOT cli_sources)
  message(STATUS "src/cli is empty: no command is built")
  return()
endif()
add_library(kifu_cli STATIC ${cli_sources})
add_dependencies(kifu_cli kifu_explain_text)
target_include_directories(kifu_cli PUBLIC ${PROJECT_SOURCE_DIR}/src PRIVATE ${generated})
target_link_libraries(kifu_cli PUBLIC kifu_static PRIVATE kifu_flags)
if(KIFU_HAVE_JANSSON)
  target_link_libraries(kifu_cli PUBLIC PkgConfig::JANSSON)
endif()
if(KIFU_HAVE_NCURSESW)
  target_link_libraries(kifu_cli PUBLIC PkgConfig::NCURSESW)
endif()
if(KIFU_HAVE_MICROHTTPD)
  target_link_libraries(kifu_cli PUBLIC PkgConfig::MICROHTTPD)
endif()

if(EXISTS ${PROJECT_SOURCE_DIR}/src/cli/main.c)
  add_executable(kifu src/cli/main.c)
  target_link_libraries(kifu PRIVATE kifu_cli kifu_flags)
endif()

# The manual page and the shells' completions are printed by the program, from its own tables.
option(KIFU_BUILD_EXTRAS "Make the manual page and the completions" ON)
if(TARGET kifu AND KIFU_BUILD_EXTRAS AND NOT KIFU_SANITIZE)
  find_program(SCDOC scdoc)
  set(extras)
  foreach(kind bash zsh fish man)
    add_custom_command(OUTPUT ${generated}/kifu.${kind}
                       COMMAND kifu --generate ${kind} > ${generated}/kifu.${kind}
                       DEPENDS kifu VERBATIM)
    list(APPEND extras ${generated}/kifu.${kind})
  endforeach()
  if(SCDOC)
    add_custom_command(OUTPUT ${generated}/kifu.1
                       COMMAND ${SCDOC} < ${generated}/kifu.man > ${generated}/kifu.1
                       DEPENDS ${generated}/kifu.man VERBATIM)
    list(APPEND extras ${generated}/kifu.1)
  else()
    message(STATUS "scdoc is missing: no manual page is made")
  endif()
  add_custom_target(kifu_extras ALL DEPENDS ${extras})
endif()
