// What stands around the page: a browser, Telegram, LINE. Each module of a door exports
// `shell(): Promise<Shell>`; telegram.js and line.js are loaded by the page of their door only.

import type { Come } from "./frames.js";

/** Who looks, for the first frame of the socket. */
export interface Proof {
  kind: Come["kind"];
  proof?: string;
  access?: string;
  table?: string;
}

export interface Shell {
  /** Who looks, as far as is known now. Never rejects: without anything to show, kind "cookie". */
  come(): Promise<Proof>;
  /** A fresh identity after a refusal that another one may help; null: there is none. It may
   * leave the page (a login). Asked for once. */
  again(): Promise<Proof | null>;
  /** The languages of whoever looks, best first (the browser's are added behind). */
  languages: string[];
  /** Half a screen: the question and the hand first. */
  compact: boolean;
  /** Calls back when the app has woken the page (beside visibilitychange). */
  woken?(then: () => void): void;
  /** A touch that can be felt: a word chosen, one's turn, a move accepted, a refusal. */
  feel?(what: "choose" | "turn" | "done" | "refused"): void;
  /** Shows the shell's own back button, or hides it (null). */
  back?(then: (() => void) | null): void;
  /** Whether closing the page now would lose a half-made choice. */
  half?(made: boolean): void;
  /** Posts a public line in the group, in the reader's name; false: it could not. */
  news?(text: string): Promise<boolean>;
  /** Opens an address outside the page. */
  open?(url: string): void;
  /** Closes the page. */
  close?(): void;
  /** The shell was given a dark or light look of its own. */
  theme?(then: (dark: boolean) => void): void;
}
