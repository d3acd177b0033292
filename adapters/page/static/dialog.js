// Something that opens above the table, and closes by Esc, by a touch beside it, or by its button.

import { classes, h, useEffect, useRef } from "./dom.js";

/** @import {Child} from "./vendor/preact.js" */

/**
 * @param {{
 *   name: string,
 *   label: string,
 *   close: string,
 *   onClose: () => void,
 *   side?: boolean,
 *   children?: Child,
 * }} props  `name` is its class, `close` the word on its button; `side`: it is a drawer.
 */
export function Dialog({ name, label, close, onClose, side, children }) {
  const box = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const gone = useRef(onClose);
  gone.current = onClose;
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const from = document.activeElement;
    element.showModal();
    return () => {
      element.close();
      if (from instanceof HTMLElement && from.isConnected) from.focus({ preventScroll: true });
    };
  }, []);
  /** @param {Event} event */
  const onCancel = (event) => {
    event.preventDefault(); // the page closes it, by no longer drawing it
    gone.current();
  };
  /** @param {MouseEvent} event */
  const onClick = (event) => {
    if (event.target === box.current) gone.current();
  };
  return h(
    "dialog",
    { class: classes("sheet", name, side && "side"), ref: box, "aria-label": label, onCancel, onClick },
    h(
      "div",
      { class: "sheet-in" },
      h(
        "button",
        { type: "button", class: "close", "aria-label": close, title: close, onClick: () => gone.current() },
        h("span", { "aria-hidden": "true" }, "×"),
      ),
      children,
    ),
  );
}
