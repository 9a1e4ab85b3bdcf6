// Puts a scene into the places of the page. A place is named by an attribute of its element:
// data-text, data-cards, data-is (a state), data-value (of a meter) or data-way (a link).

import { differing } from "./fold.js";

const KINDS = {
  text: (element, text) => {
    if (element.textContent !== text) element.textContent = text;
  },
  is: (element, state) => {
    element.dataset.state = state;
  },
  value: (element, number) => {
    element.value = Number(number);
  },
  way: (element, at, page) => {
    if (at) {
      element.href = page.address(at);
      element.removeAttribute("aria-disabled");
    } else {
      element.removeAttribute("href");
      element.setAttribute("aria-disabled", "true");
    }
  },
  cards: (element, names, page) => {
    lay(element, names.split(" ").filter(Boolean), page.cards);
  },
};

export class Places {
  // `address` makes the address of a position from its name.
  constructor(root, deck, address) {
    this.address = address;
    this.cards = new Map([...deck.content.children].map((card) => [card.dataset.c, card]));
    this.places = new Map();
    for (const kind of Object.keys(KINDS)) {
      for (const element of root.querySelectorAll(`[data-${kind}]`)) this.add(kind, element);
    }
    this.lists = [...root.querySelectorAll("[data-current]")];
    this.fans = [...root.querySelectorAll("[data-fan]")];
    this.fans.forEach(spread);
    // Nobody knows what the page shows before it was filled once.
    this.scene = null;
  }

  add(kind, element) {
    const name = element.dataset[kind];
    const there = this.places.get(name) ?? [];
    this.places.set(name, [...there, [kind, element]]);
  }

  // From now on this scene stands in the places: only what is otherwise than before is touched, and
  // at first all of them.
  show(scene) {
    this.fill(this.scene ? differing(this.scene, scene) : [...this.places.keys()], scene);
    this.scene = scene;
  }

  fill(names, scene) {
    for (const name of names) {
      for (const [kind, element] of this.places.get(name) ?? []) {
        KINDS[kind](element, scene[name] ?? "", this);
      }
    }
    if (names.includes("trick")) this.lists.forEach((list) => mark(list, scene.trick));
    this.fans.forEach(spread);
  }
}

// Cards that stay keep their elements; only what comes or goes is touched.
function lay(list, names, cards) {
  const old = [...list.children];
  let place = 0;
  for (const name of names) {
    const kept = old.findIndex((card, index) => index >= place && card.dataset.c === name);
    if (kept < 0) {
      list.insertBefore(made(name, cards), old[place] ?? null);
    } else {
      old.slice(place, kept).forEach((card) => card.remove());
      place = kept + 1;
    }
  }
  old.slice(place).forEach((card) => card.remove());
  list.dataset.n = names.length;
}

function made(name, cards) {
  const [face, number] = name.split("*");
  const card = cards.get(face).cloneNode(true);
  card.dataset.c = name;
  if (number) {
    const times = document.createElement("i");
    times.textContent = `×${number}`;
    card.append(times);
  }
  return card;
}

// How many cards and how many suits a fan has: its style sheet makes the overlap of that.
function spread(fan) {
  const lists = [...fan.querySelectorAll("ul")].filter((list) => list.children.length > 0);
  fan.dataset.n = lists.reduce((sum, list) => sum + list.children.length, 0);
  fan.dataset.r = lists.length;
}

function mark(list, trick) {
  for (const item of list.children) {
    if (item.dataset.trick !== trick) item.removeAttribute("aria-current");
    else item.setAttribute("aria-current", "step");
  }
}
