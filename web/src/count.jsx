// SPDX-License-Identifier: MIT
// The count of a place, by the rules and as on the table: prisoners fill their own territory,
// which becomes rectangles.

import { h, Fragment } from "preact";
import { useMemo, useState } from "preact/hooks";
import { Board, positionOf } from "./board.jsx";
import { colourName, t } from "./words.js";
import { HOW } from "./library.js";

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
  if (!match) return result === "0" ? t("a draw") : result;
  return t("{colour} wins by {n}", { colour: colourName(match[1] === "B" ? 1 : 2), n: match[2] });
}

export function Count({ record, game, node, onClose }) {
  const [arranged, setArranged] = useState(false);
  const score = useMemo(() => record.score(node), [record, node]);
  const size = { width: game.width, height: game.height };
  const scene = useMemo(
    () => record.draw(positionCounted(score, size, record.scene(node, HOW.question).stones, arranged)),
    [score, arranged],
  );
  const words = `${score.rules}: ${resultWords(score.result)}${score.certain ? "" : ` (${t("an estimate")})`}`;
  const { blackArranged: b, whiteArranged: w } = score;
  return (
    <section class="review count" aria-label={t("Count")}>
      <div class="left">
        <Board scene={scene} words={words} />
        <div class="bar">
          <button aria-pressed={!arranged} onClick={() => setArranged(false)}>{t("As it lies")}</button>
          <button aria-pressed={arranged} onClick={() => setArranged(true)}>{t("Rearranged")}</button>
          <button onClick={onClose}>{t("Close")}</button>
        </div>
      </div>
      <div class="right">
      <p aria-live="polite"><b>{words}</b></p>
      {score.lowest && (
        <p>{t("Who moves first decides: from {low} to {high}.", { low: resultWords(score.lowest), high: resultWords(score.highest) })}</p>
      )}
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">{t("territory")}</th>
            <th scope="col">{t(score.area ? "stones" : "lost stones")}</th>
            <th scope="col">{t("points")}</th>
          </tr>
        </thead>
        <tbody>
          <Side name={t("Black")} side={score.black} area={score.area} />
          <Side name={t("White")} side={score.white} area={score.area} />
        </tbody>
      </table>
      <p>
        {score.komiHalves !== 0 && <>{t("Komi {n}.", { n: score.komiHalves / 2 })} </>}
        {score.compensation !== 0 && <>{t("White gets {n} for the handicap.", { n: score.compensation })} </>}
        {score.neutral !== 0 && <>{t("{n} neutral points are left.", { n: score.neutral })} </>}
      </p>
      {arranged && (
        <p>
          {t("Prisoners fill their own territory, which is put in order: {b} vacant points for Black, {w} for White.",
            { b: b.vacant, w: w.vacant })}{" "}
          {b.surplus + w.surplus > 0 && <>{t("Left over: {b} and {w}.", { b: b.surplus, w: w.surplus })} </>}
          {t("By subtraction: {b} and {w}.", { b: b.bySubtraction, w: w.bySubtraction })}
        </p>
      )}
      </div>
    </section>
  );
}
