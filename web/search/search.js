// SPDX-License-Identifier: MIT
// The search of `kifu serve CATALOG`: a pattern set up with the mouse, what was found, and what was
// played next. The question stands behind the # of the address, so a search can be passed on. All
// that games say is put in as text, never as markup.
"use strict";

const NS = "http://www.w3.org/2000/svg";
const STEP = 24, PAGE = 100, MOST_NEXT = 30, MOST_ROWS = 12;
const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
const $ = (id) => document.getElementById(id);
const form = $("question");

// ---- State ----

// What lies on the board, row by row, as a pattern is typed; the part that is looked for, or null.
let size = 19, cells = [], region = null, next = [], turn = "X";
let asked = null; // the search under way

const at = (x, y) => cells[y * size + x];
const put = (x, y, cell) => { cells[y * size + x] = cell; };
const part = () => region || { left: 0, top: 0, right: size - 1, bottom: size - 1 };

function clear(wanted) {
  size = wanted;
  cells = new Array(size * size).fill(".");
  region = null;
  next = [];
  turn = "X";
  $("size").value = String(size);
}

// ---- Playing ----

function neighbours(x, y) {
  return [[x - 1, y], [x + 1, y], [x, y - 1], [x, y + 1]]
    .filter(([a, b]) => a >= 0 && b >= 0 && a < size && b < size);
}

// The stones that lie together with one, or none where they have a liberty.
function captured(x, y) {
  const colour = at(x, y), found = [[x, y]], seen = new Set([y * size + x]);
  for (let i = 0; i < found.length; i++) {
    for (const [a, b] of neighbours(...found[i])) {
      if (seen.has(b * size + a)) continue;
      if (at(a, b) === colour) found.push([a, b]);
      else if (at(a, b) !== "X" && at(a, b) !== "O") return [];
      seen.add(b * size + a);
    }
  }
  return found;
}

function play(x, y, stone) {
  const other = stone === "X" ? "O" : "X";
  put(x, y, stone);
  for (const [a, b] of neighbours(x, y))
    if (at(a, b) === other) for (const [c, d] of captured(a, b)) put(c, d, ".");
  turn = other;
}

// ---- The board ----

function add(parent, name, attributes, text) {
  const element = document.createElementNS(NS, name);
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  if (text !== undefined) element.textContent = text;
  parent.append(element);
  return element;
}

const middle = (i) => (i + 1) * STEP;

function drawLines(board) {
  const end = middle(size - 1);
  add(board, "rect", { class: "wood", width: (size + 1) * STEP, height: (size + 1) * STEP });
  for (let i = 0; i < size; i++) {
    add(board, "path", { class: "line", d: `M${STEP} ${middle(i)}H${end}M${middle(i)} ${STEP}V${end}` });
  }
  const near = size > 11 ? 3 : 2, stars = [near, (size - 1) / 2, size - 1 - near];
  for (const y of stars) for (const x of stars)
    if (size > 9 || (x === stars[1]) === (y === stars[1])) add(board, "circle", { class: "star", cx: middle(x), cy: middle(y), r: 2.5 });
}

function drawCell(board, x, y) {
  const cell = at(x, y), place = { cx: middle(x), cy: middle(y) };
  if (cell === "*") add(board, "rect", { class: "any", x: place.cx - 7, y: place.cy - 7, width: 14, height: 14 });
  else if (cell !== ".") {
    const colour = cell === "X" || cell === "x" ? "black" : "white";
    add(board, "circle", { ...place, r: cell === "X" || cell === "O" ? 11 : 7, class: cell < "a" ? colour : `${colour} maybe` });
  }
}

function drawNext(board) {
  const drawn = new Set();
  for (const move of next) {
    const key = move.y * size + move.x;
    if (drawn.has(key) || drawn.size === MOST_NEXT) continue;
    drawn.add(key);
    add(board, "circle", { class: `spot ${move.colour}`, cx: middle(move.x), cy: middle(move.y), r: 10 });
    const said = move.hits < 1000 ? move.hits : `${Math.round(move.hits / 1000)}k`;
    add(board, "text", { class: `count ${move.colour}`, x: middle(move.x), y: middle(move.y) }, said);
  }
}

function draw() {
  const board = $("board"), edge = (size + 1) * STEP;
  board.replaceChildren();
  board.setAttribute("viewBox", `0 0 ${edge} ${edge}`);
  drawLines(board);
  for (let y = 0; y < size; y++) for (let x = 0; x < size; x++) drawCell(board, x, y);
  drawNext(board);
  if (region) {
    const left = middle(region.left) - STEP / 2, top = middle(region.top) - STEP / 2;
    const width = (region.right - region.left + 1) * STEP, height = (region.bottom - region.top + 1) * STEP;
    const hole = `M${left} ${top}v${height}h${width}v${-height}z`;
    add(board, "path", { class: "shade", d: `M0 0H${edge}V${edge}H0z${hole}` });
    add(board, "path", { class: "region", d: hole });
  }
}

