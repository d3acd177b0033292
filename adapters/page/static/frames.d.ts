// Written by `python -m adapters.page.schema` from adapters/page/wire.py: change that one.
// In a script: /** @import {Scene, Node} from "./frames.js" */

export type FromServer =
  | Hello
  | People
  | Table
  | Story
  | Chat
  | Done
  | Sheet
  | Told
  | Bearer
  | Refused
  | Pong
  | Reel;

export type Sent =
  | Come
  | Press
  | Cut
  | Say
  | Speak
  | Be
  | Older
  | Invite
  | Rename
  | Watch
  | Learn
  | Ping;

/**
 * Who looks, through which door, and the page's own words. `me` is the person for whom it
 * acts now (empty: it only watches). `build` names the scripts of the server: a page of another
 * build loads itself anew. `bearer` proves who looks at the next connection.
 */
export interface Hello {
  type: "hello";
  version: number;
  build: string;
  now: number;
  door: "line" | "link" | "playground" | "record" | "telegram";
  language: string;
  texts: Record<string, string>;
  languages: Language[];
  me: string;
  people: Person[];
  chat: boolean;
  bearer: string;
}

/**
 * A language in which the page can be read.
 */
export interface Language {
  code: string;
  name: string;
}

/**
 * Somebody for whom this page may act. `asked`: an answer of theirs is awaited.
 */
export interface Person {
  user: string;
  name: string;
  hue: number;
  asked: boolean;
  link: string;
}

/**
 * The people of this page have changed, or who of them is asked.
 */
export interface People {
  type: "people";
  me: string;
  people: Person[];
}

/**
 * The table as it stands now: it takes the place of what was before. `id` is empty while no
 * table is open. `foot` are the buttons of the house that lead elsewhere (rules, language, …).
 */
export interface Table {
  type: "table";
  id: string;
  phase: "closed" | "drawing" | "finished" | "lobby" | "playing";
  scene: Scene | null;
  choice: Choice | null;
  lobby: Lobby | null;
  guide: Guide | null;
  foot: Button[];
}

/**
 * The table as one reader sees it: `me` is their seat (0: they watch). `lines` say what it is
 * about, `own` what only they know, `status` what is asked and of whom, `due` until when (seconds
 * since 1970, 0: no clock).
 */
export interface Scene {
  game: string;
  title: string;
  edition: string;
  round: number;
  me: number;
  turn: number;
  lines: string[];
  status: string[];
  own: string[];
  due: number;
  seats: Seat[];
  piles: Pile[];
  middle: Card[];
  slots: number[];
  raised: number;
  underWay: Moment | null;
  hand: Card[];
  unseen: Unseen[];
}

/**
 * A seat, in turn order. `hue` (degrees) is the colour of its mark; `computer` what stands
 * beside the name where one plays (empty: a person), `manner` how it plays, where there is little
 * room for more. `asked`: an answer is awaited here.
 */
export interface Seat {
  seat: number;
  name: string;
  hue: number;
  computer: string;
  manner: string;
  me: boolean;
  turn: boolean;
  asked: boolean;
  out: boolean;
  winner: boolean;
  badges: Badge[];
  cards: Card[];
  hand: number;
  known: Card[];
  opened: Card[];
}

/**
 * Something short about a seat, in words and as numbers to draw.
 */
export interface Badge {
  kind: "bid" | "cards" | "claims" | "coins" | "left" | "out" | "passed" | "place" | "points" | "protected" | "side" | "starts";
  text: string;
  count: number;
  of: number;
  code: string;
}

/**
 * A card: `code` chooses the drawing (empty: face down), `text` says what it does.
 */
export interface Card {
  code: string;
  name: string;
  corner: string;
  text: string;
  turned: boolean;
  word: string;
}

/**
 * A deck, coins, a card set aside.
 */
export interface Pile {
  kind: "almshouse" | "aside" | "deck" | "treasury";
  name: string;
  count: number;
}

