// Plays on by itself, a play at a time, with a longer look at a finished trick.

const PLAY = 1200;
const TRICK = 800;

export class Autoplay {
  constructor(viewer) {
    this.viewer = viewer;
    this.timer = 0;
    this.button = viewer.root.querySelector("[data-do=play]");
    this.speed = viewer.root.querySelector("select[data-do=speed]");
    this.button.addEventListener("click", () => this.toggle());
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.stop();
    });
  }

  get playing() {
    return this.timer !== 0;
  }

  toggle() {
    if (this.playing) this.stop();
    else this.start();
  }

  start() {
    if (!this.viewer.scene["to.next"]) this.viewer.go("first", { jump: true });
    this.tell(true);
    this.wait();
  }

  stop() {
    if (!this.playing) return;
    clearTimeout(this.timer);
    this.timer = 0;
    this.tell(false);
  }

  wait() {
    const ended = this.ended();
    const time = (PLAY + (ended ? TRICK : 0)) / Number(this.speed.value);
    this.timer = setTimeout(() => this.next(), time);
  }

  next() {
    this.hush();
    if (this.viewer.go("next") && this.viewer.scene["to.next"]) this.wait();
    else this.stop();
  }

  // Whether the trick on the table is complete: its way on leads into another trick.
  ended() {
    return !/\.\d+\.\d+$/.test(this.viewer.scene.at);
  }

  // Faster than a voice can follow, only the ends of tricks are spoken.
  hush() {
    const next = this.viewer.scene["to.next"];
    const quiet = Number(this.speed.value) > 1 && /\.\d+\.\d+$/.test(next);
    this.viewer.live.setAttribute("aria-live", quiet ? "off" : "polite");
  }

  tell(playing) {
    this.button.setAttribute("aria-pressed", String(playing));
    if (!playing) this.viewer.live.setAttribute("aria-live", "polite");
  }

  change(by) {
    const { options } = this.speed;
    const index = this.speed.selectedIndex + by;
    this.speed.selectedIndex = Math.min(Math.max(index, 0), options.length - 1);
  }
}