// ---- The mouse ----

function pointOf(event) {
  const r = $("board").getBoundingClientRect(), unit = r.width / (size + 1);
  const on = (v) => Math.min(size - 1, Math.max(0, Math.round(v / unit) - 1));
  return [on(event.clientX - r.left), on(event.clientY - r.top)];
}

const tool = () => document.querySelector("input[name=tool]:checked").value;

function touch(x, y) {
  const wanted = tool(), move = next.find((m) => m.x === x && m.y === y);
  if (wanted === "play" && move) {
    follow(move);
    return;
  }
  if (wanted !== "play") put(x, y, at(x, y) === wanted ? "." : wanted);
  else if (at(x, y) === "X" || at(x, y) === "O") put(x, y, ".");
  else play(x, y, turn);
  next = [];
  draw();
}

function follow(move) {
  play(move.x, move.y, move.colour === "B" ? "X" : "O");
  next = [];
  draw();
  search();
}

let drag = null;

$("board").addEventListener("contextmenu", (event) => event.preventDefault());
$("board").addEventListener("pointerdown", (event) => {
  const [x, y] = pointOf(event);
  event.preventDefault();
  if (event.button === 2 || tool() === "region") {
    drag = [x, y];
    $("board").setPointerCapture(event.pointerId);
  } else if (event.button === 0) touch(x, y);
});
$("board").addEventListener("pointermove", (event) => {
  if (!drag) return;
  const [x, y] = pointOf(event);
  region = { left: Math.min(x, drag[0]), right: Math.max(x, drag[0]), top: Math.min(y, drag[1]), bottom: Math.max(y, drag[1]) };
  next = [];
  draw();
});
$("board").addEventListener("pointerup", () => { drag = null; });
$("board").addEventListener("pointercancel", () => { drag = null; });

// ---- The question ----

// The pattern as it is typed for `kifu find`, with the edges that it touches.
function pattern() {
  const p = part(), anchor = $("anchor").value;
  if (!region && cells.every((c) => c === ".")) return "";
  if (anchor === "fixed") {
    const inside = (x, y) => x >= p.left && x <= p.right && y >= p.top && y <= p.bottom;
    return cells.map((c, i) => (inside(i % size, Math.floor(i / size)) ? c : "*") + (i % size === size - 1 ? "\n" : "")).join("");
  }
  const left = anchor === "" && p.left === 0 ? "|" : "", right = anchor === "" && p.right === size - 1 ? "|" : "";
  const line = anchor === "" ? "-".repeat(p.right - p.left + 3) : "", rows = [];
  for (let y = p.top; y <= p.bottom; y++)
    rows.push(left + cells.slice(y * size + p.left, y * size + p.right + 1).join("") + right);
  if (line && p.top === 0) rows.unshift(line);
  if (line && p.bottom === size - 1) rows.push(line);
  return rows.join("\n") + "\n";
}

// Only with a pattern may it be said how it stands.
const OF_PATTERN = new Set(["anchor", "next", "by-move", "any-colour", "no-symmetry", "variations"]);

function question() {
  const typed = pattern(), said = new URLSearchParams();
  if (typed) said.set("pattern", typed);
  if (typed) said.set("size", String(size));
  for (const field of form.elements) {
    const value = field.type === "checkbox" ? (field.checked ? "1" : "") : field.value.trim();
    if (!field.name || !value || (OF_PATTERN.has(field.name) && !typed)) continue;
    // Where it stands is said by its shape then.
    if (field.name !== "anchor" || value !== "fixed") said.set(field.name, value);
  }
  return said;
}

// ---- The address ----

const letter = (i) => String.fromCharCode(97 + i);

function remember() {
  const said = new URLSearchParams();
  let stones = "";
  cells.forEach((c, i) => { if (c !== ".") stones += c + letter(i % size) + letter(Math.floor(i / size)); });
  if (size !== 19) said.set("size", String(size));
  if (stones) said.set("stones", stones);
  if (region) said.set("part", letter(region.left) + letter(region.top) + letter(region.right) + letter(region.bottom));
  for (const field of form.elements) {
    const value = field.type === "checkbox" ? (field.checked ? "1" : "") : field.value.trim();
    if (field.name && value) said.set(field.name, value);
  }
  const hash = `#${said}`;
  if (hash !== location.hash && (said.size || location.hash)) history.pushState(null, "", hash);
}

