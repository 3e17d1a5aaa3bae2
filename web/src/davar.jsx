// SPDX-License-Identifier: MIT
// A line of play as the table of Davar, stepped through row by row: a captured stone goes in a
// step of its own, before the move that takes it.

import { h } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import { Board, positionOf } from "./board.jsx";
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

// The rows, and for each the board behind it. Setup is one step.
export function readDavar(text, size) {
  const rows = text.split("\n").map((line) => readRow(line, size)).filter(Boolean);
  const firstStep = rows.findIndex((row) => row.what[0] !== "+");
  return { rows, setup: firstStep < 0 ? rows.length : firstStep };
}

// The position behind so many rows, with the numbers of its moves; a stone that was just taken has
// left a cross.
function positionAt(davar, size, count) {
  const points = new Map();
  davar.rows.slice(0, count).forEach((row, i) => {
    if (row.x < 0 || row.y < 0 || row.x >= size.width || row.y >= size.height) return;
    points.set(row.y * 64 + row.x, { ...row, isTaken: row.sign === 0 && i === count - 1 });
  });
  const where = (test, label) => [...points.values()].filter(test).map((r) => [r.x, r.y, label?.(r)]);
  return positionOf(size, {
    AB: where((r) => r.sign === 1), AW: where((r) => r.sign === -1),
    LB: where((r) => r.isMove, (r) => r.what), MA: where((r) => r.isTaken),
  });
}

export function Davar({ record, game, onClose }) {
  const size = { width: game.width, height: game.height };
  const davar = useMemo(() => readDavar(record.davar(), size), [record]);
  const [count, setCount] = useState(davar.setup);
  const box = useRef();
  const go = (n) => setCount(Math.max(davar.setup, Math.min(davar.rows.length, n)));
  useKeys(box, {
    ArrowRight: () => go(count + 1), ArrowLeft: () => go(count - 1),
    Home: () => go(0), End: () => go(davar.rows.length), Escape: onClose,
  });
  const scene = useMemo(() => record.draw(positionAt(davar, size, count)), [davar, count]);
  const row = davar.rows[count - 1];
  const words = row ? `${row.what} ${row.where} ${row.comment}` : t("The board is empty.");
  return (
    <section class="review davar" aria-label="Davar" ref={box}>
      <div class="left">
      <Board scene={scene} words={words} />
      <div class="bar">
        <button onClick={() => go(count - 1)} aria-label={t("Previous row")}>‹</button>
        <output aria-live="polite">{words}</output>
        <button onClick={() => go(count + 1)} aria-label={t("Next row")}>›</button>
        <button onClick={onClose}>{t("Close")}</button>
      </div>
      </div>
      <div class="right">
      {davar.rows.length === 0 && <p>{t("The record has no stones that Davar could say.")}</p>}
      <ol class="rows">
        {davar.rows.slice(0, 2000).map((r, i) => (
          <li key={i} aria-current={i === count - 1 ? "step" : undefined}>
            <button onClick={() => go(i + 1)}>
              <b>{r.what}</b> <code>{r.where}</code> <span dir="auto">{r.comment}</span>
            </button>
          </li>
        ))}
      </ol>
      </div>
    </section>
  );
}
