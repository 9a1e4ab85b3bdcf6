// The drafts that this device knows, with what of them the server has not seen.

import { addressOf } from "./record-begin.js";
import { drafts, Store } from "./record-store.js";

export function showDrafts(box) {
  const known = drafts();
  box.hidden = known.length === 0;
  box.querySelector("ul").replaceChildren(...known.map((draft) => item(box, draft)));
}

function item(box, { id, title, at, queue, setup, record }) {
  const place = document.createElement("li");
  const link = document.createElement("a");
  link.href = addressOf(id);
  const { unbegun, unsent } = box.dataset;
  link.append(told("b", "", title || id), told("span", "dim", when(at)));
  if (setup) link.append(told("span", "waits", ` · ${unbegun}`));
  if (queue.length) link.append(told("span", "waits", ` · ${unsent.replace("#", queue.length)}`));
  const forget = told("button", "btn", box.dataset.erase);
  forget.type = "button";
  forget.setAttribute("aria-label", `${box.dataset.erase}: ${title || id}`);
  forget.addEventListener("click", () => {
    new Store(id).forget();
    showDrafts(box);
  });
  place.append(link, ...(record ? [published(box, id)] : []), forget);
  return place;
}

// Where the record that a draft has become is told, with the links for whoever may see it.
function published(box, id) {
  const link = told("a", "btn", box.dataset.published);
  const { pathname, search } = new URL(addressOf(id), window.location.href);
  link.href = `${pathname}/finish${search}`;
  return link;
}

function when(at) {
  const { lang } = document.documentElement;
  return new Date(at).toLocaleString(lang, { dateStyle: "medium", timeStyle: "short" });
}

function told(tag, kind, text) {
  const element = document.createElement(tag);
  if (kind) element.className = kind;
  element.textContent = text;
  return element;
}
