// SPDX-License-Identifier: MIT
// The board: the picture that the library draws, which knows where it was touched.

import { h } from "preact";

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

// Points are 100 units of the picture apart.
const UNIT = 100;

// A position of one's own as a record: lists of points by property, with labels for some.
export function positionOf({ width, height }, lists) {
  const values = (list) => list.map(([x, y, label]) =>
    `[${letters[x]}${letters[y]}${label === undefined ? "" : `:${label}`}]`).join("");
  const rows = Object.entries(lists).filter(([, list]) => list.length);
  return `(;GM[1]FF[4]SZ[${width}:${height}]${rows.map(([name, list]) => name + values(list)).join("")})`;
}

function cursorAt({ x, y, left, top }, [column, row]) {
  const at = (from, n) => from + n * UNIT - UNIT / 2;
  return `<rect class="cursor" x="${at(x, column - left)}" y="${at(y, row - top)}" width="${UNIT}" ` +
    `height="${UNIT}" rx="18"/></svg>`;
}

export function Board({ scene, words, onPoint, cursor, ...rest }) {
  const { x, y, left, top, columns, rows, across, down } = scene;
  const touch = (event) => {
    const box = event.currentTarget.firstElementChild.getBoundingClientRect();
    const point = (from, edge, size, start) => Math.round(((from - edge) / size - start) / UNIT);
    const column = point(event.clientX, box.left, box.width / across, x);
    const row = point(event.clientY, box.top, box.height / down, y);
    if (column >= 0 && row >= 0 && column < columns && row < rows) onPoint?.(left + column, top + row);
  };
  const svg = cursor ? scene.svg.replace("</svg>", cursorAt(scene, cursor)) : scene.svg;
  return (
    <div class="board" role="img" aria-label={words ?? scene.words} onClick={touch}
      data-at={[x, y, left, top]} style={`--ratio:${across / down}`}
      dangerouslySetInnerHTML={{ __html: svg }} {...rest} />
  );
}
