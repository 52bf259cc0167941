"""Co-op Tower Defense as a `Game`."""

from dataclasses import replace
from typing import Any

from cogarena.envs.coop_td import SPEC, rules
from cogarena.envs.coop_td.effects import gate_pips
from cogarena.envs.coop_td.events import ENDINGS, TALLIES, events
from cogarena.envs.coop_td.human import HUMAN
from cogarena.envs.coop_td.legacy import (
    Veteran,
    following,
    new_sheet,
    read_sheet,
    write_sheet,
)
from cogarena.envs.coop_td.observe import LATER, LAYOUT, observe
from cogarena.envs.coop_td.render import draw
from cogarena.envs.coop_td.settings import HERO_NAMES, Settings, agents, build
from cogarena.envs.coop_td.state import (
    ACTIONS,
    SEATS,
    SETUP,
    SPACES,
    STATE,
    Decision,
    Outcome,
)
from cogarena.envs.coop_td.tables import Upgrade
from cogarena.envs.coop_td.text import action_text, ansi
from cogarena.envs.core.game import Game, Score, any_reward
from cogarena.envs.core.header import whole_record


def final_info(settings: Settings, setup: Any, s: Any) -> dict[str, Any]:
    """How the scenario ended, and the new legacy sheet of a campaign (C24)."""
    won = bool(s.outcome == Outcome.WON)
    info: dict[str, Any] = {"won": won, "rounds": int(s.turn), "gate": int(gate_pips(s))}
    if settings.legacy is not None:
        info["legacy"] = write_sheet(following(read_sheet(settings.legacy), settings.heroes, s))
    return info


def standing(setup: Any, s: Any) -> tuple[float, ...]:
    """The health of the gate, the same for all heroes; 0 if lost or out of rounds (C25)."""
    in_vain = s.outcome == Outcome.LOST or s.truncated
    return (0.0 if in_vain else float(gate_pips(s)),) * int(setup.seats)


def reward_range(settings: Settings) -> tuple[float, float]:
    """C25: the outcome is −1 or 1, also when the rounds run out; gold is unbounded."""
    return (-1.0, 1.0) if settings.reward == "outcome" else any_reward(settings)


def veterans_sheet() -> str:
    """The first sheet of the campaign, but with a hero who has learnt all that serves everybody."""
    learnt = (Upgrade.SWIFT, Upgrade.FIERCE, Upgrade.THRIFTY, Upgrade.MASON)
    veterans = {"glorbud": Veteran(tuple(int(upgrade) for upgrade in learnt), scars=1)}
    return write_sheet(replace(read_sheet(new_sheet()), heroes=veterans))


# What does not vary in random games of the examples.
CONSTANTS = frozenset(
    [
        # Dwarfs always leave the spawn, and never attack heroes (C12).
        "spaces[0].corrupt_dwarf", "strikers.corrupt_dwarf",
        # One hero is asked at a time, and the observation is its own.
        *(f"heroes[{i}].acts" for i in range(1, SEATS)),
        # The spawn leads to the first section; few others are crossroads, the last space is a gate.
        "spaces[0].first_way", f"spaces[{SPACES - 1}].first_way",
        *(f"spaces[{i}].second_way" for i in (0, *range(3, SPACES))),
        # What no example has: deep decks, other objectives, bosses that random play defeats.
        *(f"cards[{i}].{name}" for i, name in ((7, "tax_collector"), (8, "tax_collector"),
          (9, "tax_collector"), (9, "healing_spring"), (9, "plague"))),
        *(f"later_cards[{i}].{name}" for i in range(15, LATER) for name in ("what", "count")),
        "later_cards[14].count", "table.goal_level",
        "bosses[0].goal", "bosses[1].goal", "bosses[1].slain", "bosses[2].slain",
        "table.archery_tower", "table.swordsmen", "table.bombers",
    ]
)  # fmt: skip

GAME = Game(
    name="coop_td",
    version=SPEC.version,
    settings=Settings,
    state=STATE,
    setup=SETUP,
    layout=LAYOUT,
    actions=ACTIONS,
    decisions=Decision,
    build=build,
    agents=agents,
    init=rules.init,
    legal=rules.legal,
    step=rules.step,
    observe=observe,
    ansi=ansi,
    action_text=action_text,
    events=events,
    tallies=TALLIES,
    endings=ENDINGS,
    draw=draw,
    human=HUMAN,
    shared_reward=True,
    reward_range=reward_range,
    final_info=final_info,
    halting=whole_record,
    score=Score("health of the gate", standing),
    examples=(
        {},
        {"heroes": HERO_NAMES[:4], "scenario": "proving_ground"},
        {"heroes": HERO_NAMES[:0:-1], "scenario": "proving_ground", "reward": "shaped"},
        {"heroes": ("edward", "mongo", "henry"), "scenario": "scenario_2"},
        {"heroes": ("keith", "edward"), "scenario": "scenario_3", "ask": "heroes"},
        {"heroes": ("henry", "mongo", "keith"), "scenario": "scenario_5"},
        {"heroes": ("glorbud", "henry"), "legacy": veterans_sheet()},
        {"max_rounds": 5},
    ),
    short={"max_rounds": 3},
    constants=CONSTANTS,
)
