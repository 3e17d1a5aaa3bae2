// SPDX-License-Identifier: MIT
// A line of play as the table of Davar: the position it starts from, and beside it the one behind a numbered
// row. Only numbered rows are displayed: the stones that a move takes stand in rows before it.

import { h } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import { Board, positionOf } from "./board.jsx";
import { HOW } from "./library.js";
import { t } from "./words.js";
import { useKeys } from "./keys.js";

// A coordinate counts from 1, from the left or the bottom when it is positive, else from the
// right or the top.
function readRow(line, size) {
  const match = /^\s*([+-][BWbw]|\d+)\s+([+-]\d+)([+-]\d+)\s?(.*)$/.exec(line);
  if (!match) return null;
  const [, what, across, up, comment] = match;
  const x = across > 0 ? across - 1 : size.width + Number(across);
  const y = up > 0 ? size.height - up : -1 - Number(up);
  const isMove = /\d/.test(what[0]);
  const colour = isMove ? (what % 2 ? 1 : -1) : /[Bb]/.test(what) ? 1 : -1;
  return { what, where: across + up, comment, x, y, isMove, sign: what[0] === "-" ? 0 : colour };
}

// The rows, and where the table is displayed: behind its setup, each move, and its end.
export function readDavar(text, size) {
  const rows = text.split("\n").map((line) => readRow(line, size)).filter(Boolean);
  const firstStep = rows.findIndex((row) => row.what[0] !== "+");
  const setup = firstStep < 0 ? rows.length : firstStep;
  const stops = [setup];
  rows.forEach((row, i) => i >= setup && (row.isMove || i === rows.length - 1) && stops.push(i + 1));
  return { rows, stops };
}

// The position behind so many rows, with the numbers of its moves; a stone taken since the last display has
// left a cross. `view` is the part of the board that is shown.
function positionAt({ rows }, size, count, since, view) {
  const points = new Map();
  rows.slice(0, count).forEach((row, i) => {
    if (row.x < 0 || row.y < 0 || row.x >= size.width || row.y >= size.height) return;
    points.set(row.y * 64 + row.x, { ...row, isTaken: row.sign === 0 && i >= since });
  });
  const where = (test, label) => [...points.values()].filter(test).map((r) => [r.x, r.y, label?.(r)]);
  return positionOf(size, {
    VW: view, AB: where((r) => r.sign === 1), AW: where((r) => r.sign === -1),
    LB: where((r) => r.isMove, (r) => r.what), MA: where((r) => r.isTaken),
  });
}

// The part of the board that all rows need, as its points.
function viewOf(record, davar, size) {
  const all = { rows: davar.rows.map((row) => ({ ...row, sign: 1 })) };
  const { left, top, columns, rows } = record.draw(positionAt(all, size, Infinity, Infinity, []), HOW.cropped);
  return Array.from({ length: columns * rows }, (_, i) => [left + (i % columns), top + Math.floor(i / columns)]);
}

export function Davar({ record, game, onClose }) {
  const size = { width: game.width, height: game.height };
  const davar = useMemo(() => readDavar(record.davar(), size), [record]);
  const { rows, stops } = davar;
  const [stop, setStop] = useState(stops.length - 1);
  const box = useRef();
  const go = (n) => setStop(Math.max(0, Math.min(stops.length - 1, n)));
  useKeys(box, {
    ArrowRight: () => go(stop + 1), ArrowLeft: () => go(stop - 1),
    Home: () => go(0), End: () => go(stops.length), Escape: onClose,
  });
  const view = useMemo(() => viewOf(record, davar, size), [davar]);
  const draw = (n) => record.draw(positionAt(davar, size, stops[n], stops[n - 1] ?? Infinity, view));
  const first = useMemo(() => draw(0), [davar]);
  const scene = useMemo(() => draw(stop), [davar, stop]);
  const row = rows[stops[stop] - 1];
  const words = row ? `${row.what} ${row.where} ${row.comment}` : t("The board is empty.");
  return (
    <section class="review davar" aria-label="Davar" ref={box}>
      <div class="left">
      <div class="two">
        <Board scene={first} />
        <Board scene={scene} />
      </div>
      <div class="bar">
        <button onClick={() => go(stop - 1)} aria-label={t("Previous row")}>‹</button>
        <output aria-live="polite">{words}</output>
        <button onClick={() => go(stop + 1)} aria-label={t("Next row")}>›</button>
        <button onClick={onClose}>{t("Close")}</button>
      </div>
      </div>
      <div class="right">
      {rows.length === 0 && <p>{t("The record has no stones that Davar could say.")}</p>}
      <ol class="rows">
        {rows.slice(0, 2000).map((r, i) => (
          <li key={i} aria-current={i === stops[stop] - 1 ? "step" : undefined}>
            <button onClick={() => go(stops.findIndex((n) => n > i))}>
              <b>{r.what}</b> <code>{r.where}</code> <span dir="auto">{r.comment}</span>
            </button>
          </li>
        ))}
      </ol>
      </div>
    </section>
  );
}
