# SPDX-License-Identifier: MIT
# The command: everything but main in a static library that the tests run in process, and main.

file(GLOB_RECURSE cli_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/cli/*.c)
list(FILTER cli_sources EXCLUDE REGEX "/program/(main|guard)\\.c$|_main\\.c$")
add_library(kifu_cli STATIC ${cli_sources})
target_include_directories(kifu_cli PUBLIC ${PROJECT_SOURCE_DIR}/src PRIVATE ${generated})
# The search of `kifu serve CATALOG`.
set(search_files)
foreach(kind html css js)
  add_custom_command(
    OUTPUT ${generated}/search_${kind}.inc
    COMMAND ${CMAKE_COMMAND} -D FROM=${PROJECT_SOURCE_DIR}/web/search/search.${kind}
            -D TO=${generated}/search_${kind}.inc -P ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
    DEPENDS ${PROJECT_SOURCE_DIR}/web/search/search.${kind}
            ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
    VERBATIM)
  list(APPEND search_files ${generated}/search_${kind}.inc)
endforeach()
# The lists of `kifu serve FOLDER`.
foreach(kind css js)
  add_custom_command(
    OUTPUT ${generated}/list_${kind}.inc
    COMMAND ${CMAKE_COMMAND} -D FROM=${PROJECT_SOURCE_DIR}/web/list/list.${kind}
            -D TO=${generated}/list_${kind}.inc -P ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
    DEPENDS ${PROJECT_SOURCE_DIR}/web/list/list.${kind}
            ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
    VERBATIM)
  list(APPEND search_files ${generated}/list_${kind}.inc)
endforeach()
# The figures of `kifu book --booklet`.
add_custom_command(
  OUTPUT ${generated}/booklet.inc
  COMMAND ${CMAKE_COMMAND} -D FROM=${PROJECT_SOURCE_DIR}/share/booklet.sgf
          -D TO=${generated}/booklet.inc -P ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
  DEPENDS ${PROJECT_SOURCE_DIR}/share/booklet.sgf ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
  VERBATIM)
target_sources(kifu_cli PRIVATE ${search_files} ${generated}/booklet.inc)
target_link_libraries(kifu_cli PUBLIC kifu_catalog_static kifu_static PRIVATE kifu_flags)

# The programs beside kifu, each for one part that needs libraries. Their place is told from that of
# kifu, in the build folder as well as where they are installed.
file(RELATIVE_PATH kifu_programs ${CMAKE_INSTALL_FULL_BINDIR}
     ${CMAKE_INSTALL_FULL_LIBEXECDIR}/kifu)
set_property(SOURCE ${PROJECT_SOURCE_DIR}/src/cli/program/program.c APPEND
             PROPERTY COMPILE_DEFINITIONS KIFU_PROGRAMS="${kifu_programs}")

add_executable(kifu src/cli/program/main.c)
target_link_libraries(kifu PRIVATE kifu_cli kifu_flags)
# The libraries of its parts are in kifu_cli only as far as they are used.
target_link_options(kifu PRIVATE LINKER:--as-needed)

# kifu_program(<part> <library>…): the program kifu-<part>.
set(kifu_program_targets)
function(kifu_program part)
  if(part STREQUAL archive)
    add_executable(kifu-${part} ${PROJECT_SOURCE_DIR}/src/cli/archive/archive_main.c)
  else()
    add_executable(kifu-${part} ${PROJECT_SOURCE_DIR}/src/cli/program/main.c)
  endif()
  string(TOUPPER KIFU_MAIN_${part} main)
  target_compile_definitions(kifu-${part} PRIVATE ${main}=1)
  target_link_libraries(kifu-${part} PRIVATE kifu_cli kifu_flags ${ARGN})
  set_target_properties(kifu-${part} PROPERTIES RUNTIME_OUTPUT_DIRECTORY
                        ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/${kifu_programs})
  add_dependencies(kifu kifu-${part})
  set(kifu_program_targets ${kifu_program_targets} kifu-${part} PARENT_SCOPE)
endfunction()

# kifu_guard(<program>): its first allocation that fails is its end; sanitizers have allocators of
# their own.
function(kifu_guard program)
  target_sources(${program} PRIVATE ${PROJECT_SOURCE_DIR}/src/cli/program/guard.c)
  set_property(SOURCE ${PROJECT_SOURCE_DIR}/src/cli/program/guard.c APPEND
               PROPERTY COMPILE_OPTIONS -fno-builtin -fvisibility=default)
  if(KIFU_SANITIZE)
    target_compile_definitions(${program} PRIVATE KIFU_NO_GUARD=1)
    return()
  endif()
  # What is loaded later asks for these by name, too.
  foreach(name malloc calloc realloc reallocarray aligned_alloc posix_memalign)
    target_link_options(${program} PRIVATE LINKER:--export-dynamic-symbol=${name})
  endforeach()
endfunction()

if(KIFU_HAVE_CAIRO)
  kifu_program(draw kifu_draw_static)
  kifu_guard(kifu-draw)
endif()
if(KIFU_HAVE_NCURSESW)
  target_link_libraries(kifu_cli PRIVATE PkgConfig::NCURSESW)
  kifu_program(view PkgConfig::NCURSESW)
  kifu_guard(kifu-view)
endif()
if(KIFU_HAVE_MICROHTTPD)
  target_link_libraries(kifu_cli PRIVATE PkgConfig::MICROHTTPD)
  kifu_program(serve PkgConfig::MICROHTTPD)
endif()

if(KIFU_HAVE_LIBARCHIVE)
  # zlib, if it is there, takes out the end of a gzip that was cut off.
  kifu_program(archive PkgConfig::LIBARCHIVE $<$<BOOL:${KIFU_HAVE_ZLIB}>:PkgConfig::ZLIB>)
  kifu_guard(kifu-archive)
endif()

# The manual pages and the shells' completions are printed by the program, from its own tables.
option(KIFU_BUILD_EXTRAS "Make the manual pages and the completions" ON)
if(TARGET kifu AND KIFU_BUILD_EXTRAS AND NOT KIFU_SANITIZE)
  set(extras)
  foreach(kind bash zsh fish)
    add_custom_command(OUTPUT ${generated}/kifu.${kind}
                       COMMAND kifu --generate ${kind} > ${generated}/kifu.${kind}
                       DEPENDS kifu VERBATIM)
    list(APPEND extras ${generated}/kifu.${kind})
  endforeach()
  # A page for kifu and one for each command of the list.
  file(STRINGS src/cli/frame/commands.def rows REGEX "^KF_COMMAND")
  list(TRANSFORM rows REPLACE "^KF_COMMAND.([a-z]+).*" "-\\1" OUTPUT_VARIABLE pages)
  set(manual)
  foreach(page "" ${pages})
    add_custom_command(OUTPUT ${generated}/kifu${page}.1
                       COMMAND kifu --generate man${page} > ${generated}/kifu${page}.1
                       DEPENDS kifu VERBATIM)
    list(APPEND manual ${generated}/kifu${page}.1)
  endforeach()
  list(APPEND extras ${manual})
  add_custom_target(kifu_extras ALL DEPENDS ${extras})
endif()
