// The share page, alone or in a dialog over the viewer: copying, sending, choices at once.

function ready(root) {
  const done = root.dataset.done;
  for (const button of root.querySelectorAll("[data-copy]")) {
    button.hidden = !navigator.clipboard;
    button.addEventListener("click", async () => {
      const field = button.closest(".copied").querySelector("[data-copied]");
      await navigator.clipboard.writeText(field.value);
      button.textContent = done;
    });
  }
  for (const field of root.querySelectorAll("[data-copied]")) {
    field.addEventListener("focus", () => field.select());
  }
  for (const button of root.querySelectorAll("[data-send]")) {
    button.hidden = !navigator.share;
    const { send, title } = button.dataset;
    button.addEventListener("click", () => navigator.share({ url: send, title }));
  }
}

// The part of the share page that belongs into a dialog; null where it cannot be had.
async function sharing(address) {
  const response = await fetch(address).catch(() => null);
  if (!response?.ok) return null;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  return document.importNode(page.getElementById("sharing"), true);
}

async function fill(dialog, address) {
  const found = await sharing(address);
  if (found === null) {
    window.location.assign(address);
    return;
  }
  found.querySelector(".back").remove();
  const close = document.createElement("button");
  close.className = "btn close";
  close.type = "button";
  close.textContent = "×";
  close.setAttribute("aria-label", dialog.dataset.close);
  close.addEventListener("click", () => dialog.close());
  found.prepend(close);
  ready(found);
  const form = found.querySelector("[data-choosing]");
  form?.addEventListener("change", () => form.requestSubmit());
  form?.addEventListener("submit", (event) => {
    event.preventDefault();
    fill(dialog, `${form.action}?${new URLSearchParams(new FormData(form))}`);
  });
  dialog.replaceChildren(found);
}

// The link of the viewer leads to the position that is shown now, and opens the dialog.
function opens(link) {
  const dialog = document.getElementById("share");
  link.addEventListener("click", async (event) => {
    link.href = `${window.location.pathname}/share${window.location.search}`;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    await fill(dialog, link.href);
    dialog.showModal();
  });
  document.addEventListener("keydown", (event) => {
    const free = !event.target.closest("input, select, textarea, dialog");
    if (event.key === "s" && free && !event.ctrlKey && !event.metaKey && !event.altKey) link.click();
  });
}

const page = document.getElementById("sharing");
const link = document.querySelector("[data-share]");
if (page) ready(page);
if (link) opens(link);
