// SPDX-License-Identifier: MIT
// Unpacks LZMA (lc = 3, lp = 0, pb = 0), by the public specification of the LZMA SDK. It packs the
// library a twelfth smaller than what browsers can unpack themselves.

// Where the probabilities of each kind stand.
const MATCH = 0, REP = 12, REP_0 = 24, REP_1 = 36, REP_2 = 48, REP_0_LONG = 60, SLOTS = 72, FAR = 328, ALIGN = 443,
  LENGTHS = 459, REP_LENGTHS = 733, LITERALS = 1007;

// Bits by how likely they were so far.
function makeReader(packed) {
  const odds = new Uint16Array(LITERALS + 8 * 768).fill(1024);
  let [range, code, from] = [2 ** 32 - 1, 0, 1];
  const shift = () => {
    range = (range << 8) >>> 0;
    code = ((code << 8) | packed[from++]) >>> 0;
  };
  const bit = (at) => {
    const bound = (range >>> 11) * odds[at];
    const is = code >= bound;
    if (is) {
      range -= bound;
      code -= bound;
      odds[at] -= odds[at] >> 5;
    } else {
      range = bound;
      odds[at] += (2048 - odds[at]) >> 5;
    }
    if (range < 2 ** 24) shift();
    return +is;
  };
  const evenly = (count) => {
    let value = 0;
    while (count-- > 0) {
      range >>>= 1;
      const is = code >= range;
      if (is) code -= range;
      value = value * 2 + is;
      if (range < 2 ** 24) shift();
    }
    return value;
  };
  const tree = (at, bits) => {
    let value = 1;
    while (value < 1 << bits) value = value * 2 + bit(at + value);
    return value - (1 << bits);
  };
  const reversed = (at, bits) => {
    let [value, place] = [0, 1];
    for (let i = 0; i < bits; i++) {
      const b = bit(at + place);
      place = place * 2 + b;
      value += b << i;
    }
    return value;
  };
  for (let i = 0; i < 4; i++) shift();
  range = 2 ** 32 - 1;
  return { bit, evenly, tree, reversed };
}

// How far back a match lies, less one; `length` is its length less two.
function readDistance({ evenly, tree, reversed }, length) {
  const slot = tree(SLOTS + 64 * Math.min(length, 3), 6);
  if (slot < 4) return slot;
  const bits = (slot >> 1) - 1;
  const base = (2 + (slot & 1)) * 2 ** bits;
  return slot < 14 ? base + reversed(FAR + base - slot, bits)
    : base + evenly(bits - 4) * 16 + reversed(ALIGN, 4);
}

export function unpack(packed, size) {
  const out = new Uint8Array(size);
  const reader = makeReader(packed);
  const { bit, tree } = reader;
  const back = [0, 0, 0, 0]; // the last distances, less one
  const lengthAt = (at) => !bit(at) ? tree(at + 2, 3) : !bit(at + 1) ? 8 + tree(at + 10, 3) : 16 + tree(at + 18, 8);
  let [at, state] = [0, 0];
  const readByte = () => {
    const base = LITERALS + 768 * ((out[at - 1] ?? 0) >> 5);
    let value = 1;
    if (state > 6) {
      const old = out[at - back[0] - 1];
      for (let i = 7, is = true; i >= 0 && is; i--) {
        const b = bit(base + 256 * (1 + ((old >> i) & 1)) + value);
        is = b === ((old >> i) & 1);
        value = value * 2 + b;
      }
    }
    while (value < 256) value = value * 2 + bit(base + value);
    out[at++] = value;
    state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
  };
  // The length of what is repeated, less two.
  const readMatch = () => {
    if (!bit(REP + state)) {
      const length = lengthAt(LENGTHS);
      state = state < 7 ? 7 : 10;
      back.unshift(readDistance(reader, length));
      return length;
    }
    const which = !bit(REP_0 + state) ? 0 : !bit(REP_1 + state) ? 1 : 2 + bit(REP_2 + state);
    if (which === 0 && !bit(REP_0_LONG + state)) {
      state = state < 7 ? 9 : 11;
      return -1;
    }
    back.unshift(...back.splice(which, 1));
    const length = lengthAt(REP_LENGTHS);
    state = state < 7 ? 8 : 11;
    return length;
  };
  while (at < size) {
    if (!bit(MATCH + state)) {
      readByte();
      continue;
    }
    for (let length = readMatch() + 2; length > 0 && at < size; length--, at++) out[at] = out[at - back[0] - 1];
    back.length = 4;
  }
  return out;
}
