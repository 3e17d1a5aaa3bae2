# SPDX-License-Identifier: MIT
# What `cmake --install` puts where: libraries, headers, package files, command, manual, completions.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/kifu)

install(TARGETS kifu_shared kifu_static EXPORT kifu)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/kifu TYPE INCLUDE FILES_MATCHING PATTERN "*.h")
install(EXPORT kifu NAMESPACE kifu:: FILE kifuTargets.cmake DESTINATION ${package_dir})
configure_package_config_file(cmake/kifuConfig.cmake.in ${PROJECT_BINARY_DIR}/kifuConfig.cmake
                              INSTALL_DESTINATION ${package_dir} NO_SET_AND_CHECK_MACRO
                              NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/kifuConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/kifuConfig.cmake
              ${PROJECT_BINARY_DIR}/kifuConfigVersion.cmake DESTINATION ${package_dir})

set(kifu_pc_requires)
if(KIFU_HAVE_CAIRO)
  string(APPEND kifu_pc_requires "cairo pangocairo")
endif()
if(KIFU_HAVE_ZLIB)
  string(APPEND kifu_pc_requires " zlib")
endif()
if(KIFU_HAVE_GIF)
  string(APPEND kifu_pc_requires " libgif")
endif()
if(KIFU_HAVE_WEBP)
  string(APPEND kifu_pc_requires " libwebp libwebpmux")
endif()
# The prefix may change at install time, so kifu.pc is written then.
set(pc_template ${PROJECT_SOURCE_DIR}/cmake/kifu.pc.in)
configure_file(cmake/install-pc.cmake.in ${PROJECT_BINARY_DIR}/install-pc.cmake @ONLY)
install(SCRIPT ${PROJECT_BINARY_DIR}/install-pc.cmake)

file(GLOB documents ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/CHANGELOG.md
     ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/doc/*.md)
install(FILES ${documents} TYPE DOC)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/doc/spec TYPE DOC OPTIONAL)

if(TARGET kifu)
  install(TARGETS kifu)
endif()
if(TARGET kifu_extras)
  install(FILES ${generated}/kifu.bash RENAME kifu
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES ${generated}/kifu.zsh RENAME _kifu
          DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
  install(FILES ${generated}/kifu.fish
          DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
  if(SCDOC)
    install(FILES ${generated}/kifu.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  endif()
endif()
# For desktops: file managers show records by kifu.thumbnailer, which the kinds in kifu.xml name.
if(TARGET kifu)
  install(FILES ${PROJECT_SOURCE_DIR}/share/thumbnailers/kifu.thumbnailer
          DESTINATION ${CMAKE_INSTALL_DATADIR}/thumbnailers)
  install(FILES ${PROJECT_SOURCE_DIR}/share/mime/packages/kifu.xml
          DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages)
endif()
