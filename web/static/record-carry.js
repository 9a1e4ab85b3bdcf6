// What a person has begun to fill in outlives a new page of the desk: an answer of the server to what
// was entered before it, or what another device wrote.

export function carry(old, fresh) {
  const fields = new Map(named(fresh));
  for (const [name, field] of named(old)) {
    const same = fields.get(name);
    if (same && changed(field)) copy(field, same);
  }
  const open = new Set([...old.querySelectorAll("details[open]")].map(detail));
  for (const details of fresh.querySelectorAll("details")) {
    if (open.has(detail(details))) details.open = true;
  }
}

// The fields that somebody fills in, each by its form and its place in it. What is asked for next is
// one form, whatever it is: who taps ahead of the answer means the next play.
function* named(desk) {
  for (const form of desk.querySelectorAll("form[data-entry]")) {
    const of = form.closest("[data-next]") ? "next" : `${detail(form.closest("details"))}.${form.className}`;
    let place = 0;
    for (const field of form.querySelectorAll("input:not([type=hidden]), select, textarea")) {
      const name = field.matches("[data-cards]") ? "cards" : `${field.type} ${place++}`;
      yield [`${of} ${name}`, field];
    }
  }
}

function detail(details) {
  return details ? `${details.className} ${details.dataset.choice ?? ""}` : "";
}

function changed(field) {
  if (field.matches("select")) {
    const own = [...field.options].findIndex((option) => option.defaultSelected);
    return field.selectedIndex !== Math.max(0, own);
  }
  return field.type === "radio" ? field.checked && !field.defaultChecked : field.value !== field.defaultValue;
}

function copy(field, same) {
  if (field.type !== "radio") same.value = field.value;
  else if (field.value === same.value) same.checked = true;
}
