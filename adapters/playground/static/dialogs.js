// What opens above the page: toasts, sheets, a card to look at, a name to type.

import { card, make } from "./cards.js";
import { buttonRows, buttonsFor, pressable } from "./table.js";

const SHORTEST = 5000; // milliseconds a toast stays

/** A short answer for the presser alone. It waits while one points at it. */
export function toast(html, t, asText = false) {
  const box = document.getElementById("toasts");
  const element = make("div", "toast");
  const text = make("div", "text");
  if (asText) text.textContent = html;
  else text.innerHTML = html;
  const close = make("button", "close", "×", { type: "button", "aria-label": t("close") });
  element.append(text, close);
  const gone = () => element.remove();
  close.addEventListener("click", gone);
  let timer = 0;
  const start = () => (timer = setTimeout(gone, SHORTEST + text.textContent.length * 45));
  element.addEventListener("pointerenter", () => clearTimeout(timer));
  element.addEventListener("pointerleave", start);
  start();
  box.append(element);
  while (box.childElementCount > 3) box.firstElementChild.remove();
}

/** Copy words, also where the page is not served over a safe connection. */
export async function copy(text, near = document.body) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = make("textarea", "unseen");
    area.value = text;
    near.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

function dialog(id, t) {
  const element = document.getElementById(id);
  element.replaceChildren();
  const close = make("button", "close", "×", { type: "button", "aria-label": t("close") });
  close.addEventListener("click", () => element.close());
  element.append(close);
  element.onclick = (event) => {
    if (event.target === element) element.close();
  };
  return element;
}

function open(element) {
  if (!element.open) element.showModal();
  element.scrollTop = 0;
}

/** Rules, help, seal, status, record: what the presser asked to read. */
export function sheet(message, t, press) {
  const element = dialog("sheet", t);
  const title = make("h2", "title", "", { id: "sheet-title" });
  title.innerHTML = message.title_html;
  element.setAttribute("aria-labelledby", "sheet-title");
  const body = make("div", "sheet-lines", "", { tabindex: "0" });
  for (const html of message.lines_html) {
    const line = make("p");
    line.innerHTML = html;
    body.append(line);
  }
  const tools = make("div", "tools");
  if (message.copy) {
    const button = make("button", "tool", t("copy"), { type: "button", id: "sheet-copy" });
    button.addEventListener("click", async () => {
      if (await copy(message.copy, element)) button.textContent = t("copied");
    });
    tools.append(button);
  }
  if (message.file) {
    const blob = new Blob([message.file.text], { type: "application/json" });
    const link = make("a", "tool", t("download"), { id: "sheet-file", download: message.file.name });
    link.href = URL.createObjectURL(blob);
    element.addEventListener("close", () => URL.revokeObjectURL(link.href), { once: true });
    tools.append(link);
  }
  element.append(title, body);
  if (tools.childElementCount) element.append(tools);
  const done = (data) => {
    element.close();
    press(data);
  };
  if (message.buttons.length) element.append(buttonRows(message.buttons, done));
  open(element);
}

/** One card, large, with the buttons that choose it. */
export function look(face, shown, t, press) {
  const element = dialog("look", t);
  element.setAttribute("aria-label", face.label || face.name);
  element.append(card(face, "large", null));
  const buttons = shown ? buttonsFor(face, shown) : [];
  if (buttons.length) {
    const row = make("div", "buttons");
    row.append(make("p", "hint", t("play-this")));
    for (const button of buttons) {
      row.append(pressable(button, (data) => {
        element.close();
        press(data);
      }));
    }
    element.append(row);
  }
  open(element);
}

/** Ask for a name; `done` gets it. */
export function askName(title, name, action, t, done) {
  const element = dialog("naming", t);
  element.setAttribute("aria-labelledby", "naming-title");
  const form = make("form", "", "", { method: "dialog" });
  const input = make("input", "", "", {
    type: "text", id: "name", maxlength: "40", autocomplete: "off", required: "", "aria-label": t("name"),
    placeholder: t("name"),
  });
  input.value = name;
  form.append(input, make("button", "press big", action, { type: "submit", id: "name-done" }));
  form.addEventListener("submit", () => {
    const text = input.value.trim();
    if (text) done(text);
  });
  element.append(make("h2", "title", title, { id: "naming-title" }), form);
  open(element);
  input.focus();
  input.select();
}
