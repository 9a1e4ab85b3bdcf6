// A part of a page that the server has rendered from its own templates, which escape all text. The
// parser runs no script, and the policy of the page none that stands in attributes.

export function part(html, selector) {
  const found = new DOMParser().parseFromString(html, "text/html").querySelector(selector);
  return document.adoptNode(found);
}
