// The steps of a hand: the first is whole, of every other only the changes are sent.

export function unfold(changes) {
  const scenes = [];
  let scene = {};
  for (const change of changes) {
    scene = { ...scene, ...change };
    scenes.push(scene);
  }
  return scenes;
}

// The places in which two scenes differ.
export function differing(before, after) {
  const places = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...places].filter((place) => (before[place] ?? "") !== (after[place] ?? ""));
}

export function place(scenes, at) {
  for (let index = scenes.length - 1; index >= 0; index -= 1) {
    if (scenes[index].at === at) return index;
  }
  return -1;
}
