# SPDX-License-Identifier: MIT
# libkifu: every layer below the command, compiled once, as a static and a shared library.
set(kifu_layers base board record format solve draw catalog)
set(library_sources)
foreach(layer IN LISTS kifu_layers)
  file(GLOB layer_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${layer}/*.c)
  list(APPEND library_sources ${layer_sources})
endforeach()

add_library(kifu_objects OBJECT ${library_sources})
set_target_properties(kifu_objects PROPERTIES POSITION_INDEPENDENT_CODE ON)
target_include_directories(kifu_objects PUBLIC ${PROJECT_SOURCE_DIR}/include
                           PRIVATE ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(kifu_objects PRIVATE kifu_flags)

add_library(kifu_static STATIC $<TARGET_OBJECTS:kifu_objects>)
add_library(kifu_shared SHARED $<TARGET_OBJECTS:kifu_objects>)
set_target_properties(kifu_static PROPERTIES OUTPUT_NAME kifu EXPORT_NAME kifu_static)
set_target_properties(kifu_shared PROPERTIES OUTPUT_NAME kifu EXPORT_NAME kifu
                      VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})
foreach(library kifu_static kifu_shared)
  target_include_directories(${library} PUBLIC
                             $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                             $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
endforeach()
foreach(name CAIRO ZLIB GIF WEBP)
  if(KIFU_HAVE_${name})
    target_link_libraries(kifu_objects PRIVATE PkgConfig::${name})
    target_link_libraries(kifu_shared PRIVATE PkgConfig::${name})
    target_link_libraries(kifu_static PRIVATE PkgConfig::${name})
  endif()
endforeach()
target_link_libraries(kifu_shared PRIVATE m)
target_link_libraries(kifu_static PRIVATE m)
target_link_options(kifu_shared PRIVATE LINKER:--as-needed)
if(NOT KIFU_SANITIZE)
  target_link_options(kifu_shared PRIVATE LINKER:--no-undefined)
endif()
add_library(kifu::kifu ALIAS kifu_shared)
add_library(kifu::kifu_static ALIAS kifu_static)
