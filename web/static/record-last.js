// How this device began its last draft. The rule system and what is recorded are chosen as they were;
// names, levels and dealer are a proposal, since that match may have gone on elsewhere.

import { recall, remember } from "./memory.js";

const NAME = "shengji-setup";

export class Last {
  constructor(setup) {
    this.setup = setup;
    document.addEventListener("click", ({ target }) => {
      if (target.closest("[data-last-use]")) this.use();
      if (target.closest("[data-last-forget]")) this.forget();
    });
  }

  get box() {
    return document.querySelector("[data-last]");
  }

  get fields() {
    return JSON.parse(recall(NAME) || "null");
  }

  remember(fields) {
    remember(NAME, JSON.stringify({ ...fields, date: undefined }));
  }

  // `chosen`: the address names a rule system; it is not changed.
  async propose(chosen) {
    const { fields, setup } = this;
    if (!fields) return;
    if (!chosen) {
      const before = setup.form.elements.preset.value;
      setup.fill({ preset: fields.preset, mode: fields.mode });
      if (setup.form.elements.preset.value !== before) await setup.reshape();
    }
    this.show();
  }

  show() {
    const { fields } = this;
    const names = Object.entries(fields)
      .filter(([name, value]) => name.startsWith("player.") && value.trim())
      .map(([, value]) => value.trim());
    const levels = Object.entries(fields)
      .filter(([name]) => name.startsWith("level."))
      .map(([name, value]) => `${name.slice(6).toUpperCase()} ${value}`);
    this.box.querySelector("[data-last-words]").textContent = [...names, ...levels].join(" · ");
    this.box.hidden = false;
  }

  async use() {
    const { fields, setup } = this;
    await setup.reshape({ ...setup.fields(), ...fields, date: setup.fields().date });
    setup.fill(fields);
  }

  forget() {
    remember(NAME, "");
    this.box.hidden = true;
  }
}
