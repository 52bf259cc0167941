"""The observation of RoveR: its pieces, and what each column means."""

from collections.abc import Iterable
from enum import IntEnum
from typing import Any

import numpy as np

from cogarena.envs.core.layout import Column, Layout, Piece, columns
from cogarena.envs.rover.modules import EMPTY, MODULE, MODULES, SPARE_DURABILITY, Targeting
from cogarena.envs.rover.settings import MOST_TURNS, SMALLEST
from cogarena.envs.rover.state import (
    BAG,
    CELL,
    CELLS,
    COLUMNS,
    MEMORY,
    REACH_X,
    REACH_Y,
    RHYTHM,
    ROWS,
    SIZE,
    SLOTS,
    Cell,
)
from cogarena.envs.rover.tables import (
    CHASSIS,
    FIRST_MACHINE,
    KIND,
    PLANETS,
    WALL_INTEGRITY,
    Kind,
    Nature,
    Thing,
    words,
)
from cogarena.envs.rover.vision import KNOWN_FLOOR, LYING, UNSEEN, WALLED, is_station

Array = np.ndarray[Any, Any]

OTHERS = 8  # visible entities that are described, in the order in which they act
TEN, HUNDRED, THOUSAND = 10, 100, 1000
ENERGY_SHOWN = 120  # energy in the first of its columns; the second holds what is above
MOST_GATHERED = 12_799  # data of a campaign that can be told

ROVERS, BEINGS = KIND[:FIRST_MACHINE], KIND[FIRST_MACHINE:]
SITES = [thing for thing in Thing if Thing.POD <= thing <= Thing.WRECK]


def listed(members: Iterable[IntEnum]) -> str:
    """Numbers with their names."""
    return ", ".join(f"{int(member)} {words(member)}" for member in members)


def most(rows: Array, field: str) -> int:
    """The largest value in a column of a table."""
    return int(rows[field].max())


EFFECT = "0: not; 1: in the next turn; 2: was so in the last turn, and is safe from it in the next"
KINDS = listed(kind for kind in Kind if kind >= FIRST_MACHINE)
CONDITION = (
    Column("INTEGRITY", "integrity left", most(BEINGS, "integrity")),
    Column("SHIELDING", "shielding left", most(BEINGS, "shielding")),
    Column("ENERGY", "energy left", most(BEINGS, "energy")),
    Column("DATA", "data that it carries", most(BEINGS, "datum")),
)

