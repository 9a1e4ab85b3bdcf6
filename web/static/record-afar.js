// The page of a draft that the server does not have yet, or whose own page this device has not kept.
// What is entered waits; the server judges all of it when it has the draft.

import { part } from "./part.js";
import { addressOf, bring } from "./record-begin.js";
import { Blank } from "./record-blank.js";
import { Store } from "./record-store.js";

const AGAIN = 3000;

const root = document.querySelector("[data-recorder]");
// The address of a draft that the server has leads here too, where its page was not kept.
const id = window.location.hash.slice(1) || window.location.pathname.split("/").at(-1);
const kept = new Store(id).read();

function lay(desk) {
  desk.dataset.version = kept.version;
  root.querySelector("[data-desk]").replaceWith(desk);
}

function open(blank) {
  const { token, title, setup, html, queue } = kept;
  Object.assign(root.dataset, { id, token, title, actions: `/record/${id}/actions` });
  root.querySelector("[data-drafted]").textContent = title;
  if (setup) root.dataset.unbegun = "";
  lay(html ? part(html, "[data-desk]") : blank.desk(blank.stage(queue)));
}

// The desk follows what is entered.
function follow(recorder, blank) {
  const look = () => {
    const stage = blank.stage(recorder.queue);
    if (recorder.desk.dataset.stage !== stage) {
      lay(blank.desk(stage));
      recorder.shown();
    }
    blank.next(recorder.desk, recorder.queue);
  };
  new MutationObserver(look).observe(root, { attributeFilter: ["data-waiting"] });
}

function refused(reasons) {
  const box = root.querySelector("[data-refused]");
  box.hidden = false;
  box.querySelector("ul").replaceChildren(...reasons.map((reason) => {
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
  const fields = root.querySelectorAll("[data-desk] :is([data-cards], [data-typing])");
  return [...fields].every((field) => !field.value);
}

// Asks until the server has the draft, or says why it cannot.
class Beginning {
  constructor() {
    this.asking = false;
    this.timer = setInterval(() => this.ask(), AGAIN);
    window.addEventListener("online", () => this.ask());
    this.ask();
  }

  async ask() {
    if (this.asking || !idle()) return;
    this.asking = true;
    const { begun, problems, refused: status } = await bring(id);
    this.asking = false;
    if (begun) window.location.replace(addressOf(id));
    else if (problems || status) {
      clearInterval(this.timer);
      refused(problems ? Object.values(problems) : [`HTTP ${status}`]);
    }
  }
}

async function record() {
  const blank = new Blank(kept.setup, root.dataset.faces.split(" "));
  open(blank);
  const { recorder } = await import("./record.js");
  if (kept.setup) {
    follow(recorder, blank);
    new Beginning();
  } else {
    // What waits is sent first; with the answer the page comes too.
    window.addEventListener("online", () => recorder.queue.length || window.location.reload());
  }
}

if (!kept) {
  root.querySelector("[data-gone]").hidden = false;
  root.querySelector("[data-desk]").hidden = true;
} else if (!kept.setup && window.location.hash) {
  window.location.replace(addressOf(id));
} else {
  await record();
}
