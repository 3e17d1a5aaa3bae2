# SPDX-License-Identifier: MIT
# A file as the bytes of a C array: cmake -D FROM=… -D TO=… -P embed.cmake
file(READ ${FROM} bytes HEX)
string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
file(WRITE ${TO} "${bytes}\n")
