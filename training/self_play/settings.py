"""The table `[self_play]` of an experiment."""

from dataclasses import dataclass

from cogarena.envs.core.errors import SettingError
from cogarena.envs.core.settings import setting


@dataclass(frozen=True)
class SelfPlay:
    """Who plays against the learner, in games of rivals."""

    self_share: float = setting(
        0.8,
        "share of the decisions learned from where the learner has all seats",
        low=0.0,
        high=1.0,
    )
    past_share: float = setting(
        0.1, "share of those where it plays against a snapshot of itself", low=0.0, high=1.0
    )
    scripted_share: float = setting(
        0.1, "share of those where it plays against the scripted player", low=0.0, high=1.0
    )
    pool: int = setting(6, "snapshots that are kept to play against", low=1, high=1000)
    snapshot_every: int = setting(100_000, "decisions between two snapshots", low=1)
    priority: float = setting(
        2.0, "how much more often hard opponents are drawn; 0 draws all alike", low=0.0, high=10.0
    )
    team_spirit: float = setting(
        0.0, "share of its reward that a seat shares evenly with its side", low=0.0, high=1.0
    )
    rating_episodes: int = setting(
        8, "episodes for a rating, of each pair in each line-up; 0 rates nobody", low=0, high=10_000
    )

    def __post_init__(self) -> None:
        if self.self_share + self.past_share + self.scripted_share <= 0:
            raise SettingError(
                "[self_play]: self_share, past_share and scripted_share are all 0, "
                "but at least one must be more"
            )
