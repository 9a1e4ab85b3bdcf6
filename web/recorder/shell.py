"""What a device keeps to go on without a network: the service worker and the manifest.

The worker's scope is `/record`: no other page of the site is kept or answered by it.
"""

import json
from functools import cache
from typing import Final

from flask import Blueprint, Response, abort, jsonify

from shengji.replay.exports.raster import png
from shengji.web.assets import FOLDER, LONG, asset, digest
from shengji.web.games import TOKEN
from shengji.web.language import language, t
from shengji.web.presentation import url

SIZES: Final = (192, 512)
"""Of the icons, in pixels: what browsers ask of a page that can be installed."""

page = Blueprint("record_shell", __name__)


@page.get("/record/worker.js")
def worker() -> Response:
    """The worker, with what it keeps. It changes with the assets: then all is kept anew."""
    shell = {
        "digest": digest(),
        "pages": [url(name, **{TOKEN: None}) for name in ("record.show", "record_afar.desk")],
        "files": [asset(path.name) for path in sorted(FOLDER.iterdir())],
    }
    text = (FOLDER / "record-worker.js").read_text(encoding="utf-8")
    response = Response(f"self.shell = {json.dumps(shell)};\n{text}", mimetype="text/javascript")
    response.headers["Service-Worker-Allowed"] = "/record"
    response.headers["Cache-Control"] = "no-cache"
    return response


@page.get("/record/manifest.webmanifest")
def manifest() -> Response:
    response = jsonify(
        id="/record",
        name=t("record.title"),
        short_name=t("record.short"),
        lang=language(),
        start_url=url("record.show", **{TOKEN: None}),
        scope="/record",
        display="standalone",
        background_color="#f5f6f3",
        theme_color="#14532d",
        icons=[
            {"src": asset("icon.svg"), "sizes": "any", "type": "image/svg+xml"},
            *(
                {
                    "src": url("record_shell.icon", size=size, version=digest()),
                    "sizes": f"{size}x{size}",
                    "type": "image/png",
                }
                for size in SIZES
            ),
        ],
    )
    response.mimetype = "application/manifest+json"
    return response


@page.get("/record/icon/<version>/<int:size>.png")
def icon(version: str, size: int) -> Response:
    """The icon of the site in pixels, for devices that take no drawing."""
    if size not in SIZES:
        abort(404)
    response = Response(_icon(size), mimetype="image/png")
    response.headers["Cache-Control"] = LONG if version == digest() else "no-cache"
    return response


@cache
def _icon(size: int) -> bytes:
    drawn = (FOLDER / "icon.svg").read_text(encoding="utf-8")
    return png(drawn.replace("<svg ", f'<svg width="{size}" height="{size}" ', 1))
