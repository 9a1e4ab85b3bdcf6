// The end of a draft: nothing is sent twice, and this device remembers what the draft has become.

import { Store } from "./record-store.js";

const page = document.querySelector("[data-ending]");

for (const form of document.querySelectorAll("[data-once]")) {
  form.addEventListener("submit", (event) => {
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = "yes";
  });
}
// A page that comes back as it was left may be of a draft that was published since.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) window.location.reload();
});

const store = new Store(page.dataset.ending);
const record = page.dataset.published;
if (store.read()) store.write({ record });
