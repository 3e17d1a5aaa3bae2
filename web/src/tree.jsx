// SPDX-License-Identifier: MIT
// The tree of variations. Only what is in sight is drawn, so its size does not matter.

import { h } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { colourOf, COMMENT, DIAGRAM, MARKS, pointName, pointOf } from "./facts.js";
import { layOut, lookAt } from "./layout.js";

const STEP = 26;

function useWindow(box) {
  const [view, setView] = useState({ x: 0, y: 0, width: 400, height: 160 });
  useLayoutEffect(() => {
    const look = () => {
      const e = box.current;
      setView({ x: e.scrollLeft, y: e.scrollTop, width: e.clientWidth, height: e.clientHeight });
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(box.current);
    box.current.addEventListener("scroll", look, { passive: true });
    return () => observer.disconnect();
  }, []);
  return view;
}

// Scrolls so that the node is in sight, with some of its surroundings.
function useFollow(box, x, y) {
  useLayoutEffect(() => {
    const e = box.current;
    const margin = STEP * 1.5;
    if (x < e.scrollLeft + margin || x > e.scrollLeft + e.clientWidth - margin)
      e.scrollLeft = x - e.clientWidth / 2;
    if (y < e.scrollTop + margin || y > e.scrollTop + e.clientHeight - margin)
      e.scrollTop = y - e.clientHeight / 2;
  }, [x, y]);
}

function Node({ record, node, x, y, current, height, onGo }) {
  const facts = record.facts[node];
  const colour = colourOf(facts);
  const kind = colour ? (colour === 1 ? "black" : "white") : facts & DIAGRAM ? "diagram" : "plain";
  const move = colour ? pointName(pointOf(facts), height) : facts & DIAGRAM ? "diagram" : "position";
  return (
    <g
      class={`node ${kind}${current ? " current" : ""}`}
      transform={`translate(${x} ${y})`}
      onClick={() => onGo(node)}
    >
      <title>{colour ? `${record.number[node]} ${move}` : move}</title>
      <rect x="-13" y="-13" width="26" height="26" class="halo" />
      {colour ? <circle r="9" /> : <rect x="-6" y="-6" width="12" height="12" />}
      {colour !== 0 && record.number[node] < 1000 && <text dy=".34em">{record.number[node]}</text>}
      {(facts & (COMMENT | MARKS)) !== 0 && <circle class="note" cx="8" cy="-8" r="3" />}
    </g>
  );
}

export function Tree({ record, game, node, onGo, count }) {
  const box = useRef();
  const layout = useMemo(() => layOut(record, game.node), [record, game.node, count]);
  const view = useWindow(box);
  const at = (i) => i * STEP + STEP / 2 + 2;
  useFollow(box, at(layout.column[node]), at(layout.row[node]));
  const first = (pixels) => Math.floor(pixels / STEP) - 1;
  const seen = lookAt(
    layout,
    first(view.x),
    first(view.x + view.width) + 2,
    first(view.y),
    first(view.y + view.height) + 2,
  );
  const width = layout.columns * STEP + 4;
  const height = layout.rows * STEP + 4;
  // What passes behind a node stops short of it; a fall of its own begins at it.
  const fall = ([x1, y1, x2, y2]) => `M${at(x1)} ${at(y1)}V${at(y2 - 1)}L${at(x2)} ${at(y2)}`;
  const link = ([x1, y1, x2]) => `M${at(x1)} ${at(y1)}H${at(x2)}`;
  const gap = (n) =>
    `M${at(layout.column[n])} ${at(layout.row[n]) - STEP / 2}v${record.next[record.child[n]] ? STEP / 2 : STEP}`;
  return (
    <div class="tree" ref={box} aria-hidden="true">
      <div style={{ width, height, position: "relative" }}>
        <svg
          style={{ left: view.x, top: view.y, position: "absolute" }}
          width={Math.min(view.width, width)}
          height={Math.min(view.height, height)}
          viewBox={`${view.x} ${view.y} ${Math.min(view.width, width)} ${Math.min(view.height, height)}`}
        >
          <path class="link" d={seen.falls.map(fall).join("")} />
          <path class="gap" d={seen.nodes.filter((n) => layout.row[n] > 0).map(gap).join("")} />
          <path class="link" d={seen.links.map(link).join("")} />
          {seen.nodes.map((n) => (
            <Node
              key={n}
              record={record}
              node={n}
              x={at(layout.column[n])}
              y={at(layout.row[n])}
              current={n === node}
              height={game.height}
              onGo={onGo}
            />
          ))}
        </svg>
      </div>
    </div>
  );
}
