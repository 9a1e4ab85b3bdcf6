// <shengji-game src="https://site/g/ID/POSITION"> on any page: a frame with that position, as high
// as it needs to be. Only messages of that very frame are listened to.

class ShengjiGame extends HTMLElement {
  static observedAttributes = ["src"];

  connectedCallback() {
    this.frame = document.createElement("iframe");
    this.frame.loading = "lazy";
    this.frame.allow = "fullscreen";
    this.frame.title = this.getAttribute("title") ?? "升级";
    this.frame.width = "100%";
    this.frame.height = this.getAttribute("height") ?? "560";
    this.frame.style.border = "0";
    this.listener = (event) => this.heard(event);
    window.addEventListener("message", this.listener);
    this.point();
    this.replaceChildren(this.frame);
  }

  disconnectedCallback() {
    window.removeEventListener("message", this.listener);
  }

  attributeChangedCallback() {
    if (this.frame) this.point();
  }

  // Only addresses of games are shown, and only as the pages made for frames.
  point() {
    const url = new URL(this.getAttribute("src") ?? "", document.baseURI);
    if (!["http:", "https:"].includes(url.protocol)) return;
    if (!url.pathname.startsWith("/embed/")) url.pathname = `/embed${url.pathname}`;
    this.origin = url.origin;
    this.frame.src = url.href;
  }

  heard(event) {
    if (event.origin !== this.origin || event.source !== this.frame.contentWindow) return;
    const height = event.data?.shengji === "height" ? event.data.height : 0;
    if (Number.isFinite(height) && height > 0) this.frame.height = Math.min(height, 4000);
  }
}

customElements.define("shengji-game", ShengjiGame);
