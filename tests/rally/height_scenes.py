"""Scenes with two heights, and what the tests of ramps and of falls do in them."""

from typing import Any

from cogarena.envs.rally.cards import Card, Option
from cogarena.envs.rally.damage import deal_damage
from cogarena.envs.rally.fire import aim_weapons, weapon_effects
from cogarena.envs.rally.floor import Belt
from cogarena.envs.rally.machines import run_belts
from cogarena.envs.rally.state import Gear
from support.scenes.rally import Scene

TOWER_HEALTH = 6


def damage(scene: Scene) -> list[int]:
    """What each robot has when all that it was done is dealt."""
    scene.run(deal_damage)
    return [int(robot.damage) for robot in scene.r.robots[: scene.r.count]]


def belts(floor: Any, r: Any) -> None:
    """The belts of one phase."""
    run_belts(floor, r, Belt.EXPRESS)
    run_belts(floor, r, Belt.NORMAL)


def back_up_2(scene: Scene, letter: str) -> Scene:
    """Back Up with Reverse Gear."""
    scene.give(letter, Option.REVERSE_GEAR).robot(letter).gear = Gear.USED
    return scene.play(letter, Card.BACK_UP)


def put_tower(scene: Scene, x: int, y: int) -> Scene:
    """Place the only tower."""
    tower = scene.r.things[0]
    tower.x, tower.y, tower.health = x, y, TOWER_HEALTH
    scene.r.thing_count = 1
    return scene


def pressed(drawing: str) -> Scene:
    """A has fired its Pressor Beam."""
    scene = Scene(drawing).give("A", Option.PRESSOR_BEAM)
    assert scene.ask(aim_weapons) is not None
    return scene.answer("option", Option.PRESSOR_BEAM).run(weapon_effects)
