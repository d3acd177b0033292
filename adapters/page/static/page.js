// The page: joins what stands around it with what runs in it.

/** @import {App} from "./app.js" */

import { acts } from "./acts.js";
import { layoutOf, tableState } from "./app.js";
import { bring } from "./art.js";
import { h, render } from "./dom.js";
import { shell as ofThisDoor } from "./doors.js";
import { letFontCome } from "./font.js";
import { ghost, pressing, typing, wish } from "./keys.js";
import { drawings, inside, RecordedSocket } from "./recorded.js";
import { Running } from "./running.js";
import { wakeSound } from "./sound.js";
import { recall } from "./stored.js";
import { Page } from "./view.js";
import { BROWSER } from "./wire.js";

/** The address of the socket, beside that of the page. */
function socketAddress() {
  const { socket } = document.documentElement.dataset;
  const address = new URL(socket || "page/ws", location.href);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  address.hash = address.search = "";
  return address.href;
}

async function begin() {
  const shell = await ofThisDoor();
  const recorded = inside(document);
  if (recorded) bring(drawings(recorded));
  const page = new Running(
    socketAddress(),
    shell,
    paint,
    recorded ? { ...BROWSER, socket: () => new RecordedSocket(recorded).asSocket() } : BROWSER,
  );
  const { act, beside, key } = acts(page);

  /** @param {App} app */
  function paint(app) {
    const root = document.getElementById("page");
    if (root) render(h(Page, { app, act, page: beside }), root);
    if (app.store.hello) around(app);
    mark(app);
  }

  /** What the page tells its tab and its shell. @param {App} app */
  function around(app) {
    const { texts, language, scene, choice, pick, layout } = tableState(app);
    const root = document.documentElement;
    root.lang = language;
    root.dataset.layout = layout;
    root.classList.toggle("still", app.still);
    const name = scene?.title || texts.brand;
    document.title = choice ? `● ${choice.prompt} ${name}` : `${name} · ${texts.brand}`;
    const half = Boolean(pick?.back);
    shell.half?.(half);
    shell.back?.(half || app.open ? act.back : null);
  }

  function measure() {
    const layout = layoutOf(innerWidth, innerHeight, shell.compact);
    if (layout !== page.app.layout) page.set({ layout });
  }

  function awake() {
    if (document.hidden) return;
    page.wire.wake();
    page.wake();
  }

  /** @type {import("./keys.js").Touch} */
  let touch = { x: 0, y: 0, at: -Infinity };
  let shownChoice = "";
  let changed = -Infinity;

  /** What can be pressed is another thing from now on, or still the same. @param {App} app */
  function mark(app) {
    const { choice, pick, table, show } = tableState(app);
    const now = `${table} ${choice?.question} ${pick?.path.join(".")} ${pick?.sure?.word} ${show.line?.moment?.ends}`;
    if (now !== shownChoice) changed = performance.now();
    shownChoice = now;
  }

  /**
   * A press on what came into its place just now is none. The keys of a film stand still, whatever
   * is shown: there two quick presses are two steps.
   * @param {MouseEvent} event
   */
  function onClick(event) {
    if (event.detail === 0) return; // by a key, or by whoever helps to read the page
    if (event.target instanceof Element && event.target.closest(".reel")) return;
    const now = { x: event.clientX, y: event.clientY, at: performance.now() };
    if (ghost(touch, now, changed)) {
      event.stopPropagation();
      event.preventDefault();
    } else touch = now;
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const focus = document.activeElement;
    const wants = wish(event, { typing: typing(focus), pressing: pressing(focus) });
    const { app } = page;
    if (!wants || app.curtain || app.open || !app.store.hello) return; // a dialog closes itself
    if (key(wants)) event.preventDefault();
  }

  const motion = matchMedia("(prefers-reduced-motion: reduce)");
  const still = () => page.set({ still: motion.matches });
  motion.addEventListener("change", still);
  still();
  measure();
  addEventListener("resize", measure);
  addEventListener("online", () => page.wire.wake());
  addEventListener("keydown", onKey);
  addEventListener("click", onClick, { capture: true });
  document.addEventListener("visibilitychange", awake);
  document.addEventListener("pointerdown", () => page.app.sound && wakeSound(), { passive: true });
  shell.woken?.(awake);
  if (shell.news) page.set({ posts: recall("posts") !== "off" });
  page.wire.open();
  letFontCome();
}

void begin();
