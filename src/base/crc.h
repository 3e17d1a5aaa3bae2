// SPDX-License-Identifier: MIT
// The checksum of zip archives, of gzip and of PNG.

#ifndef KIFU_BASE_CRC_H
#define KIFU_BASE_CRC_H

#include <kifu/kifu.h>

uint32_t kf_crc(kf_text bytes);
// That of all bytes, of those that are known and those that follow; 0: nothing is known.
uint32_t kf_crc_on(uint32_t crc, kf_text bytes);

#endif
