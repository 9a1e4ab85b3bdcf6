"""The peers and their inputs: python-chess and pokerkit, on games made by themselves from a seed.

No collection of games comes with the project. Chess games are random legal moves, about as long as
games of masters; poker hands are no-limit hold'em for six with many folds, as hands mostly are.
"""

import io
import random
import sys
from pathlib import Path

import chess
import chess.pgn
from pokerkit.games import NoLimitTexasHoldem
from pokerkit.notation import HandHistory, parse_action
from pokerkit.state import Automation, State

from bench.measure import Task

SEED = 20


def chess_pgn(games: int) -> str:
    """A PGN file of random games."""
    rng = random.Random(SEED)
    return "\n\n".join(str(_chess_game(rng)) for _ in range(games)) + "\n"


def _chess_game(rng: random.Random) -> chess.pgn.Game:
    game = chess.pgn.Game()
    game.headers.update({"Event": "Bench", "Date": "2024.01.01", "White": "A", "Black": "B"})
    node: chess.pgn.GameNode = game
    board = game.board()
    for _ in range(min(160, max(20, round(rng.gauss(80, 25))))):
        moves = list(board.legal_moves)
        if not moves:
            break
        move = rng.choice(moves)
        board.push(move)
        node = node.add_variation(move)
    game.headers["Result"] = board.result()
    return game


def read_chess(text: str) -> int:
    """Read all games, tree and legality, as python-chess does it; the number of plies."""
    file = io.StringIO(text)
    plies = 0
    while game := chess.pgn.read_game(file):
        if game.errors:
            raise ValueError(f"python-chess refused a game: {game.errors}")
        plies += game.end().ply()
    return plies


def chess_task(games: int) -> Task:
    text = chess_pgn(games)
    return Task("python-chess, read_game", "plies", read_chess(text), lambda: read_chess(text))


def chess_command(path: Path) -> list[str]:
    """A process that reads one game and says whether it is legal."""
    program = (
        "import sys, chess.pgn\n"
        "with open(sys.argv[1], encoding='utf-8') as file:\n"
        "    print(chess.pgn.read_game(file).errors)\n"
    )
    return [sys.executable, "-c", program, str(path)]


PLAYERS = 6
BLINDS = (50, 100)
STACK = 10_000
_BY_ITSELF = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


def poker_phh(hands: int) -> str:
    """A PHH file of random hands."""
    rng = random.Random(SEED)
    return HandHistory.dumps_all(_poker_hand(rng) for _ in range(hands)) + "\n"


def _poker_hand(rng: random.Random) -> HandHistory:
    state = NoLimitTexasHoldem.create_state(_BY_ITSELF, True, 0, BLINDS, BLINDS[1], STACK, PLAYERS)
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    rng.shuffle(deck)
    actions = []
    while state.status:
        if state.can_burn_card():
            state.burn_card("??")
            continue
        actions.append(_poker_action(state, deck, rng))
        parse_action(state, actions[-1])
    return HandHistory(
        variant="NT",
        antes=[0] * PLAYERS,
        blinds_or_straddles=[*BLINDS, *[0] * (PLAYERS - len(BLINDS))],
        min_bet=BLINDS[1],
        starting_stacks=[STACK] * PLAYERS,
        actions=actions,
    )


def _poker_action(state: State, deck: list[str], rng: random.Random) -> str:
    if state.can_deal_hole():
        return f"d dh p{(state.hole_dealee_index or 0) + 1} {deck.pop()}{deck.pop()}"
    if state.can_deal_board():
        return "d db " + "".join(deck.pop() for _ in range(1 if state.board_cards else 3))
    if state.showdown_index is not None:
        cards = "".join(map(repr, state.hole_cards[state.showdown_index]))
        return f"p{state.showdown_index + 1} sm {cards}"
    player = f"p{(state.actor_index or 0) + 1}"
    chance = rng.random()
    if chance < 0.45 and state.can_fold():
        return f"{player} f"
    if chance > 0.85 and state.can_complete_bet_or_raise_to():
        low = state.min_completion_betting_or_raising_to_amount or 0
        high = state.max_completion_betting_or_raising_to_amount or low
        return f"{player} cbr {min(high, low + rng.randrange(0, 4) * BLINDS[1])}"
    return f"{player} cc"


def replay_poker(text: str) -> int:
    """Parse all hands and play them through; the number of actions written in the file."""
    actions = 0
    for history in HandHistory.loads_all(text):
        for _ in history:
            pass
        actions += len(history.actions)
    return actions


def poker_task(hands: int) -> Task:
    text = poker_phh(hands)
    return Task(
        "pokerkit, parse and replay", "actions", replay_poker(text), lambda: replay_poker(text)
    )
