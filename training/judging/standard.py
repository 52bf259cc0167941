"""The standard conditions of every game, and the scores there that all others are measured by."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cogarena.agents.protocol import Array
from cogarena.envs.core.files import read_toml
from cogarena.envs.core.game import Game
from cogarena.training.judging.figures import estimate

REFERENCES = Path(__file__).with_name("references.toml")
ZERO, ONE = "random", "scripted"  # a normalised score of 0 and of 1


@dataclass(frozen=True)
class Standard:
    """A game, its settings and the opponents for which results are published."""

    title: str
    game: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    opponents: str | None = ONE

    def fits(self, game: str, settings: Mapping[str, Any], opponents: str | None) -> bool:
        """These are the conditions."""
        return (self.game, dict(self.settings), self.opponents) == (game, dict(settings), opponents)


FOUR_HEROES = ("glorbud", "keith", "mongo", "edward")
# Where all seats earn the same there are no opponents. RoveR is judged on levels held out.
STANDARDS = (
    Standard("race", "race"),
    Standard("moba", "moba"),
    Standard("powerball", "powerball"),
    Standard("tower_defense", "tower_defense"),
    Standard("rover", "rover", {"split": "test"}, None),
    Standard("coop_td", "coop_td", {}, None),
    Standard("coop_td_6", "coop_td", {"scenario": "scenario_6", "heroes": FOUR_HEROES}, None),
)


def normalised(
    game: Game, settings: Mapping[str, Any], opponents: str | None, returns: Sequence[Array]
) -> dict[str, float | None]:
    """The mean return as a share of the way from random to scripted play, with its interval.

    None of it outside the standard conditions, or of a version without reference scores.
    """
    known = reference(game, settings, opponents)
    if known is None:
        return dict.fromkeys(("normalised", "normalised_low", "normalised_high"))
    zero, one = known[ZERO], known[ONE]
    score, (low, high) = estimate([(part - zero) / (one - zero) for part in returns])
    return {"normalised": score, "normalised_low": low, "normalised_high": high}


def reference(
    game: Game, settings: Mapping[str, Any], opponents: str | None
) -> Mapping[str, float] | None:
    """What random and scripted play reach under standard conditions, in this version."""
    known = read_toml(REFERENCES, REFERENCES.name)
    for each in STANDARDS:
        if each.fits(game.name, settings, opponents) and each.title in known:
            scores: Mapping[str, float] = known[each.title]
            return scores if scores["version"] == game.version else None
    return None


def write_references(results: Mapping[str, Any], file: Path = REFERENCES) -> None:
    """Take the reference scores from the results of a benchmark."""
    lines = ["# Mean returns under the standard conditions, from `cogarena benchmark`."]
    for title, result in results["standards"].items():
        means = {row["agent"]: row["mean"] for row in result["rows"]}
        first = result["rows"][0]
        lines += [
            "", f"[{title}]", f"version = {result['version']}",
            f"episodes = {first['episodes']}", f"first_seed = {first['first_seed']}",
            f"{ZERO} = {means[ZERO]!r}", f"{ONE} = {means[ONE]!r}",
        ]  # fmt: skip
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
