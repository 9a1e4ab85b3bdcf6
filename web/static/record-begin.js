// A draft that this device begins: it draws the id and the token itself, so that it can go on without
// an answer, and ask as often as it likes: the server starts the draft once.

import { Store } from "./record-store.js";

const PATIENCE = 8000;

function drawn(bytes) {
  const found = crypto.getRandomValues(new Uint8Array(bytes));
  const base64 = btoa(String.fromCharCode(...found));
  return base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// The address of a draft's page, which looks as this one does; until the server has the draft it is
// the desk for all of these.
export function addressOf(id) {
  const { token, setup } = new Store(id).read();
  const url = new URL(setup ? "/record/afar" : `/record/${id}`, window.location.href);
  for (const [name, value] of new URLSearchParams(window.location.search)) {
    if (["lang", "theme", "suits"].includes(name)) url.searchParams.set(name, value);
  }
  if (setup) url.hash = id;
  else url.searchParams.set("token", token);
  return url;
}

// Keeps the set-up on this device, before anybody is asked.
export function keep(setup, title, id = drawn(9)) {
  const store = new Store(id);
  const token = store.read()?.token ?? drawn(16);
  store.write({ token, title, version: 0, queue: store.read()?.queue ?? [], setup });
  return id;
}

// Brings the set-up to the server: {begun}, or {problems} by field, or nothing where it cannot be
// reached now.
export async function bring(id) {
  const store = new Store(id);
  const { setup, token } = store.read();
  const response = await put(`/record/${id}/setup`, token, setup);
  if (response === null) return {};
  if (response.status === 422) {
    const { problems } = await response.json();
    store.write({ problems });
    return { problems };
  }
  if (!response.ok) return { refused: response.status };
  const { version } = await response.json();
  store.write({ version, setup: undefined, problems: undefined });
  return { begun: true };
}

async function put(path, token, { form }) {
  try {
    const response = await fetch(path, {
      method: "PUT",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
      body: JSON.stringify({ form }),
      cache: "no-store",
      signal: AbortSignal.timeout(PATIENCE),
    });
    // Too many at once, or a server that is being started: later.
    return response.status >= 500 || response.status === 429 ? null : response;
  } catch (error) {
    if (error instanceof TypeError || error.name === "TimeoutError") return null;
    throw error;
  }
}
