"""The replay site: pages and JSON over records that the floors below have judged.

`create_app(config)` makes the application. Each kind of page is a blueprint in a file of its own,
registered in :mod:`shengji.web.app`:

=============  ===========================================================================
`landing`      `/`
`search`       `/games`, the archive search; `asking.ask()` for what follows from the same query
`overview`     `/g/ID`, the match
`forms`        `/g/ID.sjn`, `/g/ID.json`, `/g/ID/POSITION.png` and other forms of the same
`exporting`    `/g/ID.csv`, `/g/ID/HAND.pdf`, `/g/ID/FROM-TO.gif` and what else is taken along
`viewer`       `/g/ID/POSITION`, and the steps of a hand as JSON
`sheet`        `/g/ID/HAND/all`, for print
`embed`        `/embed/g/ID/POSITION`, for frames of other sites, and `oembed` for who asks about it
`players`      `/players`, `/players/SLUG`
`share`        `/g/ID/POSITION/share`, what there is to give away
`rules`        `/rules`, `/rules/NAME`, `/rules/NAME/diff/OTHER`, `/rules/option/ID`
`notation`     `/notation`, `/notation/CODE`
`upload`       `/upload`, where a record is checked and then stored
`owner`        `/g/ID/owner`, where the edit token changes it
`api`          `/api/v1`, and `/api`, the page about it
`recorder`     `/record`, drafts; `/live/ID`, for spectators
`edit`         `/edit`, the text editor
`spoilers`     what is refused under links that tell no outcome
`guarding`     sizes, rates, hosts, forms of other sites
`serving`      the server before it all
`errors`       what is shown where there is nothing else to show
=============  ===========================================================================

A new kind of page is a new file with a blueprint and a line in :data:`shengji.web.app.PAGES`.
What every page shares: `base.html` and the macros of `table.html`, whose places
:mod:`shengji.web.filling` fills; `t(key)` and `url(endpoint)` in
templates (:mod:`shengji.web.language`, :mod:`shengji.web.presentation`); `open_game(name)` for
records, by which visibility is kept (:mod:`shengji.web.games`); headers for all of them in
:mod:`shengji.web.headers`, where the one frameable blueprint is named too.

Nothing is judged here, and nothing in JavaScript: positions, flags and what a seat could know come
from :mod:`shengji.replay`; `static/` only puts them into the page.
"""

from shengji.web.app import create_app
from shengji.web.config import Config, ConfigError

__all__ = ["Config", "ConfigError", "create_app"]
