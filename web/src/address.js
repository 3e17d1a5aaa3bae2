// SPDX-License-Identifier: MIT
// Where one is, in the address of the page: `#g2.m45` is behind move 45 of the second game, and
// `#g1.12.2` a place in a variation, as `kifu show --at 1.12.2` names it. `r3.` before it means
// the third record.

import { colourOf } from "./facts.js";

// The steps along first children and the choices between them, from the game on.
function pathOf(record, game, node) {
  const parts = [];
  let [moves, steps] = [0, 0];
  for (let at = node; at !== game.node; at = record.parent[at]) {
    const parent = record.parent[at];
    moves += colourOf(record.facts[at]) ? 1 : 0;
    steps++;
    if (record.child[parent] === at) continue;
    let choice = 1;
    for (let other = record.child[parent]; other !== at; other = record.next[other]) choice++;
    parts.unshift(choice, ...(parts.length || steps > 1 ? [steps - 1] : []));
    steps = 0;
  }
  const isBeginning = node === game.node;
  if (!parts.length && (isBeginning || colourOf(record.facts[node])))
    return `m${moves + (colourOf(record.facts[game.node]) ? 1 : 0)}`;
  return [steps, ...parts].join(".");
}

export function addressOf(page, record, game, node) {
  const which = page.records.length > 1 ? `r${page.records.indexOf(record.source) + 1}.` : "";
  return `#${which}g${record.games.indexOf(game) + 1}.${pathOf(record, game, node)}`;
}

// What the address of the window says; null: nothing.
export function readAddress() {
  const found = /^#(?:r(\d+)\.)?g(\d+)(?:\.(?:m(\d+)|(\d[\d.]*)))?$/.exec(location.hash);
  if (!found) return null;
  const [, which, game, move, path] = found;
  return { record: (which ?? 1) - 1, game: game - 1, place: path ? `${game}.${path}` : move ?? "0" };
}

// Browsers take 200 changes in ten seconds, and then no more.
const PAUSE = 60;
let [last, timer] = [0, 0];

// A run of steps is one entry of the history; what comes after a rest begins another.
export function putAddress(address) {
  clearTimeout(timer);
  if (location.hash === address) return;
  const rest = Date.now() - last;
  if (rest < PAUSE) {
    timer = setTimeout(putAddress, PAUSE, address);
    return;
  }
  last = Date.now();
  try {
    history[rest > 1000 ? "pushState" : "replaceState"](null, "", address);
  } catch {
    // A place without a history: the page works without.
  }
}
