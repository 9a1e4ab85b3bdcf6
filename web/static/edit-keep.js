// The texts that this device keeps: every tab has its own, so that no tab writes over another's. A
// tab that was killed has its text again when it is restored; a new one goes on with the last.

const PREFIX = "shengji-edit:";
const TAB = "shengji-edit-tab";
const MOST = 12;

function tab() {
  const known = sessionStorage.getItem(TAB);
  if (known) return known;
  const made = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;
  sessionStorage.setItem(TAB, made);
  return made;
}

export class Kept {
  // A draft is shown as the server has it whenever it is opened, so what was written to it here
  // before keeps its own place.
  constructor(draft) {
    this.behind = draft ? `.${draft}.${Date.now().toString(36)}` : "";
    this.key = PREFIX + tab() + this.behind;
    // Another tab was opened as a copy of this one: from here on each has its own.
    window.addEventListener("storage", ({ key }) => {
      if (key !== this.key) return;
      sessionStorage.removeItem(TAB);
      this.key = PREFIX + tab() + this.behind;
    });
  }

  get own() {
    return read(this.key)?.text ?? null;
  }

  get last() {
    return this.others().find(({ key }) => !key.includes("."))?.text ?? null;
  }

  // False: there is no room, whatever older texts are given up for it.
  write(text) {
    const value = JSON.stringify({ text, at: Date.now() });
    for (;;) {
      try {
        localStorage.setItem(this.key, value);
        break;
      } catch (error) {
        if (error.name !== "QuotaExceededError") throw error;
        const oldest = this.others().at(-1);
        if (!oldest) return false;
        localStorage.removeItem(oldest.key);
      }
    }
    for (const { key } of this.others().slice(MOST)) localStorage.removeItem(key);
    return true;
  }

  // Of other tabs and drafts, the newest first.
  others() {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX) && key !== this.key)
      .map((key) => ({ key, ...read(key) }))
      .sort((one, other) => other.at - one.at);
  }
}

export function forget(key) {
  localStorage.removeItem(key);
}

function read(key) {
  return JSON.parse(localStorage.getItem(key) ?? "null");
}