/**
 * What happened to whom; seats are numbers, 0 for nobody. See `core.kernel.drawn.Moment`.
 */
export interface Moment {
  kind: "answer" | "bid" | "claim" | "deal" | "draw" | "end" | "play" | "reveal" | "turn";
  actor: number;
  target: number;
  card: Card | null;
  named: string;
  result: string;
  shown: Card[];
  hands: Held[];
  coins: number;
  pile: "almshouse" | "aside" | "deck" | "treasury" | "";
  out: number[];
  quiet: boolean;
  ends: "" | "match" | "round";
  winners: number[];
}

/**
 * The hand of a seat, laid open.
 */
export interface Held {
  seat: number;
  cards: Card[];
}

/**
 * How many of a card the reader has not seen.
 */
export interface Unseen {
  card: Card;
  left: number;
  of: number;
}

/**
 * What the reader is asked: in the second person, with every legal move as a tree. `window`:
 * silence is an answer too. `orders` are standing orders that can be given beside it.
 */
export interface Choice {
  question: number;
  prompt: string;
  hint: string;
  window: boolean;
  then: Node[];
  orders: Button[];
}

/**
 * A word of a move, and what may follow it. `hint` is the question that the next word
 * answers; `data` goes back in a press where the move may end here (empty: it may not).
 * `kind` tells what the word is: a card (of the hand, or another), a seat (`seat`), a number,
 * or another word. `risk` says what the move may cost; `sure` is a question to be answered
 * before a move that loses at once is sent.
 */
export interface Node {
  word: string;
  label: string;
  kind: "card" | "number" | "seat" | "word";
  seat: number;
  card: Card | null;
  hint: string;
  data: string;
  whole: string;
  risk: string;
  sure: string;
  then: Node[];
}

/**
 * A button: `data` goes back in a press, `verb` is what it does, for its looks.
 */
export interface Button {
  label: string;
  data: string;
  verb: string;
  chosen: boolean;
}

/**
 * A table before the deal: what is set, whether it can start, who sits in the order of joining,
 * the games to choose from, and the buttons, row by row.
 */
export interface Lobby {
  game: string;
  lines: string[];
  status: string[];
  mayStart: boolean;
  seated: Seated[];
  games: Tile[];
  rows: Button[][];
}

/**
 * Somebody who has joined; `computer` as in `Seat`.
 */
export interface Seated {
  name: string;
  hue: number;
  computer: string;
  me: boolean;
  host: boolean;
}

/**
 * A game that can be played here; `data` goes back in a press that chooses it.
 */
export interface Tile {
  game: string;
  title: string;
  data: string;
  chosen: boolean;
}

/**
 * Where a guided round stands: `text` says what to do and why; `wanted` is the move that
 * goes on (empty: `next` alone does).
 */
export interface Guide {
  text: string;
  step: number;
  of: number;
  wanted: string;
}

/**
 * What happened, oldest first. `fresh`: it has just happened, and may be shown slowly; else it
 * takes the place of all lines before. `more`: there are older lines.
 */
export interface Story {
  type: "story";
  table: string;
  lines: Line[];
  fresh: boolean;
  more: boolean;
}

/**
 * A line of the story, counted for its reader from 1: `seat` is whom it was told alone (0:
 * everybody), `turn` whose turn it belongs to, `at` when it was told.
 */
export interface Line {
  id: number;
  text: string;
  at: number;
  seat: number;
  round: number;
  turn: number;
  moment: Moment | null;
}

/**
 * Words of the chat; `fresh` adds them, else they take the place of what was there.
 */
export interface Chat {
  type: "chat";
  words: Word[];
  fresh: boolean;
}

/**
 * Something said in the chat beside the table.
 */
export interface Word {
  id: number;
  name: string;
  hue: number;
  text: string;
  at: number;
  mine: boolean;
}

/**
 * A press or words with this id have arrived: what became of them, and what the presser alone
 * is told about it. `news` is a public line that the page may post in the group.
 */
