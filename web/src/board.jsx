// SPDX-License-Identifier: MIT
// The board: a scene of the library, shown by Shudan.

import { h } from "preact";
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Goban } from "@sabaki/shudan";
import { columnName } from "./facts.js";

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const marks = ["", "triangle", "square", "circle", "cross", "selected", "diamond", "check", "point"];
const signs = { diamond: "◇", check: "✓" };
const signOf = (colour) => (colour === 1 ? 1 : colour === 2 ? -1 : 0);

function emptyMaps(width, height) {
  const map = (value) => Array.from({ length: height }, () => Array(width).fill(value));
  return { signMap: map(0), markerMap: map(null), paintMap: map(0), ghostStoneMap: map(null),
    heatMap: map(null), dimmedVertices: [], selectedVertices: [], lines: [] };
}

// A scene in the words of Shudan.
function readScene(scene) {
  const maps = emptyMaps(scene.width, scene.height);
  const place = (i) => [scene.left + (i % scene.columns), scene.top + Math.floor(i / scene.columns)];
  for (let i = 0; i < scene.points.length; i++) {
    const [x, y] = place(i);
    const point = digits.indexOf(scene.points[i]);
    const flags = digits.indexOf(scene.flags[i]);
    maps.signMap[y][x] = signOf(point & 3);
    if ((point >> 2) & 3) maps.ghostStoneMap[y][x] = { sign: signOf((point >> 2) & 3), faint: true };
    maps.paintMap[y][x] = signOf(point >> 4);
    if (flags & 1) maps.dimmedVertices.push([x, y]);
    if (flags & 2) maps.heatMap[y][x] = { strength: "hidden" };
  }
  for (const [i, kind, label] of scene.signs) {
    const [x, y] = place(i);
    const mark = marks[kind];
    if (mark === "selected") maps.selectedVertices.push([x, y]);
    if (label || signs[mark]) maps.markerMap[y][x] = { type: "label", label: label || signs[mark] };
    else if (mark && mark !== "selected") maps.markerMap[y][x] = { type: mark };
  }
  maps.lines = scene.lines.map(([x1, y1, x2, y2, arrow]) => ({
    v1: [x1, y1], v2: [x2, y2], type: arrow ? "arrow" : "line" }));
  return maps;
}

// The board of plain signs, `.XO`, with owners and dead stones, as counting gives it.
export function readCount(score, size, arranged) {
  const maps = emptyMaps(size.width, size.height);
  const stones = arranged ? score.arranged : size.stones;
  for (let i = 0; i < size.width * size.height; i++) {
    const x = i % size.width;
    const y = Math.floor(i / size.width);
    maps.signMap[y][x] = stones[i] === "X" ? 1 : stones[i] === "O" ? -1 : 0;
    if (arranged) continue;
    const owner = score.owner[i];
    if (score.dead[i] === "d") maps.dimmedVertices.push([x, y]);
    if (score.dead[i] === "u") maps.markerMap[y][x] = { type: "label", label: "?" };
    const isOwn = (owner === "b" && stones[i] === "X") || (owner === "w" && stones[i] === "O");
    if (owner === "s") maps.markerMap[y][x] ??= { type: "square" };
    else if (owner !== "." && !isOwn) maps.paintMap[y][x] = owner === "b" ? 1 : -1;
  }
  return maps;
}

// How large a point may be, from the room that the board's box has.
function useVertexSize(box, columns, rows) {
  const [size, setSize] = useState(16);
  useLayoutEffect(() => {
    const measure = () => {
      const width = box.current.clientWidth;
      const height = Math.max(320, window.innerHeight - 170);
      setSize(Math.max(6, Math.floor(Math.min(width / columns, height / rows, 48))));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [columns, rows]);
  return size;
}

export function Board({ scene, maps, words, onPoint, cursor, showNames = true, ...rest }) {
  const box = useRef();
  const act = useRef(onPoint);
  act.current = onPoint;
  const click = useCallback((event, [x, y]) => act.current?.(x, y), []);
  const extra = showNames ? 2.6 : 0.8;
  const size = useVertexSize(box, scene.columns + extra, scene.rows + extra);
  const shown = useMemo(() => maps ?? readScene(scene), [scene, maps]);
  const selected = cursor ? [cursor] : shown.selectedVertices;
  const isCut = scene.columns < scene.width || scene.rows < scene.height;
  const range = isCut && {
    rangeX: [scene.left, scene.left + scene.columns - 1],
    rangeY: [scene.top, scene.top + scene.rows - 1],
  };
  return (
    <div class="board" ref={box} {...rest}>
      <Goban
        {...shown}
        {...(range || {})}
        key={`${scene.width}x${scene.height}`}
        selectedVertices={selected}
        vertexSize={size}
        showCoordinates={showNames}
        coordX={columnName}
        coordY={(y) => scene.height - y}
        innerProps={{ role: "img", "aria-label": words ?? scene.words }}
        onVertexClick={click}
      />
    </div>
  );
}
