// A file that is dropped anywhere on the page, or chosen, shows its text in the field.

const form = document.querySelector("[data-drop]");
const field = form.querySelector("[data-text-field]");
const chooser = form.querySelector("input[type=file]");

async function read(file) {
  field.value = await file.text();
  if (chooser) chooser.value = "";
  field.focus();
}

document.addEventListener("dragover", (event) => {
  if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
});
document.addEventListener("drop", (event) => {
  const [file] = event.dataTransfer?.files ?? [];
  if (!file) return;
  event.preventDefault();
  read(file);
});
