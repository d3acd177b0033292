"use strict";
// The page itself: a record comes in, sentences come out.

const WORDS = typeof document === "undefined" ? {} :
  JSON.parse(document.getElementById("texts").textContent);
const LARGEST = 8 * 1024 * 1024;
const MARKS = {good: "✓", bad: "✗", note: "–"};

let language = "en";
let shown = null;

const words = () => WORDS[language];

function say(key, values = {}) {
  return words().texts[key].replace(/\{([a-z_]+)\}/g, (blank, name) => String(values[name] ?? blank));
}

function element(tag, text = "", ...children) {
  const made = document.createElement(tag);
  made.append(...(text === "" ? [] : [text]), ...children);
  return made;
}

function classed(kind, made) {
  made.className = kind;
  return made;
}

// What was written in another direction must not turn the sentence around it.
const isolated = text => `\u2068${text}\u2069`;

function nameOf(name, seat) {
  if (words().computers[name]) return words().computers[name];
  return name ? isolated(name) : say("nameless", {n: seat});
}

function cardNames(record, codes) {
  const games = words().cards[record.game] || {};
  const preset = (record.options || {}).preset || Object.keys(games)[0];
  const names = games[preset] || {};
  return codes.map(code => names[code] || code).join(say("comma"));
}

const picture = (list, number) => words()[list][number] || "?";

// The four pictures of a seal: its first 24 bits, six for each.
function sealPictures(seal) {
  const bits = parseInt(seal.slice(0, 6), 16);
  return [18, 12, 6, 0].map(shift => picture("seals", (bits >> shift) & 63)).join(" · ");
}

// ---------------------------------------------------------------- what is shown

function findings(report) {
  const list = classed("found", element("ul"));
  for (const [mark, text, values] of report.found) {
    const sign = element("span", MARKS[mark]);
    sign.setAttribute("role", "img");
    sign.setAttribute("aria-label", say(`mark-${mark}`));
    list.append(classed(mark, element("li", "", sign, element("span", say(text, values)))));
  }
  return list;
}

function sentences(title, lines) {
  if (!lines.length) return [];
  const list = element("ul");
  for (const [text, values] of lines) list.append(element("li", say(text, values)));
  return [element("h3", say(title)), list];
}

function comparison(report) {
  const why = report.version === 1 ? "compare-why-old" : "compare-why";
  const list = element("dl");
  for (const [title, value] of report.compare) {
    const shown = element("dd");
    if (title === "the-seal" && report.version > 1) {
      shown.append(classed("pictures", element("span", sealPictures(value))));
    }
    shown.append(element("code", value));
    list.append(element("dt", say(title)), shown);
  }
  return [element("h3", say("compare")), element("p", say(why)), list];
}

function cutsOf(report) {
  if (!report.cuts.length) return [];
  const list = element("ul");
  for (const {name, cut, words: said} of report.cuts) {
    let told = say("cut-none");
    if (said !== undefined) told = say("by-words", {words: isolated(said)});
    else if (cut) {
      told = picture("cuts", cut.picture);
      if (cut.bits) told = say("cut-page", {picture: told, bits: cut.bits.length * 4});
    }
    list.append(element("li", say("person-cut", {name: nameOf(name, "?"), cut: told})));
  }
  return [element("h3", say("cuts")), list];
}

function row(title, cards) {
  const head = element("th", title);
  head.scope = "row";
  return element("tr", "", head, element("td", cards));
}

function dealTable(record, report, deal) {
  const body = element("tbody");
  record.seats.forEach((name, index) => {
    const seat = index + 1, cards = deal.hands.get(seat);
    const computer = report.computers && report.computers.includes(seat);
    const title = say(computer ? "computer" : "seat", {name: nameOf(name, seat), seat});
    if (cards) body.append(row(title, cardNames(record, cards)));
  });
  for (const [pile, cards] of Object.entries(deal.piles)) {
    body.append(row(say(`pile-${pile}`), cardNames(record, cards)));
  }
  const first = nameOf(record.seats[deal.first - 1], deal.first);
  return [element("p", say("begins", {name: first})), element("table", "", body)];
}

function deals(record, report) {
  if (!report.deals.length) return [];
  const shown = [element("h3", say("deal"))];
  report.deals.forEach((deal, index) => {
    const table = dealTable(record, report, deal);
    if (report.deals.length === 1) {
      shown.push(...table);
      return;
    }
    const folded = element("details", "", element("summary", say("round", {number: index + 1})), ...table);
    folded.open = index === 0;
    shown.push(folded);
  });
  return shown;
}

function draw() {
  document.documentElement.lang = language;
  document.title = `${say("brand")} · ${say("title")}`;
  for (const each of document.querySelectorAll("[data-text]")) {
    each.textContent = say(each.dataset.text);
  }
  const bar = document.getElementById("languages");
  bar.setAttribute("aria-label", say("languages"));
  for (const button of bar.children) {
    button.setAttribute("aria-pressed", String(button.lang === language));
  }
  const result = document.getElementById("result");
  result.hidden = shown === null;
  if (shown === null) return;
  const {record, report} = shown;
  const title = element("h2", say(report.verdict, {place: report.place}));
  title.id = "verdict";
  if (report.text) {
    result.replaceChildren(classed("bad", title), element("p", say(report.text)));
    return;
  }
  if (!report.fair) {
    result.replaceChildren(
      classed("bad", title), element("p", say("proves-nothing")),
      element("h3", say("found")), findings(report),
    );
    return;
  }
  result.replaceChildren(
    classed("good", title),
    ...sentences("proved", report.proved), ...sentences("not-proved", report.unproved),
    ...comparison(report), element("h3", say("found")), findings(report),
    ...cutsOf(report), ...deals(record, report),
  );
}

// ---------------------------------------------------------------- what comes in

function look(text) {
  let record;
  try {
    record = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    shown = {record: null, report: {fair: false, verdict: "none", place: "JSON", text: "no-json"}};
  }
  if (record !== undefined) {
    const report = judge(record);
    shown = {record, report};
  }
  draw();
  document.getElementById("result").focus();
}

async function choose(event) {
  const [file] = event.target.files;
  if (!file) return;
  const text = file.size > LARGEST ? "" : await file.text();
  document.getElementById("paste").value = text.length < 200000 ? text : "";
  look(text);
}

function begin() {
  const wanted = navigator.languages.map(code => code.split("-")[0]);
  language = wanted.find(code => WORDS[code]) || "en";
  for (const code of Object.keys(WORDS)) {
    const button = element("button", WORDS[code].language);
    button.type = "button";
    button.lang = code;
    button.addEventListener("click", () => {
      language = code;
      draw();
    });
    document.getElementById("languages").append(button, " ");
  }
  document.getElementById("file").addEventListener("change", choose);
  document.getElementById("form").addEventListener("submit", event => {
    event.preventDefault();
    look(document.getElementById("paste").value);
  });
  draw();
}

if (typeof document !== "undefined") begin();
