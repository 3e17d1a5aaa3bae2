// SPDX-License-Identifier: MIT
// Problems: which answer is right, and what is played back.

import { childrenOf, colourOf, pointOf, RIGHT, WRONG } from "./facts.js";

// Whether anything in the record is called right, or wrong.
export function readProblem(record, game) {
  let says = 0;
  for (let node = 1; node < record.nodes; node++) says |= record.facts[node];
  return { game, hasRight: (says & RIGHT) !== 0, hasWrong: (says & WRONG) !== 0 };
}

// The nearest word on the way to the node decides. Where nothing is said on the way, an answer is
// right when only wrong ones are named; and when none is named at all, the main line is right.
export function isRight(record, problem, node) {
  const { question } = problem.game;
  let onMainLine = true;
  for (let at = node; at && at !== question; at = record.parent[at]) {
    const facts = record.facts[at];
    if (facts & RIGHT) return true;
    if (facts & WRONG) return false;
    onMainLine &&= record.child[record.parent[at]] === at;
  }
  if (problem.hasRight) return false;
  return problem.hasWrong || onMainLine;
}

// The child that plays there, or 0.
export function answerAt(record, node, point) {
  const matches = (child) =>
    colourOf(record.facts[child]) !== 0 && pointOf(record.facts[child]) === point;
  return childrenOf(record, node).find(matches) || 0;
}
