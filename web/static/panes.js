// Tabs out of a row of links to sections, and a toolbar that is one stop of the Tab key.

export function tabs(list) {
  const links = [...list.querySelectorAll("a")];
  list.setAttribute("role", "tablist");
  for (const link of links) {
    link.setAttribute("role", "tab");
    link.setAttribute("aria-controls", pane(link).id);
    pane(link).setAttribute("role", "tabpanel");
    pane(link).setAttribute("aria-labelledby", link.id);
  }
  list.closest(".panel").dataset.tabs = "";
  choose(links, links[0]);
  list.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link) return;
    event.preventDefault();
    choose(links, link);
  });
  list.addEventListener("keydown", (event) => rove(event, links, (link) => choose(links, link)));
}

// Choose the next tab.
export function next(list) {
  const links = [...list.querySelectorAll("a")];
  const current = links.findIndex((link) => link.getAttribute("aria-selected") === "true");
  choose(links, links[(current + 1) % links.length]);
}

export function toolbar(bar) {
  const items = [...bar.querySelectorAll("a, button, select")];
  for (const item of items) item.tabIndex = item === items[2] ? 0 : -1;
  bar.addEventListener("keydown", (event) => {
    if (byKeys(bar)) rove(event, items, (item) => focusOnly(items, item));
  });
  bar.addEventListener("focusin", (event) => focusOnly(items, event.target, false));
  bar.addEventListener("pointerdown", () => {
    bar.dataset.by = "pointer";
  });
  bar.addEventListener("focusout", () => {
    delete bar.dataset.by;
  });
}

// Whether the toolbar was reached by keys; after a click the arrows go on stepping.
export function byKeys(bar) {
  return bar.dataset.by !== "pointer";
}

function pane(link) {
  return document.querySelector(link.getAttribute("href"));
}

function choose(links, chosen) {
  for (const link of links) {
    const here = link === chosen;
    link.setAttribute("aria-selected", String(here));
    link.tabIndex = here ? 0 : -1;
    pane(link).hidden = !here;
  }
}

function focusOnly(items, chosen, move = true) {
  for (const item of items) item.tabIndex = item === chosen ? 0 : -1;
  if (move) chosen.focus();
}

function rove(event, items, move) {
  const by = { ArrowRight: 1, ArrowLeft: -1, Home: -items.length, End: items.length }[event.key];
  const here = items.indexOf(event.target.closest("a, button, select"));
  if (by === undefined || here < 0) return;
  event.preventDefault();
  event.stopPropagation();
  const last = items.length - 1;
  const wrapped = (here + by + items.length) % items.length;
  const goal = Math.abs(by) > 1 ? (by > 0 ? last : 0) : wrapped;
  move(items[goal]);
  items[goal].focus();
}
