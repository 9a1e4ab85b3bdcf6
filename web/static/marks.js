// Positions that a reader marked, kept in this browser and listed beside the notes.

import { recall, remember } from "./memory.js";
import { say } from "./toast.js";

const KEY = "shengji-marks";

function read() {
  return JSON.parse(recall(KEY) ?? "[]");
}

export function toggle(viewer) {
  const marks = new Set(read());
  const name = `${viewer.base}/${viewer.scene.at}`;
  const gone = marks.delete(name);
  if (!gone) marks.add(name);
  remember(KEY, JSON.stringify([...marks]));
  say(gone ? "unmarked" : "marked");
  show(viewer);
}

// The marks of this game; the notes beside which they stand are left out where the outcome is.
export function show(viewer) {
  const box = viewer.root.querySelector("[data-marks]");
  if (!box) return;
  const names = read().filter((name) => name.startsWith(`${viewer.base}/`));
  box.hidden = names.length === 0;
  box.querySelector("ul").replaceChildren(...names.map((name) => item(name, viewer)));
}

function item(name, viewer) {
  const link = document.createElement("a");
  link.textContent = name.slice(viewer.base.length + 1);
  link.href = viewer.address(link.textContent);
  link.dataset.jump = link.textContent;
  const place = document.createElement("li");
  place.append(link);
  return place;
}
