"""Self-play: a policy learns from all its seats, against itself, its past and the script.

This module holds only the settings and does not load torch.
"""

from dataclasses import dataclass

from cogarena.envs.core.errors import SettingError
from cogarena.envs.core.settings import setting


@dataclass(frozen=True)
class SelfPlay:
    """The table `[self_play]` of an experiment: the learner's opponents in competitive games."""

    self_share: float = setting(
        0.8,
        "share of the decisions learned from games in which the learner has all seats",
        low=0.0,
        high=1.0,
    )
    past_share: float = setting(
        0.1, "share from games against a snapshot of the learner", low=0.0, high=1.0
    )
    scripted_share: float = setting(
        0.1, "share from games against the scripted agent", low=0.0, high=1.0
    )
    pool: int = setting(6, "snapshots kept as opponents", low=1, high=1000)
    snapshot_every: int = setting(100_000, "decisions between two snapshots", low=1)
    priority: float = setting(
        2.0,
        "how strongly hard opponents are preferred; 0 draws all equally",
        low=0.0,
        high=10.0,
    )
    team_spirit: float = setting(
        0.0, "share of its reward that a seat splits evenly with its side", low=0.0, high=1.0
    )
    rating_episodes: int = setting(
        8, "episodes of each pair in each line-up of a rating; 0: no rating", low=0, high=10_000
    )

    def __post_init__(self) -> None:
        if self.self_share + self.past_share + self.scripted_share <= 0:
            raise SettingError(
                "[self_play]: self_share, past_share and scripted_share are all 0, "
                "but at least one must be positive"
            )
