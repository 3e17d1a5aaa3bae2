# SPDX-License-Identifier: MIT
# What can be chosen at configure time, and which optional libraries were found.
option(KIFU_BUILD_TESTS "Build the tests" ${PROJECT_IS_TOP_LEVEL})
option(KIFU_BUILD_BENCH "Build the measurements" OFF)
option(KIFU_BUILD_FUZZ "Build the libFuzzer targets (clang)" OFF)
option(KIFU_WERROR "Treat warnings as errors" OFF)
option(KIFU_LTO "Optimise across files when linking (gcc)" OFF)
set(KIFU_SANITIZE "" CACHE STRING "Sanitizers for everything, such as address,undefined")
set(KIFU_WITH_JANSSON AUTO CACHE STRING "JSON by jansson: AUTO, ON or OFF")
set_property(CACHE KIFU_WITH_JANSSON PROPERTY STRINGS AUTO ON OFF)
set(KIFU_WITH_CAIRO AUTO CACHE STRING "PNG, PDF and EPS by cairo and pango: AUTO, ON or OFF")
set_property(CACHE KIFU_WITH_CAIRO PROPERTY STRINGS AUTO ON OFF)

set(KIFU_WITH_NCURSESW AUTO CACHE STRING "kifu view by ncurses: AUTO, ON or OFF")
set_property(CACHE KIFU_WITH_NCURSESW PROPERTY STRINGS AUTO ON OFF)

set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "Kind of build" FORCE)
endif()

if(KIFU_SANITIZE)
  add_compile_options(-fsanitize=${KIFU_SANITIZE} -fno-omit-frame-pointer
                      -fno-sanitize-recover=undefined)
  add_link_options(-fsanitize=${KIFU_SANITIZE})
endif()
if(KIFU_LTO AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
  # Fat objects, so that the installed static library serves every linker.
  add_compile_options(-flto=auto -ffat-lto-objects)
  add_link_options(-flto=auto)
endif()

find_package(PkgConfig)

# find_optional(<NAME> <pkg-config module>…): honours KIFU_WITH_<NAME>, sets KIFU_HAVE_<NAME> and
# makes the target PkgConfig::<NAME>.
function(find_optional name)
  set(KIFU_HAVE_${name} OFF PARENT_SCOPE)
  if(KIFU_WITH_${name} STREQUAL "OFF")
    return()
  endif()
  if(PKG_CONFIG_FOUND)
    pkg_check_modules(${name} QUIET IMPORTED_TARGET GLOBAL ${ARGN})
  endif()
  if(${name}_FOUND)
    set(KIFU_HAVE_${name} ON PARENT_SCOPE)
  elseif(KIFU_WITH_${name} STREQUAL "ON")
    message(FATAL_ERROR "KIFU_WITH_${name} is ON, but pkg-config knows no ${ARGN}")
  endif()
endfunction()

find_optional(JANSSON jansson>=2.10)
message(STATUS "jansson (JSON): ${KIFU_HAVE_JANSSON}")
find_optional(NCURSESW ncursesw)
if(KIFU_HAVE_NCURSESW)
  # Its module asks for an older _XOPEN_SOURCE than ours.
  set_target_properties(PkgConfig::NCURSESW PROPERTIES INTERFACE_COMPILE_OPTIONS ""
                        INTERFACE_COMPILE_DEFINITIONS "")
endif()
message(STATUS "ncurses (view): ${KIFU_HAVE_NCURSESW}")
find_optional(CAIRO cairo>=1.16 pangocairo>=1.50)
message(STATUS "cairo and pango (PNG, PDF, EPS): ${KIFU_HAVE_CAIRO}")
