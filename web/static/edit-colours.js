// A text of SJN in colours: what begins a line, cards by suit, comments, tags. It only looks at
// letters; what is wrong with a text is told by the server, and underlined here. Nothing but colour
// may differ from the text area above: another weight or slant would be of another width.

const KINDS = {
  S: "S", H: "H", D: "D", C: "C", "♠": "S", "♥": "H", "♦": "D", "♣": "C", L: "J", B: "J",
};
const CARDS = /^(?:[SHCD♠♥♦♣](?:10|[2-9TJQKA?])+|[LB])/;

function span(kind, text) {
  const element = document.createElement("span");
  element.className = kind;
  element.textContent = text;
  return element;
}

function suited(word) {
  const parts = word.matchAll(/[SHCD♠♥♦♣](?:10|[^SHCD♠♥♦♣LB^/=<])*|[LB]|[\s\S]/g);
  return [...parts].map(([part]) => {
    const kind = KINDS[part[0]];
    return kind ? span(kind, part) : document.createTextNode(part);
  });
}

function coloured(word, first, statements) {
  if (first && statements.has(word)) return [span("w", word)];
  if (word.startsWith("=")) return [span("won", word)];
  if (CARDS.test(word)) return suited(word);
  return [document.createTextNode(word)];
}

function line(text, statements) {
  if (/^\s*[#%]/.test(text)) return [span("r", text)];
  if (/^\s*\[/.test(text)) return [span("t", text)];
  const comment = text.search(/(^|\s)#/);
  const code = comment < 0 ? text : text.slice(0, comment);
  const parts = [];
  let first = true;
  for (const [word] of code.matchAll(/\s+|\S+/g)) {
    if (/\s/.test(word)) parts.push(document.createTextNode(word));
    else parts.push(...coloured(word, first, statements));
    first &&= /\s/.test(word);
  }
  if (comment >= 0) parts.push(span("r", text.slice(comment)));
  return parts;
}

// Columns count code points, from 1; a place without a length is one sign.
function underline(text, found, statements) {
  const points = [...text];
  const parts = [];
  let done = 0;
  for (const { column, length, severity } of found) {
    const start = Math.max(done, (column ?? 1) - 1);
    const end = Math.max(start + 1, start + (length ?? 1));
    parts.push(...line(points.slice(done, start).join(""), done ? new Set() : statements));
    const mark = document.createElement("mark");
    if (severity !== "error") mark.className = "soft";
    mark.textContent = points.slice(start, end).join("") || " ";
    parts.push(mark);
    done = end;
  }
  parts.push(...line(points.slice(done).join(""), done ? new Set() : statements));
  return parts;
}

// Lines from one place to another, of which more than are seen cost nothing; `found` by line.
export function paint(place, lines, from, found, statements) {
  place.replaceChildren(
    ...lines.map((text, index) => {
      const here = (found.get(from + index + 1) ?? []).filter((one) => one.severity !== "note");
      here.sort((one, other) => (one.column ?? 1) - (other.column ?? 1));
      const row = document.createElement("div");
      row.append(...underline(text, here, statements));
      return row;
    }),
  );
}

export function number(place, lines, from, found) {
  place.replaceChildren(
    ...lines.map((_, index) => {
      const row = document.createElement("div");
      row.textContent = from + index + 1;
      const worst = found.get(from + index + 1)?.some(({ severity }) => severity === "error");
      if (worst) row.className = "bad";
      return row;
    }),
  );
}
