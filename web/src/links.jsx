// SPDX-License-Identifier: MIT
// Web addresses in a text can be followed: those of http and https, and no other kind.

import { h } from "preact";

const ADDRESS = /https?:\/\/[!#-;=?-~]+/g;

// What ends a sentence is not part of an address, and a closing parenthesis is only if one was opened.
function trim(address) {
  const closing = address.includes("(") ? ".,;:!?'\"]}" : ".,;:!?'\")]}";
  let end = address.length;
  while (end > 0 && closing.includes(address[end - 1])) end--;
  return address.slice(0, end);
}

export function linked(text) {
  const parts = [];
  let at = 0;
  for (const found of text.matchAll(ADDRESS)) {
    const address = trim(found[0]);
    if (address.length <= "https://".length && address.endsWith("//")) continue; // nothing behind the scheme
    parts.push(text.slice(at, found.index), <a href={address} target="_blank" rel="noopener noreferrer nofollow">{address}</a>);
    at = found.index + address.length;
  }
  return [...parts, text.slice(at)];
}
