// The fields that depend on the rule system, where no server draws them: levels, and whose they are,
// as the list of systems tells them. Options that were shown belong to the system before.

export function reshape(form) {
  const system = form.elements.preset.selectedOptions[0];
  const { sides, start, levels, copies } = system.dataset;
  const people = form.querySelector("[data-seats]");
  people.dataset.copies = copies;
  const old = [...form.querySelectorAll("[data-level]")];
  const fresh = sides.split(" ").map((seats) => level(old[0], seats, start, levels.split(" ")));
  old[0].before(...fresh);
  for (const each of old) each.remove();
  const own = form.elements.options.value === system.value;
  form.querySelector("[data-options]").hidden = !own;
}

function level(pattern, seats, start, levels) {
  const label = pattern.cloneNode(true);
  const told = [...seats.toUpperCase()].join(" + ");
  label.querySelector("span").textContent = label.dataset.level.replace("#", told);
  const select = label.querySelector("select");
  select.name = `level.${seats}`;
  select.replaceChildren(...levels.map((each) => new Option(each)));
  select.value = start;
  label.querySelector(".wrong")?.remove();
  return label;
}

// Seats are chosen by the names that are filled in.
export function rename(form) {
  for (const select of [form.elements.seat, form.elements.dealer]) {
    for (const option of select.options) {
      const name = form.elements[`player.${option.value}`]?.value.trim();
      if (name !== undefined) option.textContent = `${option.value.toUpperCase()} ${name}`.trim();
    }
  }
}
