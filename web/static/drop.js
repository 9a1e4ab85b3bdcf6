// A file that is dropped anywhere on the page shows its text in the field; one that is no UTF-8
// text, as an archive of games, is taken as if it had been chosen.

const form = document.querySelector("[data-drop]");
const field = form.querySelector("[data-text-field]");
const chooser = form.querySelector("input[type=file]");

async function textOf(file) {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

async function take(files) {
  const text = await textOf(files[0]);
  field.value = text ?? "";
  if (chooser && text === null) chooser.files = files;
  else if (chooser) chooser.value = "";
  (text === null && chooser ? chooser : field).focus();
}

document.addEventListener("dragover", (event) => {
  if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
});
document.addEventListener("drop", (event) => {
  const files = event.dataTransfer?.files;
  if (!files?.length) return;
  event.preventDefault();
  take(files);
});
