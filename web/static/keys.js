// The keyboard: one table from key to what it does. Active everywhere but in fields and dialogs.

import { show, toggle } from "./marks.js";
import { recall, remember } from "./memory.js";
import { byKeys, next } from "./panes.js";
import { say } from "./toast.js";

const OFF = "shengji-keys-off";

const STEPS = {
  ArrowRight: "next",
  l: "next",
  ArrowLeft: "prev",
  h: "prev",
  "Shift+ArrowRight": "next-trick",
  "]": "next-trick",
  ArrowDown: "next-trick",
  "Shift+ArrowLeft": "prev-trick",
  "[": "prev-trick",
  ArrowUp: "prev-trick",
};

const ACTIONS = {
  " ": (viewer) => viewer.autoplay.toggle(),
  "+": (viewer) => viewer.autoplay.change(1),
  "=": (viewer) => viewer.autoplay.change(1),
  "-": (viewer) => viewer.autoplay.change(-1),
  PageDown: (viewer) => viewer.hand("after"),
  n: (viewer) => viewer.hand("after"),
  PageUp: (viewer) => viewer.hand("before"),
  p: (viewer) => viewer.hand("before"),
  Home: (viewer) => viewer.go("first", { jump: true }) || viewer.hand("before"),
  End: (viewer) => viewer.go("last", { jump: true }) || viewer.hand("after"),
  x: (viewer) => viewer.go("next-flag", { jump: true }),
  X: (viewer) => viewer.go("prev-flag", { jump: true }),
  f: (viewer) => viewer.root.querySelector("[data-do=turn]")?.click(),
  o: (viewer) => otherView(viewer.root),
  k: (viewer) => viewer.root.toggleAttribute("data-no-kitty"),
  c: (viewer) => viewer.root.toggleAttribute("data-no-notes"),
  t: (viewer) => next(viewer.root.querySelector(".tabs")),
  d: () => otherTheme(),
  g: (viewer) => ask(viewer),
  m: (viewer) => toggle(viewer),
  "?": () => document.getElementById("help").showModal(),
  Escape: (viewer) => viewer.autoplay.stop(),
};

export function listen(viewer) {
  const off = document.querySelector("[data-do=keys-off]");
  show(viewer);
  off.checked = recall(OFF) === "yes";
  off.addEventListener("change", () => remember(OFF, off.checked ? "yes" : "no"));
  viewer.root.querySelector("[data-do=help]").addEventListener("click", () => ACTIONS["?"](viewer));
  document.addEventListener("keydown", (event) => {
    if (off.checked || !isOurs(event)) return;
    const name = event.shiftKey && event.key.startsWith("Arrow") ? `Shift+${event.key}` : event.key;
    if (act(viewer, name)) event.preventDefault();
  });
}

function act(viewer, name) {
  if (name in STEPS) {
    viewer.autoplay.stop();
    viewer.go(STEPS[name]);
  } else if (name in ACTIONS) {
    ACTIONS[name](viewer);
  } else if (/^[1-9]$/.test(name)) {
    return seat(viewer, Number(name) - 1);
  } else {
    return false;
  }
  return true;
}

// Not while somebody writes, and not where a key has a meaning of its own already: in a list, in
// the toolbar when it was reached by keys, on a button, on a page that scrolls.
function isOurs(event) {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
  // A dialog that was just closed may hold the focus for a moment.
  const shown = target.getClientRects().length > 0;
  if (shown && target.closest("input, select, textarea, dialog")) return false;
  if (key === " ") return !target.closest("a, button, summary");
  if (!/^(Arrow|Home|End|Page)/.test(key)) return true;
  if (target.closest(".panel, header")) return false;
  const bar = target.closest("[role=toolbar]");
  if (bar && byKeys(bar)) return false;
  return !/^Arrow(Up|Down)$/.test(key) || target.closest(".table") !== null || !scrolls();
}

function scrolls() {
  const { scrollHeight, clientHeight } = document.documentElement;
  return scrollHeight > clientHeight;
}

function seat(viewer, place) {
  const letters = "abcdefghijkl";
  if (viewer.inFile || !viewer.root.querySelector(`#seat-${letters[place]}`)) return false;
  const url = new URL(window.location.href);
  url.searchParams.set("seat", letters[place]);
  window.location.assign(url);
  return true;
}

function otherView(root) {
  const views = [...root.querySelectorAll("[data-view]")];
  const current = views.findIndex((link) => link.hasAttribute("aria-current"));
  views[(current + 1) % views.length]?.click();
}

function otherTheme() {
  const { dataset } = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const now = dataset.theme === "auto" ? (dark ? "dark" : "light") : dataset.theme;
  dataset.theme = now === "dark" ? "light" : "dark";
}

function ask(viewer) {
  const dialog = document.getElementById("goto");
  const field = dialog.querySelector("input");
  field.value = "";
  dialog.showModal();
  dialog.addEventListener("close", () => wanted(viewer, field.value.trim()), { once: true });
}

// `.8.3` means this hand.
function wanted(viewer, text) {
  const at = text.startsWith(".") ? viewer.root.dataset.hand + text : text;
  if (at === "") return;
  if (/^[1-9][0-9]*(\.[a-z0-9]+)*$/.test(at)) viewer.to(at);
  else say("missing");
}
