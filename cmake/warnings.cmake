# SPDX-License-Identifier: MIT
# The target whose flags every C file of the project is compiled with.
add_library(kifu_flags INTERFACE)
target_compile_definitions(kifu_flags INTERFACE _XOPEN_SOURCE=700
                           $<$<BOOL:${KIFU_HAVE_MICROHTTPD}>:KIFU_HAVE_MICROHTTPD=1>
                           $<$<BOOL:${KIFU_HAVE_NCURSESW}>:KIFU_HAVE_NCURSESW=1>
                           $<$<BOOL:${KIFU_HAVE_LIBARCHIVE}>:KIFU_HAVE_LIBARCHIVE=1>
                           $<$<BOOL:${KIFU_HAVE_SQLITE}>:KIFU_HAVE_SQLITE=1>
                           $<$<BOOL:${KIFU_HAVE_POSTGRESQL}>:KIFU_HAVE_POSTGRESQL=1>
                           $<$<BOOL:${KIFU_HAVE_CAIRO}>:KIFU_HAVE_CAIRO=1>
                           $<$<BOOL:${KIFU_HAVE_ZLIB}>:KIFU_HAVE_ZLIB=1>
                           $<$<BOOL:${KIFU_HAVE_GIF}>:KIFU_HAVE_GIF=1>
                           $<$<BOOL:${KIFU_HAVE_WEBP}>:KIFU_HAVE_WEBP=1>)
set(c_warnings -Wall -Wextra -Wpedantic $<$<C_COMPILER_ID:GNU>:-Wshadow=local> -Wstrict-prototypes -Wmissing-prototypes
    -Wold-style-definition -Wundef -Wpointer-arith -Wcast-qual -Wwrite-strings -Wvla -Wformat=2
    -Wimplicit-fallthrough -Wswitch-enum -Wno-overlength-strings)
target_compile_options(kifu_flags INTERFACE
                       $<$<COMPILE_LANGUAGE:C>:${c_warnings}>
                       $<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wpedantic>
                       $<$<BOOL:${KIFU_WERROR}>:-Werror>)
