// SPDX-License-Identifier: MIT
// The properties of a node with another comment, or with a mark more or less on a point.

import { columnOf, rowOf } from "./facts.js";

export const MARKS = { TR: "△", SQ: "□", CR: "○", MA: "×", LB: "A" };

const value = String.raw`\[(?:\\[^]|[^\]\\])*\]`;
const property = new RegExp(String.raw`([A-Za-z]+)((?:\s*${value})+)`, "g");

const read = (text) =>
  [...text.matchAll(property)].map(([, name, values]) => [name, values.match(new RegExp(value, "g"))]);

const write = (list) => list.map(([name, values]) => (values.length ? name + values.join("") : "")).join("");

// The values of a name, which are none if there are none yet.
function valuesOf(list, name) {
  let row = list.find(([n]) => n === name);
  if (!row) list.push((row = [name, []]));
  return row[1];
}

export function withComment(text, comment) {
  const list = read(text);
  valuesOf(list, "C").splice(0, 1, ...(comment ? [`[${comment.replace(/[\]\\]/g, "\\$&")}]`] : []));
  return write(list);
}

const letter = (n) => String.fromCharCode(n < 26 ? 97 + n : 39 + n);

// The same mark again takes it away; another one takes its place. A label is the next letter.
export function withMark(text, name, point) {
  const list = read(text);
  const place = letter(columnOf(point)) + letter(rowOf(point));
  let isThere = false;
  for (const [other, values] of list)
    for (let i = values.length - 1; MARKS[other] && i >= 0; i--)
      if (values[i].slice(1, 3) === place && values[i][3] === (other === "LB" ? ":" : "]")) {
        isThere ||= other === name;
        values.splice(i, 1);
      }
  const marks = valuesOf(list, name);
  const used = marks.map((v) => v.slice(4, -1));
  const free = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].find((c) => !used.includes(c)) ?? "?";
  if (!isThere) marks.push(`[${place}${name === "LB" ? `:${free}` : ""}]`);
  return write(list);
}
