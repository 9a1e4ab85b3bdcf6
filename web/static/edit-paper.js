// The text area, and below it the same text in colours, with the numbers of its lines. Only the
// lines in sight are painted, so a text of ten thousand lines costs no more than one of ten.

import { number, paint } from "./edit-colours.js";

export class Paper {
  constructor(root) {
    this.area = root.querySelector("[data-writing]");
    this.under = root.querySelector("[data-under]");
    this.numbers = root.querySelector("[data-numbers]");
    this.statements = new Set(root.dataset.statements.split(" "));
    this.lines = [];
    this.found = [];
    this.area.addEventListener("scroll", () => this.paint());
    new ResizeObserver(() => this.measure()).observe(this.area);
    this.measure();
  }

  measure() {
    this.height = Number.parseFloat(getComputedStyle(this.area).lineHeight);
    this.paint();
  }

  // Findings of before keep to their lines until there are new ones; those of changed lines go.
  write(text) {
    const old = this.lines;
    this.lines = text.split("\n");
    const least = Math.min(old.length, this.lines.length);
    let same = 0;
    while (same < least && old[same] === this.lines[same]) same += 1;
    let tail = 0;
    while (tail < least - same && old.at(-1 - tail) === this.lines.at(-1 - tail)) tail += 1;
    const moved = this.lines.length - old.length;
    this.found = this.found.flatMap((each) => {
      if ((each.line ?? 1) <= same) return [each];
      return each.line > old.length - tail ? [{ ...each, line: each.line + moved }] : [];
    });
    this.paint();
  }

  mark(found) {
    this.found = found;
    this.paint();
  }

  at(line) {
    return this.found.filter((each) => (each.line ?? 1) === line);
  }

  paint() {
    const { area, height } = this;
    const from = Math.max(0, Math.floor(area.scrollTop / height) - 2);
    const lines = this.lines.slice(from, from + Math.ceil(area.clientHeight / height) + 5);
    const found = grouped(this.found);
    this.under.style.width = `${area.clientWidth}px`;
    this.under.style.height = `${area.clientHeight}px`;
    this.under.style.setProperty("--left", `${-area.scrollLeft}px`);
    for (const each of [this.under, this.numbers]) {
      each.style.setProperty("--top", `${from * height - area.scrollTop}px`);
    }
    paint(this.under.firstElementChild, lines, from, found, this.statements);
    number(this.numbers.firstElementChild, lines, from, found);
  }

  // A line is brought into the upper part of what is seen.
  bring(line) {
    const { area, height } = this;
    const top = (line - 1) * height;
    if (top < area.scrollTop || top + 2 * height > area.scrollTop + area.clientHeight) {
      area.scrollTop = Math.max(0, top - Math.min(5 * height, area.clientHeight / 3));
    }
  }
}

function grouped(found) {
  const lines = new Map();
  for (const each of found) {
    const line = each.line ?? 1;
    lines.set(line, [...(lines.get(line) ?? []), each]);
  }
  return lines;
}
