# SPDX-License-Identifier: MIT
# What makes a mistake in memory end the program before it is of use to anybody. Sanitizers see more,
# and do not get along with a part of this, so their builds go without.
option(KIFU_HARDEN "Stack protector, FORTIFY_SOURCE, control-flow protection, full RELRO, PIE" ON)
if(NOT KIFU_HARDEN OR KIFU_SANITIZE)
  return()
endif()
include(CheckCCompilerFlag)
include(CheckPIESupported)
include(CheckLinkerFlag)

set(CMAKE_POSITION_INDEPENDENT_CODE ON)
check_pie_supported(LANGUAGES C)

# Not every compiler and processor has all of them.
foreach(flag -fstack-protector-strong -fstack-clash-protection -fcf-protection=full)
  string(MAKE_C_IDENTIFIER "KIFU_HAS${flag}" has)
  check_c_compiler_flag(${flag} ${has})
  if(${has})
    add_compile_options(${flag})
  endif()
endforeach()

# Level 3 also knows the sizes that are computed at run time. It needs an optimising compiler.
if(CMAKE_BUILD_TYPE MATCHES "^(Release|RelWithDebInfo|MinSizeRel)$" OR
   CMAKE_C_FLAGS MATCHES "(^| )-O([1-3sz]|fast)?( |$)")
  add_compile_options(-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3)
endif()

foreach(flag relro now noexecstack)
  string(MAKE_C_IDENTIFIER "KIFU_HAS_Z_${flag}" has)
  check_linker_flag(C LINKER:-z,${flag} ${has})
  if(${has})
    add_link_options(LINKER:-z,${flag})
  endif()
endforeach()
