"""PettingZoo's AEC environment: one decision of one agent at a time, in the engine's order."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from gymnasium.utils.seeding import np_random
from pettingzoo.utils.env import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from cogarena.envs.core.episode import Episode, Moves
from cogarena.envs.core.errors import EpisodeOverError, StateError, UnknownNameError
from cogarena.envs.core.game import Game
from cogarena.wrappers.gymnasium import (
    FIRST_SEEDS,
    LegalDiscrete,
    require_known,
    resolve_game,
    state_space,
)
from cogarena.wrappers.info import ALL, Info, InfoForm, lazy
from cogarena.wrappers.observations import FLAT, WITHIN, ObservationForm
from cogarena.wrappers.rendering import METADATA, TILE, Frame, Viewer

Array = np.ndarray[Any, Any]
View = dict[str, Any]  # "observation" and "action_mask"
Infos = dict[str, Info]  # by agent

SUM = np.dtype("<f8")  # of an agent's rewards in `state_bytes`


class PettingZooBase:
    """What PettingZoo's two APIs share: an episode with a named agent in each seat.

    With `observation="dict"`, what stands under "observation" is a dict of the named pieces. The
    keys of an agent's info are the same at every step: "seat", its number, "events", and the game's
    result, blank before the end. `info="numbers"` leaves out what cannot be stacked.
    """

    def __init__(
        self,
        game: Game | str,
        *,
        observation: str = FLAT,
        normalise: bool = False,
        info: str = ALL,
        render_mode: str | None = None,
        tile: int = TILE,
        **settings: Any,
    ) -> None:
        self.game = resolve_game(game)
        require_known(PettingZooBase, self.game, settings)
        self.form = ObservationForm(observation, WITHIN, normalise)
        self.episode = Episode(self.game, settings)
        self.info_form = InfoForm(info, self.episode)
        self.viewer = Viewer(self.game, render_mode, tile)
        self.render_mode = render_mode
        self.metadata = METADATA | {"name": f"{self.game.name}_v{self.game.version}"}
        self.possible_agents = list(self.episode.agents)
        self.agents: list[str] = []
        self.observation_spaces: dict[str, Any] = {
            agent: self.form.space(self.game) for agent in self.possible_agents
        }
        self.action_spaces: dict[str, Any] = {
            agent: LegalDiscrete(self.game.actions.count, partial(self._legal, seat))
            for seat, agent in enumerate(self.possible_agents)
        }
        self.state_space = state_space(self.game, len(self.possible_agents))

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations."""
        require_seat(self.possible_agents, agent)
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> LegalDiscrete:
        """The space of an agent's actions."""
        require_seat(self.possible_agents, agent)
        space: LegalDiscrete = self.action_spaces[agent]
        return space

    def state(self) -> Array:
        """The global state, for a centralised critic; no agent may see it."""
        return self.episode.global_state()

    def _infos(self, moves: Moves) -> Infos:
        """The info of each agent: the events of these moves, and the result."""
        facts = self.info_form, self.episode.agents, moves, self.episode.over
        return lazy(tuple(self.agents), partial(_info_of, *facts))

    def _begin(self, seed: int | None) -> None:
        """Begin the episode with this seed, or without one that with the next seed of the chain."""
        if seed is None and self.episode.seed is not None:
            self.episode.reset_next()
        else:
            generator, _ = np_random(seed)  # refuses an invalid seed
            self.episode.reset(int(generator.integers(FIRST_SEEDS)) if seed is None else seed)
        self.viewer.follow(self.episode)

    def _shown(self, mask: Array, observation: Array) -> View:
        """The mask and the observation of an agent as it is given them."""
        view: View = self.form.of(self.game, observation, mask)
        return view

    def _legal(self, seat: int) -> Array:
        return self.episode.view(seat)[0]

    def render(self) -> Frame:
        """The episode as text or as a picture; in the mode `human` in a window."""
        return self.viewer.render(self.episode)

    def close(self) -> None:
        """Close the window, if there is one."""
        self.viewer.close()

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "game"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.game = self.episode.game
        for seat, space in enumerate(self.action_spaces.values()):
            space.legal = partial(self._legal, seat)


def _info_of(form: InfoForm, agents: Sequence[str], moves: Moves, over: bool, agent: str) -> Info:
    return form.of(moves, agents.index(agent), over)


def require_seat(agents: Sequence[str], agent: object) -> int:
    """The seat of an agent, given its name."""
    if agent not in agents:
        raise UnknownNameError("agent", agent, agents)
    return agents.index(str(agent))


