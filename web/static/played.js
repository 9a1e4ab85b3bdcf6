// A card in a hand leads to the position in which it is played.

export function leads(viewer) {
  viewer.root.addEventListener("click", (event) => {
    const card = event.target.closest(".seat .hand .c");
    if (!card) return;
    const [seat] = card.closest("ul").dataset.cards.split(".");
    const index = viewer.scenes.findIndex(
      (scene, place) => place > viewer.index && plays(scene, seat).includes(card.dataset.c),
    );
    if (index < 0) return;
    viewer.autoplay.stop();
    viewer.show(index, { jump: true });
  });
}

function plays(scene, seat) {
  return (scene[`${seat}.play`] ?? "").split(" ");
}