function recall() {
  const said = new URLSearchParams(location.hash.slice(1));
  const wanted = Number(said.get("size") || 19);
  clear([9, 13, 19].includes(wanted) ? wanted : 19);
  const point = (text, i) => text.charCodeAt(i) - 97;
  const isOn = (i) => i >= 0 && i < size;
  const stones = said.get("stones") || "", p = said.get("part") || "";
  for (let i = 0; i + 2 < stones.length; i += 3) {
    const x = point(stones, i + 1), y = point(stones, i + 2);
    if ("XOxo*".includes(stones[i]) && isOn(x) && isOn(y)) put(x, y, stones[i]);
  }
  const r = { left: point(p, 0), top: point(p, 1), right: point(p, 2), bottom: point(p, 3) };
  if (Object.values(r).every(isOn) && r.left <= r.right && r.top <= r.bottom) region = r;
  for (const field of form.elements) {
    if (!field.name) continue;
    if (field.type === "checkbox") field.checked = said.has(field.name);
    else field.value = said.get(field.name) || "";
  }
}

// ---- The answer ----

function element(name, text) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  return made;
}

function link(text, address) {
  const made = element("a", text);
  made.href = address;
  return made;
}

const many = (n, word) => `${n.toLocaleString("en")} ${word}${n === 1 ? "" : "s"}`;

function addGame(game) {
  const item = element("li"), hit = game.hits[0];
  const open = (h) => `/game/${game.id}${h ? `?place=${h.place}` : ""}`;
  item.append(link(`${game.black || "?"} – ${game.white || "?"}`, open(hit)));
  item.append([game.date, game.result].filter(Boolean).map((t) => `, ${t}`).join(""));
  const hits = element("small");
  for (const h of game.hits.slice(0, 12))
    hits.append(link(`move ${h.move} at ${h.point}${h.swapped ? " swapped" : ""}${h.variation ? " in a variation" : ""}`, open(h)));
  if (game.hits.length > 12) hits.append(` and ${game.hits.length - 12} more`);
  item.append(hits, element("br"), element("small", `${game.file}:${game.game}`));
  $("games").append(item);
}

function addNext(move) {
  const row = element("tr"), first = element("td"), button = element("button", `${move.colour} ${LETTERS[move.x]}${size - move.y}`);
  button.type = "button";
  button.addEventListener("click", () => follow(move));
  first.append(button);
  const years = move.first_year === move.last_year ? move.first_year || "" : `${move.first_year}–${move.last_year}`;
  row.append(first, ...[move.hits, move.games, move.later, move.black_wins, move.white_wins, years, move.rank].map((v) => element("td", v)));
  $("continuations").tBodies[0].append(row);
}

// Points of continuations are named from the lower left of the typed pattern.
function place(move) {
  const p = $("anchor").value === "fixed" ? { left: 0, bottom: size - 1 } : part();
  return { ...move, x: p.left + LETTERS.indexOf(move.point[0]), y: p.bottom + 1 - Number(move.point.slice(1)) };
}

async function ask(said, signal) {
  const got = await fetch(`/api/find?${said}`, { signal }), answer = await got.json();
  if (answer.error) throw new Error(answer.error.message);
  return answer;
}

async function list(said, offset, signal) {
  said.set("limit", String(PAGE));
  said.set("offset", String(offset));
  const answer = await ask(said, signal);
  answer.games.forEach(addGame);
  $("more").hidden = answer.next === undefined;
  $("more").onclick = () => guard(() => list(said, answer.next, signal));
  return answer;
}

// Says what went wrong; a search that another one took the place of says nothing.
async function guard(what) {
  try {
    await what();
  } catch (error) {
    if (error.name !== "AbortError") $("total").textContent = error.message;
  }
}

function search() {
  const said = question(), hasPattern = said.has("pattern");
  asked?.abort();
  asked = new AbortController();
  const { signal } = asked;
  remember();
  next = [];
  draw();
  $("total").textContent = "Searching…";
  $("games").replaceChildren();
  $("continuations").tBodies[0].replaceChildren();
  $("continuations").hidden = $("more").hidden = true;
  $("json").href = `/api/find?${said}`;
  guard(async () => {
    const { total } = await list(said, 0, signal);
    $("total").textContent = many(total.games, "game") + (hasPattern ? `, ${many(total.hits, "hit")}` : "");
    if (!hasPattern || total.hits === 0) return;
    const more = new URLSearchParams(said);
    more.set("limit", "0");
    more.delete("offset");
    more.set("continuations", "1");
    const answer = await ask(more, signal);
    next = answer.continuations.continuations.map(place);
    next.slice(0, MOST_ROWS).forEach(addNext);
    $("continuations").hidden = next.length === 0;
    draw();
  });
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  search();
});
$("empty").addEventListener("click", () => { clear(size); draw(); });
$("whole").addEventListener("click", () => { region = null; draw(); });
$("size").addEventListener("change", () => { clear(Number($("size").value)); draw(); });
addEventListener("popstate", () => { recall(); search(); });
recall();
search();
