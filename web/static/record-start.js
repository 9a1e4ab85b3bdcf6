// The set-up: drafts of this device, the form of other rules as soon as they are chosen, what was
// played last time, and the beginning, with a network or without one. Without this script the form
// works alone.

import { storage } from "./memory.js";
import { part } from "./part.js";
import { addressOf, bring, keep } from "./record-begin.js";
import { showDrafts } from "./record-drafts.js";
import { Last } from "./record-last.js";
import { keepShell } from "./record-shell.js";
import { Store } from "./record-store.js";
import { rename, reshape } from "./record-table.js";

const here = new URLSearchParams(window.location.search);

class Setup {
  constructor(form) {
    this.mended = null;
    // So often it was drawn anew: a later time overtakes an earlier one.
    this.turn = 0;
    // What is wrong is told once somebody has tried.
    this.telling = false;
    this.adopt(form);
  }

  adopt(form) {
    this.form = form;
    for (const element of form.querySelectorAll(".nojs")) element.hidden = true;
    form.addEventListener("change", ({ target }) => {
      if (/^(preset$|option\.)/.test(target.name)) this.reshape();
    });
    form.addEventListener("input", ({ target }) => {
      if (target.name.startsWith("player.")) rename(form);
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.begin();
    });
  }

  fields() {
    const data = new FormData(this.form);
    data.delete("csrf_token");
    return Object.fromEntries(data);
  }

  // The form as the server draws it for what was filled in; without a network as far as the list of
  // rule systems tells. What is filled in meanwhile stays, and so does the place of the cursor.
  async reshape(more = {}) {
    const before = this.fields();
    this.turn += 1;
    const { turn } = this;
    const told = this.telling ? { told: "yes" } : {};
    const html = await this.drawn({ ...before, ...more, ...told });
    if (turn !== this.turn) return;
    this.away(html === null);
    if (html === null) {
      reshape(this.form);
      return;
    }
    const since = Object.entries(this.fields()).filter(([name, value]) => value !== before[name]);
    this.replace(part(html, "[data-setup]"));
    this.fill(Object.fromEntries(since));
  }

  replace(fresh) {
    for (const [place, details] of this.form.querySelectorAll("details").entries()) {
      const same = fresh.querySelectorAll("details")[place];
      if (same) same.open ||= details.open;
    }
    const focused = this.form.contains(document.activeElement) ? document.activeElement.name : "";
    this.form.replaceWith(fresh);
    this.adopt(fresh);
    if (focused) fresh.elements[focused]?.focus?.();
  }

  async drawn(fields) {
    try {
      const response = await fetch(this.form.dataset.shape, {
        method: "POST", body: new URLSearchParams(fields),
      });
      return response.ok ? await response.text() : null;
    } catch (error) {
      if (error instanceof TypeError) return null;
      throw error;
    }
  }

  away(is) {
    this.form.querySelector("[data-away]").hidden = !is;
  }

  // What is filled in is kept here first; then the server is asked, and the page of the draft opens
  // whether it answered or not.
  async begin() {
    const button = this.form.querySelector(".begin button");
    if (button.disabled) return;
    button.disabled = true;
    if (!storage()) {
      this.form.submit();
      return;
    }
    const form = this.fields();
    const { copies } = this.form.querySelector("[data-seats]").dataset;
    const setup = { form, copies: copies.split(" ").map(Number), seats: this.seats() };
    const id = keep(setup, title(form, this.seats()), this.mended ?? undefined);
    last.remember(form);
    const { begun, problems, refused } = await bring(id);
    if (problems || refused) {
      if (!this.mended) new Store(id).forget();
      button.disabled = false;
      if (problems) await this.told();
      else this.form.submit();
    } else if (begun || navigator.serviceWorker?.controller) {
      window.location.assign(addressOf(id));
    } else {
      // No page would open. What was begun is tried again.
      this.mended = id;
      button.disabled = false;
      this.away(true);
    }
  }

  seats() {
    return this.form.querySelector("[data-seats]").dataset.seats;
  }

  // What is wrong, beside each field.
  async told() {
    this.telling = true;
    await this.reshape();
    this.form.querySelector("[aria-invalid]")?.focus();
  }

  fill(fields) {
    for (const [name, value] of Object.entries(fields)) {
      const field = this.form.elements[name];
      if (!field || ["options", "date"].includes(name)) continue;
      const values = field.tagName === "SELECT" ? [...field.options].map((each) => each.value) : [value];
      if (values.includes(value)) field.value = value;
    }
    rename(this.form);
  }
}

function title(form, seats) {
  return [...seats].map((seat) => form[`player.${seat}`]?.trim() || seat.toUpperCase()).join(" · ");
}

// A set-up that the server refused, to be mended: it keeps its id, and with it its entries.
async function mend(setup, id) {
  const kept = new Store(id).read();
  if (!kept?.setup) return false;
  setup.mended = id;
  const { form } = kept.setup;
  setup.telling = true;
  await setup.reshape(form);
  setup.fill(form);
  return true;
}

const setup = new Setup(document.querySelector("[data-setup]"));
const last = new Last(setup);
showDrafts(document.querySelector("[data-drafts]"));
if (!(here.has("mend") && (await mend(setup, here.get("mend"))))) await last.propose(here.has("preset"));
setup.form.dataset.ready = "";
// A page that comes back as it was left knows nothing of what was begun since.
window.addEventListener("pageshow", (event) => event.persisted && window.location.reload());
keepShell();
