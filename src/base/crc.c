// SPDX-License-Identifier: MIT
// The checksum of zip archives and of PNG: CRC-32 by the polynomial 0x04C11DB7, reflected, four
// bits at a time. Source: RFC 1952, section 8.

#include "base/crc.h"

uint32_t kf_crc(kf_text bytes) {
    return kf_crc_on(0, bytes);
}

uint32_t kf_crc_on(uint32_t crc, kf_text bytes) {
    static const uint32_t table[16] = {0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC,
                                       0x76DC4190, 0x6B6B51F4, 0x4DB26158, 0x5005713C,
                                       0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C,
                                       0x9B64C2B0, 0x86D3D2D4, 0xA00AE278, 0xBDBDF21C};
    crc ^= 0xFFFFFFFF;
    for (size_t i = 0; i < bytes.length; i++) {
        crc ^= (unsigned char)bytes.data[i];
        crc = crc >> 4 ^ table[crc & 15];
        crc = crc >> 4 ^ table[crc & 15];
    }
    return crc ^ 0xFFFFFFFF;
}
