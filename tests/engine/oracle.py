"""A second, deliberately naive judge of play, written from the rule texts.

It tries everything: all ways to cut cards into units, all plays a hand could make. It shares
nothing with the engine but the numbering of cards and the options of the rules. Only for small
hands.
"""

from collections.abc import Iterator
from itertools import combinations, pairwise, permutations
from typing import Any, TypeAlias

from shengji.engine.cards import LITTLE_JOKER, RANKS, Cards, rank_of, suit_of
from shengji.engine.rules import Rules

Run: TypeAlias = tuple[int, ...]
"""Widths of neighbouring ranks, from low to high."""
Part: TypeAlias = tuple[Run, Cards]
"""A run and its faces."""
Cut: TypeAlias = tuple[Part, ...]
Nearness: TypeAlias = tuple[list[int], list[tuple[int, Run]]]

JOKERS = (52, 53)
LEVEL_N = 13


class Oracle:
    """The rules of one hand."""

    def __init__(self, rules: Rules, level: int, trump: int) -> None:
        self.rules = rules
        self.level = level
        self.trump = trump

    # -- order of cards: 000:37-65,111; 002:193-201 -----------------------------------------------

    def special(self) -> list[int]:
        """Ranks that are trump in every suit, the level rank last."""
        if self.trump < 0 and self.rules.no_trump_set == "jokers":
            return []
        named = self.rules.permanent_trumps
        ranks = [] if named == "none" else [RANKS.index(letter) for letter in named]
        ranks = [rank for rank in ranks if rank != self.level]
        return ranks if self.level == LEVEL_N else [*ranks, self.level]

    def suit(self, card: int) -> int | str:
        if card in JOKERS or rank_of(card) in self.special() or suit_of(card) == self.trump:
            return "trump"
        return suit_of(card)

    def power(self, card: int) -> tuple[int, ...]:
        """What decides between two cards of one effective suit."""
        if card in JOKERS:
            return (9, card)
        rank = rank_of(card)
        if rank not in self.special():
            return (0, rank)
        main = self.trump >= 0 and suit_of(card) == self.trump
        return (1 + (rank == self.level), self.special().index(rank), main)

    def neighbours(self, low: int, high: int) -> bool:
        """Whether a pair of `high` continues a pair of `low` upwards."""
        if self.suit(low) != self.suit(high):
            return False
        return self.natural_neighbours(low, high) or self.ladder_neighbours(low, high)

    def is_main_level(self, card: int) -> bool:
        if card in JOKERS or self.trump < 0:
            return False
        return (suit_of(card), rank_of(card)) == (self.trump, self.level)

    def ordinary(self, card: int) -> bool:
        return card not in JOKERS and rank_of(card) not in self.special()

    def natural_neighbours(self, low: int, high: int) -> bool:
        """Godot: 3344 and 4455 at level 4, in the trump suit."""
        if not self.rules.tractor_level_natural:
            return False
        one_is_level = self.is_main_level(low) != self.is_main_level(high)
        other = high if self.is_main_level(low) else low
        return one_is_level and self.ordinary(other) and high == low + 1

    def ladder_neighbours(self, low: int, high: int) -> bool:
        if self.ordinary(low) and self.ordinary(high):
            between = range(rank_of(low) + 1, rank_of(high))
            gap = all(rank in self.special() for rank in between)
            closed = gap and (self.rules.tractor_level_gap or not between)
            return rank_of(low) < rank_of(high) and closed
        if self.ordinary(low):
            return self.to_special(low, high)
        if low in JOKERS:
            return self.rules.tractor_jokers and (low, high) == JOKERS
        return self.above_special(low, high)

    def to_special(self, low: int, high: int) -> bool:
        """The highest ordinary trump, and the lowest special cards of the side suits (主A 副级)."""
        if high in JOKERS or self.trump < 0 or suit_of(high) == self.trump:
            return False
        higher = [rank for rank in range(rank_of(low) + 1, 13) if rank not in self.special()]
        lowest = rank_of(high) == self.special()[0]
        return lowest and not higher and self.rules.tractor_side_level_ace

    def above_special(self, low: int, high: int) -> bool:
        special, rank = self.special(), rank_of(low)
        last = rank == special[-1]
        if high == LITTLE_JOKER:
            return last and rank == self.level and self.level_joins_joker(low)
        if high in JOKERS or self.ordinary(high):
            return False
        if rank == rank_of(high):
            sided = self.trump >= 0 and suit_of(low) != self.trump and suit_of(high) == self.trump
            return sided and self.rules.tractor_main_side_level
        next_up = not last and rank_of(high) == special[special.index(rank) + 1]
        top_of_rank = self.trump < 0 or suit_of(low) == self.trump
        low_of_next = self.trump < 0 or suit_of(high) != self.trump
        return next_up and top_of_rank and low_of_next and self.rules.tractor_side_level_ace

    def level_joins_joker(self, card: int) -> bool:
        if self.trump < 0:
            return self.rules.tractor_no_trump_joker_level
        return suit_of(card) == self.trump and self.rules.tractor_little_joker_main

    # -- cutting cards into runs ------------------------------------------------------------------

    def chains(self, faces: list[int]) -> list[Cards]:
        """Every sequence of neighbouring faces, from low to high."""
        found: list[Cards] = [(face,) for face in faces]
        growing = found
        while growing:
            growing = [
                (*chain, face)
                for chain in growing
                for face in faces
                if face not in chain
                and self.neighbours(chain[-1], face)
                and self.one_ladder((*chain, face))
            ]
            found = [*found, *growing]
        return found

    def one_ladder(self, chain: Cards) -> bool:
        """The main level card stands between natural neighbours or above the aces, not both."""
        pairs = list(pairwise(chain))
        by_nature = [self.natural_neighbours(low, high) for low, high in pairs]
        touching = [self.is_main_level(low) or self.is_main_level(high) for low, high in pairs]
        kinds = {nature for nature, touches in zip(by_nature, touching, strict=True) if touches}
        return len(kinds) < 2

    def runs(self, cards: Cards) -> list[Part]:
        """Every run that the cards hold: (widths, faces) from low to high, widths above one."""
        held = {face: cards.count(face) for face in set(cards)}
        result: list[Part] = []
        for chain in self.chains(sorted(held)):
            least = 1 if len(chain) == 1 else 2
            ways: list[Run] = [()]
            for face in chain:
                ways = [(*way, width) for way in ways for width in range(least, held[face] + 1)]
            result += [(way, chain) for way in ways]
        return result

    def cuts(self, cards: Cards) -> set[Cut]:
        """Every way to cut all the cards into runs, as sets of (widths, faces)."""
        if not cards:
            return {()}
        result: set[Cut] = set()
        lowest = min(cards)
        for widths, faces in self.runs(cards):
            if lowest in faces:
                rest = list(cards)
                for width, face in zip(widths, faces, strict=True):
                    for _ in range(width):
                        rest.remove(face)
                for cut in self.cuts(tuple(rest)):
                    result.add(tuple(sorted(((widths, faces), *cut))))
        return result

    def is_tractor(self, widths: Run) -> bool:
        """Equal widths, wide and long enough."""
        return (
            len(set(widths)) == 1
            and widths[0] >= self.rules.tractor_min_width
            and (self.rules.titanic or widths[0] == 2)
            and len(widths) >= self.rules.tractor_min_length
        )

    def units(self, cards: Cards) -> set[Cut]:
        """The cuts into singles, sets and tractors alone."""
        return {
            cut
            for cut in self.cuts(cards)
            if all(len(widths) == 1 or self.is_tractor(widths) for widths, _ in cut)
        }

    def height(self, faces: Cards) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """What compares two units of one shape: the top, then the bottom."""
        by_nature = len(faces) > 1 and any(
            self.natural_neighbours(low, high) for low, high in pairwise(faces)
        )
        if by_nature:
            return ((0, rank_of(faces[-1])), (0, rank_of(faces[0])))
        return (self.power(faces[-1]), self.power(faces[0]))

    # -- following: 000:129-133,193,337-339; 002:131-133,218 --------------------------------------

    def legal_plays(self, suit: int | str, runs: list[Run], hand: Cards) -> set[Cards]:
        """Every play from the hand, a tuple of cards, that may answer runs led in a suit."""
        plays = self.plain_plays(suit, runs, hand)
        if self.rules.bombs == "off":
            return plays
        bombs = {play for play in combinations(sorted(hand), sum(map(sum, runs))) if bomb(play)}
        if self.rules.bombs == "led_suit":
            bombs = {play for play in bombs if self.suit(play[0]) in (suit, "trump")}
        return plays | bombs

    def plain_plays(self, suit: int | str, runs: list[Run], hand: Cards) -> set[Cards]:
        """The plays that are legal without bombs."""
        size = sum(map(sum, runs))
        plays = set(combinations(sorted(hand), size))
        held = tuple(card for card in sorted(hand) if self.suit(card) == suit)
        if len(held) <= size:
            return {play for play in plays if self.followed(suit, play) == held}
        plays = set(combinations(held, size))
        if self.rules.follow_shape == "suit_only" or self.asks_none(runs):
            return plays
        if self.rules.follow_throw == "in_turn":
            return self.legal_in_turn(runs, held, plays)
        if self.rules.follow_longer_protected:
            return self.legal_protected(runs, held, plays)
        if self.rules.break_tractor_for_pair == "protected" and max(map(len, runs)) == 1:
            return self.legal_unbroken(runs, held, plays)
        nearest = {play: self.nearest(runs, play) for play in plays}
        best = max(nearest.values())
        return {play for play in plays if nearest[play] == best}

    def asks_none(self, runs: list[Run]) -> bool:
        """Botzone: pairs of a throw are owed only where it has a tractor."""
        option = self.rules.follow_throw == "with_tractor"
        return option and len(runs) > 1 and max(map(len, runs)) == 1

    def followed(self, suit: int | str, play: Cards) -> Cards:
        return tuple(card for card in play if self.suit(card) == suit)

    def legal_protected(self, runs: list[Run], held: Cards, plays: set[Cards]) -> set[Cards]:
        """No set need be broken, but none of the right width may be kept while a wider one is."""
        whole = [
            self.nearness(cut)
            for play in plays
            if all(play.count(card) == held.count(card) for card in play)
            for cut in self.cuts(play)
            if len({face for _, faces in cut for face in faces}) == sum(len(w) for w, _ in cut)
            and self.comes_of([widths for widths, _ in cut], list(runs))
        ]
        legal = set()
        for play in plays:
            nearest = self.nearest(runs, play)
            if not (whole and max(whole) > nearest) and not self.hides(nearest, held, play):
                legal.add(play)
        return legal

    def legal_unbroken(self, runs: list[Run], held: Cards, plays: set[Cards]) -> set[Cards]:
        """Where no tractor is led, no set need come out of a tractor in hand (R23)."""
        kept = {
            face for widths, faces in self.runs(held) if self.long_enough(widths) for face in faces
        }
        due = [
            self.nearness(cut)
            for play in plays
            for cut in self.cuts(play)
            if not any(max(widths) > 1 and kept & set(faces) for widths, faces in cut)
            and self.comes_of([widths for widths, _ in cut], list(runs))
        ]
        return {play for play in plays if not due or self.nearest(runs, play) >= max(due)}

    def long_enough(self, widths: Run) -> bool:
        least = max(2, self.rules.tractor_min_length)
        return len(widths) >= least and min(widths) >= self.rules.tractor_min_width

    def hides(self, nearest: Nearness, held: Cards, play: Cards) -> bool:
        kept = [held.count(face) - play.count(face) for face in set(held)]
        given = [play.count(face) for face in set(play)]
        alone = [run[0] for length, run in nearest[1] if length == 1]
        return any(
            0 < alone.count(width) - given.count(width) <= kept.count(width)
            for width in set(alone)
            if width > 1
        )

    def legal_in_turn(self, runs: list[Run], held: Cards, plays: set[Cards]) -> set[Cards]:
        """Tractor-online: one led unit is weakened at a time, the one with most ways left."""
        shapes = {play: {self.shape(cut) for cut in self.cuts(play)} for play in plays}
        for owed in self.weakened(list(runs)):
            legal = {play for play in plays if owed in shapes[play]}
            if legal:
                return legal
        raise AssertionError("single cards are always met")

    def shape(self, cut: Cut) -> tuple[Run, ...]:
        return tuple(sorted(widths for widths, _ in cut))

    def weakened(self, runs: list[Run]) -> Iterator[tuple[Run, ...]]:
        """The shapes owed for the led runs, one after the other."""
        runs.sort(key=lambda run: (sum(run), len(run)), reverse=True)
        ways = [self.below(run) for run in runs]
        now = [[run] for run in runs]
        turn = list(range(len(runs)))
        while True:
            parts = [part for unit in now for part in unit]
            if all(self.weaker(unit, run) for unit, run in zip(now, runs, strict=True)):
                yield tuple(sorted(parts))
            turn.sort(key=lambda unit: -len(ways[unit]))
            if not ways[turn[0]]:
                return
            now[turn[0]] = ways[turn[0]].pop(0)

    def below(self, led: Run) -> list[list[Run]]:
        """The shapes of as many cards below a run, the strongest first."""
        found = {tuple(sorted(shape)) for shape in all_shapes(sum(led))}
        cuts = [tuple((run, ()) for run in shape) for shape in found]
        cuts.sort(key=self.nearness, reverse=True)
        shapes = [[run for run, _ in cut] for cut in cuts]
        return shapes[shapes.index([led]) + 1 :]

    def nearest(self, runs: list[Run], cards: Cards) -> Nearness:
        """How near the cards come to the led runs."""
        return max(
            self.nearness(cut)
            for cut in self.cuts(cards)
            if self.comes_of([widths for widths, _ in cut], list(runs))
        )

    def nearness(self, cut: Cut) -> Nearness:
        """Widths of sets count first, then how long the runs are that they join in."""
        widths = sorted((width for run, _ in cut for width in run), reverse=True)
        lengths = sorted(((len(run), run) for run, _ in cut), reverse=True)
        return widths, lengths

    def comes_of(self, parts: list[Run], runs: list[Run]) -> bool:
        """Whether the parts are the led runs, each as it was or weakened."""
        if not runs:
            return not parts
        led = runs[0]
        for number in range(1, len(parts) + 1):
            for chosen in combinations(range(len(parts)), number):
                mine = [parts[at] for at in chosen]
                if sum(map(sum, mine)) == sum(led) and self.weaker(mine, led):
                    others = [part for at, part in enumerate(parts) if at not in chosen]
                    if self.comes_of(others, runs[1:]):
                        return True
        return False

    def weaker(self, parts: list[Run], led: Run) -> bool:
        """A led run may give way to sets no wider than its own; to shorter runs by option."""
        if parts == [led]:
            return True
        widths = sorted((width for part in parts for width in part), reverse=True)
        if widths > sorted(led, reverse=True):
            return False
        return all(len(part) == 1 or self.may_owe(part, led) for part in parts)

    def may_owe(self, part: Run, led: Run) -> bool:
        if part == led:
            return True
        allowed = (
            self.rules.follow_tractor_partial == "longest"
            if len(led) > 1
            else self.rules.follow_new_tractor
        )
        wide = min(part) >= self.rules.tractor_min_width
        wide = wide and (self.rules.titanic or max(part) == 2)
        return allowed and wide and len(part) >= self.rules.tractor_min_length

    # -- tricks: 000:81,131-133,193; 002:213,222 --------------------------------------------------

    def winner(self, lead_cut: Cut, answers: list[Cards]) -> int:
        """The index of the winning play; 0 is the lead."""
        shape = sorted(widths for widths, _ in lead_cut)
        led_suit = self.suit(lead_cut[0][1][0])
        best, won = (led_suit, lead_cut), 0
        for number, cards in enumerate(answers, 1):
            if self.rules.bombs != "off" and (bomb(cards) or self.is_bomb_cut(best[1])):
                if self.bomb_wins(cards, best[1]):
                    best, won = (self.suit(cards[0]), (((len(cards),), cards[:1]),)), number
                continue
            suits = {self.suit(card) for card in cards}
            if len(suits) != 1 or not suits <= {led_suit, "trump"}:
                continue
            suit = suits.pop()
            if self.rules.ruff_structure == "any_trump" and suit != led_suit:
                if best[0] == led_suit or max(map(self.power, cards)) > self.top(best[1]):
                    best, won = (suit, tuple(((1,), (card,)) for card in cards)), number
                continue
            readings = [
                cut
                for cut in self.cuts(tuple(sorted(cards)))
                if sorted(widths for widths, _ in cut) == shape
            ]
            better = [cut for cut in readings if self.higher((suit, cut), best)]
            if better:
                best, won = (suit, self.strongest(better)), number
        return won

    def is_bomb_cut(self, cut: Cut) -> bool:
        return len(cut) == 1 and len(cut[0][0]) == 1 and cut[0][0][0] >= 4

    def bomb_wins(self, cards: Cards, best: Cut) -> bool:
        """Whether a play beats what stands, where one of the two is a bomb."""
        if not bomb(cards):
            return False
        return not self.is_bomb_cut(best) or self.bomb_rank(cards[0]) > self.bomb_rank(
            best[0][1][0]
        )

    def bomb_rank(self, card: int) -> tuple[int, tuple[int, ...]]:
        """tractor-online: clubs, diamonds, spades, hearts, turned so that trump would be last."""
        suits = [3, 2, 0, 1]
        while self.trump >= 0 and suits[-1] != self.trump:
            suits = [*suits[1:], suits[0]]
        suit = self.suit(card)
        return (4 if isinstance(suit, str) else suits.index(suit), self.power(card))

    def is_rainbow(self, cards: Cards) -> bool:
        """tractor-online: of every rank enough cards, over four suits, and no jokers."""
        least = self.rules.rainbow
        if not least or set(cards) & set(JOKERS):
            return False
        groups = [
            [card for card in cards if rank_of(card) == rank] for rank in set(map(rank_of, cards))
        ]
        suits = [{self.suit(card) for card in group} for group in groups]
        return min(map(len, groups)) >= least and min(map(len, suits)) >= 4

    def higher(self, mine: tuple[int | str, Cut], best: tuple[int | str, Cut]) -> bool:
        """Whether a play so read beats what stands."""
        if mine[0] != best[0]:
            return mine[0] == "trump"
        ours, theirs = mine[1], best[1]
        compare = self.rules.throw_compare
        if compare == "all" or len(ours) == 1:
            return self.each_higher(ours, theirs)
        if compare == "highest":
            return self.top(ours) > self.top(theirs)
        if compare == "largest":
            return self.largest(ours) > self.largest(theirs)
        return self.in_order(ours) > self.in_order(theirs)

    def each_higher(self, ours: Cut, theirs: Cut) -> bool:
        """Whether the units can be matched so that each of ours is higher."""
        return any(
            all(
                mine[0] == other[0] and self.height(mine[1]) > self.height(other[1])
                for mine, other in zip(order, theirs, strict=True)
            )
            for order in permutations(ours)
        )

    def top(self, cut: Cut) -> tuple[int, ...]:
        return max(self.power(face) for _, faces in cut for face in faces)

    def largest(self, cut: Cut) -> Any:
        """The height of the largest unit: most cards, a tractor before a set."""
        return max((sum(widths), len(widths), self.height(faces)) for widths, faces in cut)

    def in_order(self, cut: Cut) -> Any:
        """Heights from the largest unit on; single cards only where nothing else was led."""
        units = sorted(
            ((sum(widths), len(widths), self.height(faces)) for widths, faces in cut),
            reverse=True,
        )
        longer = [unit for unit in units if unit[0] > 1]
        return longer or units

    def strongest(self, cuts: list[Cut]) -> Cut:
        """The reading in which a play stands where several win: the best of them.

        Where every unit counts none is the best; then that with the best single cards stands.
        """
        compare = self.rules.throw_compare
        if compare in ("largest", "units"):
            return max(cuts, key=self.largest if compare == "largest" else self.in_order)

        def precedence(cut: Cut) -> list[Any]:
            by_run: dict[Run, list[Any]] = {}
            for widths, faces in cut:
                by_run.setdefault(widths, []).append(self.height(faces))
            return [sorted(by_run[widths], reverse=len(widths) > 1) for widths in sorted(by_run)]

        return max(cuts, key=precedence)

    # -- throws: 000:67-71,135; 002:147,214-216 ---------------------------------------------------

    def beaten(self, unit: Part, hand: Cards) -> bool:
        """Whether a hand holds a strictly higher unit of the same shape in the suit."""
        widths, faces = unit
        same = tuple(card for card in hand if self.suit(card) == self.suit(faces[0]))
        return any(
            run == widths and self.height(other) > self.height(faces)
            for run, other in self.runs(same)
        )

    def forced(self, cut: Cut, hands: list[Cards]) -> list[Part]:
        """The units one of which must be played of a throw; none where it stands."""
        lost = [unit for unit in cut if any(self.beaten(unit, hand) for hand in hands)]
        if not lost:
            return []
        way = self.rules.throw_fail_play
        if way in ("smallest_card", "failing_card"):
            of = list(cut) if way == "smallest_card" else self.lowest(lost)
            singles = sorted({card for _, faces in of for card in faces})
            return self.lowest([((1,), (card,)) for card in singles])
        if way == "smallest_part":
            return self.lowest(list(cut))
        if way == "smallest_failing":
            return self.lowest(lost)
        if way == "fewest_failing":
            first: list[Any] = [(sum(unit[0]), self.height(unit[1])[1]) for unit in lost]
        else:
            seat = next(hand for hand in hands if any(self.beaten(unit, hand) for unit in cut))
            lost = [unit for unit in cut if self.beaten(unit, seat)]
            first = [(sum(unit[0]), self.height(unit[1])[1]) for unit in lost]
        return [unit for unit, rank in zip(lost, first, strict=True) if rank == min(first)]

    def lowest(self, units: list[Part]) -> list[Part]:
        """By the lowest rank, then by the number of cards."""
        ranks = [(self.height(unit[1])[1], sum(unit[0])) for unit in units]
        return [unit for unit, rank in zip(units, ranks, strict=True) if rank == min(ranks)]


def bomb(cards: Cards) -> bool:
    return len(cards) >= 4 and len(set(cards)) == 1


def all_shapes(size: int) -> list[tuple[Run, ...]]:
    """Every multiset of runs of so many cards; runs of more than one rank have no single cards."""
    if not size:
        return [()]
    shapes = []
    for first in range(1, size + 1):
        for run in all_runs(first):
            shapes += [
                (run, *rest) for rest in all_shapes(size - first) if not rest or rest[0] <= run
            ]
    return shapes


def all_runs(size: int) -> list[Run]:
    if size == 1:
        return [(1,)]
    longer = [(width, *rest) for width in range(2, size - 1) for rest in all_runs(size - width)]
    return [(size,), *(run for run in longer if 1 not in run)]
