// SPDX-License-Identifier: MIT
// The whole page: one game, or a list of games with their pictures.

import { h, render } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Game, titleOf } from "./game.jsx";
import { HOW, openRecord } from "./library.js";
import { lastOf } from "./facts.js";

const url = (svg) => `data:image/svg+xml,${encodeURIComponent(svg)}`;

// The node that a page opens at.
function startOf(record, game, at) {
  const start = game.problem ? 0 : game.node;
  return at ? record.find(game.node, String(at)) || start : start;
}

function pictureOf(record, game) {
  const node = game.problem ? game.question : lastOf(record, game.node);
  return url(record.svg(node, HOW.thumbnail | (game.problem ? HOW.cropped : 0)));
}

// What to show of each record: one entry for each of its games.
async function readAll(wasm, source, add) {
  const record = Object.assign(await openRecord(wasm, source), { was: source.was, name: source.name });
  const count = record.games.length;
  record.games.forEach((game, i) => {
    game.start = startOf(record, game, source.at);
    const name = count > 1 ? `${source.name} ${i + 1}` : source.name;
    add({ record, game, name, title: titleOf(game, name) });
  });
  if (count === 0) throw new Error(`${source.name}: there is no game in it.`);
}

// Pictures are made when they come into sight.
function Thumbnail({ entry }) {
  const box = useRef();
  const [picture, setPicture] = useState(entry.picture ?? null);
  useEffect(() => {
    if (picture) return;
    const observer = new IntersectionObserver((seen) => {
      if (!seen.some((e) => e.isIntersecting)) return;
      entry.picture = pictureOf(entry.record, entry.game);
      setPicture(entry.picture);
      observer.disconnect();
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return <span class="picture" ref={box}>{picture && <img src={picture} alt="" />}</span>;
}

function Card({ entry, onOpen }) {
  const { RE, DT } = entry.game?.facts ?? {};
  const inside = [
    entry.record ? <Thumbnail entry={entry} /> : <span class="picture">{entry.thumbnail && <img src={entry.thumbnail} alt="" loading="lazy" />}{entry.folder && "▸"}</span>,
    <b dir="auto">{entry.title}</b>,
    <small dir="auto">{[entry.title === entry.name ? "" : entry.name, DT, entry.game?.problem ? "" : RE].filter(Boolean).join(" · ")}</small>,
  ];
  if (entry.href) return <li><a class="card" href={entry.href}>{inside}</a></li>;
  return <li><button class="card" onClick={onOpen}>{inside}</button></li>;
}

function List({ entries, onOpen, page }) {
  const [words, setWords] = useState("");
  const wanted = words.toLowerCase();
  const matches = (e) => `${e.title} ${e.name}`.toLowerCase().includes(wanted);
  const shown = entries.filter(matches);
  return (
    <div class="list">
      {entries.length > 8 && (
        <input type="search" aria-label="Filter by name" placeholder="Filter" value={words}
          onInput={(e) => setWords(e.target.value)} />
      )}
      <ul>{shown.map((entry, i) => <Card key={entry.name + i} entry={entry} onOpen={() => onOpen(entry)} />)}</ul>
      {page.more > 0 && <p>{page.more} more are not shown.</p>}
    </div>
  );
}

function App({ page, wasm }) {
  const [entries, setEntries] = useState(page.entries ?? []);
  const [problems, setProblems] = useState([]);
  const [open, setOpen] = useState(null);
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const found = [];
    const failed = [];
    const all = (page.records ?? []).map((source) =>
      readAll(wasm, source, (entry) => found.push(entry)).catch((e) => failed.push(String(e.message ?? e))));
    Promise.all(all).then(() => {
      const names = (page.records ?? []).map((r) => r.name);
      found.sort((a, b) => names.indexOf(a.record.name) - names.indexOf(b.record.name));
      setEntries([...(page.entries ?? []), ...found]);
      setProblems(failed);
      if (found.length === 1 && !page.entries) setOpen(found[0]);
      setReady(true);
    });
  }, []);
  const isSingle = entries.length === 1 && !page.entries;
  const title = open ? open.title : page.title || "Go records";
  useEffect(() => {
    if (!page.embedded && ready) document.title = title;
  }, [title, ready]);
  return (
    <div class="kifu">
      {!page.embedded && (
        <header>
          {open && !isSingle && <button onClick={() => setOpen(null)} aria-label="All games">‹ All</button>}
          {!open && page.up && <a href={page.up}>‹ Up</a>}
          {open && isSingle && page.up && <a href={page.up}>‹ All</a>}
          <h1 dir="auto">{title}</h1>
        </header>
      )}
      {problems.map((text) => <p class="trouble" role="alert">{text}</p>)}
      {!ready && <p class="busy">…</p>}
      {ready && !open && <List entries={entries} onOpen={setOpen} page={page} />}
      {open && <Game key={open.name} record={open.record} game={open.game} name={open.name} problem={page.problem} />}
    </div>
  );
}

export function show(root, page, wasm) {
  render(<App page={page} wasm={wasm} />, root);
}