export interface Done {
  type: "done";
  id: string;
  outcome: "done" | "refused" | "stale";
  text: string;
  news: string;
}

/**
 * Something that was asked for: rules, the proof of the deal, a question. `files` can be
 * saved, `picture` (a data address) shows what the words tell.
 */
export interface Sheet {
  type: "sheet";
  title: string;
  blocks: Block[];
  rows: Button[][];
  copy: string;
  files: File[];
  picture: string;
}

/**
 * A part of a sheet: lines that belong together.
 */
export interface Block {
  lines: string[];
}

/**
 * A file that can be saved under its name.
 */
export interface File {
  name: string;
  text: string;
}

/**
 * Something that the reader alone is told, without having asked now.
 */
export interface Told {
  type: "told";
  text: string;
}

/**
 * A fresh proof of who looks.
 */
export interface Bearer {
  type: "bearer";
  bearer: string;
}

/**
 * The page may not come in, or not any more; it is told why. `again`: another identity may
 * help (a stale bearer: what the door itself proves; a stale token of the platform: a new one).
 * `later`: it is the server's trouble, and the same identity may do in a moment. `language` is
 * that of the text, `retry` what a button says that tries once more: a page that never came in
 * knows no words yet.
 */
export interface Refused {
  type: "refused";
  text: string;
  again: boolean;
  later: boolean;
  language: string;
  retry: string;
}

/**
 * The server is there.
 */
export interface Pong {
  type: "pong";
}

/**
 * A finished game as a row of pictures, from the deal to the end: each with the lines that led
 * to it. `seats` are the names; `reader` is whose eyes it is seen by (0: all hands lie open).
 */
export interface Reel {
  type: "reel";
  reader: number;
  seats: string[];
  pictures: Picture[];
}

/**
 * One moment of a reel: the table after so many moves.
 */
export interface Picture {
  move: number;
  scene: Scene;
  lines: Line[];
}

/**
 * The first frame of a page: who looks, by what, at which table (empty: the door knows).
 * `proof` is a seat's or board's token, the owner's key, Telegram's initData, LINE's ID token
 * (`kind` says which), or a bearer; with "cookie" the browser has shown it already.
 */
export interface Come {
  type: "come";
  version: number;
  kind: "bearer" | "cookie" | "line" | "link" | "playground" | "telegram";
  proof?: string;
  access?: string;
  table?: string;
  languages?: string[];
  asPerson?: string;
}

/**
 * A button, or a whole move. The same id is carried out once.
 */
export interface Press {
  type: "press";
  id: string;
  data: string;
}

/**
 * Somebody cuts the deck: with a picture, and 16 random bytes of this browser (hex).
 */
export interface Cut {
  type: "cut";
  id: string;
  table: string;
  picture: number;
  bits: string;
}

/**
 * Words for the chat or for the host.
 */
export interface Say {
  type: "say";
  id: string;
  text: string;
}

/**
 * This page is read in another language from now on.
 */
export interface Speak {
  type: "speak";
  language: string;
}

/**
 * Another person of this screen looks now.
 */
export interface Be {
  type: "be";
  person: string;
}

/**
 * Older lines of the story are wanted too.
 */
export interface Older {
  type: "older";
}

/**
 * One more person sits at this screen (playground).
 */
export interface Invite {
  type: "invite";
  name?: string;
}

/**
 * The person who looks takes another name (playground).
 */
export interface Rename {
  type: "rename";
  name: string;
}

/**
 * The finished game of this table is to be watched again: with all hands open (0), or by the
 * eyes of a seat.
 */
export interface Watch {
  type: "watch";
  reader?: number;
}

/**
 * A guided round: of a game, at a step (0: its beginning). `code` is the move that was tried
 * there (empty: only going on).
 */
export interface Learn {
  type: "learn";
  game: string;
  step?: number;
  code?: string;
}

/**
 * Is the server there?
 */
export interface Ping {
  type: "ping";
}
