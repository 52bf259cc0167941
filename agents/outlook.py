"""How far the searching player looks ahead in each game, and by what it judges."""

from collections.abc import Mapping
from dataclasses import dataclass

from cogarena.envs.core.game import Game


@dataclass(frozen=True)
class Outlook:
    """Turns that are played on, and what tells early how it goes."""

    turns: int
    reward: str | None = None  # a value of the setting `reward`; None leaves it as it is
    score_worth: float = 0.0  # of a point of `Game.score`, in rewards
    doubt: float = 2.0  # standard errors by which a choice must be better than the scripted one
    loss: float = 0.0  # what it takes off if the episode has ended and is not won
    styles: tuple[Mapping[str, float], ...] = ()  # changed weights of the scripted player
    rest: int = 0  # decisions that go by in a style which lost nothing, until it is looked at again
    # By up to how many turns more or fewer a copy is played on. Where all end at the same turn,
    # what is put off by one turn looks averted, and is put off for ever.
    spread: int = 0


ROVER_STYLES = (
    {"wall_share": 0.0, "wall_distance": -1},  # takes no energy from walls
    {"margin": 2, "detours": 1.0, "wall_share": 1.0},  # goes as far as it can
    {"warden_integrity": 0.4, "damage_share": 0.5},  # fights
)
OUTLOOKS = {
    "coop_td": Outlook(4, "shaped", doubt=1.0),
    "moba": Outlook(4, "shaped", doubt=1.0),
    "powerball": Outlook(1, "vp", doubt=1.0),
    "race": Outlook(3, "rank", score_worth=1.0),
    "rover": Outlook(60, "data", loss=30.0, styles=ROVER_STYLES, rest=8, spread=20),
    "tower_defense": Outlook(2, "xp", doubt=1.0),
}
OTHERS = Outlook(4, score_worth=1.0)


def outlook(game: Game) -> Outlook:
    """The outlook in a game, our own or any other."""
    return OUTLOOKS.get(game.name, OTHERS)
