// The line that is to be corrected. The server tells what stands on it, play by play; without it the
// line is corrected as a whole.

import { part } from "./part.js";

export class Correcting {
  constructor(root, keys) {
    this.root = root;
    this.keys = keys;
    root.addEventListener("click", (event) => this.clicked(event));
  }

  get box() {
    return this.root.querySelector("[data-correct]");
  }

  clicked(event) {
    const link = event.target.closest("[data-line], [data-place], [data-leave]");
    if (!link) return;
    event.preventDefault();
    if (link.matches("[data-leave]")) this.close();
    else this.open(link);
  }

  async open(link) {
    const html = await told(link.href);
    if (html) this.box.replaceWith(part(html, "[data-correct]"));
    else if (link.dataset.line) whole(this.box, link);
    this.box.hidden = false;
    for (const element of this.box.querySelectorAll(".js")) element.hidden = false;
    this.keys.put(this.box.querySelector("[data-cards]"));
    this.box.scrollIntoView({ block: "start" });
    this.focus();
  }

  // A field that is focused calls up a keyboard, where there is none on the table.
  focus() {
    const keyboard = window.matchMedia("(pointer: fine)").matches;
    const field = this.box.querySelector("[data-cards]");
    const text = this.box.querySelector("[name=text]");
    const place = this.box.querySelector("[aria-current], [data-place]");
    (keyboard ? (field ?? place ?? text) : (place ?? (field ? null : text)))?.focus();
  }

  close() {
    this.box.hidden = true;
    this.keys.put(null);
  }

  entered(form) {
    if (form.closest("[data-correct]")) this.close();
  }

  // What is being corrected outlives a new page of the desk, as long as the line is what it was.
  stay(fresh) {
    const { box } = this;
    const line = `[data-line="${box.dataset.correct}"]`;
    const [was, is] = [this.root, fresh].map((each) => each.querySelector(line)?.textContent);
    if (!box.hidden && was === is) fresh.querySelector("[data-correct]").replaceWith(box);
  }
}

// The part of the page for a line, as the link has it; null without a network.
async function told(address) {
  const url = new URL(address);
  url.pathname += "/line";
  try {
    const response = await fetch(url, { cache: "no-store" });
    return response.ok ? await response.text() : null;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return null;
  }
}

// All of a line, without its plays.
function whole(box, link) {
  const form = box.querySelector("form.correct");
  const { line } = link.dataset;
  for (const each of box.querySelectorAll("h2, .ways, form.fill")) each.remove();
  box.dataset.correct = line;
  box.dataset.bare = "";
  const name = form.querySelector("[data-correcting]");
  name.textContent = name.dataset.correcting.replace("#", line);
  form.elements.at.value = line;
  form.elements.text.value = link.textContent.trim();
}
