// What this device keeps of its drafts, until the server has it and longer: the token, how far the
// server is known to have come, what was entered since, how the page looked last, and the record
// that it has become. Of a draft that was begun without a network also the set-up, until the server
// has it.

import { storage } from "./memory.js";

const PREFIX = "shengji-draft:";

export class Store {
  constructor(id) {
    this.key = PREFIX + id;
    this.id = id;
  }

  read() {
    return JSON.parse(storage()?.getItem(this.key) ?? "null");
  }

  // Changes some of it; what is undefined is kept no longer.
  write(state) {
    storage()?.setItem(this.key, JSON.stringify({ ...this.read(), ...state, at: Date.now() }));
  }

  // The draft, and its page that was kept to be seen without a network.
  forget() {
    storage()?.removeItem(this.key);
    navigator.serviceWorker?.controller?.postMessage({ forget: `/record/${this.id}` });
  }
}

// The drafts of this device, the newest first.
export function drafts() {
  return Object.entries(storage() ?? {})
    .filter(([key]) => key.startsWith(PREFIX))
    .map(([key, state]) => ({ id: key.slice(PREFIX.length), ...JSON.parse(state) }))
    .sort((one, other) => other.at - one.at);
}
