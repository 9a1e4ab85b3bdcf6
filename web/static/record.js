// The recorder: entries are kept on this device until the server has written them. It judges them
// and answers with the page beside the table; without it they wait, and are said to be unchecked.

import { Places } from "./fill.js";
import { part } from "./part.js";
import { carry } from "./record-carry.js";
import { Correcting } from "./record-correct.js";
import { Keys } from "./record-keys.js";
import { keepShell } from "./record-shell.js";
import { Store } from "./record-store.js";

const AGAIN = 3000;
const LOOK = 4000;
const [GONE, TOO_MANY] = [404, 429];
const AT_ONCE = 200;
const ECHO = 1000;
// Before the name of a field of what may be said at any time.
const FIELD = "field.";

class Recorder {
  constructor(root) {
    this.root = root;
    this.store = new Store(root.dataset.id);
    this.version = Number(this.desk.dataset.version);
    this.queue = [];
    // The version of another device that gives way to the queue: somebody decided so.
    this.over = null;
    this.sending = false;
    this.stopped = false;
    // A draft that was begun without a network is not on the server yet: record-afar.js brings it.
    this.offline = "unbegun" in root.dataset;
    const deck = document.getElementById("deck");
    this.places = new Places(root, deck, (at) => `#${at}`);
    const waiting = () => (this.offline ? this.queue : []);
    // What was held back is done in another way.
    this.keys = new Keys(root, waiting, () => this.queue.length - (this.stopped ? 1 : 0));
    this.correcting = new Correcting(root, this.keys);
    this.resume();
  }

  get desk() {
    return this.root.querySelector("[data-desk]");
  }

  // Entries that were not written before this page went away.
  resume() {
    const kept = this.store.read();
    if (kept?.queue.length) {
      this.queue = kept.queue;
      if (kept.version > this.version && kept.html) this.paint(kept.html, kept.scene);
      // 0: it was begun on this device, and nothing was written yet.
      this.version = kept.version || this.version;
    }
    this.shown();
    this.keep();
    this.flush();
  }

  keep() {
    const { token, title, unbegun } = this.root.dataset;
    // The set-up is kept until the server has it.
    if (unbegun === undefined) this.store.write({ setup: undefined });
    const { version, queue, html, places: { scene } } = this;
    this.store.write({ token, title, version, queue, html, scene, path: window.location.pathname });
  }

  // -- entries ------------------------------------------------------------------------------------

  enter(entry) {
    if (this.stopped) this.answer(entry);
    else if (entry.do === "back" && this.offline && !this.sending && this.queue.length) this.queue.pop();
    else this.queue.push(entry);
    this.keep();
    this.flush();
    this.tell();
  }

  // A second tap on a button that has done its work: no line is written twice within a second.
  isEcho(entry) {
    const [text, now] = [JSON.stringify(entry), performance.now()];
    const echo = entry.do === "enter" && text === this.entered?.text && now - this.entered.at < ECHO;
    this.entered = { text, at: now };
    return echo;
  }

  // What was held back is done in another way, or not at all.
  answer(entry) {
    this.stopped = false;
    this.queue.shift();
    if (entry && entry.do !== "back" && entry.do !== "again") this.queue.unshift(entry);
    else this.look();
  }

  // What was held back stands in its field again, to be changed.
  change() {
    const [{ text }] = this.queue;
    this.answer(null);
    this.keep();
    const field = this.root.querySelector("[data-next] [data-cards], [data-typing]");
    if (field && text) field.value = text;
    this.keys.count();
    this.flush();
  }

