// SPDX-License-Identifier: MIT
// Keys: on the whole page where it is ours, else while our part of it has the focus.

import { useLayoutEffect, useRef } from "preact/hooks";

// `keys` has what each key does; what gives false did nothing.
export function useKeys(box, keys) {
  const current = useRef(keys);
  current.current = keys;
  useLayoutEffect(() => {
    const root = box.current.getRootNode();
    const target = root === document ? document : box.current;
    const listen = (event) => {
      const editing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
      // A long comment that has the focus is scrolled.
      const { scrollHeight, clientHeight, className } = event.target;
      if (className === "comment" && scrollHeight > clientHeight && /Up|Down/.test(event.key)) return;
      if (event.ctrlKey || event.metaKey || event.altKey || editing) return;
      const isShifted = event.shiftKey && event.key.startsWith("Arrow");
      const act = current.current[isShifted ? `Shift${event.key}` : event.key];
      if (!act || act(event) === false) return;
      event.preventDefault();
    };
    target.addEventListener("keydown", listen);
    return () => target.removeEventListener("keydown", listen);
  }, []);
}
