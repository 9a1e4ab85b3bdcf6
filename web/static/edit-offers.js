// Ways to go on, in a strip below the text. They are in nobody's way: keys go to the text until one
// is chosen, by Ctrl+Space or a tap.

const SHOWN = 40;

export class Offers {
  constructor(list, area, take) {
    this.list = list;
    this.area = area;
    this.take = take;
    this.chosen = -1;
    list.addEventListener("pointerdown", (event) => event.preventDefault());
    list.addEventListener("click", ({ target }) => {
      const item = target.closest("li");
      if (item) this.take(this.found[[...list.children].indexOf(item)]);
    });
  }

  show(found) {
    this.found = found.slice(0, SHOWN);
    this.list.replaceChildren(...this.found.map(item));
    this.list.hidden = !found.length;
    this.choose(-1);
  }

  close() {
    this.show([]);
  }

  // Into the list, or on in it; -1 is out of it.
  choose(index) {
    const items = [...this.list.children];
    this.chosen = index < 0 || !items.length ? -1 : (index + items.length) % items.length;
    items.forEach((each, place) => {
      each.setAttribute("aria-selected", String(place === this.chosen));
    });
    const here = items[this.chosen];
    here?.scrollIntoView({ block: "nearest", inline: "nearest" });
    if (here) this.area.setAttribute("aria-activedescendant", here.id);
    else this.area.removeAttribute("aria-activedescendant");
  }

  // Whether a key meant the list.
  key({ key }) {
    if (this.chosen < 0) return false;
    if (key === "ArrowDown") this.choose(this.chosen + 1);
    else if (key === "ArrowUp") this.choose(this.chosen < 1 ? this.found.length - 1 : this.chosen - 1);
    else if (key === "Enter" || key === "Tab") this.take(this.found[this.chosen]);
    else if (key === "Escape") this.choose(-1);
    else return false;
    return true;
  }
}

function item({ text, detail }, index) {
  const place = document.createElement("li");
  place.id = `offer-${index}`;
  place.setAttribute("role", "option");
  place.append(text);
  if (detail && detail !== text) {
    const told = document.createElement("span");
    told.textContent = detail;
    place.append(told);
  }
  return place;
}
