// SPDX-License-Identifier: MIT
// One game: the board with its steps, comments, variations and tree; or a problem to be solved.

import { h, Fragment } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Board } from "./board.jsx";
import { Count } from "./count.jsx";
import { Davar } from "./davar.jsx";
import { childrenOf, colourOf, DIAGRAM, lineThrough, NAME, NOWHERE, pointName,
  pointOf } from "./facts.js";
import { addressOf, putAddress, readAddress } from "./address.js";
import { MARKS, withComment, withMark } from "./edit.js";
import { useKeys } from "./keys.js";
import { linked } from "./links.jsx";
import { HOW } from "./library.js";
import { answerAt, isRight, readProblem } from "./problem.js";
import { Tree } from "./tree.jsx";
import { playStone } from "./sound.js";
import { colourName, t } from "./words.js";

const names = {
  GN: "Game", PB: "Black", BR: "Black's rank", BT: "Black's team", PW: "White", WR: "White's rank",
  WT: "White's team", EV: "Event", RO: "Round", DT: "Date", PC: "Place", HA: "Handicap",
  KM: "Komi", RU: "Rules", TM: "Time", OT: "Overtime", RE: "Result", ON: "Opening",
  GC: "About", SO: "Source", AN: "Commentary", US: "Recorder", CP: "Copyright",
};

export const titleOf = (game, name) => game.title || name;

// ---- Where one is ----

// The line of play through a node, with the place of each of its nodes.
function makeLine(record, game, node, chosen) {
  const nodes = lineThrough(record, game.node, node, chosen);
  return { game, nodes, places: new Map(nodes.map((n, i) => [n, i])) };
}

// The node and the line it is on. Going back and on again stays in the variation one was in.
function usePlace(page, record, game) {
  const chosen = useRef(new Map());
  const line = useRef(null);
  const [node, setNode] = useState(game.start);
  if (line.current?.game !== game) line.current = makeLine(record, game, node, chosen.current);
  const { nodes, places } = line.current;
  const at = places.get(node);
  const go = (next) => {
    if (!next || next === node) return;
    if (!places.has(next)) {
      for (let n = next; n && !places.has(n); n = record.parent[n])
        chosen.current.set(record.parent[n], n);
      line.current = makeLine(record, game, next, chosen.current);
    }
    setNode(next);
  };
  const isMany = page.records?.length > 1 || record.games.length > 1;
  const latest = useRef();
  latest.current = go;
  useLayoutEffect(() => {
    if (!page.embedded && (node !== game.start || location.hash || isMany)) putAddress(addressOf(page, record, game, node));
  }, [node]);
  useEffect(() => {
    const look = () => {
      const wanted = readAddress();
      if (record.games[wanted?.game] === game) latest.current(record.find(game.node, wanted.place));
      else if (!location.hash) latest.current(game.start);
    };
    if (page.embedded) return undefined;
    addEventListener("hashchange", look);
    return () => removeEventListener("hashchange", look);
  }, [game]);
  // After an edit the nodes are others.
  const edit = (next) => {
    chosen.current.clear();
    line.current = makeLine(record, game, next, chosen.current);
    setNode(next);
  };
  const step = (count) => go(nodes[Math.max(0, Math.min(nodes.length - 1, at + count))]);
  return { node, go, edit, step, at, length: nodes.length - 1 };
}

// A finger that moves sideways over the board steps through the game.
function useSwipe(step) {
  const start = useRef(null);
  return {
    onTouchStart: (e) => (start.current = e.touches.length === 1 ? e.touches[0] : null),
    onTouchEnd: (e) => {
      const from = start.current;
      const to = e.changedTouches[0];
      start.current = null;
      if (!from) return;
      const [dx, dy] = [to.clientX - from.clientX, to.clientY - from.clientY];
      if (Math.abs(dx) > 40 && Math.abs(dx) > 2 * Math.abs(dy)) step(dx < 0 ? 1 : -1);
    },
  };
}

// ---- Parts ----

