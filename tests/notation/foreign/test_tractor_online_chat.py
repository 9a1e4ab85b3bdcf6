"""The chat of tractor-online: the one public log, the server's own words, and logs of our writer.

What is known of the public log: github.com/rbtying/shengji issue 347. Trump is diamonds at level 6,
and all six winners and totals agree with the rules.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from shengji import notation, replay
from shengji.engine.scoring.match import Level
from shengji.notation import foreign
from shengji.notation import record as rec
from shengji.notation.diagnostics import Severity
from shengji.notation.foreign import ForeignError, Imported
from shengji.notation.foreign.tractor_online import TRACTOR_ONLINE
from shengji.notation.foreign.tractor_online_lines import CHARACTERS, read_cards
from shengji.notation.tokens import write_cards, write_seat
from shengji.replay.remarking import say_refusal, say_remark

from .chat_writer import Chat, character, rendered
from .comparing import bare_tricks
from .played import Played, matches, played

DATA = Path(__file__).parents[2] / "data/tractor-online"
PUBLIC = (DATA / "issue-347.txt").read_text(encoding="utf-8")
SERVER = (DATA / "server-text.txt").read_text(encoding="utf-8")
NAMES = ("Yang", "小明", "Li Na", "王 played")


def take(text: str) -> Imported:
    data = text.encode()
    assert foreign.find(data) is TRACTOR_ONLINE
    return TRACTOR_ONLINE.read(data)


def read(text: str) -> rec.Record:
    (record,) = take(text).records
    return record


def told_of(text: str) -> list[str]:
    return [say_remark(remark) for remark in take(text).remarks]


def codes(record: rec.Record) -> list[str]:
    """What a check finds that is no want of facts."""
    found = replay.check_record(record).diagnostics
    return [each.code.id for each in found if each.severity in (Severity.ERROR, Severity.WARNING)]


# -- cards -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("6♦", "D6"), ("10♥J♣J♣", "HTCJJ"), ("LJHJ", "LB"), ("10♥3♠", "S3HT"),
        ("🂢🂾🂳🂵", "S2H35K"), ("🃅🃊🃎🃃🃄🃆🃇🃈", "D345678TK"), ("🃟🃏", "LB"), ("🂠🂠", ".2"),
        ("🂡🂫🂭🂮", "SJQKA"), ("2♡A♤", "SAH2"),
    ],
)  # fmt: skip
def test_cards_in_either_spelling(text: str, cards: str) -> None:
    """Jack, queen and king are B, D and E of their row of Unicode: there is no knight in it."""
    assert write_cards(read_cards(text)) == cards


def test_every_character_is_one_card() -> None:
    assert sorted(CHARACTERS.values()) == [*range(54), 58]
    assert all(read_cards(character(card)) == (card,) for card in range(54))
    assert all(read_cards(rendered((card,))) == (card,) for card in range(54))


# -- the public log and the server's words ---------------------------------------------------------


def test_the_public_log() -> None:
    """Six tricks, their winners and totals; a ruffed pair, a joker, a trick without points."""
    record = read(PUBLIC)
    (hand,) = record.hands
    assert [record.tag(f"Player{seat}") for seat in "ABCD"] == ["Yang", "Hook", "Lin", "S"]
    winners = [(trick.won.seat, trick.won.points) for trick in bare_tricks(hand) if trick.won]
    assert winners == [(1, 5), (1, 10), (3, 20), (3, 25), (1, 0), (1, 5)]
    assert rec.Trump(2, Level(4), 0) in hand.events
    assert (hand.dealer, hand.ended) == (0, False)
    assert hand.levels[0] == rec.SideLevel((0,), Level(4))
    assert codes(record) == ["unfinished-hand"]
    report = replay.check_record(record)
    assert report.confirmed == 6 + 1  # Its tricks, and trump.


def test_a_wrong_winner_is_found() -> None:
    changed = PUBLIC.replace("S wins the trick and gets 20", "Lin wins the trick and gets 20")
    assert "wrong-winner" in codes(read(changed))


def test_the_servers_words() -> None:
    """A hand that was set up: 25 points in the kitty times 8, for a tractor of two pairs."""
    record = read(SERVER)
    (hand,) = record.hands
    (result,) = (event for event in hand.events if isinstance(event, rec.Result))
    assert (result.points, result.kitty_points, result.multiplier) == (225, 25, 8)
    assert [trick.won for trick in bare_tricks(hand)] == [rec.Won(0, 15), rec.Won(1, 25)]
    assert codes(record) == []
    assert replay.check_record(record).confirmed >= 4


# -- logs of our writer ----------------------------------------------------------------------------

MATCHES = [
    *(matches("tractor-online@1", 3, range(6))),
    *(matches("tractor-online@1 throw_penalty=10", 2, range(6, 9))),
]


def undecided(told: Sequence[Played]) -> bool:
    """Nobody declared, and the log does not say which card was turned."""
    return any(each.only(rec.Flip) for each in told)


@pytest.mark.parametrize("record", MATCHES)
@pytest.mark.parametrize("server", [False, True], ids=["page", "server"])
def test_what_was_written_comes_back(record: rec.Record, server: bool) -> None:
    told = played(record)
    seats = told[0].tricks[0].leader
    lines = list(Chat(NAMES, server=server, reveal=True).match(told))
    if "throw_penalty=10" in (record.tag("Rules") or ""):
        lines.insert(0, "Yang set the throw penalty to 10 points per throw")
    again = read("\n\n".join(lines))
    assert again.tag("Rules") == record.tag("Rules")
    order = [NAMES[(seats + step) % 4] for step in range(4)]
    assert [again.tag(f"Player{seat}") for seat in "ABCD"] == order
    assert len(again.hands) == len(told)
    for hand, each in zip(again.hands, told, strict=True):
        assert turned(bare_tricks(hand), seats) == bare_tricks(each.hand)
        assert_ends_alike(hand, each, seats)
        if not undecided([each]):
            trump = next(event for event in hand.events if isinstance(event, rec.Trump))
            declarer = (trump.declarer + seats) % 4
            assert (trump.suit, declarer) == (each.trump.suit, each.trump.declarer)
            if trump.level is not None:  # Jokers show none, and no hand before told it.
                assert trump.level == each.trump.level
            buried = next(event for event in hand.events if isinstance(event, rec.Bury))
            assert buried.cards == each.buried
    if not undecided(told):
        assert codes(again) == []


def turned(tricks: Sequence[rec.Trick], by: int) -> list[rec.Trick]:
    """With the seats counted from another player."""
    return [
        replace(
            trick,
            leader=(trick.leader + by) % 4,
            won=trick.won and rec.Won((trick.won.seat + by) % 4, trick.won.points),
        )
        for trick in tricks
    ]


def assert_ends_alike(hand: rec.Hand, told: Played, seats: int) -> None:
    result = next(event for event in hand.events if isinstance(event, rec.Result))
    assert result.points == told.result.points
    if result.multiplier is not None:
        assert result.kitty_points == told.result.kitty_points
        assert result.multiplier == told.result.multiplier
    assert result.next_dealer is not None and told.result.next_dealer is not None
    assert (result.next_dealer + seats) % 4 == told.result.next_dealer


def test_throws_that_failed_were_among_them() -> None:
    plays = [play for m in MATCHES for t in played(m) for trick in t.tricks for play in trick.plays]
    assert sum(play.forced is not None for play in plays) > 5


# -- take-backs ------------------------------------------------------------------------------------


def test_plays_that_were_taken_back_are_kept_beside_the_game() -> None:
    text = PUBLIC.replace(
        "Lin played 4♣4♣", "Lin played 4♣5♣\n\nLin took back their last play\n\nLin played 4♣4♣"
    )
    record, whole = read(text), read(PUBLIC)
    assert bare_tricks(record.hands[0]) == bare_tricks(whole.hands[0])
    retract = next(event for event in record.hands[0].events if isinstance(event, rec.Retract))
    assert retract.address == rec.Address(1, "trick", 1, 3)
    assert write_cards(retract.cards) == "C45"
    assert codes(record) == ["unfinished-hand"]


def test_a_lead_that_was_taken_back() -> None:
    text = PUBLIC.replace(
        "Hook played A♠", "Hook played K♠\n\nHook took back their last play\n\nHook played A♠"
    )
    record = read(text)
    assert bare_tricks(record.hands[0]) == bare_tricks(read(PUBLIC).hands[0])
    assert any(isinstance(event, rec.Retract) for event in record.hands[0].events)


def test_a_bid_that_was_taken_back() -> None:
    text = PUBLIC.replace("S bid 6♦", "Lin bid 6♠\nLin took back their last bid\nS bid 6♦")
    shown = [e for e in read(text).hands[0].events if isinstance(e, rec.Declare)]
    assert [write_seat(each.seat) for each in shown] == ["d"]
    assert "hand 1: dropped: Lin showed S6 and took it back" in told_of(text)


# -- what people paste -----------------------------------------------------------------------------


def test_line_ends_emoji_and_chat_in_between() -> None:
    lines = PUBLIC.splitlines()
    lines.insert(3, "🚜🚜🚜🚜🚜🚜🚜🚜🚜🚜🚜🚜")
    lines.insert(9, "Hook: Lin played A♠ lol 😀")
    lines.insert(12, "Hook: Lin wins the trick and gets 5 points")
    lines.insert(20, "小王 has joined the game again, prior connection removed")
    ends = ["\r\n", "\n", "\r", "\r\n\r\n"]
    text = "\ufeff" + "".join(line + ends[n % 4] for n, line in enumerate(lines))
    assert read(text) == read(PUBLIC)


def test_lines_of_the_game_can_be_marked() -> None:
    """Then all others are chat, whatever they say."""
    marked = "\n".join(f"GAME: {line}" for line in PUBLIC.splitlines() if line)
    text = marked.replace("GAME: S played 7", "Yang: nice\nS played HJ\nGAME: S played 7")
    assert read(text) == read(PUBLIC)


def test_names_that_look_like_lines() -> None:
    names = {
        "Yang": "Hook played 5♠", "Hook": "X wins the trick, but gets no points :(",
        "Lin": "bid 2♠ started the game", "S": "took back their last play",
    }  # fmt: skip
    text = re.sub("|".join(names), lambda found: names[found[0]], PUBLIC)
    text = text.replace("took back their last playtarted", "started")
    record = read(text)
    assert bare_tricks(record.hands[0]) == bare_tricks(read(PUBLIC).hands[0])
    assert record.tag("PlayerB") == names["Hook"]


def test_two_games_in_one_paste() -> None:
    """Other players: two matches, none of which knows of the other."""
    other = PUBLIC
    for name, new in (("Yang", "甲"), ("Hook", "乙"), ("Lin", "丙")):
        other = other.replace(name, new)
    records = take(f"{PUBLIC}\n{other}").records
    assert [record.tag("PlayerA") for record in records] == ["Yang", "甲"]
    assert [len(record.hands) for record in records] == [1, 1]
    assert records[0] == read(PUBLIC)
    said = told_of(f"{PUBLIC}\n{other}")
    assert "inferred: 2 matches: other players, or in another order" in said


def test_the_same_players_start_anew() -> None:
    """Their levels in the second game are not those that the first one led to."""
    (first,) = matches("tractor-online@1", 1, range(3, 4))
    (second,) = matches("tractor-online@1", 1, range(4, 5))
    lines = [*Chat(NAMES).match(played(first)), *Chat(NAMES).match(played(second))]
    (record,) = take("\n".join(lines)).records
    assert len(record.hands) == 2


def test_the_last_300_lines() -> None:
    """The page keeps no more: what is left of a hand that was played to its end is a position."""
    told = played(matches("tractor-online@1", 1, range(1))[0])
    lines = list(Chat(NAMES).match(told))
    cut = 0
    for left in range(30, 36):
        text = "\n".join(lines[-left:])
        (hand,) = read(text).hands
        assert any(isinstance(event, rec.Start) for event in hand.events)
        assert codes(read(text)) == []
        whole, part = bare_tricks(told[0].hand), bare_tricks(hand)
        assert [trick.plays for trick in part] == [t.plays for t in whole[-len(part) :]]
        said = told_of(text)
        assert "hand 1: missing: what was trump" in said
        cut += any("the beginning of which is cut off" in each for each in said)
    assert 0 < cut < 6


def test_hidden_cards() -> None:
    """Winners and points are all that can be read; no card is made up."""
    text = re.sub("(?<=played )(.+)", lambda found: "🂠" * len(read_cards(found[1])), PUBLIC)
    record = read(text)
    plays = [play for trick in bare_tricks(record.hands[0]) for play in trick.plays]
    assert {card for play in plays for card in play.cards} == {58}
    assert [t.won for t in bare_tricks(record.hands[0])] == [
        t.won for t in bare_tricks(read(PUBLIC).hands[0])
    ]
    assert any("which the table hides" in each for each in told_of(text))
    assert codes(record) == ["unfinished-hand"]
    assert notation.loads(notation.dumps(record)).records == (record,)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("A started the game\nhello", "no card that was played is told"),
        ("A started the game\nA played 5♠\nB played 6♠\nA wins the trick and gets 5 points",
         "line 2: no trick is told as a whole"),
        (PUBLIC.replace("S played K♠\n", ""), "line 20: 'Yang' plays where it is the turn of 'S'"),
        (PUBLIC.replace("Yang played 2♠\n", ""), "line 15: 3 plays of 4 are told of this trick"),
    ],
)  # fmt: skip
def test_what_cannot_be_read(text: str, said: str) -> None:
    with pytest.raises(ForeignError) as caught:
        TRACTOR_ONLINE.read(text.encode())
    assert say_refusal(caught.value).startswith(said)


def test_bytes_of_another_encoding() -> None:
    with pytest.raises(ForeignError) as caught:
        TRACTOR_ONLINE.read("小明 played ".encode("gb18030"))
    assert "not UTF-8 text: byte " in say_refusal(caught.value)


def test_a_line_without_end_is_no_line_of_the_game() -> None:
    long = "Yang tried to throw A♠, but " * 5000
    assert read(f"{long}\n{PUBLIC}") == read(PUBLIC)


def test_a_trick_without_end() -> None:
    """It is refused at its thirteenth play, however many follow."""
    text = "".join(f"p{number} played 5♠\n" for number in range(30_000))
    with pytest.raises(ForeignError) as caught:
        TRACTOR_ONLINE.read(text.encode())
    assert say_refusal(caught.value).startswith("line 1: more plays of one trick")
