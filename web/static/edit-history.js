// What was done to the text, without limit, to be taken back and done again. The browser's own memory
// does not outlast a text that is laid out anew, and takes minutes to type a long one.

const PAUSE = 1000;

export class History {
  constructor(area) {
    this.area = area;
    this.text = area.value;
    this.done = [];
    this.undone = [];
    this.at = 0;
  }

  // What has changed since the last call; `apart` from what was typed before, or a part of it.
  note(apart, within) {
    const change = difference(this.text, this.area.value);
    if (!change) return;
    this.text = this.area.value;
    this.undone = [];
    const last = this.done.at(-1);
    const soon = performance.now() - this.at < PAUSE;
    const joined = !apart && last && (within || soon) ? joint(last, change, within) : null;
    if (joined) this.done[this.done.length - 1] = joined;
    else this.done.push(change);
    this.at = apart ? 0 : performance.now();
  }

  undo() {
    this.move(this.done, this.undone);
  }

  redo() {
    this.move(this.undone, this.done);
  }

  move(from, to) {
    const change = from.pop();
    if (!change) return;
    const { at, old, fresh } = change;
    this.area.setRangeText(old, at, at + fresh.length, "end");
    this.text = this.area.value;
    to.push({ at, old: fresh, fresh: old });
    this.at = 0;
  }
}

// A text between the same beginning and the same end.
export function difference(before, after) {
  if (before === after) return null;
  const least = Math.min(before.length, after.length);
  let same = 0;
  while (same < least && before[same] === after[same]) same += 1;
  let tail = 0;
  while (tail < least - same && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  return {
    at: same,
    old: before.slice(same, before.length - tail),
    fresh: after.slice(same, after.length - tail),
  };
}

// Two changes as one: letters typed or taken away one behind the other, and signs put together.
function joint(last, change, within) {
  const end = last.at + last.fresh.length;
  if (!change.old && change.at === end && !change.fresh.includes("\n")) {
    return { ...last, fresh: last.fresh + change.fresh };
  }
  if (!change.fresh && !last.fresh && change.at + change.old.length === last.at) {
    return { at: change.at, old: change.old + last.old, fresh: "" };
  }
  if (within && change.at >= last.at && change.at + change.old.length <= end) {
    const start = change.at - last.at;
    const rest = last.fresh.slice(start + change.old.length);
    return { ...last, fresh: last.fresh.slice(0, start) + change.fresh + rest };
  }
  return null;
}
