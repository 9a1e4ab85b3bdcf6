// The text editor. The text area is the text; below it lies the same in colours. The server says what
// is wrong, what may come next and how the table stands; without it one writes on all the same.

import { History, difference } from "./edit-history.js";
import { Kept, forget } from "./edit-keep.js";
import { Offers } from "./edit-offers.js";
import { Paper } from "./edit-paper.js";
import { matchAround, offsetOf, placeOf } from "./edit-text.js";
import { Places } from "./fill.js";
import { part } from "./part.js";

const WAIT = 200;
const LONGEST = 2000;
const AGAIN = 5000;
const REFUSALS = { 413: "tooLong", 429: "busy" };
// So much of the window is left when a keyboard stands in the rest.
const KEYBOARD = 0.75;

class Editor {
  constructor(root) {
    this.root = root;
    this.area = root.querySelector("[data-writing]");
    this.kept = new Kept(root.dataset.draft);
    const before = this.kept.own ?? this.kept.last;
    if (before !== null && !("given" in root.dataset)) this.area.value = before;
    this.paper = new Paper(root);
    this.history = new History(this.area);
    this.offers = new Offers(root.querySelector("[data-offers]"), this.area, (one) => this.take(one));
    this.around = "";
    this.fresh = true;
    this.pending = false;
    this.wait = WAIT;
    this.asked = 0;
    this.show();
  }

  show() {
    for (const element of this.root.querySelectorAll(".js:not([data-offers])")) element.hidden = false;
    for (const element of this.root.querySelectorAll(".nojs")) element.hidden = true;
    // The table of where one left off, not of the head.
    this.area.setSelectionRange(this.area.value.length, this.area.value.length);
    this.board();
    this.listen();
    this.texts();
    this.paper.write(this.area.value);
    this.look();
  }

  listen() {
    const { area } = this;
    area.addEventListener("input", ({ isComposing }) => this.changed(false, isComposing));
    area.addEventListener("keydown", (event) => this.key(event));
    area.addEventListener("compositionend", () => this.changed(false, true));
    area.addEventListener("beforeinput", (event) => {
      if (event.inputType === "historyUndo") this.undo(event);
      if (event.inputType === "historyRedo") this.redo(event);
    });
    area.addEventListener("blur", () => this.offers.choose(-1));
    document.addEventListener("selectionchange", () => this.moved());
    window.addEventListener("online", () => this.soon(true));
    for (const name of ["resize", "scroll"]) {
      window.visualViewport?.addEventListener(name, () => this.fit());
    }
    for (const name of ["focus", "blur"]) area.addEventListener(name, () => this.fit());
    // What comes up below takes from the text, and the line of the cursor stays in sight.
    new ResizeObserver(() => {
      if ("typing" in this.root.dataset) this.paper.bring(this.place.line);
    }).observe(area);
    for (const [name, work] of [["format-now", "format"], ["undo", "undo"], ["redo", "redo"]]) {
      this.root.querySelector(`[data-${name}]`).addEventListener("click", (event) => this[work](event));
    }
    this.root.addEventListener("click", ({ target }) => this.click(target.closest("button")));
  }

  click(button) {
    if (!button) return;
    const { line, fix, open, forgotten } = button.dataset;
    if (line) this.to(Number(line), Number(button.dataset.column));
    else if (fix) this.mend(JSON.parse(fix));
    else if (open) this.rewrite(this.kept.others().find(({ key }) => key === open).text);
    else if (forgotten) {
      forget(forgotten);
      this.texts();
    }
  }

  get place() {
    return placeOf(this.area.value, this.area.selectionStart);
  }

  to(line, column) {
    const at = offsetOf(this.area.value, line, column);
    this.area.focus();
    this.area.setSelectionRange(at, at);
    this.paper.bring(line);
  }

  // -- typing -------------------------------------------------------------------------------------

  // `apart`: it is taken back by itself, whatever was typed before; `within`: one sign of several
  // that are put together.
  changed(apart = false, within = false) {
    this.history.note(apart, within);
    this.shown();
  }

  shown() {
    this.line = this.place.line;
    if (!this.kept.write(this.area.value)) this.tell("full");
    this.offers.choose(-1);
    this.paper.write(this.area.value);
    this.soon(true);
  }

  undo(event) {
    event.preventDefault();
    this.history.undo();
    this.restored();
  }

  redo(event) {
    event.preventDefault();
    this.history.redo();
    this.restored();
  }

  restored() {
    this.shown();
    this.paper.bring(this.line);
  }

