// A short message at the edge of the page; its words stand in the page, by name.

let timer = 0;

export function say(name) {
  const toast = document.querySelector("[data-toast]");
  toast.textContent = toast.dataset[name];
  toast.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => {
    toast.hidden = true;
  }, 4000);
}
