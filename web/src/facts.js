// SPDX-License-Identifier: MIT
// What the table of nodes says: the bits of web/page_tell.c, and ways along the tree.

export const COMMENT = 4;
export const MARKS = 8;
export const SETUP = 16;
export const DIAGRAM = 32;
export const NAME = 64;
export const RIGHT = 128;
export const WRONG = 256;
export const NOWHERE = 0xffff;

export const colourOf = (facts) => facts & 3;
export const pointOf = (facts) => facts >>> 16;
export const columnOf = (point) => point & 255;
export const rowOf = (point) => point >> 8;

const letters = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

// Columns beyond Z are AA, AB, and so on.
export function columnName(x) {
  const last = letters[x % 25];
  return x < 25 ? last : letters[Math.floor(x / 25) - 1] + last;
}

export function pointName(point, height) {
  if (point === NOWHERE) return "pass";
  return columnName(columnOf(point)) + (height - rowOf(point));
}

export function childrenOf(record, node) {
  const children = [];
  for (let child = record.child[node]; child; child = record.next[child]) children.push(child);
  return children;
}

// The line that leads to a node and goes on along the children chosen before.
export function lineThrough(record, game, node, chosen) {
  const line = [];
  for (let at = node; at; at = at === game ? 0 : record.parent[at]) line.push(at);
  line.reverse();
  for (let at = node; ; ) {
    at = chosen.get(at) || record.child[at];
    if (!at) return line;
    line.push(at);
  }
}

// The end of the main line; diagrams beside it are no part of it.
export function lastOf(record, node) {
  while (record.child[node]) node = record.child[node];
  return node;
}
