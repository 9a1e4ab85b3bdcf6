"""The recorder: from the table to a checked record, on a page.

===========  ==============================================================================
`start`      `/record`: rules, players, levels, dealer; a new draft
`setup`      what is filled in there, read; `setupform` as it is shown
`afar`       a draft that a device begins without a network
`desk`       `/record/ID`: the table, what comes next, the cards; forms that work alone
`device`     `/record/ID/actions`: what a device sends that keeps its entries itself
`entering`   what becomes of entries, whoever sent them
`board`      what both show of a draft: `table`, the question and what else there is (`choices`,
             `asides`), the palette (`keys`), what was found (`remarks`), the score so far
             (`standings`); `sitting` calls the seats
`correcting` `/record/ID/line`: the plays or cards of an earlier line, to be corrected one by one
`finishing`  `/record/ID/finish`: the checker speaks, then the record is published; `ending` is
             what is shown there
`shell`      the service worker and the manifest, for a device without a network
`spectators` `/record/ID/show`: what spectators see, and how late
`live`       `/live/ID`, for spectators; `audience` is what they are told
===========  ==============================================================================

Who shows the token of a draft may go on with it. Rules stay in :mod:`shengji.replay.recording`.
"""

from shengji.web.recorder import afar, desk, device, finishing, live, shell, spectators, start

__all__ = ["afar", "desk", "device", "finishing", "live", "shell", "spectators", "start"]
