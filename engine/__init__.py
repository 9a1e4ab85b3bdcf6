"""The game: cards, rules, judgement; no notation, no web, the standard library alone.

Where to begin: :mod:`~shengji.engine.presets` names rule systems and :mod:`~shengji.engine.rules`
has their options; :mod:`~shengji.engine.hand` plays one hand as a state machine over
:mod:`~shengji.engine.events` and says which of :mod:`~shengji.engine.faults` an event would be;
:mod:`~shengji.engine.match` goes from hand to hand. Below them: :mod:`~shengji.engine.order` and
:mod:`~shengji.engine.shapes` (what cards are), :mod:`~shengji.engine.follow`,
:mod:`~shengji.engine.throws` and :mod:`~shengji.engine.tricks` (what they do), and
:mod:`~shengji.engine.knowledge` (what is proved where cards are unknown). Nothing is imported here:
a reader of the notation needs few of them.
"""
