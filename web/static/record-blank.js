// The desk of a draft of which the server knows nothing yet: laid from what it looks like before
// anything is entered, moved on by the order in which a hand is told. Nothing is judged here.

// The entries of the hand that is being told, as text.
function texts(queue) {
  const found = queue.map((entry) => entry.text ?? entry.lines?.[0] ?? "");
  return found.slice(found.lastIndexOf("hand") + 1);
}

// The tabs of the hands that were told: that of the first seat has no words of its own.
function tabsTold(queue) {
  const first = (text) => (/^[SHCD]/i.test(text) ? "" : null);
  return texts(queue).map((text) => /^(kitty|[a-l])\s/.exec(text)?.[1] ?? first(text));
}

function copyOf(template) {
  return document.importNode(template.content, true);
}

export class Blank {
  // `setup` is what the draft begins with, where this device began it; `faces` are all there are.
  constructor(setup, faces) {
    this.setup = setup;
    this.faces = faces;
    this.words = document.querySelector("template[data-stage]").dataset.told;
  }

  // What stands on the desk by now: plays once trump is entered, else what a hand begins with.
  stage(queue) {
    if (!this.setup || texts(queue).some((text) => text.startsWith("trump "))) return "played";
    const { form: { mode }, seats } = this.setup;
    const told = tabsTold(queue);
    const all = ["", ...seats.slice(1), "kitty"].every((tab) => told.includes(tab));
    return mode === "full" && all ? "plays" : mode;
  }

  desk(stage) {
    const desk = this.untouched(stage);
    if (stage === "played") this.playing(desk);
    if (["played", "result"].includes(stage)) {
      desk.querySelector(".tools").append(copyOf(document.querySelector("template[data-following]")));
    }
    desk.dataset.stage = stage;
    if (this.setup) {
      this.seat(desk);
      this.count(desk);
    }
    return desk;
  }

  // Without what only a draft on the server has.
  untouched(stage) {
    const template = document.querySelector(`template[data-stage="${stage}"]`);
    const desk = copyOf(template).querySelector("[data-desk]");
    for (const each of desk.querySelectorAll(".more, .ends, .lines, .found")) each.remove();
    return desk;
  }

  // Nobody knows whose turn it is, nor in which order the cards stand.
  playing(desk) {
    desk.querySelector("[data-next] h2").textContent = this.words;
    const keys = this.untouched("plays").querySelector("[data-keys]");
    desk.querySelector("[data-keys]").replaceWith(keys);
  }

  // As many seats to choose from as the table has, with their names.
  seat(desk) {
    const { form, seats } = this.setup;
    for (const last of desk.querySelectorAll("[name=part][value=d]")) {
      const place = last.closest("label") ?? last;
      if (place.textContent === "D") place.after(...[...seats.slice(4)].map((seat) => another(place, seat)));
    }
    for (const each of desk.querySelectorAll("[name=part]")) {
      const told = toldOf(each);
      const name = form[`player.${told?.textContent.toLowerCase()}`]?.trim();
      if (name) told.textContent += ` ${name}`;
    }
  }

  // As many copies of each card as the rules of the draft have.
  count(desk) {
    const { copies } = this.setup;
    const left = Object.fromEntries(this.faces.map((face, at) => [face, copies[at]]));
    desk.dataset.unplayed = JSON.stringify(left);
    for (const key of desk.querySelectorAll("[data-face]")) key.dataset.left = left[key.dataset.face];
  }

  // Of hands that are told one after the other the first that was not.
  next(desk, queue) {
    const told = tabsTold(queue);
    const tabs = [...desk.querySelectorAll("[data-next] [type=radio][data-size]")];
    const open = tabs.find((tab) => !told.includes(tab.value));
    if (!open || open.checked) return;
    open.checked = true;
    open.dispatchEvent(new Event("change", { bubbles: true }));
    desk.querySelector("[data-next] h2").textContent = this.words;
  }
}

// Where a choice among seats, a button or one of several, says which.
function toldOf(choice) {
  return choice.matches("button") ? choice : choice.nextElementSibling;
}

function another(place, seat) {
  const found = place.cloneNode(true);
  const choice = found.matches("button") ? found : found.querySelector("input");
  choice.value = seat;
  toldOf(choice).textContent = seat.toUpperCase();
  return found;
}
