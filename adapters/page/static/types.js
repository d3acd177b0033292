// What the parts of the page hand to one another. The frames of the wire are in frames.d.ts.

/** @typedef {import("./frames.js").Card} Card */
/** @typedef {import("./frames.js").Badge} Badge */
/** @typedef {import("./frames.js").Pile} Pile */
/** @typedef {import("./frames.js").Unseen} Unseen */
/** @typedef {import("./frames.js").Moment} Moment */
/** @typedef {import("./frames.js").Seat} Seat */
/** @typedef {import("./frames.js").Scene} Scene */
/** @typedef {import("./frames.js").Button} Button */
/** @typedef {import("./frames.js").Node} Node */
/** @typedef {import("./frames.js").Choice} Choice */
/** @typedef {import("./frames.js").Lobby} Lobby */
/** @typedef {import("./frames.js").Guide} Guide */
/** @typedef {import("./frames.js").Person} Person */
/** @typedef {import("./frames.js").Line} Line */
/** @typedef {import("./frames.js").Word} Word */
/** @typedef {import("./frames.js").Hello} Hello */
/** @typedef {import("./frames.js").People} People */
/** @typedef {import("./frames.js").Table} Table */
/** @typedef {import("./frames.js").Story} Story */
/** @typedef {import("./frames.js").Chat} Chat */
/** @typedef {import("./frames.js").Done} Done */
/** @typedef {import("./frames.js").Sheet} Sheet */
/** @typedef {import("./frames.js").Reel} Reel */
/** @typedef {import("./frames.js").Picture} Picture */
/** @typedef {import("./frames.js").Language} Language */
/** @typedef {import("./frames.js").Press} Press */
/** @typedef {import("./frames.js").Cut} Cut */
/** @typedef {import("./frames.js").Say} Say */
/** @typedef {import("./frames.js").FromServer} FromServer */
/** @typedef {import("./frames.js").Sent} Sent */

/**
 * How far the reader has chosen. Single options are taken by themselves, so `path` may begin
 * longer than what was pressed; nothing is sent without a press.
 *
 * - `path` the words so far, `taken` their nodes (the last one is what `options` follow).
 * - `options` the nodes that may come next; `seats` the seats among them (to glow).
 * - `hint` the question that the next word answers (empty: the prompt of the choice says it).
 * - `ready` a move that may be sent as it stands, although more could follow (a button of its own).
 * - `sure` a move that loses at once and waits to be confirmed: its `sure` is the question,
 *   `act.send(sure)` says yes, `act.back()` says no.
 * - `back` whether there is something to be taken back by `act.back()`.
 * - `numbers` the options that are numbers, in order (bids: tokens and a stepper).
 *
 * @typedef {{
 *   path: string[],
 *   taken: Node[],
 *   options: Node[],
 *   seats: number[],
 *   hint: string,
 *   ready: Node | null,
 *   sure: Node | null,
 *   back: boolean,
 *   numbers: Node[],
 * }} Pick
 */

/**
 * What is being shown of what happened. The scene never runs ahead of it.
 *
 * - `line` the line that tells it, with its `moment`; null: nothing is shown any more.
 * - `turn` counts what was shown, so that the same moment twice is drawn twice.
 * - `fresh` it has just begun, and is to be animated (false: it stands there after a reload).
 * - `waiting` how many more wait behind it (with some, [skip to my turn] is offered).
 * - `until` when it goes on by itself (milliseconds of `Date.now()`, 0: never by itself).
 *
 * @typedef {{
 *   line: Line | null,
 *   turn: number,
 *   fresh: boolean,
 *   waiting: number,
 *   until: number,
 * }} Show
 */

/**
 * A press under way: "sent", "unsure" (no answer for three seconds), "lost" (its question does
 * not stand any more).
 * @typedef {{ id: string, data: string, label: string, state: "sent" | "unsure" | "lost" }} Pending
 */

/**
 * Everything from which the felt is drawn.
 *
 * - `scene`, `choice`, `lobby`, `guide`, `foot`, `phase`, `table` (its id) as the wire brings them;
 *   `choice` is null while nothing is asked of the reader or older moments are still shown.
 * - `told` the lines of the story as far as they may be read by now.
 * - `ahead` the table as it stands after what is shown, while that is not drawn yet (points won).
 * - `layout`: "wide" has the rail beside it; "table" is a phone; "sheet" half a phone: the question
 *   and the hand first.
 * - `skew` how many seconds the server's clock is ahead of this one; `still`: nothing moves.
 * - `wait`: buttons rest, an answer to a press is awaited.
 *
 * @typedef {{
 *   texts: Record<string, string>,
 *   language: string,
 *   door: Hello["door"],
 *   me: string,
 *   people: Person[],
 *   table: string,
 *   phase: Table["phase"],
 *   scene: Scene | null,
 *   choice: Choice | null,
 *   pick: Pick | null,
 *   lobby: Lobby | null,
 *   guide: Guide | null,
 *   foot: Button[],
 *   show: Show,
 *   told: Line[],
 *   ahead: Scene | null,
 *   pending: Pending | null,
 *   wait: boolean,
 *   layout: "wide" | "table" | "sheet",
 *   speed: number,
 *   still: boolean,
 *   skew: number,
 *   sound: boolean,
 *   posts: boolean | null,
 *   online: boolean,
 * }} TableState
 */

/**
 * What can be done from the felt. Every function may be called at any time.
 *
 * - `choose(word)` takes a word of `pick.options`; a word that ends a move sends it, unless it is
 *   to be asked again first. `back()` takes one step back. `send(node)` sends `pick.ready`, or
 *   `pick.sure` once it is confirmed.
 * - `press(button)` sends a button of the house as it is.
 * - `skip()` shows the newest at once; `next()` goes on from a moment, or in a guided round.
 * - `look(card)` shows one card large. `say(text)` says words in the chat or to the host.
 * - `watch(reader)` asks for the finished game as a reel.
 * - `learn(game, step, code)` begins a guided round, goes on in it, or tries a move.
 *
 * @typedef {{
 *   choose: (word: string) => void,
 *   back: () => void,
 *   send: (node: Node) => void,
 *   press: (button: Button) => void,
 *   skip: () => void,
 *   next: () => void,
 *   look: (card: Card) => void,
 *   say: (text: string) => void,
 *   watch: (reader: number) => void,
 *   learn: (game: string, step: number, code: string) => void,
 * }} Act
 */

export {};
