# SPDX-License-Identifier: MIT
# What `cmake --install` puts where: libraries, headers, package files, command, manual, completions.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/kifu)

install(TARGETS kifu_shared kifu_static EXPORT kifu)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/kifu TYPE INCLUDE FILES_MATCHING PATTERN "*.h")
install(EXPORT kifu NAMESPACE kifu:: FILE kifuTargets.cmake DESTINATION ${package_dir})
configure_package_config_file(cmake/kifuConfig.cmake.in ${PROJECT_BINARY_DIR}/kifuConfig.cmake
                              INSTALL_DESTINATION ${package_dir} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/kifuConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/kifuConfig.cmake
              ${PROJECT_BINARY_DIR}/kifuConfigVersion.cmake DESTINATION ${package_dir})

# What needs other libraries are components of their own, each with a file for pkg-config. The prefix
# may change at install time, so those files are written then.
set(pc_components)
macro(kifu_component name title)
  install(TARGETS kifu_${name}_shared kifu_${name}_static EXPORT kifu-${name})
  install(EXPORT kifu-${name} NAMESPACE kifu:: FILE kifu-${name}Targets.cmake
          DESTINATION ${package_dir})
  list(APPEND pc_components ${name})
  string(APPEND pc_facts "set(pc_title_${name} \"${title}\")\n")
  string(APPEND pc_facts "set(pc_requires_${name} \"")
  foreach(pair ${ARGN})
    string(REPLACE "=" ";" pair ${pair})
    list(POP_FRONT pair library)
    if(KIFU_HAVE_${library})
      list(JOIN pair " " modules)
      string(APPEND pc_facts " ${modules}")
    endif()
  endforeach()
  string(APPEND pc_facts "\")\n")
endmacro()
if(TARGET kifu_draw_shared)
  kifu_component(draw "pictures that need cairo" CAIRO=cairo=pangocairo ZLIB=zlib GIF=libgif
                 WEBP=libwebp=libwebpmux)
endif()
kifu_component(catalog "games in one file, found by position")
set(pc_folder ${PROJECT_SOURCE_DIR}/cmake)
configure_file(cmake/install-pc.cmake.in ${PROJECT_BINARY_DIR}/install-pc.cmake @ONLY)
install(SCRIPT ${PROJECT_BINARY_DIR}/install-pc.cmake)

file(GLOB documents ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/CHANGELOG.md ${PROJECT_SOURCE_DIR}/SECURITY.md
     ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/doc/*.md)
install(FILES ${documents} TYPE DOC)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/doc/spec TYPE DOC OPTIONAL)

if(TARGET kifu)
  install(TARGETS kifu)
  if(kifu_program_targets)
    install(TARGETS ${kifu_program_targets} DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/kifu)
  endif()
endif()
if(TARGET kifu_extras)
  install(FILES ${generated}/kifu.bash RENAME kifu
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES ${generated}/kifu.zsh RENAME _kifu
          DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
  install(FILES ${generated}/kifu.fish
          DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
  install(FILES ${manual} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endif()
# For desktops: file managers show records by kifu.thumbnailer, which the kinds in kifu.xml name.
if(TARGET kifu)
  install(FILES ${PROJECT_SOURCE_DIR}/share/thumbnailers/kifu.thumbnailer
          DESTINATION ${CMAKE_INSTALL_DATADIR}/thumbnailers)
  install(FILES ${PROJECT_SOURCE_DIR}/share/mime/packages/kifu.xml
          DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages)
  install(FILES ${PROJECT_SOURCE_DIR}/share/booklet.sgf ${PROJECT_SOURCE_DIR}/share/kifu.schema.json
                ${PROJECT_SOURCE_DIR}/share/kifu-output.schema.json
          DESTINATION ${CMAKE_INSTALL_DATADIR}/kifu)
endif()
