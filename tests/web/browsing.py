"""A real browser over a real server, and what a page shows by its places."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from axe_playwright_python.sync_playwright import Axe
from flask import Flask
from playwright.sync_api import Browser, Page, sync_playwright
from werkzeug.serving import make_server

CHROMIUM = "/usr/bin/chromium"
ARGUMENTS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
PHONE, WIDE = (390, 844), (1440, 900)
READY = "[data-viewer][data-ready]"
PLACES = """
() => {
  const found = {};
  const put = (kind, read) => {
    for (const element of document.querySelectorAll(`[data-${kind}]`)) {
      found[`${kind} ${element.dataset[kind]}`] = read(element);
    }
  };
  put("text", (e) => e.textContent.replace(/\\u00a0$/, ""));
  put("cards", (e) => [...e.children].map((c) => c.dataset.c).join(" ") + `#${e.dataset.n}`);
  put("is", (e) => e.dataset.state);
  put("value", (e) => e.value);
  put("way", (e) => e.getAttribute("href") ?? "");
  put("fan", (e) => `${e.dataset.n} ${e.dataset.r}`);
  found.current = [...document.querySelectorAll("[data-trick][aria-current]")]
    .map((e) => e.dataset.trick).join();
  found.keep = [...document.querySelectorAll("a[data-keep]")].map((e) => e.href).join();
  return found;
}
"""
"""What stands in every place, with the markup that styles depend on."""


@contextmanager
def served(app: Flask) -> Iterator[str]:
    """The address of a server for the application."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        yield browser
        browser.close()


class Watched:
    """A page that notes what goes wrong in it."""

    def __init__(self, browser: Browser, size: tuple[int, int], **options: object) -> None:
        width, height = size
        self.context = browser.new_context(
            viewport={"width": width, "height": height}, reduced_motion="reduce", **options
        )
        self.page: Page = self.context.new_page()
        self.faults: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self._note)
        self.page.add_init_script(
            "document.addEventListener('securitypolicyviolation',"
            " (e) => console.error('CSP ' + e.violatedDirective + ' ' + e.blockedURI))"
        )

    def _note(self, message: object) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(message.text)

    def visit(self, address: str) -> Page:
        self.page.goto(address)
        self.page.wait_for_selector(READY, state="attached")
        return self.page

    def __enter__(self) -> "Watched":
        return self

    def __exit__(self, *_: object) -> None:
        self.context.close()


def eventually(page: Page, promise: str, argument: object = None) -> None:
    """Wait until what is promised is true: a function that waits takes a promise for true."""
    while not page.evaluate(promise, argument):
        page.wait_for_timeout(50)


def assert_fits(page: Page) -> None:
    """Nothing hangs over the edge."""
    assert page.evaluate("document.documentElement.scrollWidth") == page.evaluate("innerWidth")


def assert_usable(page: Page) -> None:
    """Nothing hangs over the edge, and axe finds nothing."""
    assert_fits(page)
    found = Axe().run(page)
    told = [
        (each["id"], [node["html"][:200] + node["failureSummary"] for node in each["nodes"][:3]])
        for each in found.response["violations"]
    ]
    assert told == []