  write(start, end, text) {
    this.area.focus();
    this.area.setRangeText(text, start, end, "end");
    this.changed(true);
  }

  // Another text: all of it that differs gives way at once, and the cursor stays on its line.
  rewrite(text) {
    const change = difference(this.area.value, text);
    if (!change) return;
    const { line, column } = this.place;
    this.write(change.at, change.at + change.old.length, change.fresh);
    this.to(Math.min(line, text.split("\n").length), column);
  }

  moved() {
    if (document.activeElement !== this.area) return;
    const { line } = this.place;
    if (line !== this.line) this.offers.close();
    this.line = line;
    this.here();
    this.soon(false);
  }

  soon(fresh) {
    this.fresh ||= fresh;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(), this.wait);
  }

  key(event) {
    const { key } = event;
    // While signs are put together, every key is the input method's.
    if (event.isComposing || event.keyCode === 229) return;
    const command = event.ctrlKey || event.metaKey;
    if (command && key === "s") this.format();
    else if (command && key === "z") this.undo(event);
    else if (command && (key === "y" || key === "Z")) this.redo(event);
    else if (event.ctrlKey && key === " ") this.complete();
    else if (key === "F8") this.next(event.shiftKey);
    else if (command || event.altKey || !this.offers.key(event)) return;
    event.preventDefault();
  }

  // To the finding behind the cursor or before it, around the end.
  next(back) {
    const { line, column } = this.place;
    const spots = this.paper.found
      .filter(({ severity }) => severity !== "note")
      .map((each) => [each.line ?? 1, each.column ?? 1]);
    const ahead = ([one, two]) => one > line || (one === line && two > column);
    const behind = ([one, two]) => one < line || (one === line && two < column);
    const spot = back
      ? (spots.findLast(behind) ?? spots.at(-1))
      : (spots.find(ahead) ?? spots[0]);
    if (spot) this.to(...spot);
  }

  // -- what the server says -----------------------------------------------------------------------

  async ask(address, question, signal) {
    const headers = { "Content-Type": "application/json" };
    const body = JSON.stringify(question);
    let response;
    try {
      response = await fetch(address, { method: "POST", headers, body, signal });
      if (response.ok) return await response.json();
    } catch (error) {
      if (error.name === "AbortError") return null;
      if (!(error instanceof TypeError)) throw error;
    }
    this.tell(response ? (REFUSALS[response.status] ?? "failed") : "unchecked");
    if (response?.status === 429) setTimeout(() => this.soon(true), AGAIN);
    return null;
  }

  // A newer question ends an older one; the slower the answers, the longer one waits to ask. Of a
  // text that is as it was, no more is sent than the match around the cursor.
  async look() {
    const { place } = this;
    const long = this.area.value.length > Number(this.root.dataset.most);
    if (long) this.tell("tooLong");
    const fresh = !long && (this.fresh || this.pending);
    const spot = `${place.line}:${place.column}`;
    if (!fresh && spot === this.spot) return;
    this.asking?.abort();
    const asking = new AbortController();
    Object.assign(this, { asking, spot, pending: fresh, fresh: false });
    const begun = performance.now();
    const told = await this.ask(this.root.dataset.service, this.question(place, fresh), asking.signal);
    if (asking !== this.asking) return;
    this.pending = false;
    this.wait = Math.min(LONGEST, Math.max(WAIT, performance.now() - begun));
    if (told === null) this.fresh ||= fresh;
    else this.answered(told);
  }

  question(place, fresh) {
    const whole = { text: this.area.value, above: 0 };
    const { text, above } = fresh ? whole : matchAround(whole.text, place.line);
    return { text, line: place.line - above, column: place.column, around: this.around, all: fresh };
  }

  // What was found in a text that has changed since then is found anew.
  answered(told) {
    if (told.found && !this.fresh) this.judged(told);
    if (told.html) this.seats(told);
    if (told.scene) this.places.show(told.scene);
    this.asked += 1;
    this.root.dataset.seen = String(this.asked);
  }

  judged(told) {
    this.tell("");
    this.paper.mark(told.found);
    this.list(told);
    this.here();
    if (document.activeElement === this.area && this.offers.chosen < 0) this.offers.show(told.offers);
  }

  async format() {
    const told = await this.ask(this.root.dataset.format, { text: this.area.value });
    if (told === null) return;
    if (told.text !== null) this.rewrite(told.text);
    const kept = this.kept.write(this.area.value);
    this.tell(!kept ? "full" : told.text === null ? "unformatted" : "kept");
  }

  async complete() {
    const told = await this.ask(this.root.dataset.complete, { text: this.area.value, ...this.place });
    if (!told) return;
    this.offers.show(told);
    this.offers.choose(0);
  }

  // What was begun before the cursor gives way to what was chosen.
  take({ text, begun }) {
    const { line, column } = this.place;
    const start = offsetOf(this.area.value, line, column - begun);
    this.offers.close();
    this.write(start, this.area.selectionStart, text);
  }

  mend({ line, column, length, text }) {
    const start = offsetOf(this.area.value, line, column);
    this.write(start, offsetOf(this.area.value, line, column + length), text);
  }

  // -- what is shown ------------------------------------------------------------------------------

  list({ found, number }) {
    const items = found.filter(({ severity }) => severity !== "note").map(finding);
    if (number > found.length) {
      const more = document.createElement("li");
      more.textContent = `${this.root.dataset.more} ${number}`;
      items.push(more);
    }
    this.root.querySelector("[data-found]").replaceChildren(...items);
    this.root.querySelector("[data-none]").hidden = items.length > 0;
  }

  // What is wrong on the line of the cursor, where the eyes are; told to those who listen, too.
  here() {
    const { line } = this.place;
    const found = this.paper.at(line).filter(({ severity }) => severity !== "note");
    const place = this.root.querySelector("[data-here]");
    const told = JSON.stringify(found);
    if (place.dataset.told === told) return;
    place.dataset.told = told;
    place.replaceChildren(...found.slice(0, 2).map(brief));
  }

  board() {
    const deck = document.getElementById("deck");
    this.places = new Places(this.root.querySelector("[data-board]"), deck, (at) => `#${at}`);
  }

  seats(told) {
    this.around = told.around;
    this.root.querySelector("[data-board]").replaceChildren(part(told.html, "[data-table]"));
    this.board();
  }

  texts() {
    const others = this.kept.others();
    const place = this.root.querySelector("[data-texts]");
    place.hidden = !others.length;
    place.querySelector("ul").replaceChildren(...others.map((one) => kept(one, this.root.dataset)));
  }

  // Where a keyboard takes half of the window, the text has all of the rest.
  fit() {
    const seen = window.visualViewport;
    const all = document.documentElement.clientHeight;
    const typing =
      document.activeElement === this.area && seen && seen.scale < 1.1 && seen.height < KEYBOARD * all;
    this.root.toggleAttribute("data-typing", Boolean(typing));
    if (!typing) return;
    this.root.style.setProperty("--seen", `${seen.height}px`);
    this.root.style.setProperty("--top", `${seen.offsetTop}px`);
  }

  tell(name) {
    this.root.querySelector("[data-net]").textContent = name ? this.root.dataset[name] : "";
  }
}

