// SPDX-License-Identifier: MIT
// A page of its own: the records stand in it as JSON.

import { show } from "./app.jsx";
import { putStyle } from "./style.js";
import wasm from "kifu.wasm";

const page = JSON.parse(document.getElementById("kifu-data").textContent);
const root = document.getElementById("kifu");
const text = root.querySelector("article");
const box = document.createElement("div");
putStyle(document.head);
root.prepend(box);
// The document can be read until there is something to show. Then it stays for the printer, as long
// as it says what is shown: its game, without the answer of a problem, and without moves of one's own.
page.stands = (isPrinted, isStart) => {
  root.classList.toggle("whole", isPrinted);
  root.classList.toggle("start", isPrinted && isStart);
  text.className = "behind";
  text.hidden = !isPrinted;
  box.hidden = false;
};
box.hidden = true;
show(box, page, wasm);
