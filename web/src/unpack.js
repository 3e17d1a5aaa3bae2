// SPDX-License-Identifier: MIT
// Packs and unpacks a WebAssembly module: bit by bit, each with how likely what came before makes it. Such mixing
// of contexts is how PAQ packs (Mahoney, "Adaptive weighing of context models for lossless data compression", 2005).
// What stood after the same instructions tells more of a module than what stood after the same bytes, so that
// the library is a fifth smaller than what browsers can unpack themselves. Only sums, products and
// quotients of doubles are used: those are the same in every browser.

const CONTEXTS = 7;
const SLOTS = 1 << 22;
const EVEN = 2 ** 31;
const MOST = 2 ** 28 - 1;
const FINE = 4096; // steps of the table of log odds

// ln(p / (1 - p)), by summing its slope from the middle.
function makeLogOdds() {
  const table = new Float64Array(FINE);
  for (let i = 1; i < FINE / 2; i++) {
    const p = 0.5 + (i - 0.5) / FINE;
    table[FINE / 2 + i] = table[FINE / 2 + i - 1] + 1 / (FINE * p * (1 - p));
    table[FINE / 2 - i] = -table[FINE / 2 + i];
  }
  table[0] = table[1];
  return table;
}

// 1 / (1 + e^-x), nearly.
function likelihood(x) {
  let power = 1 - Math.max(-12, Math.min(12, x)) / 1024;
  for (let i = 0; i < 10; i++) power *= power;
  return 1 / (1 + power);
}

// How many numbers follow an instruction.
const numbersOf = (op) => (op === 0x11 || (op > 0x27 && op < 0x3f) ? 2
  : (op > 1 && op < 5) || op === 12 || op === 13 || op === 16 || (op > 0x1f && op < 0x25) ||
    op === 0x41 || op === 0x42 || op === 0xfc ? 1 : 0);

const mix = (a, b) => {
  const c = Math.imul(Math.imul(a, 0x9e3779b1) + b + 1, 0x2f0b4c47);
  return c ^ (c >>> 15);
};

// Goes through a module of so many bytes. `code` is given how likely the next bit is 1, and says what it is.
export function walk(size, code) {
  const out = new Uint8Array(size);
  const logOdds = makeLogOdds();
  const odds = new Uint32Array(SLOTS); // by context: 28 bits of how likely a 1 is, and how often it was seen
  const weights = new Float64Array((512 + 4 * 256) * CONTEXTS).fill(0.3);
  const [inputs, slots, hashes] = [new Float64Array(CONTEXTS), new Int32Array(CONTEXTS), new Int32Array(CONTEXTS)];
  const last = new Uint8Array(256); // the last number after each instruction
  let [op, ops, left] = [0, 0, 0];
  // `context` is what is known of the half of the byte. Two mixers say how likely a 1 is, each with weights of its
  // own: those of `byBits` go with the bits of the byte so far, those of `byOp` with the instruction.
  const bit = (context, byBits, byOp) => {
    let [ofBits, ofOp] = [0, 0];
    for (let k = 0; k < CONTEXTS; k++) {
      const slot = (slots[k] = (hashes[k] ^ context) & (SLOTS - 1));
      const input = (inputs[k] = logOdds[(odds[slot] ^ EVEN) >>> 20]);
      ofBits += weights[byBits + k] * input;
      ofOp += weights[byOp + k] * input;
    }
    const is = code(Math.max(1 / 8192, Math.min(8191 / 8192, likelihood((ofBits + ofOp) / 2))));
    [ofBits, ofOp] = [(is - likelihood(ofBits)) * 0.015, (is - likelihood(ofOp)) * 0.015];
    for (let k = 0; k < CONTEXTS; k++) {
      const now = odds[slots[k]] ^ EVEN;
      const [likely, seen] = [now >>> 4, now & 15];
      weights[byBits + k] += ofBits * inputs[k];
      weights[byOp + k] += ofOp * inputs[k];
      odds[slots[k]] = (((likely + (is * MOST - likely) / (seen + 1.4)) << 4) | Math.min(seen + 1, 12)) ^ EVEN;
    }
    return is;
  };
  for (let at = 0; at < size; at++) {
    const [b1, b2, b3, b4] = [out[at - 1] | 0, out[at - 2] | 0, out[at - 3] | 0, out[at - 4] | 0];
    const kind = left ? op * 4 + left : 4096;
    const near = mix(kind, ops & 0xff);
    hashes.set([near, mix(mix(near, ops & 0xff00), b1), mix(mix(kind, b2), b3 + 256), mix(kind, ops),
      mix(kind, last[op] + 512), mix(mix(kind, b4), b3 + 768), mix(mix(kind, b1), b2 + 1024)]);
    let [value, half] = [1, 1];
    while (value < 256) {
      const is = bit(half, (value + (left ? 256 : 0)) * CONTEXTS, (512 + op * 4 + left) * CONTEXTS);
      [value, half] = [value * 2 + is, half * 2 + is];
      if (value >= 16 && value < 32) {
        for (let k = 0; k < CONTEXTS; k++) hashes[k] = mix(hashes[k], value);
        half = 1;
      }
    }
    out[at] = value;
    if (!left) {
      op = value & 255;
      ops = (ops << 8) | op;
      left = numbersOf(op);
    } else {
      last[op] = value;
      if (value < 384) left--;
    }
  }
  return out;
}

export function unpack(packed, size) {
  let [low, high, value, from] = [0, 2 ** 32 - 1, 0, 4];
  for (let i = 0; i < 4; i++) value = value * 256 + packed[i];
  return walk(size, (p) => {
    const middle = low + Math.floor((high - low) * p);
    const is = value <= middle;
    if (is) high = middle;
    else low = middle + 1;
    while (((low ^ high) >>> 24) === 0) {
      low = (low << 8) >>> 0;
      high = ((high << 8) | 255) >>> 0;
      value = ((value << 8) | packed[from++]) >>> 0;
    }
    return +is;
  });
}