Square = columns(
    "Square",
    Column(
        "KNOWN",
        "0: never seen. Free: 1 ground, 2 grass, 3 floor; + 10 × what lies there: "
        f"{listed(SITES)}, 8 hull repair, 9 module. "
        "Blocking: −1 water, −2 tree, −3 rock, −10 − its integrity for a wall",
        KNOWN_FLOOR + LYING * int(Thing.CACHE),
        WALLED - WALL_INTEGRITY,
    ),
)
Layer = columns(
    "Layer",
    Column("SEEN", "0: never, 1: remembered, 2: in sight now", 2),
    Column("BLOCKED", "1: blocks ways and sight (water, trees, rock, walls)"),
    Column("STATION", "1: floor or wall of a factory"),
    Column("WALL", "integrity of the wall; 0: none", WALL_INTEGRITY),
    Column("SITE", f"0: none, {listed(SITES)}", int(Thing.WRECK)),
    Column("CACHE", "0: none, 1: hull repair, 2: module", 2),
    Column("ENTITY", "in sight here: 0: nobody, or the rover; 1: peaceful, 2: hostile", 2),
    Column("KIND", f"its kind: {KINDS}", len(Kind) - 1),
    CONDITION,
    Column("ALERT", "1 + turns until it forgets the rover; 0: nobody here", 1 + MEMORY),
    Column("STATUS", "1 + beat + 3 × stalled + 9 × shorted, as in `others`; 0: nobody here", 27),
)
Count = columns(
    "Count",
    *(Column(cell.name, f"squares of the cell that were seen{extra}", CELL * CELL)
      for cell, extra in zip(Cell, ("", " and block", " and belong to a factory"), strict=True)),
)  # fmt: skip
Own = columns(
    "Own",
    Column("ENERGY", f"energy left, {ENERGY_SHOWN} of it at most", ENERGY_SHOWN),
    Column("ENERGY_ABOVE", f"energy above {ENERGY_SHOWN}", most(ROVERS, "energy") - ENERGY_SHOWN),
    Column("INTEGRITY", "integrity left", most(ROVERS, "integrity")),
    Column("SHIELDING", "shielding left", most(ROVERS, "shielding")),
    Column("DATA", "data carried", most(ROVERS, "datum")),
    Column("MOST_ENERGY", "what the chassis holds of it, in tens", most(ROVERS, "energy") // TEN),
    Column("MOST_INTEGRITY", "what the chassis has of it", most(ROVERS, "integrity")),
    Column("MOST_SHIELDING", "what the chassis has of it", most(ROVERS, "shielding")),
    Column("MOST_DATA", "what the chassis holds of it", most(ROVERS, "datum")),
    Column("POWER", "added to the damage of its modules", most(ROVERS, "power")),
    Column("SENSITIVITY", "added to the die", most(ROVERS, "sensitivity")),
    Column("STEP_COST", "energy for a step", most(CHASSIS, "transport")),
    Column("SLOTS", "slots of the chassis", SLOTS),
    ("POLYETHYLENE", "ALUMINUM", "TITANIUM"),
    Column("STALLED", EFFECT, 2),
    Column("SHORTED", EFFECT, 2),
    Column("ALL_TARGETS", "1: local modules act on all entities, 0: on hostile ones"),
    Column("TOGGLED", "1: in this turn, so not again"),
    Column("SELECTED_1", "1: the slot whose local module acts on a bump"),
    ("SELECTED_2", "SELECTED_3"),
    Column("RESELECTED", "1: in this turn, so not again"),
    Column("TRANSPORT", "1: a transport module is mounted"),
    Column("STEPS_TENS", "steps left in it, in tens", SPARE_DURABILITY // TEN),
    Column("STEPS_ONES", "steps left in it, modulo 10", TEN - 1),
    Column("PLANET", "number of the planet", PLANETS, 1),
    Column("PLANETS_LEFT", "planets of the campaign after this one", PLANETS - 1),
    Column("FACTORY_SHUT", "1: that of this planet"),
    Column("FACTORIES", "shut down in the campaign", PLANETS),
    Column("GATHERED_HUNDREDS", f"data gathered in the campaign, {MOST_GATHERED} at most, in "
           "hundreds", MOST_GATHERED // HUNDRED),
    Column("GATHERED_ONES", "data gathered in the campaign, modulo 100", HUNDRED - 1),
    Column("TURNS_THOUSANDS", "turns left after this one, in thousands", MOST_TURNS // THOUSAND),
    Column("TURNS_TENS", "turns left after this one, modulo 1000, in tens", HUNDRED - 1),
    Column("TURNS_ONES", "turns left after this one, modulo 10", TEN - 1),
    Column("X", "the rover's column in the sector", SIZE - 1),
    Column("Y", "the rover's row in the sector", SIZE - 1),
    Column("SIDE", "squares of the sector's side", SIZE, SMALLEST),
    Column("AT_POD", "1: the rover stands on it"),
    ("AT_FOUNDRY", "AT_WORKSHOP", "AT_REPAIR_BAY", "AT_OBSERVATORY"),
)  # fmt: skip
Way = columns(
    "Way",
    Column("KNOWN", "1: one is remembered, or in sight"),
    Column("EAST", "squares east of the rover", SIZE - 1, 1 - SIZE),
    Column("SOUTH", "squares south of the rover", SIZE - 1, 1 - SIZE),
)
Tool = columns(
    "Tool",
    "PRESENT",
    Column("NUMBER", "in the table of modules; 0: none", MODULES + 1),
    Column("USES_TENS", "uses left, in tens", SPARE_DURABILITY // TEN),
    Column("USES_ONES", "uses left, modulo 10", TEN - 1),
    tuple(kind.name for kind in Targeting),
    Column("COST", "energy that a use costs", most(MODULE, "cost")),
    Column("REACH", "range in squares", most(MODULE, "reach")),
    Column("GENERATE", "energy that the user gains", most(MODULE, "generate")),
    Column("DAMAGE", "to which the user's power is added", most(MODULE, "damage")),
    Column("REPAIR", "integrity that the user regains", most(MODULE, "repair")),
    Column("SHIELD", "shielding that the user regains", most(MODULE, "shield")),
    Column("STALL", "1: stalls the target"),
    Column("SHORT", "1: shorts the target"),
    Column("ANALYZE", "data that it takes from the target", most(MODULE, "analyze")),
    Column("TELEPORT", "1: swaps places with the target"),
)
Other = columns(
    "Other",
    "PRESENT",
    "HOSTILE",
    Column("WARDEN", "1: the factory shuts down with it"),
    Column("STILL", "1: never moves or acts"),
    Column("KIND", KINDS, len(Kind) - 1),
    Column("EAST", "squares east of the rover", REACH_X, -REACH_X),
    Column("SOUTH", "squares south of the rover", REACH_Y, -REACH_Y),
    CONDITION,
    Column("POWER", "added to the damage of its modules", most(BEINGS, "power")),
    Column("SENSITIVITY", "added to the die, and needed to hit it", most(BEINGS, "sensitivity")),
    Column("ALERT", "turns until it forgets the rover; 0: has not noticed it", MEMORY),
    Column("BEAT", "turns of its hunt, modulo 3", RHYTHM - 1),
    Column("STALLED", EFFECT, 2),
    Column("SHORTED", EFFECT, 2),
    Column("REACH", "the longest range of its modules", most(MODULE, "reach")),
    Column("DAMAGE", "the most of its modules, without power", most(MODULE, "damage")),
    Column("STALLS", "1: one of its modules stalls"),
    Column("SHORTS", "1: one of its modules shorts"),
    Column("TELEPORTS", "1: one of its modules swaps places"),
    Column("BURSTS", "1: one of its modules is a burst"),
)

# The rows of the piece `nearest`, by the Thing that they tell of.
NEAREST = (Thing.POD, Thing.FOUNDRY, Thing.WORKSHOP, Thing.REPAIR_BAY, Thing.OBSERVATORY,
           Thing.HULL_REPAIR, Thing.CACHE)  # fmt: skip

LAYOUT = Layout(
    Piece("window", Layer, "the 17×11 squares around the rover: rows, columns, layers",
          (ROWS, COLUMNS)),
    Piece("sector", Square, "all that is remembered of the sector: rows, columns", (SIZE, SIZE)),
    Piece("chart", Count, "the same in cells of 5×5 squares: rows, columns, layers",
          (CELLS, CELLS)),
    Piece("own", Own, "specification, condition and place of the rover"),
    Piece("nearest", Way, "the nearest of each kind that is known: pod, open foundry, workshop, "
          "repair bay, observatory, hull repair, module", (len(NEAREST),)),
    Piece("slots", Tool, "the modules installed", (SLOTS,)),
    Piece("bag", Tool, "the modules in the bag", (BAG,)),
    Piece("others", Other, "visible entities, in the order in which they act; the window shows "
          "all that are in sight", (OTHERS,)),
)  # fmt: skip


def tool_features() -> Array:
    """A row of Tool columns for each module; uses left are 0."""
    rows = np.zeros((len(MODULE), len(Tool)), np.int8)
    for number in range(EMPTY + 1, len(MODULE)):
        module = MODULE[number]
        rows[number, Tool.PRESENT], rows[number, Tool.NUMBER] = 1, number
        rows[number, Tool.INTERNAL + module.targeting] = 1
        for column in list(Tool)[Tool.COST :]:
            rows[number, column] = module[column.name.lower()]
    rows.flags.writeable = False
    return rows


def being_features() -> Array:
    """A row of Other columns for each kind of entity, with what is the same for all of a kind."""
    rows = np.zeros((len(Kind), len(Other)), np.int8)
    for kind in Kind:
        row, being = rows[kind], KIND[kind]
        tools = MODULE[being.tools]
        row[Other.PRESENT], row[Other.KIND] = 1, kind
        row[Other.WARDEN], row[Other.STILL] = (
            being.nature == nature for nature in (Nature.WARDEN, Nature.STILL)
        )
        row[Other.POWER], row[Other.SENSITIVITY] = being.power, being.sensitivity
        for column, field in (("REACH", "reach"), ("DAMAGE", "damage"), ("STALLS", "stall"),
                              ("SHORTS", "short"), ("TELEPORTS", "teleport")):  # fmt: skip
            row[Other[column]] = tools[field].max()
        row[Other.BURSTS] = (tools["targeting"] == Targeting.BURST).any()
    rows.flags.writeable = False
    return rows


def square_features() -> Array:
    """A row of Layer columns for each number of `known`, as a byte; what is in sight is left 0."""
    rows = np.zeros((256, len(Layer)), np.int8)
    for known in range(WALLED - WALL_INTEGRITY, LYING * (int(Thing.CACHE) + 1)):
        row, lying = rows[known], max(known, 0) // LYING
        row[Layer.SEEN], row[Layer.BLOCKED] = known != UNSEEN, known < UNSEEN
        row[Layer.STATION] = is_station(known)
        row[Layer.WALL] = max(WALLED - known, 0)
        row[Layer.SITE if lying < Thing.HULL_REPAIR else Layer.CACHE] = (
            lying if lying < Thing.HULL_REPAIR else lying - Thing.HULL_REPAIR + 1
        )
    rows.flags.writeable = False
    return rows
