// Stepping through a hand without asking the server again. It only shows scenes that the server
// made; without it every control is a link.

import { Autoplay } from "./autoplay.js";
import { Places } from "./fill.js";
import { differing, place, unfold } from "./fold.js";
import { elsewhere, turnTo } from "./hands.js";
import { listen } from "./keys.js";
import { tabs, toolbar } from "./panes.js";
import { leads } from "./played.js";
import { say } from "./toast.js";
import { repeats, swipes } from "./touch.js";

class Viewer {
  constructor(root, scenes) {
    this.root = root;
    this.scenes = scenes;
    this.base = root.dataset.base;
    // A page in a file of its own has all its positions in one place: the fragment tells them apart.
    this.inFile = "inFile" in root.dataset;
    this.index = place(scenes, root.dataset.at);
    this.slider = root.querySelector(".slider");
    this.live = root.querySelector("[data-text=say]");
    const deck = document.getElementById("deck");
    this.places = new Places(root, deck, (at) => this.address(at));
    this.autoplay = new Autoplay(this);
  }

  get scene() {
    return this.scenes[this.index];
  }

  address(at) {
    return this.inFile ? `#${at}` : `${this.base}/${at}${window.location.search}`;
  }

  // The position that the address of the page names.
  asked() {
    const { hash, pathname } = window.location;
    return this.inFile ? hash.slice(1) : pathname.split("/").at(-1);
  }

  // Steps replace the address, jumps add one, so that Back returns to where one was.
  show(index, { jump = false } = {}) {
    if (index < 0 || index >= this.scenes.length || index === this.index) return false;
    this.paint(index);
    this.note(jump ? "pushState" : "replaceState");
    return true;
  }

  // Browsers refuse to change the address too often: then it follows with a later step.
  note(how) {
    try {
      history[how](null, "", this.address(this.scene.at));
    } catch (error) {
      if (error.name !== "SecurityError") throw error;
    }
  }

  paint(index) {
    const before = this.scene;
    this.index = index;
    const names = differing(before, this.scene);
    this.places.fill(names, this.scene);
    if (!names.includes("say") && this.scene.say) this.again();
    this.follow();
  }

  // A screen reader says the same sentence twice only if it is another text.
  again() {
    const text = this.scene.say;
    this.live.textContent = this.live.textContent === text ? `${text}\u00a0` : text;
  }

  // What else shows where we are: slider, title, links that keep the position, the list of tricks.
  follow() {
    this.slider.value = this.index;
    this.slider.setAttribute("aria-valuetext", this.scene.title);
    document.title = `${this.scene.title} · ${document.title.split(" · ").at(-1)}`;
    for (const link of document.querySelectorAll("a[data-keep]")) {
      const url = new URL(link.href);
      url.pathname = `${this.base}/${this.scene.at}`;
      link.href = url;
    }
    const current = this.root.querySelector(".tricks [aria-current]");
    const pane = current?.closest(".panes, .panel");
    if (current && pane.scrollHeight > pane.clientHeight) {
      pane.scrollTop = current.offsetTop - pane.clientHeight / 2;
    }
  }

  // One of the ways of the scene: first, prev, next-trick and so on.
  go(way, options) {
    const at = this.scene[`to.${way}`];
    return at ? this.show(place(this.scenes, at), options) : false;
  }

  step(by) {
    return this.show(this.index + by);
  }

  // To any address: in this hand at once, elsewhere by loading its page.
  to(at) {
    const index = place(this.scenes, at);
    if (index >= 0) this.show(index, { jump: true });
    else if (this.inFile && !elsewhere(at, this.root)) say("missing");
    else window.location.assign(this.address(at));
  }

  hand(way) {
    document.querySelector(`[data-hand-way=${way}]`)?.click();
  }
}

function listenToLinks(viewer) {
  viewer.root.addEventListener("click", (event) => {
    const link = event.target.closest("[data-go], a[data-jump]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    viewer.autoplay.stop();
    if (link.dataset.jump) viewer.to(link.dataset.jump);
    else viewer.go(link.dataset.go, { jump: link.dataset.go.endsWith("flag") });
  });
  window.addEventListener("popstate", () => {
    const index = place(viewer.scenes, viewer.asked());
    if (index >= 0) viewer.paint(index);
    else if (!viewer.inFile || elsewhere(viewer.asked(), viewer.root)) window.location.reload();
  });
}

function listenToSlider(viewer) {
  const { slider } = viewer;
  let from = null;
  slider.addEventListener("input", () => {
    viewer.autoplay.stop();
    from ??= viewer.scene.at;
    viewer.paint(Number(slider.value));
  });
  slider.addEventListener("change", () => {
    if (from === null) return;
    viewer.note("pushState");
    from = null;
  });
}

// The scenes of the hand, or null where they cannot be had: links work all the same.
async function loaded() {
  const inside = document.getElementById("steps");
  if (inside) return unfold(JSON.parse(inside.textContent));
  try {
    const response = await fetch(document.querySelector("link[data-steps]").href);
    return response.ok ? unfold((await response.json()).steps) : null;
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

async function start() {
  turnTo(window.location.hash.slice(1));
  const root = document.querySelector("[data-viewer]");
  tabs(root.querySelector(".tabs"));
  const scenes = await loaded();
  if (scenes === null) {
    say("offline");
    return;
  }
  const viewer = new Viewer(root, scenes);
  // While cards are being dealt there is no step to go on from but by links.
  if (viewer.index < 0) return;
  if (viewer.inFile) viewer.paint(Math.max(place(scenes, viewer.asked()), 0));
  for (const element of document.querySelectorAll(".js")) element.hidden = false;
  listenToLinks(viewer);
  listenToSlider(viewer);
  listen(viewer);
  swipes(viewer);
  repeats(viewer);
  leads(viewer);
  toolbar(root.querySelector("[role=toolbar]"));
  root.dataset.ready = "";
}

start();
