// Cards as they stand in a field: read, counted, and taken away from what is left. Only the letters
// are looked at; whether a play may be made is for the server to say.

const SIGNS = { "♠": "S", "♥": "H", "♣": "C", "♦": "D" };

// The cards of a text in their order: "sKK HT" is SK SK HT.
export function cards(text) {
  const found = [];
  let suit = "";
  for (const [sign] of text.matchAll(/10|[♠♥♣♦]|[SHCD2-9TJQKALB]/gi)) {
    const letter = SIGNS[sign] ?? sign.toUpperCase().replace("10", "T");
    if ("SHCD".includes(letter)) suit = letter;
    else if ("LB".includes(letter)) found.push(letter);
    else if (suit) found.push(suit + letter);
  }
  return found;
}

// Without the last card.
export function rubbed(text) {
  return cards(text).slice(0, -1).join("");
}

// Without one of them, by its place.
export function without(text, at) {
  return cards(text).toSpliced(Number(at), 1).join("");
}

export function tally(faces) {
  const found = new Map();
  for (const face of faces) found.set(face, (found.get(face) ?? 0) + 1);
  return found;
}
