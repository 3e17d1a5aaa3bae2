// SPDX-License-Identifier: MIT
// The count of a place, by the rules and as on the table: prisoners fill their own territory,
// which becomes rectangles.

import { h, Fragment } from "preact";
import { useMemo, useState } from "preact/hooks";
import { Board, readCount } from "./board.jsx";

const half = (n) => (n % 2 ? `${n / 2}` : `${n / 2}`);

function Side({ name, side, area }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{side.territory}</td>
      {area ? <td>{side.stones}</td> : <td>{side.dead + side.captured + side.passes}</td>}
      <td><b>{side.points}</b></td>
    </tr>
  );
}

function stonesOf(scene) {
  const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  return [...scene.points].map((c) => ".XO."[digits.indexOf(c) & 3]).join("");
}

// The words of the record for a result: "B+3.5" is "Black wins by 3.5".
export function resultWords(result) {
  const match = /^([BW])\+([\d.]+)$/.exec(result);
  if (!match) return result === "0" ? "a draw" : result;
  return `${match[1] === "B" ? "Black" : "White"} wins by ${match[2]}`;
}

export function Count({ record, game, node, onClose }) {
  const [arranged, setArranged] = useState(false);
  const score = useMemo(() => record.score(node), [record, node]);
  const size = useMemo(
    () => ({ width: game.width, height: game.height, stones: stonesOf(record.scene(node, 8)) }),
    [record, node],
  );
  const maps = useMemo(() => readCount(score, size, arranged), [score, size, arranged]);
  const scene = { ...size, columns: size.width, rows: size.height, left: 0, top: 0 };
  const words = `${score.rules}: ${resultWords(score.result)}${score.certain ? "" : " (an estimate)"}`;
  const { blackArranged: b, whiteArranged: w } = score;
  return (
    <section class="review count" aria-label="Count">
      <div class="left">
        <Board scene={scene} maps={maps} words={words} />
        <div class="bar">
          <button aria-pressed={!arranged} onClick={() => setArranged(false)}>As it lies</button>
          <button aria-pressed={arranged} onClick={() => setArranged(true)}>Rearranged</button>
          <button onClick={onClose}>Close</button>
        </div>
      </div>
      <div class="right">
      <p aria-live="polite"><b>{words}</b></p>
      {score.lowest && (
        <p>Who moves first decides: from {resultWords(score.lowest)} to {resultWords(score.highest)}.</p>
      )}
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">territory</th>
            <th scope="col">{score.area ? "stones" : "lost men"}</th>
            <th scope="col">points</th>
          </tr>
        </thead>
        <tbody>
          <Side name="Black" side={score.black} area={score.area} />
          <Side name="White" side={score.white} area={score.area} />
        </tbody>
      </table>
      <p>
        {score.komiHalves !== 0 && <>Komi {half(score.komiHalves)}. </>}
        {score.compensation !== 0 && <>White gets {score.compensation} for the handicap. </>}
        {score.neutral !== 0 && <>{score.neutral} neutral points are left. </>}
      </p>
      {arranged && (
        <p>
          Prisoners are filled in and the territory is put in order: Black has {b.vacant} vacant
          points, White {w.vacant}
          {b.surplus + w.surplus > 0 && <> (prisoners left over: {b.surplus} and {w.surplus})</>}; by
          subtraction Black has {b.bySubtraction} and White {w.bySubtraction}.
        </p>
      )}
      </div>
    </section>
  );
}
