// What every part that draws needs: elements, hooks, small helpers.

export { Component, Fragment, h, render } from "./vendor/preact.js";
export { useEffect, useLayoutEffect, useMemo, useRef, useState } from "./vendor/hooks.js";

/**
 * Class names that apply: `classes("card", chosen && "chosen")`.
 * @param {...(string | false | null | undefined | 0)} names
 */
export function classes(...names) {
  return names.filter(Boolean).join(" ");
}

/**
 * Names one after another, as people write them in a language ("en", "pt_BR").
 * @param {string[]} names
 * @param {string} language
 */
export function listed(names, language) {
  return new Intl.ListFormat(language.split("_").join("-") || undefined).format(names);
}

/**
 * A text of the page with its gaps filled: "{name}" by `values.name`.
 * @param {string} text
 * @param {Record<string, string | number>} values
 */
export function fill(text, values) {
  let filled = text;
  for (const [gap, value] of Object.entries(values)) {
    filled = filled.split(`{${gap}}`).join(String(value));
  }
  return filled;
}
