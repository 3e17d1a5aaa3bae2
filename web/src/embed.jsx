// SPDX-License-Identifier: MIT
// A record in somebody's own page, by one tag: `<script src="kifu.js" data-file="game.sgf">`, or
// with the record between `<script src="kifu.js">` and `</script>`.

import { show } from "./app.jsx";
import { putStyle } from "./style.js";
import wasm from "kifu.wasm";

// Bytes are UTF-8, or what the record says, or ISO-8859-1.
function decode(bytes) {
  const decodeAs = (label, fatal) => new TextDecoder(label, { fatal }).decode(bytes);
  try {
    return decodeAs("utf-8", true);
  } catch {
    const told = /CA\s*\[\s*([\w.:-]+)/.exec(decodeAs("iso-8859-1", false));
    try {
      return decodeAs(told?.[1] ?? "iso-8859-1", false);
    } catch {
      return decodeAs("iso-8859-1", false);
    }
  }
}

async function load(tag) {
  const { file } = tag.dataset;
  if (!file) return { name: "record", text: tag.textContent };
  const answer = await fetch(new URL(file, document.baseURI));
  if (!answer.ok) throw new Error(`${file}: ${answer.status} ${answer.statusText}`);
  return { name: file.replace(/^.*\//, ""), text: decode(await answer.arrayBuffer()) };
}

async function place(tag) {
  const host = document.createElement("div");
  host.className = "kifu-record";
  tag.after(host);
  const shadow = host.attachShadow({ mode: "open" });
  putStyle(shadow);
  const root = shadow.appendChild(document.createElement("div"));
  const { format, size, at, problem } = tag.dataset;
  try {
    const record = await load(tag);
    const source = { ...record, format, was: format, size: Number(size) || 0, at, top: "rowsFromTop" in tag.dataset };
    const asked = problem === undefined ? undefined : problem !== "no";
    show(root, { records: [source], embedded: true, problem: asked }, wasm);
  } catch (error) {
    root.textContent = String(error.message ?? error);
  }
}

place(document.currentScript);