  async flush() {
    if ("unbegun" in this.root.dataset) return;
    if (this.sending || this.stopped || this.queue.length === 0) return;
    this.sending = true;
    this.tell();
    const entries = this.queue.slice(0, AT_ONCE);
    const response = await this.ask({
      method: "PUT",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ base: this.version, entries, over: this.over }),
    });
    this.sending = false;
    if (response) await this.came(response);
    this.keep();
    this.tell();
    if (response?.ok && !this.stopped) this.flush();
  }

  async came(response) {
    const told = response.headers.get("Content-Type")?.includes("json")
      ? await response.json()
      : null;
    if (!told?.html) {
      this.stopped = true;
      this.net(told?.trouble ?? this.root.dataset.lost);
      return;
    }
    this.over = null;
    if (response.status === 409) {
      this.stopped = true;
    } else {
      this.version = told.version;
      this.queue.splice(0, told.taken);
      this.stopped = told.stopped;
    }
    this.paint(told.html, told.scene);
  }

  // The answer of the server, or null where it cannot be reached.
  async ask(options = {}) {
    const { actions, token } = this.root.dataset;
    const headers = { ...options.headers, Authorization: `Bearer ${token}` };
    try {
      const response = await fetch(actions, { ...options, headers, cache: "no-store" });
      this.offline = response.status >= 500 || response.status === TOO_MANY;
      return this.offline ? null : response;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      this.offline = true;
      return null;
    }
  }

  // What another device has written meanwhile.
  async look() {
    if (this.sending || this.queue.length || "unbegun" in this.root.dataset) return;
    const response = await this.ask({ headers: this.etag ? { "If-None-Match": this.etag } : {} });
    this.tell();
    // The draft is gone, or its token is another one: asking on would shut out all of this network.
    if (response?.status === GONE) await this.came(response);
    if (!response?.ok || this.sending || this.queue.length) return;
    this.etag = response.headers.get("ETag");
    const told = await response.json();
    if (this.sending || this.queue.length) return;
    const asks = this.root.querySelector("[data-stop], [data-parted]");
    // An answer that an entry has overtaken tells of a state that is past.
    if (told.version < this.version || (told.version === this.version && !asks)) return;
    this.version = told.version;
    this.paint(told.html, told.scene);
    this.keep();
  }

  // Two devices went on from the same state, and somebody has decided.
  settle(mine) {
    const theirs = Number(this.root.querySelector("[data-parted]").dataset.theirs);
    if (mine) {
      this.over = theirs;
    } else {
      this.queue = [];
      this.version = theirs;
    }
    this.stopped = false;
    this.keep();
    if (mine) this.flush();
    else this.look();
  }

  // -- the page -----------------------------------------------------------------------------------

  paint(html, scene) {
    this.html = html;
    if (!this.root.querySelector("[data-table]") && Object.keys(scene).length) {
      window.location.reload();
      return;
    }
    const typing = document.activeElement?.matches("[data-desk] input");
    const fresh = part(html, "[data-desk]");
    carry(this.desk, fresh);
    this.correcting.stay(fresh);
    this.desk.replaceWith(fresh);
    this.places.show(scene);
    this.shown();
    if (typing) this.root.querySelector("[data-typing]")?.focus();
  }

  shown() {
    for (const element of this.root.querySelectorAll(".js")) element.hidden = false;
    for (const element of this.root.querySelectorAll(".nojs")) element.hidden = true;
    this.keys.renewed();
    this.tell();
  }

  tell() {
    const { saved, saving, offline, asks } = this.root.dataset;
    const waiting = this.queue.length;
    const asking = this.root.querySelector("[data-stop], [data-parted]") ? asks : "";
    if (asking || !this.stopped) this.net(asking || (this.offline ? offline : waiting ? saving : saved));
    this.root.toggleAttribute("data-offline-now", this.offline);
    this.root.dataset.waiting = waiting;
    const box = this.root.querySelector("[data-pending]");
    // One entry alone that is asked about stands above already.
    box.hidden = !(this.offline ? waiting > 0 : this.stopped && waiting > 1);
    box.querySelector("ol").replaceChildren(...this.queue.map(item));
    this.keys.count();
    // The page asks for what came before all that waits.
    const asked = this.root.querySelector("[data-next] h2");
    if (asked && this.offline && waiting) asked.textContent = this.root.dataset.alone;
  }

  net(text) {
    const place = this.root.querySelector("[data-net]");
    if (place.textContent !== text) place.textContent = text;
  }
}

function item(entry) {
  const place = document.createElement("li");
  const said = entry.fields && [entry.kind, ...Object.values(entry.fields)].join(" ");
  place.textContent = entry.text ?? entry.cards ?? entry.word ?? entry.lines?.join(" / ") ?? said ?? entry.do;
  return place;
}

// A form as the entry that it means.
function entryOf(form, button) {
  const data = new FormData(form, button);
  if (data.has("entry")) return JSON.parse(data.get("entry"));
  if (data.get("do") === "correct") {
    const at = Number(data.get("at"));
    if (data.has("text")) return { do: "correct", at, text: data.get("text") };
    const play = data.has("play") ? { play: Number(data.get("play")) } : {};
    return { do: "correct", at, ...play, cards: data.get("cards") };
  }
  if (data.has("aside")) {
    const named = [...data].filter(([name, text]) => name.startsWith(FIELD) && text !== "");
    const fields = Object.fromEntries(named.map(([name, text]) => [name.slice(FIELD.length), text]));
    return { do: "aside", kind: data.get("aside"), fields };
  }
  const words = data.getAll("part").map((part) => part.trim());
  return { do: "type", text: words.filter(Boolean).join(" ") };
}

function listen(recorder) {
  const { root } = recorder;
  root.addEventListener("submit", (event) => {
    if (event.target.querySelector("[data-erase]")) recorder.store.forget();
    if (!event.target.matches("[data-entry]")) return;
    event.preventDefault();
    const entry = entryOf(event.target, event.submitter);
    if ((entry.do === "type" && !entry.text) || recorder.isEcho(entry)) return;
    const next = event.target.closest("[data-next]");
    for (const form of next?.querySelectorAll("form") ?? [event.target]) form.reset();
    recorder.correcting.entered(event.target);
    const other = event.target.closest("details.other");
    if (other) other.open = false;
    recorder.enter(entry);
  });
  root.addEventListener("click", (event) => {
    const { target } = event;
    if (target.closest("[data-drop]")) {
      recorder.change();
    } else if (target.closest("[data-keep]")) {
      recorder.settle(target.closest("[data-keep]").dataset.keep === "mine");
    }
  });
  // One key leads to the line that takes everything.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target.matches("input, select, textarea")) return;
    event.preventDefault();
    root.querySelector("[data-typing]")?.focus();
  });
  window.addEventListener("online", () => recorder.flush());
  setInterval(() => recorder.flush(), AGAIN);
  setInterval(() => document.hidden || recorder.stopped || recorder.look(), LOOK);
}

export const recorder = new Recorder(document.querySelector("[data-recorder]"));
listen(recorder);
recorder.root.dataset.ready = "";
keepShell();
