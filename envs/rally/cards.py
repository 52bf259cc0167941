"""The program deck: 84 cards, known by their numbers 1…84; ten times that is the priority."""

from enum import IntEnum

from cogarena.envs.core.records import frozen

CARDS = 84
NO_CARD = 0


class Card(IntEnum):
    """What a program card tells a robot to do."""

    NONE = 0
    U_TURN = 1
    ROTATE_LEFT = 2
    ROTATE_RIGHT = 3
    BACK_UP = 4
    MOVE_1 = 5
    MOVE_2 = 6
    MOVE_3 = 7


KINDS = len(Card)
# RR1: kind, first and last number, and the step between two numbers of the kind.
RUNS = (
    (Card.U_TURN, 1, 6, 1),
    (Card.ROTATE_LEFT, 7, 41, 2),
    (Card.ROTATE_RIGHT, 8, 42, 2),
    (Card.BACK_UP, 43, 48, 1),
    (Card.MOVE_1, 49, 66, 1),
    (Card.MOVE_2, 67, 78, 1),
    (Card.MOVE_3, 79, 84, 1),
)


def _kinds() -> list[int]:
    kinds = [int(Card.NONE)] * (CARDS + 1)
    for kind, first, last, step in RUNS:
        for number in range(first, last + 1, step):
            kinds[number] = int(kind)
    return kinds


KIND = frozen(_kinds(), "i1")  # by number
TURN = frozen((0, 2, 3, 1, 0, 0, 0, 0), "i1")  # quarter turns clockwise, by Card
STEPS = frozen((0, 0, 0, 0, -1, 1, 2, 3), "i1")  # squares forward, by Card
PRIORITY = 10  # times the number
