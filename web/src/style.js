// SPDX-License-Identifier: MIT
// Puts the style sheet into the page, or into the part of a page that is ours.

import css from "./style.css";

export function putStyle(where) {
  const style = document.createElement("style");
  style.textContent = css;
  where.append(style);
}
