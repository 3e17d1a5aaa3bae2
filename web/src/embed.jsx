// SPDX-License-Identifier: MIT
// A record in somebody's own page, by one tag: `<script src="kifu.js" data-file="game.sgf">`, or
// with the record between `<script src="kifu.js">` and `</script>`. A page with several writes
// `<script src="kifu.js" data-later>` once, and `<kifu-board file="game.sgf">` where each is to be.

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

async function load(tag, file) {
  if (!file) return { name: "record", text: tag.textContent };
  const answer = await fetch(new URL(file, document.baseURI));
  if (!answer.ok) throw new Error(`${file}: ${answer.status} ${answer.statusText}`);
  return { name: file.replace(/^.*\//, ""), text: decode(await answer.arrayBuffer()) };
}

// `said` gives what the tag says by a name.
async function place(tag, host, said) {
  const shadow = host.attachShadow({ mode: "open" });
  putStyle(shadow);
  const root = shadow.appendChild(document.createElement("div"));
  const [format, size, at, problem] = ["format", "size", "at", "problem"].map(said);
  try {
    const record = await load(tag, said("file"));
    const source = { ...record, format, was: format, size: Number(size) || 0, at, top: said("rows-from-top") !== undefined };
    const asked = problem === undefined ? undefined : problem !== "no";
    show(root, { records: [source], embedded: true, problem: asked }, wasm);
  } catch (error) {
    root.textContent = String(error.message ?? error);
  }
}

class KifuBoard extends HTMLElement {
  connectedCallback() {
    if (this.shadowRoot) return;
    // What stands in the element is not read yet when it begins.
    const begin = () => place(this, this, (name) => this.getAttribute(name) ?? undefined);
    if (document.readyState === "loading") addEventListener("DOMContentLoaded", begin, { once: true });
    else begin();
  }
}

const tag = document.currentScript;
if (!customElements.get("kifu-board")) customElements.define("kifu-board", KifuBoard);
if (!("later" in tag.dataset)) {
  const host = document.createElement("div");
  host.className = "kifu-record";
  tag.after(host);
  place(tag, host, (name) => tag.getAttribute(`data-${name}`) ?? undefined);
}
