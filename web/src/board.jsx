// SPDX-License-Identifier: MIT
// The board: the picture that the library draws, which knows where it was touched.

import { h } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

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

// Makes the picture that is shown into the next one: what both have stays as it is, so that a step
// costs as much as what changed.
function renew(shown, next) {
  let at = shown.firstElementChild;
  for (const part of [...next.children]) {
    const after = at?.nextElementSibling;
    if (at?.isEqualNode(part)) {
      at = after;
    } else if (after?.isEqualNode(part)) {
      at.remove();
      at = after.nextElementSibling;
    } else if (at && part.children.length && at.cloneNode().isEqualNode(part.cloneNode())) {
      renew(at, part);
      at = after;
    } else {
      shown.insertBefore(part, at);
    }
  }
  while (at) {
    const after = at.nextElementSibling;
    at.remove();
    at = after;
  }
}

export function Board({ scene, words, onPoint, cursor, ...rest }) {
  const box = useRef();
  const { x, y, left, top, columns, rows, across, down } = scene;
  const touch = (event) => {
    const box = event.currentTarget.firstElementChild.getBoundingClientRect();
    const point = (from, edge, size, start) => Math.round(((from - edge) / size - start) / UNIT);
    const column = point(event.clientX, box.left, box.width / across, x);
    const row = point(event.clientY, box.top, box.height / down, y);
    if (column >= 0 && row >= 0 && column < columns && row < rows) onPoint?.(left + column, top + row);
  };
  const svg = cursor ? scene.svg.replace("</svg>", cursorAt(scene, cursor)) : scene.svg;
  useLayoutEffect(() => {
    const next = document.createElement("template");
    next.innerHTML = svg;
    renew(box.current, next.content);
  }, [svg]);
  return (
    <div class="board" ref={box} role="img" aria-label={words ?? scene.words} onClick={touch}
      data-at={[x, y, left, top]} style={`--ratio:${across / down}`} {...rest} />
  );
}
