// The hands of a match that has a file of its own. One is on the page; the others lie in templates
// until the fragment asks for them, for which the page is opened anew: nothing of one hand is then
// left in another.

const links = () => [...document.querySelectorAll("[data-hand-link]")];

export function handOf(at) {
  return at.split(".")[0];
}

// Whether the file has this hand, and another is on the page.
export function elsewhere(at, root) {
  const hand = handOf(at);
  return hand !== root.dataset.hand && links().some((link) => link.dataset.handLink === hand);
}

// Puts the hand that is asked for on the page, with its steps.
export function turnTo(at) {
  const hand = document.querySelector(`template[data-hand-of="${CSS.escape(handOf(at))}"]`);
  if (hand) {
    const { content } = hand;
    const steps = content.querySelector("script").textContent;
    document.getElementById("steps").textContent = steps;
    document.querySelector("[data-viewer]").replaceWith(content.querySelector("[data-viewer]"));
  }
  mark(document.querySelector("[data-viewer]").dataset.hand);
}

// The link of the hand that is shown, and those that keys lead to.
function mark(hand) {
  const all = links();
  const here = all.findIndex((link) => link.dataset.handLink === hand);
  for (const [place, link] of all.entries()) {
    link.toggleAttribute("aria-current", false);
    if (place === here - 1) link.dataset.handWay = "before";
    if (place === here + 1) link.dataset.handWay = "after";
  }
  all[here]?.setAttribute("aria-current", "true");
}