function Header({ game, hideResult }) {
  const facts = Object.entries(game.facts).filter(([key]) => key !== "RE" || !hideResult);
  if (facts.length === 0) return null;
  return (
    <details class="facts">
      <summary>{t("About the game")}</summary>
      <dl>
        {facts.map(([key, text]) => (
          <Fragment key={key}>
            <dt>{t(names[key])}</dt>
            <dd dir="auto">{text}</dd>
          </Fragment>
        ))}
      </dl>
    </details>
  );
}

const pointWord = (facts, game) => t(pointName(pointOf(facts), game.height));

function wordsOf(record, game, node) {
  const facts = record.facts[node];
  if (facts & DIAGRAM) return t("Diagram");
  if (!colourOf(facts)) return t(facts & NAME ? "Position" : "Next");
  const name = colourOf(facts) === 1 ? "Black" : "White";
  return [<i class={`dot ${name}`} role="img" aria-label={t(name)} />, pointWord(facts, game)];
}

function Variations({ record, game, node, go }) {
  const children = childrenOf(record, node);
  const siblings = node === game.node ? [] : childrenOf(record, record.parent[node]);
  if (children.length < 2 && siblings.length < 2) return null;
  const row = (title, list) =>
    list.length > 1 && (
      <p class="choices" role="group" aria-label={title}>
        <span>{title}</span>
        {list.slice(0, 60).map((n) => (
          <button key={n} aria-current={n === node ? "true" : undefined} onClick={() => go(n)}>
            {wordsOf(record, game, n)}
          </button>
        ))}
      </p>
    );
  return (
    <nav aria-label={t("Variations")}>
      {row(t("Next:"), children)}
      {row(t("Instead:"), siblings)}
    </nav>
  );
}

const verdicts = { 1: "a stone lies there", 2: "it takes a ko back", 3: "suicide", 4: "off the board",
  7: "the position comes back" };

// What a step says, also to those who hear the page.
function tellStep(record, game, node) {
  const facts = record.facts[node];
  const colour = colourOf(facts);
  if (!colour) return "";
  const taken = record.taken[node] & 0xffff;
  const verdict = verdicts[record.taken[node] >> 16];
  const words = [t("Move {n}: {colour} {point}.",
    { n: record.number[node], colour: colourName(colour), point: pointWord(facts, game) })];
  if (taken) words.push(t("Takes {n}.", { n: taken }));
  if (verdict) words.push(t("Against the rules: {why}.", { why: t(verdict) }));
  return words.join(" ");
}

function Words({ record, game, node, scene }) {
  const turn = scene.toMove ? t("{colour} to play.", { colour: colourName(scene.toMove) }) : "";
  const [black, white] = [record.byBlack[node], record.byWhite[node]];
  return (
    <div class="words" aria-live="polite">
      <p class="step">
        {tellStep(record, game, node) || turn}
        {black + white > 0 && <span> {t("Prisoners: Black has {black}, White has {white}.", { black, white })}</span>}
      </p>
      {scene.title && scene.title !== game.title && <h2 dir="auto">{scene.title}</h2>}
      {scene.notes.length > 0 && <p class="notes">{scene.notes.join(", ")}</p>}
      {scene.comment && <p class="comment" dir="auto" tabIndex="0">{linked(scene.comment)}</p>}
    </div>
  );
}

