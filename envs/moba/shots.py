"""The shots in flight that MOBA Rally adds: those of howitzers and towers."""

from collections.abc import Iterator
from typing import Any

from cogarena.envs.core.rng import INCREMENT, MULTIPLIER, below
from cogarena.envs.moba.objectives import is_in_tower_range
from cogarena.envs.moba.pictures import ROBOT_STYLES, TEAM_STYLES
from cogarena.envs.moba.state import BASE_SIDE, BASE_X, BASE_Y, HEIGHT, WIDTH, Stage, Team
from cogarena.envs.rally.fire import barrels_of
from cogarena.envs.rally.shot_pictures import Kind, Shot, Spot
from cogarena.envs.rally.shots import rally_shots, shot_at

WORD = 1 << 64
UNDO = pow(int(MULTIPLIER), -1, WORD)  # of the random generator's multiplication


def shots(setup: Any, s: Any) -> Iterator[Shot]:
    """The shots in flight, none outside the stages of fire."""
    floor, r = setup.floor, s.rally
    yield from rally_shots(floor, s, Stage.FIRE, Stage.DAMAGE, ROBOT_STYLES)
    if s.stage == Stage.DAMAGE:
        yield from _shells(s)
        for t, target in tower_targets(floor, r).items():
            colour = TEAM_STYLES[Team(r.things[t].team)].colour
            yield shot_at(Kind.LASER, colour, r.things[t], r.robots[target], barrels=3)


def _shells(s: Any) -> Iterator[Shot]:
    """Howitzers at towers and bases, and what disrupts bases (M12, M16)."""
    r = s.rally
    for i, robot in enumerate(r.robots[: r.count]):
        colour, barrels = ROBOT_STYLES[i].colour, int(barrels_of(robot))
        for tower in r.things[: r.thing_count]:
            if tower.hitters >> i & 1:
                yield shot_at(Kind.SHELL, colour, robot, tower, barrels)
        for b, base in enumerate(s.bases):
            middle = base_middle(Team(Team.RED + b))
            start = float(robot.x), float(robot.y)
            if base.hitters >> i & 1:
                yield Shot(Kind.SHELL, colour, start, middle, (middle,), barrels)
            if base.disruptors >> i & 1:
                yield Shot(Kind.JAMMER, colour, start, middle)


def base_middle(team: Team) -> Spot:
    """Where the squares of a team's base meet."""
    x, y = BASE_X, BASE_Y
    if team == Team.BLUE:
        x, y = WIDTH - BASE_SIDE - x, HEIGHT - BASE_SIDE - y
    return x + (BASE_SIDE - 1) / 2, y + (BASE_SIDE - 1) / 2


def tower_targets(floor: Any, r: Any) -> dict[int, int]:
    """M14: whom each tower fires at, before that damage is dealt.

    The record holds only the damage. No random number has been drawn since the towers chose, so
    the generator is rewound and draws again: once for each robot in range except the first.
    """
    aims = {
        t: [i for i in range(r.count) if is_in_tower_range(floor, r, t, i)]
        for t in range(r.thing_count)
        if r.things[t].health > 0
    }
    aims = {t: robots for t, robots in aims.items() if robots}
    again = r.copy()
    again.rng = rewound(int(r.rng), sum(len(robots) - 1 for robots in aims.values()))
    return {t: _chosen(again, robots) for t, robots in aims.items()}


def _chosen(r: Any, robots: list[int]) -> int:
    """One of the robots, drawn as `fire_towers` draws."""
    target = robots[0]
    for number, robot in enumerate(robots[1:], start=2):
        if below(r, number) == 0:
            target = robot
    return target


def rewound(rng: int, draws: int) -> int:
    """The state of the random generator so many numbers ago."""
    for _ in range(draws):
        rng = (rng - int(INCREMENT)) * UNDO % WORD
    return rng
