// SPDX-License-Identifier: MIT
// Where the nodes of a tree stand: a column for each step, a row for each line of play. No
// recursion, and each line costs its length and the logarithm of how many there are.
//
// Lines are placed from the last move to the first. One that branches no further goes into the
// first row that is free from its parent to its end, so that it is seen with its parent however
// many lines follow later, even where the way down to it passes behind another line; one that
// branches goes below all that stands in its columns, so that there is room for its own branches.

// The leftmost column in use of each row, as a tree of maxima: the first row that leaves `columns`
// free is found by going down.
class Rows {
  constructor() {
    this.size = 1;
    this.left = [Infinity, Infinity];
  }

  grow() {
    const old = this.left.slice(this.size);
    this.size *= 2;
    this.left = new Array(2 * this.size).fill(Infinity);
    old.forEach((left, row) => (this.left[this.size + row] = left));
    for (let i = this.size - 1; i > 0; i--)
      this.left[i] = Math.max(this.left[2 * i], this.left[2 * i + 1]);
  }

  use(row, column) {
    while (row >= this.size) this.grow();
    let i = this.size + row;
    this.left[i] = Math.min(this.left[i], column);
    while ((i >>= 1) > 0) this.left[i] = Math.max(this.left[2 * i], this.left[2 * i + 1]);
  }

  // The first row from `row` on in which everything left of column `end` is free.
  free(row, end) {
    while (row >= this.size) this.grow();
    let i = this.size + row;
    while (this.left[i] < end) {
      while (i & 1) i >>= 1;
      if (i === 0) return this.size;
      i++;
    }
    while (i < this.size) i = this.left[2 * i] >= end ? 2 * i : 2 * i + 1;
    return i - this.size;
  }
}

// A segment is a line of play from its first node to its last, in one row. `order` has the nodes
// of all segments one after another.
export function layOut(record, game) {
  const column = new Int32Array(record.nodes);
  const row = new Int32Array(record.nodes);
  const order = [];
  const segments = [];
  const lowest = []; // by column: the lowest row in use so far
  const rows = new Rows();
  const waiting = [game];
  while (waiting.length > 0) {
    const first = waiting.pop();
    const parent = first === game ? 0 : record.parent[first];
    const start = parent ? column[parent] + 1 : 0;
    const from = Math.max(0, start - 1);
    const offset = order.length;
    const before = waiting.length;
    let end = start;
    let level = lowest[from] ?? -1;
    for (let node = first; node; node = record.child[node], end++) {
      level = Math.max(level, lowest[end] ?? -1);
      column[node] = end;
      order.push(node);
      pushAlternatives(record, node, waiting);
    }
    const isLeaf = parent && waiting.length === before;
    level = isLeaf ? rows.free(row[parent] + 1, end) : level + 1;
    segments.push({ row: level, start, end, offset, parent });
    for (let i = offset; i < order.length; i++) row[order[i]] = level;
    for (let i = from; i < end; i++) lowest[i] = Math.max(lowest[i] ?? -1, level);
    rows.use(level, from);
  }
  return { column, row, order, segments, ...index(segments, lowest) };
}

// The further children of a node, so that the first of them comes off the pile first; a deeper
// node's lie above those of a shallower one.
function pushAlternatives(record, node, waiting) {
  const from = waiting.length;
  const first = record.child[node];
  if (!first) return;
  for (let other = record.next[first]; other; other = record.next[other]) waiting.push(other);
  for (let a = from, b = waiting.length - 1; a < b; a++, b--)
    [waiting[a], waiting[b]] = [waiting[b], waiting[a]];
}

function index(segments, lowest) {
  const byRow = [];
  const byStart = [];
  segments.forEach((segment) => {
    (byRow[segment.row] ??= []).push(segment);
    (byStart[segment.start] ??= []).push(segment);
  });
  return { byRow, byStart, columns: lowest.length, rows: byRow.length };
}

// What is seen of the tree in a window of columns and rows: nodes, `links` along the lines, and
// `falls` from a parent to a line below.
export function lookAt(layout, left, right, top, bottom) {
  const nodes = [];
  const links = [];
  const falls = [];
  for (let y = Math.max(0, top); y <= bottom; y++)
    for (const s of layout.byRow[y] ?? []) {
      const end = Math.min(s.end - 1, right);
      const start = Math.max(s.start, left);
      for (let x = start; x <= end; x++) nodes.push(layout.order[s.offset + x - s.start]);
      if (end > start || (s.start < left && end >= left))
        links.push([Math.max(s.start, left - 1), y, Math.min(s.end - 1, right + 1), y]);
    }
  for (let x = Math.max(0, left); x <= right + 1; x++)
    for (const s of layout.byStart[x] ?? []) {
      const from = s.parent ? layout.row[s.parent] : -1;
      if (from >= 0 && s.row >= top && from <= bottom) falls.push([x - 1, from, x, s.row]);
    }
  return { nodes, links, falls };
}
