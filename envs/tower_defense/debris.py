"""Debris, and robots that come upon it wherever something moves them (T19)."""

from typing import Any

from cogarena.envs.core.jit import kernel
from cogarena.envs.rally.deck import repair
from cogarena.envs.rally.floor import Belt
from cogarena.envs.rally.log import log_event
from cogarena.envs.rally.machines import run_belts, run_pushers, turn_gears
from cogarena.envs.rally.quakes import shake_robot
from cogarena.envs.rally.state import Place
from cogarena.envs.rally.watching import halts
from cogarena.envs.tower_defense.state import Event


@kernel
def salvage(s: Any) -> None:
    """T19: who comes upon debris removes it, and a damage token of its own."""
    r = s.rally
    for i in range(r.count):
        robot = r.robots[i]
        if robot.place == Place.FLOOR and s.debris[robot.x, robot.y] == 1:
            s.debris[robot.x, robot.y] = 0
            repair(robot, 1)
            log_event(r, Event.SALVAGED, i, 0, 0)


@kernel
def run_machines(setup: Any, s: Any) -> None:
    """RR15 to RR19: express belts, all belts, pushers, gears; a watcher may halt them."""
    r = s.rally
    run_belts(setup.floor, r, Belt.EXPRESS)
    salvage(s)
    if halts(r):
        return
    run_belts(setup.floor, r, Belt.NORMAL)
    salvage(s)
    if halts(r):
        return
    run_pushers(setup.floor, r)
    if not halts(r):
        turn_gears(setup.floor, r)


@kernel
def shake_across(setup: Any, s: Any, i: int, direction: int, squares: int) -> None:
    """T24: an earthquake moves one robot, square by square."""
    for _ in range(squares):
        shake_robot(setup.floor, s.rally, i, direction, 1)
        salvage(s)