function button(text, data) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  Object.assign(made.dataset, data);
  return made;
}

function mendings(fixes) {
  return fixes.flatMap((fix) => [" ", button(fix.title, { fix: JSON.stringify(fix) })]);
}

function finding({ line, column, label, message, severity, address, code, page, basis, fixes }) {
  const place = document.createElement("li");
  place.className = `is-${severity}`;
  const spot = button(`${line ?? ""}:${column ?? ""} ${address ?? ""}`, {
    line: line ?? 1,
    column: column ?? 1,
  });
  const word = document.createElement("b");
  word.textContent = label;
  const why = document.createElement("a");
  why.href = page;
  why.textContent = code;
  why.title = basis;
  place.append(spot, " ", word, ` ${message} `, why, ...mendings(fixes));
  return place;
}

function brief({ label, message, severity, fixes }) {
  const place = document.createElement("p");
  place.className = `is-${severity}`;
  const word = document.createElement("b");
  word.textContent = label;
  place.append(word, ` ${message}`, ...mendings(fixes));
  return place;
}

function kept({ key, text, at }, words) {
  const place = document.createElement("li");
  const lines = text.trimEnd().split("\n");
  const title = text.match(/\[Event\s+"([^"]+)"/)?.[1] ?? lines.at(-1).slice(0, 40);
  const when = new Date(at).toLocaleString(document.documentElement.lang);
  const open = button(words.open, { open: key });
  const gone = button(words.forget, { forgotten: key });
  for (const each of [open, gone]) each.setAttribute("aria-label", `${each.textContent} ${title}`);
  place.append(`${when} · ${title} (${lines.length}) `, open, " ", gone);
  return place;
}

const editor = new Editor(document.querySelector("[data-editor]"));
editor.root.dataset.ready = "";