function save(text, type, name, ending) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = `${name.replace(/\.[^.]*$/, "").replace(/[^\w\u0080-\uffff-]+/g, "-") || "kifu"}.${ending}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// ---- A game ----

function Review({ page, record, game, name, onProblem }) {
  const box = useRef();
  const [numbered, setNumbered] = useState(false);
  const [showNames, setShowNames] = useState(true);
  const [view, setView] = useState(record.was === "davar" ? "davar" : "");
  const { node, go, edit, step, at, length } = usePlace(page, record, game);
  const own = useOwn(record, game, node, edit);
  const [isPlaying, setPlaying] = useState(false);
  const [isLoud, setLoud] = useState(false);
  useEffect(() => {
    if (isLoud && colourOf(record.facts[node])) playStone();
  }, [node]);
  const [mode, setMode] = useState(""); // "edit", a kind of mark, or "guess"
  const isGuess = mode === "guess";
  const how = (numbered ? HOW.numbered : 0) | (showNames ? 0 : HOW.nameless) | (isGuess ? HOW.question : 0);
  const scene = useMemo(() => record.scene(node, how), [record, node, how, own.count]);
  const swipe = useSwipe(step);
  const turn = (count) => {
    const list = node === game.node ? [] : childrenOf(record, record.parent[node]);
    if (list.length > 1) go(list[(list.indexOf(node) + count + list.length) % list.length]);
  };
  const savePicture = () =>
    save(record.svg(node, how), "image/svg+xml", `${name}-${record.number[node]}`, "svg");
  const saveRecord = () => save(record.sgf(), "application/x-go-sgf", name, "sgf");
  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = setTimeout(() => (at < length ? step(1) : setPlaying(false)), 1200);
    return () => clearTimeout(timer);
  }, [isPlaying, node]);
  const still = (act) => () => (view ? false : act());
  const onPoint = (x, y) => {
    const point = (y << 8) | x;
    if (MARKS[mode]) return own.describe((text) => withMark(text, mode, point));
    if (isGuess) return own.guess(answerAt(record, node, point), go);
    const there = find(record, game, node, point);
    if (there) go(there);
    else own.play(scene, point);
  };
  const { cursor, keys } = useCursor(game, onPoint);
  useKeys(box, {
    ShiftArrowRight: still(keys.ArrowRight), ShiftArrowLeft: still(keys.ArrowLeft),
    ShiftArrowDown: still(keys.ArrowDown), ShiftArrowUp: still(keys.ArrowUp),
    Enter: (e) => (view ? false : keys.Enter(e)),
    ArrowRight: still(() => step(1)), ArrowLeft: still(() => step(-1)),
    PageDown: still(() => step(10)), PageUp: still(() => step(-10)),
    Home: still(() => step(-at)), End: still(() => step(length)),
    ArrowDown: still(() => turn(1)), ArrowUp: still(() => turn(-1)),
    n: still(() => setNumbered(!numbered)), c: still(() => setShowNames(!showNames)), s: still(savePicture),
    u: still(own.undo), p: still(() => setPlaying(!isPlaying)),
  });
  const isFirst = page.records?.length === 1 && game === record.games[0];
  const isStart = node === game.node;
  useLayoutEffect(() => {
    page.stands?.(isFirst && !game.problem && !view && own.count === 0, isStart);
  }, [view, own.count, isStart]);
  const close = () => setView("");
  if (view)
    return (
      <div ref={box}>
        {view === "count" && <Count record={record} game={game} node={node} onClose={close} />}
        {view === "davar" && <Davar record={record} game={game} onClose={close} />}
      </div>
    );
  return (
    <div class="review" ref={box}>
      <div class="left">
        <Board scene={scene} onPoint={onPoint} cursor={cursor} {...swipe} />
        <div class="bar" role="toolbar" aria-label={t("Steps")}>
          <button onClick={() => step(-at)} aria-label={t("First")} disabled={at === 0}>«</button>
          <button onClick={() => step(-10)} aria-label={t("Back ten")} disabled={at === 0}>‹‹</button>
          <button onClick={() => step(-1)} aria-label={t("Back")} disabled={at === 0}>‹</button>
          <output>{record.number[node] || at}</output>
          <button class="next" onClick={() => step(1)} aria-label={t("Next")} disabled={at === length}>›</button>
          <button onClick={() => step(10)} aria-label={t("On ten")} disabled={at === length}>››</button>
          <button onClick={() => step(length)} aria-label={t("Last")} disabled={at === length}>»</button>
        </div>
        <input type="range" min="0" max={length} value={at} aria-label={t("Step")}
          onInput={(e) => step(e.target.value - at)} />
      </div>
      <div class="right">
        <Words record={record} game={game} node={node} scene={scene} />
        {mode && !isGuess && <Editor key={node} scene={scene} mode={mode} setMode={setMode} own={own} />}
        {own.trouble && <p class="trouble" role="alert">{own.trouble}</p>}
        {!isGuess && <Variations record={record} game={game} node={node} go={go} />}
        {!isGuess && <Tree record={record} game={game} node={node} onGo={go} count={own.count} />}
        <div class="bar tools">
          <button aria-pressed={numbered} onClick={() => setNumbered(!numbered)}>{t("Numbers")}</button>
          <button aria-pressed={showNames} onClick={() => setShowNames(!showNames)}>{t("Coordinates")}</button>
          <button onClick={() => setView("count")}>{t("Count")}</button>
          {record.hasRows && <button onClick={() => setView("davar")}>Davar</button>}
          <button onClick={savePicture}>{t("Save picture")}</button>
          <button onClick={saveRecord}>{t("Save record")}</button>
          <button aria-pressed={isPlaying} onClick={() => setPlaying(!isPlaying)}>{t("Play on")}</button>
          <button aria-pressed={isLoud} onClick={() => setLoud(!isLoud)}>{t("Sound")}</button>
          <button aria-pressed={isGuess} onClick={() => setMode(isGuess ? "" : "guess")}>{t("Guess the next move")}</button>
          <button aria-pressed={mode !== "" && !isGuess} onClick={() => setMode(mode && !isGuess ? "" : "edit")}>{t("Edit")}</button>
          <button onClick={() => own.play(scene, NOWHERE)}>{t("Pass")}</button>
          <button onClick={own.undo} disabled={!own.count}>{t("Undo")}</button>
          {onProblem && <button onClick={onProblem}>{t("Solve")}</button>}
        </div>
        <Header game={game} />
        <p class="sr" aria-live="polite">{cursor && pointName((cursor[1] << 8) | cursor[0], game.height)}</p>
      </div>
    </div>
  );
}

// Where a point that was touched leads: to the next move there, or to the one that was played.
function find(record, game, node, point) {
  const next = answerAt(record, node, point);
  if (next) return next;
  for (let at = node; at && at !== game.node; at = record.parent[at])
    if (colourOf(record.facts[at]) && pointOf(record.facts[at]) === point) return at;
  return 0;
}

// Marks, which a touch of a point puts there, and the comment.
function Editor({ scene, mode, setMode, own }) {
  return (
    <div class="editor">
      <div class="bar tools" role="toolbar" aria-label={t("Marks")}>
        {Object.entries(MARKS).map(([name, sign]) => (
          <button aria-pressed={mode === name} onClick={() => setMode(mode === name ? "edit" : name)}>{sign}</button>
        ))}
      </div>
      <textarea rows="4" aria-label={t("Comment")} value={scene.comment}
        onChange={(e) => own.describe((text) => withComment(text, e.target.value))} />
    </div>
  );
}

// What is one's own: moves, each a node of the record, and other properties of a node; as long as they are
// not taken back.
function useOwn(record, game, node, edit) {
  const [made, setMade] = useState([]);
  const [trouble, setTrouble] = useState("");
  // At once: after the next picture it would take away what is said of a point touched meanwhile.
  useLayoutEffect(() => setTrouble(""), [node]);
  const play = (scene, point) => {
    const colour = scene.toMove || 1;
    const next = answerAt(record, node, point) || record.play(node, colour, point);
    if (!next) {
      setTrouble(t("The rules of this game forbid it."));
      return;
    }
    setMade([...made, [next]]);
    edit(next);
  };
  // `change` makes other properties of those that the node has.
  const describe = (change) => {
    const before = record.properties(node);
    record.describe(node, change(before));
    setMade([...made, [node, before]]);
    edit(node);
  };
  const undo = () => {
    if (!made.length) return;
    const [last, before] = made[made.length - 1];
    const back = before === undefined ? record.parent[last] : last;
    if (before === undefined) record.undo(last);
    else record.describe(last, before);
    setMade(made.slice(0, -1));
    edit(back);
  };
  const guess = (next, go) => {
    if (next) go(next);
    else setTrouble(t("The record has no answer there. Try another point."));
  };
  return { play, describe, guess, undo, trouble, count: made.length };
}

// ---- A problem ----

function useCursor(game, act) {
  const [cursor, setCursor] = useState(null);
  const move = (dx, dy) => () => {
    const [x, y] = cursor ?? [game.width >> 1, game.height >> 1];
    setCursor([Math.max(0, Math.min(game.width - 1, x + dx)),
      Math.max(0, Math.min(game.height - 1, y + dy))]);
  };
  const keys = {
    ArrowRight: move(1, 0), ArrowLeft: move(-1, 0), ArrowDown: move(0, 1), ArrowUp: move(0, -1),
    Enter: (e) => (cursor && e.target.tagName !== "BUTTON" ? act(...cursor) : false),
    " ": (e) => (cursor && e.target.tagName !== "BUTTON" ? act(...cursor) : false),
  };
  return { cursor, keys };
}

// In Ishi the labels of variations stand on the board before them, and would tell the answer.
const sceneOfQuestion = (record, node) =>
  record.scene(node, HOW.question | (record.was === "ishi" ? HOW.hideAnswers : 0));

function Problem({ page, record, game, name, onAnswer }) {
  const box = useRef();
  const problem = useMemo(() => readProblem(record, game), [record, game]);
  const [node, setNode] = useState(game.question);
  const [said, setSaid] = useState("");
  const timer = useRef(0);
  const over = !record.child[node];
  const scene = useMemo(() => sceneOfQuestion(record, node), [record, node]);
  const player = colourName(game.solver);
  const judge = (at) => setSaid(isRight(record, problem, at) ? "right" : "wrong");
  const reply = (at) => {
    const answer = record.child[at];
    if (!answer) return;
    setNode(answer);
    setSaid("");
    if (!record.child[answer]) judge(answer);
  };
  const play = (x, y) => {
    if (timer.current || over) return;
    const next = answerAt(record, node, (y << 8) | x);
    if (!next) {
      setSaid("unknown");
      return;
    }
    setNode(next);
    setSaid("");
    if (!record.child[next]) {
      judge(next);
      return;
    }
    timer.current = setTimeout(() => {
      timer.current = 0;
      reply(next);
    }, 450);
  };
  const again = () => {
    clearTimeout(timer.current);
    timer.current = 0;
    setNode(game.question);
    setSaid("");
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useLayoutEffect(() => page.stands?.(false), []);
  const { cursor, keys } = useCursor(game, play);
  useKeys(box, { ...keys, Escape: again });
  const texts = {
    "": over ? "" : node === game.question ? t("{colour} to play.", { colour: player }) : t("Go on."),
    right: t("Right."),
    wrong: t("Wrong."),
    unknown: t("The record has no answer there. Try another point."),
  };
  const shown = node === game.question || over ? scene.comment : "";
  const spot = cursor ? pointName((cursor[1] << 8) | cursor[0], game.height) : "";
  return (
    <div class="review problem" ref={box}>
      <div class="left">
        <Board scene={scene} onPoint={play} cursor={cursor} />
        <div class="bar">
          <button onClick={again} disabled={node === game.question}>{t("Again")}</button>
          <output class={`verdict ${said}`} aria-live="assertive">{texts[said]}</output>
          <button onClick={onAnswer}>{t("Show the answer")}</button>
        </div>
        <p class="sr" aria-live="polite">{spot}</p>
      </div>
      <div class="right">
        <h2 dir="auto">{titleOf(game, name)}</h2>
        {shown && <p class="comment" dir="auto" tabIndex="0">{linked(shown)}</p>}
        <p class="hint">{t("Touch a point, or use the arrow keys and Enter.")}</p>
      </div>
    </div>
  );
}

export function Game({ page, record, game, name }) {
  const [solving, setSolving] = useState(page.problem ?? game.isAsked);
  if (solving)
    return <Problem page={page} record={record} game={game} name={name} onAnswer={() => setSolving(false)} />;
  const onProblem = game.problem ? () => setSolving(true) : null;
  return <Review page={page} record={record} game={game} name={name} onProblem={onProblem} />;
}
