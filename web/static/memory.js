// What this browser keeps for its reader. Where it keeps nothing, as in the frame of another site
// or with storage switched off, the page itself remembers for as long as it is open.

const here = new Map();

// null where this browser keeps nothing.
export function storage() {
  try {
    return window.localStorage;
  } catch (error) {
    if (error.name === "SecurityError") return null;
    throw error;
  }
}

export function recall(name) {
  return here.get(name) ?? storage()?.getItem(name) ?? null;
}

export function remember(name, value) {
  here.set(name, value);
  try {
    storage()?.setItem(name, value);
  } catch (error) {
    if (error.name !== "QuotaExceededError") throw error;
  }
}
