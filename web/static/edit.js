// The text editor. The text area is the text; below it lies the same in colours. The server says what
// is wrong, what may come next and how the table stands; without it one writes on all the same.

import { paint } from "./edit-colours.js";
import { Places } from "./fill.js";
import { differing } from "./fold.js";
import { part } from "./part.js";

const KEPT = "shengji-edit";
const WAIT = 250;

class Editor {
  constructor(root) {
    this.root = root;
    this.area = root.querySelector("[data-writing]");
    this.under = root.querySelector("[data-under]");
    this.offers = root.querySelector("[data-offers]");
    this.statements = new Set(root.dataset.statements.split(" "));
    this.found = [];
    this.scene = {};
    this.around = "";
    this.timer = 0;
    this.asked = 0;
    const kept = localStorage.getItem(KEPT);
    if (kept && !new URLSearchParams(window.location.search).has("draft")) this.area.value = kept;
    for (const element of root.querySelectorAll(".js:not([data-offers])")) element.hidden = false;
    for (const element of root.querySelectorAll(".nojs")) element.hidden = true;
    // The table of where one left off, not of the head.
    this.area.setSelectionRange(this.area.value.length, this.area.value.length);
    this.board();
    this.listen();
    this.colour();
    this.look();
  }

  listen() {
    const { area } = this;
    area.addEventListener("input", () => this.changed());
    area.addEventListener("scroll", () => this.follow());
    area.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("selectionchange", () => {
      if (document.activeElement === area) this.soon();
    });
    this.offers.addEventListener("click", ({ target }) => this.take(target.closest("li")));
    this.root.querySelector("[data-format-now]").addEventListener("click", () => this.format());
    this.root.querySelector("[data-found]").addEventListener("click", ({ target }) => {
      const place = target.closest("button");
      if (place) this.to(Number(place.dataset.line), Number(place.dataset.column));
    });
  }

  // -- places: lines and columns in code points, from 1 -------------------------------------------

  get place() {
    const before = this.area.value.slice(0, this.area.selectionStart).split("\n");
    return { line: before.length, column: [...before.at(-1)].length + 1 };
  }

  to(line, column) {
    const lines = this.area.value.split("\n").slice(0, line);
    const last = [...lines.pop()].slice(0, column - 1).join("");
    const at = lines.reduce((sum, each) => sum + each.length + 1, 0) + last.length;
    this.area.focus();
    this.area.setSelectionRange(at, at);
    this.area.scrollTop = Math.max(0, (line - 6) * 21);
  }

  // -- typing -------------------------------------------------------------------------------------

  changed() {
    localStorage.setItem(KEPT, this.area.value);
    this.close();
    this.colour();
    this.soon();
  }

  soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(), WAIT);
  }

  key(event) {
    const { key } = event;
    if ((event.ctrlKey || event.metaKey) && key === "s") {
      event.preventDefault();
      this.format();
    } else if (event.ctrlKey && key === " ") {
      event.preventDefault();
      this.complete();
    } else if (!this.offers.hidden) {
      this.choose(event);
    }
  }

  choose(event) {
    const items = [...this.offers.children];
    const here = items.findIndex((item) => item.getAttribute("aria-selected") === "true");
    const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (by) this.select((here + by + items.length) % items.length);
    else if (event.key === "Enter" || event.key === "Tab") this.take(items[here]);
    else if (event.key === "Escape") this.close();
    else return;
    event.preventDefault();
  }

  // -- what the server says -----------------------------------------------------------------------

  async ask(address, more = {}) {
    const body = JSON.stringify({ text: this.area.value, ...this.place, ...more });
    const headers = { "Content-Type": "application/json" };
    try {
      const response = await fetch(address, { method: "POST", headers, body });
      if (response.ok) return await response.json();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
    this.tell("unchecked");
    return null;
  }

  async look() {
    this.asked += 1;
    const number = this.asked;
    const told = await this.ask(this.root.dataset.service, { around: this.around });
    if (told === null || number !== this.asked) return;
    this.tell("");
    this.found = told.found;
    this.list();
    this.colour();
    if (told.html) this.seats(told);
    if (told.scene) this.show(told.scene);
    this.root.dataset.seen = String(number);
  }

  async format() {
    const told = await this.ask(this.root.dataset.format);
    if (told === null) return;
    const { place } = this;
    if (told.text !== null) {
      this.area.value = told.text;
      this.to(place.line, place.column);
    }
    this.changed();
    this.tell(told.text === null ? "unformatted" : "kept");
  }

  async complete() {
    const told = await this.ask(this.root.dataset.complete);
    if (!told?.length) return;
    this.offers.replaceChildren(...told.slice(0, 40).map(offer));
    this.offers.hidden = false;
    this.select(0);
  }

  select(index) {
    [...this.offers.children].forEach((item, place) => {
      item.setAttribute("aria-selected", String(place === index));
      if (place === index) item.scrollIntoView({ block: "nearest" });
    });
  }

  // The word before the cursor gives way to the one that was chosen.
  take(item) {
    if (!item) return;
    const { area } = this;
    const word = area.value.slice(0, area.selectionStart).match(/\S*$/)[0];
    const start = item.dataset.whole
      ? area.value.lastIndexOf("\n", area.selectionStart - 1) + 1
      : area.selectionStart - word.length;
    area.setRangeText(item.dataset.text, start, area.selectionStart, "end");
    area.focus();
    this.changed();
  }

  close() {
    this.offers.hidden = true;
  }

  // -- what is shown ------------------------------------------------------------------------------

  colour() {
    paint(this.under, this.area.value, this.found, this.statements);
    this.follow();
  }

  follow() {
    this.under.scrollTop = this.area.scrollTop;
    this.under.scrollLeft = this.area.scrollLeft;
  }

  list() {
    const items = this.found.filter(({ severity }) => severity !== "note").map(finding);
    this.root.querySelector("[data-found]").replaceChildren(...items);
    this.root.querySelector("[data-none]").hidden = items.length > 0;
  }

  board() {
    const deck = document.getElementById("deck");
    this.places = new Places(this.root.querySelector("[data-board]"), deck, (at) => `#${at}`);
  }

  seats(told) {
    this.around = told.around;
    this.root.querySelector("[data-board]").replaceChildren(part(told.html, "[data-table]"));
    this.scene = {};
    this.board();
  }

  show(scene) {
    this.places.fill(differing(this.scene, scene), scene);
    this.scene = scene;
  }

  tell(name) {
    this.root.querySelector("[data-net]").textContent = name ? this.root.dataset[name] : "";
  }
}

function finding({ line, column, message, severity, address }) {
  const place = document.createElement("li");
  place.className = `is-${severity}`;
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.line = line ?? 1;
  button.dataset.column = column ?? 1;
  button.textContent = `${line ?? ""}:${column ?? ""} ${address ?? ""}`;
  place.append(button, ` ${message}`);
  return place;
}

function offer({ text, kind, detail }) {
  const place = document.createElement("li");
  place.setAttribute("role", "option");
  place.dataset.text = text;
  if (kind === "line") place.dataset.whole = "yes";
  place.textContent = text;
  place.title = detail;
  return place;
}

const editor = new Editor(document.querySelector("[data-editor]"));
editor.root.dataset.ready = "";
