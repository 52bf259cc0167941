"""What the scripted explorer of RoveR likes and fears: its weights, found by playing."""

from typing import NamedTuple


class Temper(NamedTuple):
    """Weights; a step is the unit of goals, a point of damage a turn that of fights."""

    # goals: how many steps they are worth
    cache: float = 14.0
    hull: float = 1.5  # a point of integrity that is missing
    site: float = 6.0  # one of which it is not known what it does
    wealth: float = 0.25  # a datum to spend there
    told_site: float = 12.0
    bay: float = 1.5  # a point of integrity that is missing
    datum: float = 3.0
    gain: float = 0.25  # a square that would come into sight
    depth: float = 1.0  # a row nearer to where factories stand
    indoors: float = 12.0  # a floor of the factory to look from
    warden: float = 12.0
    loyalty: float = 1.0  # a goal that is pursued already
    homing: float = 10.0  # the pod with the factory shut
    homesick: float = 0.5  # a step of the way there
    # care
    margin: int = 8  # energy to come home with
    detours: float = 1.1  # energy that a way takes, as a part of its steps
    plenty: int = 25  # energy beyond the way home that may be spent on shielding and repair
    grinding: float = 0.7  # the part of the energy in walls that is counted on
    grind_way: int = 12  # steps to a wall that are worth it
    mileage: int = 800  # steps on a planet after which it is all or nothing
    hurt: float = 0.8  # the part of the integrity below which modules repair
    ready: float = 0.8  # the part of the integrity with which to meet the warden
    patience: int = 6  # turns to wait for a hostile that comes
    spare_uses: int = 14  # of a weapon that data are not worth
    # modules, in points of damage
    reach: float = 0.15  # a square of range, as a part of the damage
    piercing: float = 0.8  # a piercing module that misses more often, as a part of the damage
    short: float = 4.0
    stall: float = 2.0  # by a ranged module
    energy: float = 0.25
    mending: float = 0.7  # a point of shielding or integrity
    # fights
    dread: float = 1.0  # the part of the damage that hostiles could do which is expected
    stuck: int = 3  # turns of a retreat without coming closer after which it has failed
    flight: int = 30  # turns after which a retreat has failed
    finish: float = 1.0  # to destroy, in shares of what the hostile does
    last_planet: int = 3
