// SPDX-License-Identifier: MIT
// A page of its own: the records stand in it as JSON.

import { show } from "./app.jsx";
import { putStyle } from "./style.js";
import wasm from "kifu.wasm";

const page = JSON.parse(document.getElementById("kifu-data").textContent);
const root = document.getElementById("kifu");
putStyle(document.head);
root.textContent = "";
show(root, page, wasm);
