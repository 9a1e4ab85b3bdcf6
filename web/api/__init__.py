"""The API: JSON over the models of the record and of its replay, below `/api/v1`.

===============  =======================================================================
`models`         what is answered, put together from the classes of the floors below
`operations`     an operation: its path, parameters, body and answer, declared with its view
`openapi`        the description of them all, OpenAPI 3.1
`games`          reading: games, hands, positions, flags, notes
`adding`         checking and storing a record, and what may be played
`noting`         what its owner says about a game
`bodies`         what is sent as JSON
`others`         players, rule systems, how much there is
`docs`           the page at `/api`
===============  =======================================================================

Errors are problems (:mod:`shengji.web.problems`). Whoever may do more than read shows a token, in
`Authorization: Bearer` or as `?token=`; there are no cookies.
"""

from shengji.web.api import adding, games, noting, others
from shengji.web.api.docs import page as docs
from shengji.web.api.operations import page

__all__ = ["adding", "docs", "games", "noting", "others", "page"]
