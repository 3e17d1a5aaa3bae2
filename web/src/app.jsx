// SPDX-License-Identifier: MIT
// The whole page: one game, or a list of records or of the games in one, with their pictures.

import { h, render } from "preact";
import { useEffect, useErrorBoundary, useLayoutEffect, useRef, useState } from "preact/hooks";
import { lastOf } from "./facts.js";
import { Game, titleOf } from "./game.jsx";
import { readAddress } from "./address.js";
import { HOW, openRecord } from "./library.js";
import { speak, t } from "./words.js";

// ---- Records ----

async function open(wasm, source, wanted) {
  const record = await openRecord(wasm, source);
  if (record.games.length === 0) throw new Error(t("There is no game in it."));
  record.was = source.was;
  for (const [i, game] of record.games.entries()) {
    const start = wanted?.game === i ? record.find(game.node, wanted.place) : source.at ? record.find(game.node, String(source.at)) : 0;
    game.start = start || (game.problem ? game.question : game.node);
    // A table of Davar is there to be stepped through.
    game.isAsked = game.problem && !start && source.was !== "davar";
  }
  return record;
}

// The picture of a game: the question of a problem, never the answer; else how it ended.
function pictureOf(record, game) {
  const node = game.problem ? game.question : lastOf(record, game.node);
  const how = HOW.thumbnail | (game.problem ? HOW.cropped : 0);
  return `data:image/svg+xml,${encodeURIComponent(record.svg(node, how))}`;
}

function aboutGame(record, game, name) {
  const title = titleOf(game, name);
  const small = [title === name ? "" : name, game.problem ? "" : game.facts.RE];
  return { title, small: small.filter(Boolean).join(" · "), picture: pictureOf(record, game) };
}

// A record of a list is opened for its card alone, and closed: a page may hold thousands.
async function aboutRecord(wasm, source) {
  const record = await open(wasm, source);
  const card = aboutGame(record, record.games[0], source.name);
  const more = record.games.length - 1;
  if (more) card.small += ` · ${t("and {n} more", { n: more })}`;
  record.close();
  return card;
}

// ---- Lists ----

const MOST = 600; // cards at a time

