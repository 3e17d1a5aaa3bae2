// SPDX-License-Identifier: MIT
// Packs what web/src/unpack.js unpacks.

import { walk } from "./src/unpack.js";

export function pack(bytes) {
  const packed = [];
  let [low, high, at] = [0, 2 ** 32 - 1, 0];
  walk(bytes.length, (p) => {
    const is = (bytes[at >> 3] >> (7 - (at++ & 7))) & 1;
    const middle = low + Math.floor((high - low) * p);
    if (is) high = middle;
    else low = middle + 1;
    while (((low ^ high) >>> 24) === 0) {
      packed.push(high >>> 24);
      low = (low << 8) >>> 0;
      high = ((high << 8) | 255) >>> 0;
    }
    return is;
  });
  packed.push(low >>> 24, (low >>> 16) & 255, (low >>> 8) & 255, low & 255);
  return Uint8Array.from(packed);
}
