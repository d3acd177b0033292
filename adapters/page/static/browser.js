// @ts-check
// A page in a browser: nothing stands around it.

/** @typedef {import("./shell.js").Shell} Shell */
/** @typedef {import("./shell.js").Proof} Proof */

/**
 * Who looks, as far as the page and its address tell: a link ends in /s/SEAT or /b/BOARD; a cookie
 * opens /t/TABLE; the apps have ?t=TABLE; the playground's keys stand behind "#".
 * @param {{ door?: string }} data `dataset` of the root element
 * @param {{ pathname: string, search: string, hash: string }} address
 * @returns {Required<Proof>}
 */
export function asWritten(data, address) {
  const [way, last] = address.pathname.split("/").slice(-2);
  const table = new URLSearchParams(address.search).get("t") ?? "";
  switch (data.door) {
    case "link":
      return way === "t"
        ? { kind: "cookie", proof: "", access: "", table: last }
        : { kind: "link", proof: last, access: "", table: "" };
    case "telegram":
      return { kind: "telegram", proof: "", access: "", table };
    case "line":
      return { kind: "line", proof: "", access: "", table };
    default: {
      const given = new URLSearchParams(address.hash.slice(1));
      const proof = given.get("key") ?? given.get("seat") ?? "";
      return { kind: "playground", proof, access: "", table: "" };
    }
  }
}

/**
 * A page in a browser: nothing stands around it.
 * @param {Proof} proof
 * @returns {Shell}
 */
export function plain(proof) {
  return { come: async () => proof, again: async () => null, languages: [], compact: false };
}
