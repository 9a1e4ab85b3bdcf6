// The palette: a tap puts a card into the field that is being filled in.

import { cards, rubbed, tally, without } from "./record-cards.js";

// Milliseconds: shorter than anybody takes to see other cards and tap one of them.
const NEW = 120;
const ECHO = 350;

export class Keys {
  // `waiting` gives the entries that are made without a network; their cards are gone too. `pending`
  // tells how many entries have no answer yet.
  constructor(root, waiting, pending) {
    this.root = root;
    this.waiting = waiting;
    this.pending = pending;
    this.field = null;
    root.addEventListener("click", (event) => this.clicked(event));
    root.addEventListener("focusin", ({ target }) => {
      if (target.matches("[data-cards]")) this.field = target;
    });
    root.addEventListener("input", () => this.count());
    root.addEventListener("change", ({ target }) => {
      if (target.matches("[data-all]")) this.all(target.checked);
      // Another hand is told.
      if (target.matches("[data-size]")) {
        this.field = null;
        this.count();
      }
    });
    // A statement that is opened is the one that is filled in.
    root.addEventListener("toggle", ({ target }) => {
      const field = target.open ? target.querySelector("[data-cards]") : null;
      if (field) this.field = field;
      else if (this.field?.closest("details") === target) this.field = null;
    }, true);
  }

  get box() {
    return this.root.querySelector("[data-keys]");
  }

  // The part of the page is new.
  renewed() {
    this.field = null;
    this.plays = Number(this.root.querySelector("[data-desk]").dataset.plays) - this.pending();
    this.count();
    this.settle();
    // Somebody tapped ahead of the answer.
    if (this.current()) this.done();
  }

  current() {
    if (!this.field?.isConnected) {
      const correcting = this.root.querySelector("[data-correct]:not([hidden]) [data-cards]");
      this.field = correcting ?? this.root.querySelector("[data-next] [data-cards]");
    }
    return this.field;
  }

  // From now on cards go into this field; null: into that of what comes next.
  put(field) {
    this.field = field;
    this.count();
  }

  // How many cards the field is to hold: as many as the tab says that is open, or its form. 0 or no
  // number at all: nobody knows.
  size() {
    const { form } = this.current();
    const of = form.querySelector("[data-size]:checked") ?? form.querySelector("div[data-size]");
    return Number(of?.dataset.size);
  }

  clicked({ target }) {
    const key = target.closest("[data-face]");
    const back = target.closest("[data-at]");
    const field = this.current();
    if (!field || !(key || back || target.closest("[data-rub]"))) return;
    if (key && (this.isNew() || this.isEcho(key))) return;
    if (key) field.value += key.dataset.face;
    else field.value = back ? without(field.value, back.dataset.at) : rubbed(field.value);
    this.count();
    if (key && this.done()) this.echo = { face: key.dataset.face, until: performance.now() + ECHO };
  }

  // A second tap on the card that has ended a play is no card of the next one.
  isEcho(key) {
    return key.dataset.face === this.echo?.face && performance.now() < this.echo.until;
  }

  // Other cards lie where a finger was already on its way to.
  isNew() {
    return this.box.hasAttribute("data-new");
  }

  settle() {
    const { box } = this;
    if (!box) return;
    const layout = [...box.querySelectorAll("[data-face]")].map((e) => e.dataset.face + e.dataset.state);
    const [before, now] = [this.layout, layout.filter((face) => !face.endsWith("none")).join()];
    this.layout = now;
    if (before === undefined || before === now || !box.dataset.of) return;
    box.dataset.new = "";
    setTimeout(() => box.removeAttribute("data-new"), NEW);
  }

  // Who answers to a lead, or tells a hand, is done with the last card. What was tapped ahead of an
  // answer may be several plays, one after the other, as far as the trick goes.
  done() {
    const size = this.size();
    let entered = false;
    const single = this.plays === 0 && this.pending() === 0;
    while (size > 0 && this.waiting().length === 0 && (this.plays > 0 || (single && !entered))) {
      const { field } = this;
      const chosen = cards(field.value);
      if (chosen.length < size || (chosen.length > size && single)) break;
      field.value = chosen.slice(0, size).join("");
      field.form.requestSubmit();
      field.value = chosen.slice(size).join("");
      this.plays -= 1;
      entered = true;
    }
    return entered;
  }

  all(shown) {
    this.box.toggleAttribute("data-all", shown);
  }

  // How many copies are left of each card, without those that are in the field.
  count() {
    const { box } = this;
    if (!box) return;
    const waiting = this.waiting();
    const alone = waiting.length > 0;
    const unplayed = JSON.parse(this.root.querySelector("[data-desk]").dataset.unplayed);
    const gone = tally(latest(waiting).flatMap((entry) => cards(played(entry))));
    const chosen = cards(this.current()?.value ?? "");
    const held = tally(chosen);
    // Of what is corrected any card can be meant.
    const all = this.current()?.dataset.copies;
    const copies = all ? JSON.parse(all) : null;
    box.toggleAttribute("data-any", copies !== null);
    box.toggleAttribute("data-alone", alone);
    for (const key of box.querySelectorAll("[data-face]")) {
      const { face, left } = key.dataset;
      const there = copies ? (copies[face] ?? 0) : alone ? (unplayed[face] ?? 0) - (gone.get(face) ?? 0) : Number(left);
      const number = Math.max(0, there - (held.get(face) ?? 0));
      key.querySelector("i").textContent = number;
      key.toggleAttribute("data-gone", number === 0);
    }
    this.choose(chosen);
  }

  // What was chosen so far, as cards that can be taken back, and how many they are.
  choose(chosen) {
    const tray = this.root.querySelector("[data-tray]");
    const faces = [...this.box.querySelectorAll("[data-face]")];
    const inOrder = faces.flatMap((key) =>
      chosen.flatMap((face, at) => (face === key.dataset.face ? [taken(key, at, tray)] : [])),
    );
    tray.replaceChildren(...inOrder);
    const field = this.current();
    const place = field?.form.querySelector("[data-count]");
    if (!place) return;
    const size = this.size();
    place.textContent = chosen.length === 0 ? "" : chosen.length + (size > 1 ? ` / ${size}` : "");
  }
}

// A chosen card; a tap takes it back.
function taken(key, at, tray) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = key.className.replace("key ", "");
  button.dataset.at = at;
  button.append(key.querySelector("b").cloneNode(true), key.querySelector("svg").cloneNode(true));
  const name = key.getAttribute("aria-label").split(",")[0];
  button.setAttribute("aria-label", `${tray.dataset.back}: ${name}`);
  return button;
}

// The entries of one hand or, once trump is told, of its play: for each all cards are there again.
function latest(entries) {
  const at = entries.findLastIndex(({ text }) => /^(hand|trump)\b/.test(text ?? ""));
  return entries.slice(at + 1);
}

// The text of an entry, where it may be cards.
function played(entry) {
  return entry.do === "type" && !/^[a-z]{3,}/.test(entry.text) ? entry.text : "";
}
