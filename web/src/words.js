// SPDX-License-Identifier: MIT
// The words of the page, in its own language: the page's data has those that are not English.

let words = {};

// What the library adds to pictures, a word in a line; "" while it speaks English.
export let vocabulary = "";

export function speak(page) {
  words = page.words ?? {};
  vocabulary = page.vocabulary ?? "";
}

// `{x}` stands for `values.x`.
export const t = (english, values) =>
  (words[english] ?? english).replace(/\{(\w+)\}/g, (_, name) => values[name]);

export const colourName = (colour) => t(colour === 1 ? "Black" : "White");
