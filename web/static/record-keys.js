// The palette: a tap puts a card into the field that is being filled in.

import { cards, rubbed, tally } from "./record-cards.js";

export class Keys {
  // `waiting` gives the entries that the server has not seen; their cards are gone too.
  constructor(root, waiting) {
    this.root = root;
    this.waiting = waiting;
    this.field = null;
    root.addEventListener("click", (event) => this.clicked(event));
    root.addEventListener("focusin", ({ target }) => {
      if (target.matches("[data-cards]")) this.field = target;
    });
    root.addEventListener("input", () => this.count());
    root.addEventListener("change", ({ target }) => {
      if (target.matches("[data-all]")) this.all(target.checked);
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
    this.count();
  }

  current() {
    if (!this.field?.isConnected) this.field = this.root.querySelector("[data-next] [data-cards]");
    return this.field;
  }

  clicked({ target }) {
    const key = target.closest("[data-face]");
    const field = this.current();
    if (!field || !(key || target.closest("[data-rub]"))) return;
    field.value = key ? field.value + key.dataset.face : rubbed(field.value);
    this.count();
    const size = Number(field.closest("[data-size]")?.dataset.size);
    const full = key && size && cards(field.value).length === size;
    // Who answers to a lead, or tells a hand, is done with the last card.
    if (full && this.waiting().length === 0) field.form.requestSubmit();
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
    const gone = tally(waiting.flatMap((entry) => cards(played(entry))));
    const held = tally(cards(this.current()?.value ?? ""));
    box.toggleAttribute("data-alone", alone);
    for (const key of box.children) {
      const { face, left } = key.dataset;
      const there = alone ? (unplayed[face] ?? 0) - (gone.get(face) ?? 0) : Number(left);
      const number = Math.max(0, there - (held.get(face) ?? 0));
      key.querySelector("i").textContent = number;
      key.toggleAttribute("data-gone", number === 0);
    }
  }
}

// The text of an entry, where it may be cards.
function played(entry) {
  return entry.do === "type" && !/^[a-z]{3,}/.test(entry.text) ? entry.text : "";
}
