// SPDX-License-Identifier: MIT
// Where the nodes of a tree stand: a column for each step, a row for each line of play. No
// recursion, and linear in the number of nodes, whatever their shape.

// A segment is a line of play from its first node to its last, in one row. `order` has the nodes
// of all segments one after another.
export function layOut(record, game) {
  const column = new Int32Array(record.nodes);
  const row = new Int32Array(record.nodes);
  const order = [];
  const segments = [];
  const lowest = []; // by column: the lowest row in use so far
  const waiting = [game];
  while (waiting.length > 0) {
    const first = waiting.pop();
    const parent = first === game ? 0 : record.parent[first];
    const start = parent ? column[parent] + 1 : 0;
    const from = Math.max(0, start - 1);
    let end = start;
    let level = lowest[from] ?? -1;
    for (let node = first; node; node = record.child[node], end++)
      level = Math.max(level, lowest[end] ?? -1);
    level++;
    segments.push({ row: level, start, end, offset: order.length, parent });
    let x = start;
    for (let node = first; node; node = record.child[node], x++) {
      column[node] = x;
      row[node] = level;
      order.push(node);
      pushAlternatives(record, node, waiting);
    }
    for (let i = from; i < end; i++) lowest[i] = level;
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

// What is seen of the tree in a window of columns and rows: nodes, and lines to their parents.
export function lookAt(layout, left, right, top, bottom) {
  const nodes = [];
  const links = [];
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
      if (from >= 0 && s.row >= top && from <= bottom) links.push([x - 1, from, x, s.row]);
    }
  return { nodes, links };
}
