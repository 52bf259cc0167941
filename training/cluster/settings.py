"""What an experiment says of the cluster; loads nothing of Ray."""

from dataclasses import dataclass

from cogarena.envs.core.settings import setting


@dataclass(frozen=True)
class Ray:
    """How the work is shared out over a cluster; means nothing without --engine ray."""

    workers: int = setting(
        2, "processes that play, with a share of the episodes each; 0: the learner plays",
        low=0, high=4096,
    )  # fmt: skip
