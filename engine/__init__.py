"""The game: cards, rules, judgement; no notation, no web, the standard library alone.

Where to begin: :mod:`.presets` names rule systems and :mod:`.rules` has their options;
:mod:`.hand` plays one hand as a state machine over :mod:`.events` and says which of :mod:`.faults`
an event would be. It stands on three rooms: `declaring/`, from the first card dealt to the buried
kitty; `play/`, what a play is, what is owed, and who wins a trick; `scoring/`, what a hand comes
to and how a match goes on. :mod:`.order` says what cards are under the rules, :mod:`.knowledge`
what is proved where cards are unknown. Nothing is imported here: a reader of the notation needs few
of them.
"""
