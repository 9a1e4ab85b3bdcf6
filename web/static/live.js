// Follows a table that is being recorded: asks every two seconds whether there is something new.

import { Places } from "./fill.js";
import { differing } from "./fold.js";

const EVERY = 2000;
const root = document.querySelector("[data-live]");
const net = root.querySelector("[data-net]");
const usual = net.textContent;
const places = new Places(root, document.getElementById("deck"), (at) => `#${at}`);
let scene = {};
let etag = "";

async function look() {
  const headers = etag ? { "If-None-Match": etag } : {};
  const response = await fetch(root.dataset.live, { headers, cache: "no-store" });
  net.textContent = response.ok || response.status === 304 ? usual : root.dataset.lost;
  if (!response.ok) return;
  etag = response.headers.get("ETag");
  const told = await response.json();
  if (!root.querySelector(".table") && Object.keys(told.scene).length) window.location.reload();
  if (!Object.keys(told.scene).length) return;
  places.fill(differing(scene, told.scene), told.scene);
  scene = told.scene;
}

async function follow() {
  if (!document.hidden) {
    try {
      await look();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      net.textContent = root.dataset.lost;
    }
  }
  setTimeout(follow, EVERY);
}

follow();
root.dataset.ready = "";
