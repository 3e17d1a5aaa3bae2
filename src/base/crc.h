// SPDX-License-Identifier: MIT
// The checksum of zip archives and of PNG.

#ifndef KIFU_BASE_CRC_H
#define KIFU_BASE_CRC_H

#include <kifu/kifu.h>

uint32_t kf_crc(kf_text bytes);

#endif
