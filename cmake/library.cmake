# SPDX-License-Identifier: MIT
# libkifu: every layer below the command, as a static and a shared library that need libc alone. And
# beside it what needs other libraries: libkifu-draw (src/draw/cairo), libkifu-catalog (src/catalog).

# kifu_library(<objects> <target> <output name> <export name>): the two kinds of library from one
# set of objects, named <target>_shared and <target>_static.
function(kifu_library objects target output export)
  add_library(${target}_static STATIC $<TARGET_OBJECTS:${objects}>)
  add_library(${target}_shared SHARED $<TARGET_OBJECTS:${objects}>)
  set_target_properties(${target}_static PROPERTIES EXPORT_NAME ${export}_static)
  set_target_properties(${target}_shared PROPERTIES EXPORT_NAME ${export}
                        VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})
  foreach(library ${target}_static ${target}_shared)
    set_target_properties(${library} PROPERTIES OUTPUT_NAME ${output})
    target_include_directories(${library} PUBLIC
                               $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                               $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  endforeach()
  target_link_options(${target}_shared PRIVATE LINKER:--as-needed)
  if(NOT KIFU_SANITIZE)
    target_link_options(${target}_shared PRIVATE LINKER:--no-undefined)
  endif()
  add_library(kifu::${export} ALIAS ${target}_shared)
  add_library(kifu::${export}_static ALIAS ${target}_static)
endfunction()

# kifu_objects(<name> <source>…): what both kinds are made of.
function(kifu_objects name)
  add_library(${name} OBJECT ${ARGN})
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR}/include
                             PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(${name} PRIVATE kifu_flags)
endfunction()

# ---- libkifu ----

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

set(kifu_layers base board record play check format reading draw shape fix extract page)
set(library_sources)
foreach(layer IN LISTS kifu_layers)
  file(GLOB_RECURSE layer_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${layer}/*.c)
  list(APPEND library_sources ${layer_sources})
endforeach()
list(FILTER library_sources EXCLUDE REGEX "/src/draw/cairo/")

# Reading is a few short loops over tables of the board: there more optimisation takes a fifteenth of the time
# away. Elsewhere it only makes the program larger.
if(CMAKE_C_FLAGS MATCHES "(^| )-O2( |$)" OR CMAKE_BUILD_TYPE MATCHES "^Rel")
  set(reading_sources ${library_sources})
  list(FILTER reading_sources INCLUDE REGEX "/src/reading/life/")
  set_source_files_properties(${reading_sources} PROPERTIES COMPILE_OPTIONS -O3)
endif()

kifu_objects(kifu_objects ${library_sources})
target_include_directories(kifu_objects PRIVATE ${generated})
add_dependencies(kifu_objects kifu_explain_text)
kifu_library(kifu_objects kifu kifu kifu)
# The one root that is taken is an instruction where no error number is asked for, so that the
# optimised library needs nothing but libc.
set_source_files_properties(${PROJECT_SOURCE_DIR}/src/draw/picture/outline.c
                            PROPERTIES COMPILE_OPTIONS -fno-math-errno)
target_link_options(kifu_shared PRIVATE LINKER:--as-needed)
target_link_libraries(kifu_shared PRIVATE m)
target_link_libraries(kifu_static PRIVATE m)

# ---- Beside it ----

# kifu_beside(<name> <source>… NEEDS <NAME>…): libkifu-<name>, the targets kifu_<name>_static and
# kifu_<name>_shared, with the libraries that find_optional found by these names.
function(kifu_beside name)
  cmake_parse_arguments(PARSE_ARGV 1 beside "" "" "NEEDS")
  kifu_objects(kifu_${name}_objects ${beside_UNPARSED_ARGUMENTS})
  kifu_library(kifu_${name}_objects kifu_${name} kifu-${name} ${name})
  foreach(library IN LISTS beside_NEEDS)
    if(KIFU_HAVE_${library})
      foreach(target kifu_${name}_objects kifu_${name}_shared kifu_${name}_static)
        target_link_libraries(${target} PRIVATE PkgConfig::${library})
      endforeach()
    endif()
  endforeach()
  target_link_libraries(kifu_${name}_static PUBLIC kifu_static)
  # Of libkifu it uses what libkifu does not export, so it has its own copy of that, which nobody
  # else sees. The two are always of one version.
  target_link_libraries(kifu_${name}_shared PRIVATE kifu_static m)
  target_link_options(kifu_${name}_shared PRIVATE LINKER:--exclude-libs,ALL)
  target_link_libraries(kifu_${name}_shared INTERFACE kifu_shared)
endfunction()

if(KIFU_HAVE_CAIRO)
  file(GLOB draw_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/draw/cairo/*.c)
  foreach(pair GIF:gif WEBP:webp ZLIB:png)
    string(REPLACE ":" ";" pair ${pair})
    list(GET pair 0 name)
    list(GET pair 1 film)
    if(NOT KIFU_HAVE_${name})
      list(FILTER draw_sources EXCLUDE REGEX "/film_${film}\\.c$")
    endif()
  endforeach()
  kifu_beside(draw ${draw_sources} NEEDS CAIRO ZLIB GIF WEBP)
endif()

# Without SQLite there is still the library, which says so.
file(GLOB catalog_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/catalog/*.c
     ${PROJECT_SOURCE_DIR}/src/catalog/*/*.c)
