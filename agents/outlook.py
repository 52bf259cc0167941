"""How far the searching player looks ahead in each game, and by which reward it judges."""

from dataclasses import dataclass

from cogworks.envs.core.game import Game


@dataclass(frozen=True)
class Outlook:
    """Turns that are played on, and the game's reward that tells earliest how it goes."""

    turns: int
    reward: str | None = None  # a value of the setting `reward`; None leaves it as it is


OUTLOOKS = {
    "coop_td": Outlook(4, "shaped"),
    "moba": Outlook(2, "shaped"),
    "powerball": Outlook(2, "vp"),
    "race": Outlook(3, "flags"),
    "rover": Outlook(25, "data"),
    "tower_defense": Outlook(2, "xp"),
}
OTHERS = Outlook(4)


def outlook(game: Game) -> Outlook:
    """The outlook in a game, our own or any other."""
    return OUTLOOKS.get(game.name, OTHERS)
