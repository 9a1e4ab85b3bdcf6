// Follows a table that is being recorded: asks every two seconds whether there is something new. What
// cannot be had leaves the last state where it is, and is asked for less and less often.

import { Places } from "./fill.js";

const EVERY = 2000;
const SELDOM = 60000;
const root = document.querySelector("[data-live]");
const net = root.querySelector("[data-net]");
const usual = net.textContent;
const places = new Places(root, document.getElementById("deck"), (at) => `#${at}`);
let etag = "";
let wait = EVERY;
let timer = 0;

// Whether the table was told, or is what it was.
async function look() {
  const headers = etag ? { "If-None-Match": etag } : {};
  const response = await fetch(root.dataset.live, { headers, cache: "no-store" });
  if (response.status === 304) return tell();
  if (!response.ok) return tell(root.dataset.lost);
  const told = await response.json();
  if (!told.shown) return tell(root.dataset.closed);
  // Other seats or other rules: the page has other places.
  if (told.table !== root.dataset.tableTold) window.location.reload();
  etag = response.headers.get("ETag");
  places.show(told.scene);
  return tell();
}

function tell(trouble = "") {
  const text = trouble || usual;
  if (net.textContent !== text) net.textContent = text;
  root.toggleAttribute("data-trouble", trouble !== "");
  return trouble === "";
}

async function follow() {
  clearTimeout(timer);
  const well = await look().catch((error) => {
    if (!(error instanceof TypeError)) throw error;
    return tell(root.dataset.lost);
  });
  wait = well ? EVERY : Math.min(wait * 2, SELDOM);
  timer = setTimeout(next, wait);
  root.dataset.wait = wait;
}

function next() {
  if (!document.hidden) follow();
}

document.addEventListener("visibilitychange", next);
window.addEventListener("online", next);
follow();
root.dataset.ready = "";
