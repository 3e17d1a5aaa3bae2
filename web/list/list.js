// SPDX-License-Identifier: MIT
// The list of a folder of `kifu serve`: only the rows in sight are made, so a list may have any
// length. All that records say is put in as text, never as markup.
"use strict";

const HIGH = 64, AROUND = 8, WATCH = 4000;
const make = (name, properties, ...children) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
};

let data = JSON.parse(document.getElementById("kifu-data").textContent);
let rows = [], ordered = null, shown = [], sorted = "", isDown = false, asked = "";

// ---- Rows ----

const player = (name, rank) => [name, rank].filter(Boolean).join(" ");

function rowOf(entry) {
  const size = entry.width ? (entry.width === entry.height ? `${entry.width}` : `${entry.width}×${entry.height}`) : "";
  const who = entry.black || entry.white
    ? `${player(entry.black || "Black", entry.blackRank)} – ${player(entry.white || "White", entry.whiteRank)}`
    : entry.title || entry.name;
  const small = [entry.event, entry.round, who === entry.name || entry.folder ? "" : entry.name,
    entry.games ? `${entry.games} games` : ""].filter(Boolean).join(" · ");
  const all = [entry.name, entry.title, who, entry.event, entry.round, entry.place, entry.game, entry.date,
    entry.result, size, entry.games && `${entry.games} games`];
  return { entry, who, small, size, date: entry.date || "", result: entry.result || "",
    search: all.filter(Boolean).join("\n").toLowerCase() };
}

function elementOf(row) {
  const { entry } = row;
  const picture = entry.folder ? "▸"
    : make("img", { alt: "", width: 56, height: 56 });
  if (!entry.folder) picture.dataset.src = `${entry.href}?picture=1`;
  const cell = (kind) => make("span", { className: `cell ${kind}`, textContent: row[kind], dir: "auto" });
  return make("li", {}, make("a", { className: "row card", href: entry.href },
    make("span", { className: "picture" }, picture),
    make("span", { className: "who" }, make("b", { textContent: row.who, dir: "auto" }),
      make("small", { textContent: row.small, dir: "auto" })),
    cell("date"), cell("result"), cell("size")));
}

// ---- The page ----

const filter = make("input", { type: "search", placeholder: "Filter", ariaLabel: "Filter by anything that is listed" });
const count = make("output", {});
const heads = make("div", { className: "row heads" }, make("span", {}));
const list = make("ul", {});
const title = make("h1", { dir: "auto", textContent: data.title });

for (const [key, text] of [["who", "Players"], ["date", "Date"], ["result", "Result"], ["size", "Size"]]) {
  const button = make("button", { type: "button", className: key, textContent: text, title: `Sort by ${text.toLowerCase()}` });
  button.addEventListener("click", () => {
    isDown = sorted === key && !isDown;
    sorted = key;
    ordered = null;
    for (const other of heads.querySelectorAll("button")) {
      other.removeAttribute("aria-pressed");
      other.textContent = other.textContent.replace(/ [▲▼]$/, "");
    }
    button.setAttribute("aria-pressed", "true");
    button.textContent += isDown ? " ▼" : " ▲";
    choose();
  });
  heads.append(button);
}

// ---- Choosing and sorting ----

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

// Folders stay first; what says nothing of that comes last, whichever way.
function sort(found) {
  if (!sorted) return found;
  const way = isDown ? -1 : 1;
  const keys = found.map((row) => [row[sorted], row]);
  keys.sort(([a, x], [b, y]) => Boolean(y.entry.folder) - Boolean(x.entry.folder) ||
    (a === "") - (b === "") || way * collator.compare(a, b));
  return keys.map(([, row]) => row);
}

// All rows are sorted once, and not for each key that is typed into the filter; a longer filter looks only at what
// the shorter one left.
function choose() {
  const wanted = filter.value.toLowerCase().trimStart();
  const isLonger = ordered !== null && wanted.startsWith(asked);
  ordered ??= sort(rows);
  asked = wanted;
  const words = wanted.split(/\s+/).filter(Boolean);
  const among = isLonger ? shown : ordered;
  shown = words.length ? among.filter((row) => words.every((word) => row.search.includes(word))) : ordered;
  count.textContent = shown.length === rows.length ? `${rows.length}` : `${shown.length} of ${rows.length}`;
  if (data.next !== undefined) count.textContent += ` (${data.count} in all, being read)`;
  draw(true);
}

function take(entries) {
  rows = entries;
  ordered = null;
  choose();
}

// ---- Drawing ----

let drawn = [-1, -1];
let made = new Map(); // of the rows in sight, and of some more
let later = 0;

// A row in sight stays the element that it is: a key in the filter then lays out what is new. Pictures are asked
// for when nothing has been typed for a moment.
function show(first, last) {
  const before = made;
  if (made.size > 400) made = new Map();
  const elements = shown.slice(first, last).map((row) => {
    const element = before.get(row) ?? elementOf(row);
    made.set(row, element);
    return element;
  });
  for (const element of [...list.children]) if (!elements.includes(element)) element.remove();
  elements.forEach((element, i) => {
    if (list.children[i] !== element) list.insertBefore(element, list.children[i] ?? null);
  });
  clearTimeout(later);
  later = setTimeout(() => {
    for (const picture of list.querySelectorAll("img[data-src]")) {
      picture.src = picture.dataset.src;
      delete picture.dataset.src;
    }
  }, 120);
}

function draw(isNew) {
  const top = list.getBoundingClientRect().top;
  const first = Math.max(0, Math.min(shown.length, Math.floor(-top / HIGH)) - AROUND);
  const last = Math.min(shown.length, Math.ceil((innerHeight - top) / HIGH) + AROUND);
  if (!isNew && first === drawn[0] && last === drawn[1]) return;
  drawn = [first, last];
  list.style.paddingTop = `${first * HIGH}px`;
  list.style.height = `${shown.length * HIGH}px`;
  show(first, last);
}

// ---- What the server says ----

async function ask(query) {
  const answer = await fetch(`?${query}`, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.json();
}

// A long list comes in parts; the first is in the page.
async function readRest() {
  while (data.next !== undefined) {
    const more = await ask(`list=${data.next}`);
    if (more.stamp !== data.stamp) return readAgain();
    data.next = more.next;
    take([...rows, ...more.entries.map(rowOf)]);
  }
}

async function readAgain() {
  const now = await ask("list=0");
  data = now;
  take(now.entries.map(rowOf));
  return readRest();
}

let isBusy = false;

async function look() {
  if (isBusy || document.hidden) return;
  isBusy = true;
  try {
    const now = await ask(`list=0&stamp=${data.stamp}`);
    if (now.entries) {
      data = now;
      take(now.entries.map(rowOf));
      await readRest();
    }
  } catch {
    // The server is gone, or comes back.
  }
  isBusy = false;
}

function begin() {
  const up = data.up ? [make("a", { href: data.up, textContent: "‹ Up" })] : [];
  const main = document.getElementById("list");
  main.append(make("header", {}, ...up, title, make("div", { className: "asked" }, filter, count), heads), list);
  document.title = data.title;
  const entries = data.entries.map(rowOf);
  if (!entries.length) main.append(make("p", { textContent: "There is no record here." }));
  filter.addEventListener("input", choose);
  addEventListener("scroll", () => draw(false), { passive: true });
  addEventListener("resize", () => draw(true));
  take(entries);
  isBusy = true;
  readRest().catch(() => {}).finally(() => { isBusy = false; });
  setInterval(look, WATCH);
  document.addEventListener("visibilitychange", look);
}

begin();
