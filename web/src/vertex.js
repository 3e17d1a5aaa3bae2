// SPDX-License-Identifier: MIT
// A point of Shudan's board that is rendered again only when something on it has changed: most
// steps change two of 361.

import { Component, h } from "preact";
import Vertex from "shudan-vertex";

// Marks are small objects that are made anew for each scene.
function isSame(a, b) {
  if (a === b) return true;
  if (!a || !b || typeof a !== "object" || typeof b !== "object") return false;
  return Object.keys({ ...a, ...b }).every((key) => a[key] === b[key]);
}

export default class QuietVertex extends Component {
  shouldComponentUpdate(next) {
    return Object.keys(next).some((key) => !isSame(next[key], this.props[key]));
  }

  render() {
    return h(Vertex, this.props);
  }
}