// What a card shows is found out when it comes into sight.
function Card({ name, look, onOpen }) {
  const box = useRef();
  const [card, setCard] = useState({ title: name, small: "" });
  useEffect(() => {
    const fail = (error) => setCard({ title: name, small: String(error.message ?? error) });
    const observer = new IntersectionObserver((seen) => {
      if (!seen.some((e) => e.isIntersecting)) return;
      observer.disconnect();
      Promise.resolve().then(look).then(setCard, fail);
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  const inside = [
    <span class="picture" ref={box}>
      {card.picture && <img src={card.picture} alt="" loading="lazy" />}
    </span>,
    <b dir="auto">{card.title}</b>,
    <small dir="auto">{card.small}</small>,
  ];
  return <li><button class="card" onClick={onOpen}>{inside}</button></li>;
}

function List({ cards }) {
  const [words, setWords] = useState("");
  const wanted = words.toLowerCase();
  const found = cards.filter((card) => card.search.toLowerCase().includes(wanted));
  const shown = found.slice(0, MOST);
  return (
    <div class="list">
      {cards.length > 8 && (
        <input type="search" aria-label={t("Filter by name")} placeholder={t("Filter")} value={words}
          onInput={(e) => setWords(e.target.value)} />
      )}
      {cards.length === 0 && <p>{t("There is no record here.")}</p>}
      {found.length > MOST && <p>{t("The first {n} of {all}. The filter finds the others.", { n: MOST, all: found.length })}</p>}
      <ul>{shown.map((card) => <Card key={card.key} {...card} />)}</ul>
    </div>
  );
}

const cardsOfRecords = (wasm, records, onOpen) =>
  records.map((source, i) => ({
    key: i, name: source.name, search: source.name,
    look: () => aboutRecord(wasm, source), onOpen: () => onOpen(source),
  }));

const gameName = (i) => t("Game {n}", { n: i + 1 });

const cardsOfGames = (record, onOpen) =>
  record.games.map((game, i) => ({
    key: `game ${game.node}`, name: gameName(i),
    search: [gameName(i), ...Object.values(game.facts)].join(" "),
    look: () => aboutGame(record, game, gameName(i)), onOpen: () => onOpen(game),
  }));

// ---- The page ----

// What is open: nothing, a record, or a game of it.
function useOpen(page, wasm) {
  const [record, setRecord] = useState(null);
  const [game, setGame] = useState(null);
  const [trouble, setTrouble] = useState("");
  const enter = (source, wanted) =>
    open(wasm, source, wanted).then(
      (opened) => {
        opened.name = source.name;
        setRecord(opened);
        setGame(opened.games[wanted?.game] ?? (opened.games.length === 1 ? opened.games[0] : null));
        setTrouble("");
      },
      (error) => setTrouble(`${source.name}: ${error.message ?? error}`),
    );
  const leave = () => {
    if (!page.embedded && location.hash) history.pushState(null, "", "#");
    if (game && record.games.length > 1) {
      setGame(null);
      return;
    }
    record.close();
    setRecord(null);
    setGame(null);
  };
  useEffect(() => {
    const wanted = page.embedded ? null : readAddress();
    const source = page.records?.[wanted?.record ?? (page.records.length === 1 ? 0 : -1)];
    if (source) enter(source, wanted);
  }, []);
  // Back and forward to another game, or to the list; within a game it finds the place itself.
  const latest = useRef();
  latest.current = () => {
    const wanted = page.embedded ? null : readAddress();
    const source = page.records?.[wanted?.record];
    if (source && (record?.source !== source || record.games[wanted.game] !== game)) enter(source, wanted);
    else if (!page.embedded && !wanted && record && (page.records.length > 1 || record.games.length > 1)) leave();
  };
  useEffect(() => {
    const look = () => latest.current();
    addEventListener("hashchange", look);
    return () => removeEventListener("hashchange", look);
  }, []);
  return { record, game, setGame, trouble, enter, leave };
}

function Bar({ page, title, canLeave, leave }) {
  return (
    <header>
      {canLeave && <button onClick={leave}>‹ {t("All")}</button>}
      {!canLeave && page.up && <a href={page.up}>‹ {t("Up")}</a>}
      <h1 dir="auto">{title}</h1>
    </header>
  );
}

function App({ page, wasm }) {
  const { record, game, setGame, trouble, enter, leave } = useOpen(page, wasm);
  const isOne = page.records?.length === 1;
  const title = game ? titleOf(game, record.name) : record ? record.name : page.title;
  const canLeave = record && (!isOne || (game && record.games.length > 1));
  useEffect(() => {
    if (!page.embedded) document.title = title;
  }, [title]);
  useLayoutEffect(() => {
    if (!game && (record || trouble || !isOne)) page.stands?.(false);
  }, [record, game, trouble]);
  const list = record ? cardsOfGames(record, setGame)
    : cardsOfRecords(wasm, page.records, enter);
  return (
    <div class="kifu">
      {(!page.embedded || canLeave) && <Bar page={page} title={title} canLeave={canLeave} leave={leave} />}
      {trouble && <p class="trouble" role="alert">{trouble}</p>}
      {game && <Game key={`${record.name} ${game.node}`} page={page} record={record} game={game} name={record.name} />}
      {!game && (record || !isOne) && <List key={record ? "games" : "records"} cards={list} />}
    </div>
  );
}

// What no part of the page expects: as a rule, that there is no more memory.
function Guard({ page, children }) {
  const [error] = useErrorBoundary();
  if (!error) return children;
  page.stands?.(false);
  return <div class="kifu"><p class="trouble" role="alert">{t("This cannot be shown:")} {String(error.message ?? error)}</p></div>;
}

export function show(root, page, wasm) {
  speak(page);
  render(<Guard page={page}><App page={page} wasm={wasm} /></Guard>, root);
}
