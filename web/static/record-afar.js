// The desk of a draft that the server does not have yet, or whose page this device has not kept. It
// asks for no more than what is entered; the server judges all of it when it has the draft.

import { part } from "./part.js";
import { addressOf, bring } from "./record-begin.js";
import { Store } from "./record-store.js";

const AGAIN = 3000;
const WORDS = document.querySelector("template[data-stage]");

const root = document.querySelector("[data-recorder]");
// Of a draft that the server has the address of its page leads here, where no page was kept.
const id = window.location.hash.slice(1) || window.location.pathname.split("/").at(-1);
const store = new Store(id);
const kept = store.read();

// The entries of the hand that is told, as text.
function texts(queue) {
  const found = queue.map((entry) => entry.text ?? entry.lines?.[0] ?? "");
  return found.slice(found.lastIndexOf("hand") + 1);
}

// The tabs of the hands that were told: that of the first seat has no words of its own.
function told(found) {
  return found.map((text) => /^(kitty|[a-l])\s/.exec(text)?.[1] ?? (/^[SHCD]/i.test(text) ? "" : null));
}

// What stands on the desk by now: plays once trump is entered, else what a hand begins with.
function stage(queue) {
  if (!kept.setup) return "played";
  const found = texts(queue);
  if (found.some((text) => text.startsWith("trump "))) return "played";
  const { form: { mode }, seats } = kept.setup;
  const hands = ["", ...seats.slice(1), "kitty"];
  return mode === "full" && hands.every((tab) => told(found).includes(tab)) ? "plays" : mode;
}

function blank(name) {
  const { content } = document.querySelector(`template[data-stage="${name}"]`);
  return document.importNode(content, true).querySelector("[data-desk]");
}

function deskAt(name) {
  const desk = blank(name);
  // In the order of the table before trump is known.
  if (name === "played") desk.querySelector("[data-keys]").replaceWith(blank("plays").querySelector("[data-keys]"));
  // What only a draft on the server has.
  for (const each of desk.querySelectorAll(".more, .ends, .lines, .found")) each.remove();
  if (name === "played") desk.querySelector("[data-next] h2").textContent = WORDS.dataset.told;
  if (["played", "result"].includes(name)) desk.querySelector(".tools").append(following());
  desk.dataset.stage = name;
  return counted(seated(desk));
}

// The button that goes on to the next hand.
function following() {
  return document.importNode(document.querySelector("template[data-following]").content, true);
}

// As many seats to choose from as the table has, with their names.
function seated(desk) {
  const { form, seats } = kept.setup ?? {};
  if (!seats) return desk;
  for (const last of desk.querySelectorAll("[name=part][value=d]")) {
    const place = last.closest("label") ?? last;
    if (place.textContent !== "D") continue;
    const more = [...seats.slice(4)].map((seat) => another(place, seat));
    place.after(...more);
  }
  for (const each of desk.querySelectorAll("[name=part]")) {
    const told = each.matches("button") ? each : each.nextElementSibling;
    const name = form[`player.${told?.textContent.toLowerCase()}`]?.trim();
    if (name) told.textContent += ` ${name}`;
  }
  return desk;
}

function another(place, seat) {
  const found = place.cloneNode(true);
  (found.matches("button") ? found : found.querySelector("input")).value = seat;
  (found.matches("button") ? found : found.querySelector("span")).textContent = seat.toUpperCase();
  return found;
}

// As many copies of each card as the rules of the draft have.
function counted(desk) {
  const { copies } = kept.setup ?? {};
  if (!copies) return desk;
  const left = Object.fromEntries(root.dataset.faces.split(" ").map((face, at) => [face, copies[at]]));
  desk.dataset.unplayed = JSON.stringify(left);
  for (const key of desk.querySelectorAll("[data-face]")) key.dataset.left = left[key.dataset.face];
  return desk;
}

function lay(desk) {
  desk.dataset.version = kept.version;
  root.querySelector("[data-desk]").replaceWith(desk);
}

function open() {
  Object.assign(root.dataset, { id, token: kept.token, title: kept.title, actions: `/record/${id}/actions` });
  root.querySelector("[data-drafted]").textContent = kept.title;
  if (kept.setup) root.dataset.unbegun = "";
  lay(kept.html ? part(kept.html, "[data-desk]") : deskAt(stage(kept.queue)));
}

// The desk follows what is entered: to the next hand that is told, and to the plays.
function follow(recorder) {
  const look = () => {
    const wanted = stage(recorder.queue);
    if (root.querySelector("[data-desk]").dataset.stage !== wanted) {
      lay(deskAt(wanted));
      recorder.shown();
    }
    next(recorder.queue);
  };
  new MutationObserver(look).observe(root, { attributeFilter: ["data-waiting"] });
}

// Of hands that are told one after the other the first that was not.
function next(queue) {
  const known = told(texts(queue));
  const tabs = [...root.querySelectorAll("[data-next] [type=radio][data-size]")];
  const open = tabs.find((tab) => !known.includes(tab.value));
  if (!open || open.checked) return;
  open.checked = true;
  open.dispatchEvent(new Event("change", { bubbles: true }));
  root.querySelector("[data-next] h2").textContent = WORDS.dataset.told;
}

function refused(problems) {
  const box = root.querySelector("[data-refused]");
  box.hidden = false;
  box.querySelector("ul").replaceChildren(...Object.values(problems).map((reason) => {
    const item = document.createElement("li");
    item.textContent = reason;
    return item;
  }));
  const mend = box.querySelector("[data-mend]");
  const url = new URL(mend.href);
  url.searchParams.set("mend", id);
  mend.href = url;
}

// Half a play in a field is not taken away by the page that comes.
function idle() {
  return [...root.querySelectorAll("[data-desk] [data-cards], [data-desk] [data-typing]")]
    .every((field) => !field.value);
}

async function begin() {
  if (!idle()) return;
  const { begun, problems, refused: status } = await bring(id);
  if (begun) window.location.replace(addressOf(id));
  else if (problems || status) {
    clearInterval(again);
    refused(problems ?? { status: `HTTP ${status}` });
  }
}

let again = 0;
if (kept && !kept.setup && window.location.hash) {
  window.location.replace(addressOf(id));
} else if (kept) {
  open();
  const { recorder } = await import("./record.js");
  if (kept.setup) {
    follow(recorder);
    again = setInterval(begin, AGAIN);
    window.addEventListener("online", begin);
    begin();
  } else {
    // What waits is sent first; with the answer the page comes too.
    window.addEventListener("online", () => recorder.queue.length || window.location.reload());
  }
} else {
  root.querySelector("[data-gone]").hidden = false;
  root.querySelector("[data-desk]").hidden = true;
}
