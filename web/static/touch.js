// A thumb on the felt: a short swipe is a play, a long one a trick. A step button held down repeats.

const SHORT = 40;
const LONG = 180;
const FIRST = 500;
const SLOW = 350;
const FAST = 100;

export function swipes(viewer) {
  const felt = viewer.root.querySelector(".felt");
  let from = null;
  felt.addEventListener("pointerdown", (event) => {
    from = event.pointerType === "mouse" ? null : event;
  });
  felt.addEventListener("pointerup", (event) => {
    if (from === null || from.pointerId !== event.pointerId) return;
    const across = event.clientX - from.clientX;
    const along = event.clientY - from.clientY;
    from = null;
    if (Math.abs(across) < SHORT || Math.abs(across) < 2 * Math.abs(along)) return;
    const way = across < 0 ? "next" : "prev";
    viewer.autoplay.stop();
    viewer.go(Math.abs(across) > LONG ? `${way}-trick` : way);
  });
}

export function repeats(viewer) {
  for (const button of viewer.root.querySelectorAll("[data-go=next], [data-go=prev]")) {
    let timer = 0;
    let wait = SLOW;
    const again = () => {
      viewer.go(button.dataset.go);
      wait = Math.max(FAST, wait * 0.85);
      timer = setTimeout(again, wait);
    };
    button.addEventListener("pointerdown", () => {
      wait = SLOW;
      timer = setTimeout(again, FIRST);
    });
    for (const end of ["pointerup", "pointerleave", "pointercancel"]) {
      button.addEventListener(end, () => clearTimeout(timer));
    }
    button.addEventListener("contextmenu", (event) => event.preventDefault());
  }
}
