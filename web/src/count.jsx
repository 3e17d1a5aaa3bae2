// SPDX-License-Identifier: MIT
// The count of a place, by the rules and as on the table: prisoners fill their own territory,
// which becomes rectangles.

import { h, Fragment } from "preact";
import { useMemo, useState } from "preact/hooks";
import { Board, positionOf } from "./board.jsx";
import { HOW } from "./library.js";

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

// The position with owners and dead stones, as counting gives it.
function positionCounted(score, size, stones, arranged) {
  const lists = { AB: [], AW: [], TB: [], TW: [], DD: [], SQ: [], LB: [] };
  const lie = arranged ? score.arranged : stones;
  for (let i = 0; i < size.width * size.height; i++) {
    const point = [i % size.width, Math.floor(i / size.width)];
    if (lie[i] === "X") lists.AB.push(point);
    if (lie[i] === "O") lists.AW.push(point);
    if (arranged) continue;
    const owner = score.owner[i];
    const isOwn = (owner === "b" && lie[i] === "X") || (owner === "w" && lie[i] === "O");
    if (score.dead[i] === "d") lists.DD.push(point);
    if (score.dead[i] === "u") lists.LB.push([...point, "?"]);
    else if (owner === "s") lists.SQ.push(point);
    else if (owner !== "." && !isOwn) (owner === "b" ? lists.TB : lists.TW).push(point);
  }
  return positionOf(size, lists);
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
  const size = { width: game.width, height: game.height };
  const scene = useMemo(
    () => record.draw(positionCounted(score, size, record.scene(node, HOW.question).stones, arranged)),
    [score, arranged],
  );
  const words = `${score.rules}: ${resultWords(score.result)}${score.certain ? "" : " (an estimate)"}`;
  const { blackArranged: b, whiteArranged: w } = score;
  return (
    <section class="review count" aria-label="Count">
      <div class="left">
        <Board scene={scene} words={words} />
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
