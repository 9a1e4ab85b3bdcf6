// The drafts that this device knows, and the form of another rule system as soon as it is chosen.

import { drafts, Store } from "./record-store.js";

const box = document.querySelector("[data-drafts]");

function item({ id, token, title, at, queue, record }) {
  const place = document.createElement("li");
  const link = document.createElement("a");
  const url = new URL(`/record/${id}`, window.location.href);
  url.search = window.location.search;
  url.searchParams.delete("preset");
  url.searchParams.set("token", token);
  link.href = url;
  link.textContent = title || id;
  const when = document.createElement("span");
  when.className = "dim";
  when.textContent = ` ${new Date(at).toLocaleString()}${queue.length ? ` (+${queue.length})` : ""} `;
  const forget = document.createElement("button");
  forget.type = "button";
  forget.className = "btn";
  forget.textContent = box.dataset.erase;
  forget.addEventListener("click", () => {
    new Store(id).forget();
    show();
  });
  place.append(link, when, ...(record ? [published(record)] : []), forget);
  return place;
}

// The record that a draft has become, for everybody who may see it.
function published(record) {
  const link = document.createElement("a");
  link.href = `/g/${record}`;
  link.textContent = box.dataset.published;
  return link;
}

function show() {
  const known = drafts();
  box.hidden = known.length === 0;
  box.querySelector("ul").replaceChildren(...known.map(item));
}

show();
for (const element of document.querySelectorAll(".nojs")) element.hidden = true;
const preset = document.querySelector("[data-preset]");
preset.addEventListener("change", () => preset.form.requestSubmit());
