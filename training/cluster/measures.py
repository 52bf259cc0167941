"""What the game itself counts at the end of an episode, told by the workers."""

from collections.abc import Mapping
from typing import Any

from ray.rllib.callbacks.callbacks import RLlibCallback
from ray.rllib.env.multi_agent_episode import MultiAgentEpisode

from cogarena.training.learning.measures import RECENT_EPISODES, counted

GAME = "game"


class Measures(RLlibCallback):  # type: ignore[misc]
    """Logs the numbers of every final_info."""

    def on_episode_end(self, *, episode: Any, metrics_logger: Any, **kwargs: Any) -> None:
        """Take what the last info of the episode tells."""
        for name, value in counted(_last_info(episode)).items():
            metrics_logger.log_value((GAME, name), value, window=RECENT_EPISODES)


def _last_info(episode: Any) -> Mapping[str, Any]:
    """All agents are told the same."""
    told = episode.get_infos(-1)
    if isinstance(episode, MultiAgentEpisode):
        told = next(iter(told.values()), {})
    return {name: value for name, value in told.items() if name != "events"}
