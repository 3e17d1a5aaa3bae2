// SPDX-License-Identifier: MIT
// The library, compiled to WebAssembly: opening records and asking about them.

import { vocabulary } from "./words.js";
import { unpack } from "./unpack.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

// How a scene is asked for; the same bits as in web/page.h.
export const HOW = { numbered: 1, cropped: 2, thumbnail: 4, question: 8, hideAnswers: 16, nameless: 32 };

let compiled;

// One instance for each record: when memory runs out inside, only that record is gone.
async function instantiate([base64, size]) {
  compiled ??= WebAssembly.compile(unpack(Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)), size));
  const instance = await WebAssembly.instantiate(await compiled, {});
  const lib = instance.exports;
  if (vocabulary) lib.speak(put(lib, vocabulary)[0]);
  return lib;
}

// A place for bytes in the library's memory; whoever gets it releases it.
function put(lib, text) {
  const bytes = encoder.encode(text + "\0");
  const at = lib.alloc(bytes.length);
  if (!at) throw new Error("There is not enough memory for this record.");
  new Uint8Array(lib.memory.buffer).set(bytes, at);
  return [at, bytes.length - 1];
}

export class KifuRecord {
  constructor(lib, page) {
    this.lib = lib;
    this.page = page;
    Object.assign(this, JSON.parse(this.text(lib.record(page))));
    this.readTable();
  }

  text(at) {
    return decoder.decode(new Uint8Array(this.lib.memory.buffer, at, this.lib.length(this.page)));
  }

  // The columns of the table as arrays by node.
  readTable() {
    const at = this.lib.table(this.page); // first, for the memory may move
    const rows = new Uint32Array(this.lib.memory.buffer, at, this.nodes * 8);
    const names = ["parent", "child", "next", "facts", "number", "taken", "byBlack", "byWhite"];
    names.forEach((name, column) => {
      const values = (this[name] = new Uint32Array(this.nodes));
      for (let node = 0, i = column; node < this.nodes; node++, i += 8) values[node] = rows[i];
    });
  }

  // The node of a place, as `--at` names it, or 0.
  find(game, place) {
    const [at] = put(this.lib, place);
    const node = this.lib.find(this.page, game, at);
    this.lib.release(at);
    return node;
  }

  // The scene of another record, which is a position.
  draw(sgf, how = 0) {
    const [text, length] = put(this.lib, sgf);
    const [format] = put(this.lib, "sgf");
    const page = this.lib.open(text, length, format, 0, 0);
    if (!page) throw new Error("There is not enough memory for this.");
    const at = this.lib.scene(page, 1, how);
    const answer = decoder.decode(new Uint8Array(this.lib.memory.buffer, at, this.lib.length(page)));
    for (const memory of [text, format]) this.lib.release(memory);
    this.lib.close(page);
    return JSON.parse(answer);
  }

  scene(node, how) {
    return JSON.parse(this.text(this.lib.scene(this.page, node, how)));
  }

  svg(node, how) {
    return this.text(this.lib.svg(this.page, node, how));
  }

  score(node) {
    return JSON.parse(this.text(this.lib.score(this.page, node)));
  }

  davar() {
    return this.rows ?? this.text(this.lib.davar(this.page));
  }

  // Adds a move below a node, and gives its node; 0 where the rules forbid it.
  play(node, colour, point) {
    const added = this.lib.play(this.page, node, colour, point);
    this.readAgain();
    return added;
  }

  undo(node) {
    this.lib.undo(this.page, node);
    this.readAgain();
  }

  properties(node) {
    return this.text(this.lib.properties(this.page, node));
  }

  describe(node, text) {
    const [at, length] = put(this.lib, text);
    this.lib.describe(this.page, node, at, length);
    this.lib.release(at);
    this.readAgain();
  }

  readAgain() {
    const { nodes } = JSON.parse(this.text(this.lib.record(this.page)));
    this.nodes = nodes;
    this.readTable();
  }

  sgf() {
    return this.text(this.lib.sgf(this.page));
  }

  close() {
    this.lib.close(this.page);
  }
}

// Opens { text, format, size, top }, which is UTF-8.
export async function openRecord(wasm, record) {
  const lib = await instantiate(wasm);
  const [text, length] = put(lib, record.text);
  const [format] = put(lib, record.format || "");
  const page = lib.open(text, length, format, record.size || 0, record.top ? 1 : 0);
  lib.release(text);
  lib.release(format);
  if (!page) throw new Error("No notation recognises this record.");
  const opened = new KifuRecord(lib, page);
  opened.source = record;
  opened.rows = record.davar;
  opened.hasRows = record.davar !== undefined || lib.davar !== undefined;
  return opened;
}
