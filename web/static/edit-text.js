// The text of a text area by lines and columns in code points, from 1, as the server counts.

export function placeOf(text, at) {
  const before = text.slice(0, at);
  const start = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: [...before.slice(start)].length + 1 };
}

export function offsetOf(text, line, column) {
  const lines = text.split("\n").slice(0, line);
  const last = [...lines.pop()].slice(0, column - 1).join("");
  return lines.reduce((sum, each) => sum + each.length + 1, 0) + last.length;
}

// The match around a line: its text, and how many lines stand above it.
export function matchAround(text, line) {
  const lines = text.split("\n");
  const heads = lines.flatMap((each, index) => (/^\s*%SJN\b/.test(each) ? [index] : []));
  const start = heads.findLast((index) => index < line) ?? 0;
  const end = heads.find((index) => index >= line) ?? lines.length;
  return { text: lines.slice(start, end).join("\n"), above: start };
}