kifu_beside(catalog ${catalog_sources})
# SQLite is loaded when a catalogue is opened, PostgreSQL's library when an address of a server is named;
# only their headers are needed here.
if(KIFU_HAVE_SQLITE)
  target_include_directories(kifu_catalog_objects PRIVATE ${SQLITE_INCLUDE_DIRS} ${POSTGRESQL_INCLUDE_DIRS})
  foreach(target kifu_catalog_shared kifu_catalog_static)
    target_link_libraries(${target} PRIVATE ${CMAKE_DL_LIBS})
  endforeach()
endif()

# The extension that searches on the server, where the headers of one are installed.
find_program(KIFU_PG_CONFIG pg_config)
set(KIFU_HAVE_EXTENSION OFF)
if(KIFU_HAVE_POSTGRESQL AND KIFU_PG_CONFIG AND NOT KIFU_SANITIZE)
  execute_process(COMMAND ${KIFU_PG_CONFIG} --includedir-server OUTPUT_VARIABLE server_headers
                  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(EXISTS ${server_headers}/postgres.h)
    set(KIFU_HAVE_EXTENSION ON)
  endif()
endif()
message(STATUS "PostgreSQL's server headers (its extension): ${KIFU_HAVE_EXTENSION}")
if(KIFU_HAVE_EXTENSION)
  # Of the catalogue it needs the search alone, and no store.
  set(search_sources find_pattern lanes line open packed row scan steps sweep)
  list(TRANSFORM search_sources REPLACE "(.+)" "${PROJECT_SOURCE_DIR}/src/catalog/\\1.c")
  add_library(kifu_search STATIC ${search_sources})
  set_target_properties(kifu_search PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_include_directories(kifu_search PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_compile_definitions(kifu_search PRIVATE KIFU_HAVE_SQLITE=1)
  target_link_libraries(kifu_search PUBLIC kifu_static PRIVATE kifu_flags)
  add_library(kifu_extension MODULE ${PROJECT_SOURCE_DIR}/postgres/kifu.c)
  set_target_properties(kifu_extension PROPERTIES PREFIX "" OUTPUT_NAME kifu C_EXTENSIONS ON C_VISIBILITY_PRESET default
                        LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/postgres)
  target_include_directories(kifu_extension PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_include_directories(kifu_extension SYSTEM PRIVATE ${server_headers})
  target_compile_definitions(kifu_extension PRIVATE KIFU_HAVE_SQLITE=1)
  target_link_libraries(kifu_extension PRIVATE kifu_search)
  target_link_options(kifu_extension PRIVATE LINKER:--as-needed LINKER:--exclude-libs,ALL)
  configure_file(postgres/kifu.control ${PROJECT_BINARY_DIR}/postgres/kifu.control COPYONLY)
  configure_file(postgres/kifu--1.sql ${PROJECT_BINARY_DIR}/postgres/kifu--1.sql COPYONLY)
endif()