class AECGame(PettingZooBase, AECEnv):  # type: ignore[misc]
    """All agents end together. Every agent gets a reward after every decision."""

    def __init__(self, game: Game | str, **arguments: Any) -> None:
        super().__init__(game, **arguments)
        self.agent_selection = ""  # no agent before the first reset
        self._ended = False

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the episode with this seed, or the next one. There are no options."""
        self._begin(seed)
        self._seat_agents(dict.fromkeys(self.possible_agents, 0.0))

    def _seat_agents(self, sums: dict[str, float]) -> None:
        """Bring all agents in, as the episode stands; `sums` are their rewards not yet seen."""
        episode = self.episode
        self.agents = self.possible_agents[:]
        self.rewards = dict(zip(self.agents, episode.rewards.tolist(), strict=False))
        self._cumulative_rewards = sums
        self._ended = episode.over
        self.agent_selection = self.agents[0] if self._ended else episode.agent
        self.terminations = dict.fromkeys(self.agents, episode.terminated)
        self.truncations = dict.fromkeys(self.agents, episode.truncated)
        self.infos = self._infos(episode.moves())

    def step(self, action: Any) -> None:
        """Apply the selected agent's action, None after its end. A refusal changes nothing."""
        if self._ended:
            self._leave(action)
            return
        episode = self.episode
        episode.act(action)
        self.viewer.follow(episode)
        sums = self._cumulative_rewards
        sums[self.agent_selection] = 0.0
        self.rewards = rewards = dict(zip(self.agents, episode.rewards.tolist(), strict=False))
        for agent, reward in rewards.items():
            sums[agent] += reward
        if episode.over:
            self._seat_agents(sums)
        else:
            self.agent_selection = episode.agent
            if self.game.events is not None:
                self.infos = self._infos(episode.moves())

    def _leave(self, action: Any) -> None:
        """Remove the selected agent, which has ended, and select the next one."""
        agent = self.agent_selection
        if not self.agents:
            raise EpisodeOverError("the episode has ended and all agents have left: reset first")
        if action is not None:
            raise EpisodeOverError(f"{agent} has ended: its only action is None, not {action!r}")
        self.agents.remove(agent)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        for by_agent in (self._cumulative_rewards, self.terminations, self.truncations, self.infos):
            del by_agent[agent]
        self.agent_selection = self.agents[0] if self.agents else agent

    def observe(self, agent: str) -> View:
        """The observation and mask of an agent. The mask is all 0 unless the agent is asked."""
        episode = self.episode
        if episode.seed is None:
            raise EpisodeOverError("no episode has begun: reset first")
        if agent == self.agent_selection and not self._ended:
            return self._shown(episode.mask, episode.observation)
        return self._shown(*episode.view(require_seat(self.possible_agents, agent)))

    def state_bytes(self) -> bytes:
        """The whole episode, and the rewards that agents have not seen yet, as bytes."""
        sums = [self._cumulative_rewards.get(agent, 0.0) for agent in self.possible_agents]
        return self.episode.state_bytes() + np.array(sums, SUM).tobytes()

    def restore(self, data: bytes) -> None:
        """Continue from what `state_bytes` gave. After the end, all agents are back to leave."""
        if not isinstance(data, (bytes, bytearray)):
            raise StateError(f"a state must be bytes, not {type(data).__name__}")
        tail = len(self.possible_agents) * SUM.itemsize
        self.episode.restore(data[:-tail])
        sums = np.frombuffer(data[-tail:], SUM).tolist()
        self._seat_agents(dict(zip(self.possible_agents, sums, strict=True)))


class OrderedEnv(OrderEnforcingWrapper):  # type: ignore[misc]
    """PettingZoo's check of the order of calls, with our errors where it would only warn."""

    def step(self, action: Any) -> None:
        """As `AECGame.step`."""
        self._has_updated = True
        self.env.step(action)

    def last(self, observe: bool = True) -> tuple[View | None, float, bool, bool, dict[str, Any]]:
        """The selected agent's view, rewards since it acted, terminated, truncated and info."""
        found: tuple[View | None, float, bool, bool, dict[str, Any]] = self.env.last(observe)
        return found


def raw_env(game: Game | str, **arguments: Any) -> AECGame:
    """The bare environment."""
    return AECGame(game, **arguments)


def env(game: Game | str, **arguments: Any) -> OrderedEnv:
    """The environment with PettingZoo's check of the order of calls."""
    return OrderedEnv(AECGame(game, **arguments))
