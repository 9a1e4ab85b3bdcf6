"""What a device keeps to go on without a network: the service worker and the manifest.

The worker's scope is `/record`: no other page of the site is kept or answered by it.
"""

from flask import Blueprint, Response, jsonify

from shengji.web.assets import FOLDER, asset
from shengji.web.language import language, t
from shengji.web.presentation import url

page = Blueprint("record_shell", __name__)


@page.get("/record/worker.js")
def worker() -> Response:
    text = (FOLDER / "record-worker.js").read_text(encoding="utf-8")
    response = Response(text, mimetype="text/javascript")
    response.headers["Service-Worker-Allowed"] = "/record"
    response.headers["Cache-Control"] = "no-cache"
    return response


@page.get("/record/manifest.webmanifest")
def manifest() -> Response:
    response = jsonify(
        name=t("record.title"),
        short_name=t("record.short"),
        lang=language(),
        start_url=url("record.show"),
        scope="/record",
        display="standalone",
        background_color="#f5f6f3",
        theme_color="#14532d",
        icons=[{"src": asset("icon.svg"), "sizes": "any", "type": "image/svg+xml"}],
    )
    response.mimetype = "application/manifest+json"
    return response
