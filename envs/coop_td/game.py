"""Co-op Tower Defense as a `Game`."""

from typing import Any

from cogworks.envs.coop_td import CARD
from cogworks.envs.coop_td.board import HERO_NAMES, Settings, agents, build
from cogworks.envs.coop_td.legacy import following, read_sheet, write_sheet
from cogworks.envs.coop_td.observe import LAYOUT, observe
from cogworks.envs.coop_td.render import draw
from cogworks.envs.coop_td.rules import init, legal, step
from cogworks.envs.coop_td.score import gate_pips
from cogworks.envs.coop_td.state import ACTIONS, SETUP, STATE, Decision, Outcome
from cogworks.envs.coop_td.words import action_text, ansi
from cogworks.envs.core.game import RESET, Game
from cogworks.envs.core.jit import kernel


@kernel
def run(
    setup: Any, states: Any, actions: Any, seeds: Any, masks: Any, observations: Any
) -> None:
    """The batch loop: see `RunKernel`."""
    for i in range(len(states)):
        if actions[i] >= 0:
            step(setup[0], states[i], actions[i])
        elif actions[i] == RESET:
            init(setup[0], states[i], seeds[i])
        else:
            continue
        if len(masks) > 0:
            legal(setup[0], states[i], states[i].to_act, masks[i])
        if len(observations) > 0:
            observe(setup[0], states[i], states[i].to_act, observations[i])


@kernel
def look(setup: Any, states: Any, seats: Any, masks: Any, observations: Any) -> None:
    """The batch loop: see `LookKernel`."""
    for i in range(len(states)):
        legal(setup[0], states[i], seats[i], masks[i])
        observe(setup[0], states[i], seats[i], observations[i])


def finale(settings: Settings, setup: Any, s: Any) -> dict[str, Any]:
    """How the scenario ended, and the new legacy sheet of a campaign (C24)."""
    won = bool(s.outcome == Outcome.WON)
    info: dict[str, Any] = {"won": won, "rounds": int(s.turn), "gate": int(gate_pips(s))}
    if settings.legacy is not None:
        sheet = following(read_sheet(settings.legacy), settings.heroes, s, won=won)
        info["legacy"] = write_sheet(sheet)
    return info


GAME = Game(
    name="coop_td",
    version=CARD.version,
    settings=Settings,
    state=STATE,
    setup=SETUP,
    layout=LAYOUT,
    actions=ACTIONS,
    decisions=Decision,
    build=build,
    agents=agents,
    run=run,
    look=look,
    ansi=ansi,
    action_text=action_text,
    draw=draw,
    shared_reward=True,
    reward_range=(-1.0, 1.0),
    finale=finale,
    examples=({"heroes": HERO_NAMES[:4]},),
)
