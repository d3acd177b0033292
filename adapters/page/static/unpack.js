// Data in which each part stands once becomes plain data again (adapters/page/packed.py packs it).

/**
 * @typedef {string | number | boolean | null | number[]} Part
 * @typedef {{ keys: string[][], parts: Part[], whole: number }} Packed
 */

/**
 * Parts that are the same are one object: they are to be read only.
 * @param {Packed} packed
 * @returns {any}
 */
export function unpack({ keys, parts, whole }) {
  /** @type {unknown[]} */
  const made = [];
  for (const part of parts) {
    if (!Array.isArray(part)) {
      made.push(part);
      continue;
    }
    const [kind, ...numbers] = part;
    const values = numbers.map((number) => made[number]);
    if (kind === 0) made.push(values);
    else made.push(Object.fromEntries(keys[kind - 1].map((key, i) => [key, values[i]])));
  }
  return made[whole];
}
