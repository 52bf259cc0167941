"""The 90 modules and the transport module as a table; slots, bag and mounts (V9–V11)."""

from enum import IntEnum
from typing import Any

import numpy as np

from cogarena.envs.core.jit import kernel
from cogarena.envs.core.records import record
from cogarena.envs.rover.state import BAG, NOWHERE


class Targeting(IntEnum):
    """The targeting classes (V17–V19)."""

    INTERNAL = 0
    BURST = 1
    LOCAL = 2
    RANGED = 3
    PIERCING = 4
    TRANSPORT = 5


INTERNAL, BURST, LOCAL, RANGED, PIERCING, TRANSPORT = Targeting

EMPTY = 0  # module number of an empty slot
MODULES = 90
SPARE = 91  # the transport module, which has a mount of its own (V11)
SPARE_DURABILITY = 600  # V11
MOST_DURABILITY, WEAR_BY_COST, LEAST_DURABILITY = 40, 5, 10  # V9

ROW = record(
    ("cost", "i1"),
    ("targeting", "i1"),
    ("reach", "i1"),  # the range
    ("generate", "i1"),
    ("damage", "i1"),
    ("repair", "i1"),
    ("shield", "i1"),
    ("stall", "i1"),
    ("short", "i1"),
    ("analyze", "i1"),
    ("teleport", "i1"),
    ("durability", "i2"),  # uses of a new one
)

PRINTED = (
    # name, cost, targeting, range,
    # generate, damage, repair, shield, stall, short, analyze, teleport
    ("Polyurethane Integument",   1, INTERNAL, 0,   0,  0, 0, 1,  0, 0, 0, 0),
    ("Photovoltaic Generator",    4, INTERNAL, 0,   9,  0, 1, 0,  0, 0, 0, 0),
    ("Polyethylene Integument",   1, INTERNAL, 0,   0,  0, 0, 1,  0, 0, 0, 0),
    ("Broken Gear",               1, INTERNAL, 0,   0,  0, 0, 0,  0, 0, 0, 0),
    ("Gas Generator",             1, INTERNAL, 0,   2,  0, 0, 0,  0, 0, 0, 0),
    ("Photovoltaic Integument",   1, INTERNAL, 0,   2,  0, 0, 2,  0, 0, 0, 0),
    ("Thermoelectric Integument", 4, INTERNAL, 0,   7,  0, 0, 3,  0, 0, 0, 0),
    ("Gallium Generator",         1, INTERNAL, 0,   2,  0, 0, 0,  0, 0, 0, 0),
    ("Mossbauer Sink",            1, INTERNAL, 0,   4,  0, 0, 0,  0, 0, 0, 0),
    ("Aluminum Integument",       1, INTERNAL, 0,   0,  0, 0, 2,  0, 0, 0, 0),
    ("Repair Diagnostic",         1, INTERNAL, 0,   0,  0, 1, 0,  0, 0, 0, 0),
    ("Repair Kit",                2, INTERNAL, 0,   0,  0, 2, 0,  0, 0, 0, 0),
    ("Network Generator",         3, INTERNAL, 0,   8,  0, 0, 0,  0, 0, 0, 0),
    ("Radioisotopic Integument",  2, INTERNAL, 0,   4,  0, 0, 2,  0, 0, 0, 0),
    ("Clay Kit",                  1, INTERNAL, 0,   0,  0, 1, 0,  0, 0, 0, 0),
    ("Convecting Integument",     3, INTERNAL, 0,   5,  0, 0, 2,  0, 0, 0, 0),
    ("Photophoretic Beam",        5, BURST,    1,   7,  2, 0, 0,  0, 0, 1, 0),
    ("Actuated Shield",           2, BURST,    1,   0,  1, 0, 1,  0, 0, 0, 0),
    ("Rotary Shield",             3, BURST,    1,   0,  2, 0, 1,  1, 0, 0, 0),
    ("Soaking Burst",             5, BURST,    2,   7,  2, 0, 0,  1, 0, 0, 0),
    ("Area Charge",               5, BURST,    2,   6,  4, 0, 0,  0, 0, 0, 0),
    ("Raman Generator",           5, BURST,    3,   7,  1, 0, 0,  0, 0, 0, 0),
    ("Spectrophotometer",         2, LOCAL,    1,   0,  0, 0, 0,  0, 0, 1, 0),
    ("Barbed Integument",         2, LOCAL,    1,   0,  1, 0, 1,  0, 0, 0, 0),
    ("Ablating Laser",            3, LOCAL,    1,   0,  1, 0, 0,  0, 0, 0, 0),
    ("Rubidium Sink",             6, LOCAL,    1,   9,  3, 0, 0,  0, 0, 0, 0),
    ("Tunable Sink",              2, LOCAL,    1,   4,  1, 0, 0,  0, 0, 0, 0),
    ("Thermal Camera",            4, LOCAL,    1,   6,  0, 0, 0,  0, 0, 2, 0),
    ("Diffuse Sink",              2, LOCAL,    1,   4,  1, 0, 0,  0, 0, 0, 0),
    ("Heat Sink",                 3, LOCAL,    1,   5,  1, 0, 0,  1, 0, 0, 0),
    ("Hydro Sink",                4, LOCAL,    1,   6,  1, 0, 0,  0, 1, 0, 0),
    ("Thermoelectric Impactor",   4, LOCAL,    1,   6,  1, 0, 2,  0, 0, 0, 0),
    ("Magnetic Piston",           1, LOCAL,    1,   0,  1, 0, 0,  0, 0, 0, 0),
    ("Sonic Module",              1, LOCAL,    1,   2,  1, 0, 0,  0, 0, 0, 0),
    ("Pulse Shield",              3, LOCAL,    1,   0,  2, 0, 0,  0, 0, 0, 0),
    ("Electron Blaster",          5, LOCAL,    1,   7,  0, 0, 0,  0, 0, 2, 0),
    ("Quantumn Probe",            6, LOCAL,    1,   9,  4, 0, 0,  0, 0, 1, 0),
    ("Ohm Probe",                 2, LOCAL,    1,   0,  0, 0, 0,  0, 0, 1, 0),
    ("Spiked Integument",         3, LOCAL,    1,   0,  2, 0, 1,  0, 0, 0, 0),
    ("Ohm Shocker",               5, LOCAL,    1,   0,  3, 0, 0,  0, 1, 0, 0),
    ("Unstable Analyzer",         6, LOCAL,    1,   9,  0, 0, 0,  1, 0, 3, 0),
    ("Analyzing Flash",           1, LOCAL,    1,   0,  1, 0, 0,  0, 0, 1, 0),
    ("Ore Launcher",              2, LOCAL,    1,   0,  2, 0, 0,  0, 0, 0, 0),
    ("Dark Scanner",              4, LOCAL,    1,   0,  2, 3, 0,  0, 0, 1, 1),
    ("Cybernetic Draw",           5, LOCAL,    1,   0,  3, 3, 0,  1, 0, 0, 0),
    ("Gas Laser",                 2, RANGED,   2,   0,  1, 0, 0,  0, 0, 0, 0),
    ("Chemical Laser",            4, RANGED,   2,   0,  3, 0, 0,  0, 0, 0, 0),
    ("Solid-State Laser",         2, RANGED,   2,   0,  1, 0, 0,  0, 0, 0, 0),
    ("Electromagnetic Laser",     3, RANGED,   2,   4,  1, 0, 0,  1, 0, 0, 0),
    ("Fiber Laser",               4, RANGED,   2,   6,  2, 0, 0,  1, 0, 0, 0),
    ("Free-Electron Transporter", 2, RANGED,   2,   0,  0, 0, 0,  1, 0, 0, 1),
    ("Decibel Cannon",            4, RANGED,   2,   0,  2, 0, 0,  1, 1, 0, 0),
    ("Ohm Generator",             1, RANGED,   2,   2,  1, 0, 0,  0, 0, 0, 0),
    ("Electric Mace",             1, RANGED,   2,   0,  2, 0, 0,  0, 0, 0, 0),
    ("Tactical Railgun",          2, RANGED,   2,   0,  1, 0, 0,  0, 0, 0, 0),
    ("Chilling Blaster",          4, RANGED,   2,   0,  2, 0, 0,  0, 1, 0, 0),
    ("Blizzard Launcher",         5, RANGED,   2,   8,  1, 0, 0,  0, 0, 0, 0),
    ("Excimer Laser",             5, RANGED,   3,   0,  1, 0, 0,  0, 0, 0, 0),
    ("Exotic Laser",              3, RANGED,   3,   4,  2, 0, 0,  1, 0, 0, 0),
    ("Infrared Laser",            5, RANGED,   3,   0,  0, 0, 0,  0, 1, 2, 0),
    ("Voltage Transporter",       3, RANGED,   3,   0,  1, 0, 0,  0, 0, 1, 1),
    ("Isometric Transporter",     6, RANGED,   3,   0,  2, 0, 0,  0, 0, 1, 1),
    ("Assault Blaster",           3, RANGED,   3,   0,  2, 0, 0,  0, 0, 0, 0),
    ("Metallic Blaster",          4, RANGED,   3,   0,  5, 0, 0,  0, 0, 0, 0),
    ("Copper Railgun",            5, RANGED,   3,   0,  6, 0, 0,  0, 0, 0, 0),
    ("Neutron Launcher",          4, RANGED,   3,   0,  1, 0, 0,  0, 0, 0, 0),
    ("Luminous Transporter",      2, RANGED,   3,   0,  0, 1, 0,  0, 0, 0, 1),
    ("Flame Detector",            4, RANGED,   3,   0,  2, 0, 0,  0, 0, 1, 0),
    ("Aura Displacer",            5, RANGED,   3,   9,  1, 2, 0,  1, 0, 0, 0),
    ("Sensory Igniter",           6, RANGED,   3,   0,  2, 0, 0,  0, 0, 3, 0),
    ("Volt Sink",                 6, RANGED,   3,   9,  3, 2, 0,  0, 1, 0, 0),
    ("Banana Peel",               6, RANGED,   3,   0,  2, 0, 0,  0, 0, 0, 0),
    ("Electromagnetic Beam",      6, RANGED,   4,   0,  3, 0, 0,  1, 1, 0, 0),
    ("Photonic Laser",            5, RANGED,   4,   0,  3, 0, 0,  0, 0, 0, 0),
    ("Range Launcher",            6, RANGED,   4,   0, 10, 0, 0,  0, 0, 0, 0),
    ("Magnetic Sniper",           2, RANGED,   4,   0,  1, 0, 0,  0, 0, 0, 0),
    ("Proton Launcher",           5, RANGED,   4,   0,  1, 0, 0,  0, 0, 0, 0),
    ("Pull Blade",                4, RANGED,   4,   6,  4, 0, 0,  0, 0, 0, 0),
    ("Quantumn Transplanter",     3, RANGED,   4,   0,  3, 0, 0,  0, 0, 0, 0),
    ("Semiconductor laser",       6, RANGED,   5,   0,  4, 0, 0,  0, 1, 0, 0),
    ("Positronium Transporter",   6, RANGED,   5,   0,  3, 0, 0,  1, 0, 1, 1),
    ("Range Irradiator",          6, RANGED,   5,   0,  4, 0, 0,  0, 0, 0, 0),
    ("Zenith Generator",          3, RANGED,   6,   5,  0, 0, 0,  0, 0, 0, 1),
    ("Helical Railgun",           3, PIERCING, 3,   0,  2, 0, 0,  0, 0, 0, 0),
    ("Plasma Railgun",            3, PIERCING, 3,   0,  2, 0, 0,  0, 0, 0, 0),
    ("Regenerative Bolt",         6, PIERCING, 3,   0,  2, 2, 3,  0, 0, 0, 0),
    ("Ionized Detector",          4, PIERCING, 4,   0,  1, 0, 0,  0, 0, 1, 0),
    ("Spiked Thermocouple",       5, PIERCING, 5,   0,  0, 0, 0,  0, 1, 1, 0),
    ("Gas Railgun",               6, PIERCING, 6,   0,  2, 0, 0,  0, 0, 0, 0),
    ("Slashing Displacer",        6, PIERCING, 7,   0,  1, 0, 0,  0, 1, 0, 0),
)  # fmt: skip

NAMES = ("nothing", *(name for name, *_ in PRINTED), "Transport Module")
NUMBER = {name.lower(): number for number, name in enumerate(NAMES) if number != EMPTY}


def _module_table() -> np.ndarray[tuple[int], np.dtype[np.record]]:
    """One row per module number: none, the printed ones, the transport module."""
    rows = np.zeros(len(NAMES), ROW)
    for number, (_, *columns) in enumerate(PRINTED, 1):
        durability = max(MOST_DURABILITY - WEAR_BY_COST * columns[0], LEAST_DURABILITY)
        rows[number] = (*columns, durability)
    rows[SPARE].targeting, rows[SPARE].durability = TRANSPORT, SPARE_DURABILITY
    rows.flags.writeable = False
    return rows


MODULE = _module_table()


@kernel
def free_place(s: Any) -> int:
    """The first free place of the bag, or NOWHERE."""
    for b in range(BAG):
        if s.bag[b].module == EMPTY:
            return b
    return NOWHERE


@kernel
def stow(s: Any, module: int) -> None:
    """V22: put a new module into the bag."""
    place = s.bag[free_place(s)]
    place.module = module
    place.durability = MODULE[module].durability


@kernel
def mount_transport(s: Any) -> None:
    """V11: mount a new transport module, which comes with every chassis."""
    s.transport.module = SPARE
    s.transport.durability = SPARE_DURABILITY


@kernel
def wears_out(mount: Any) -> bool:
    """V9: use a module once; true if it disintegrates, which is at 0."""
    mount.durability -= 1
    if mount.durability > 0:
        return False
    empty(mount)
    return True


@kernel
def empty(mount: Any) -> None:
    """Empty a slot or a place of the bag."""
    mount.module = EMPTY
    mount.durability = 0


@kernel
def install(s: Any, b: int, slot: int) -> None:
    """V10, V11: swap a module of the bag into a slot, or a transport module into its mount."""
    if s.bag[b].module == SPARE:
        swap(s.bag[b], s.transport)
    else:
        swap(s.bag[b], s.slots[slot])


@kernel
def swap(one: Any, other: Any) -> None:
    """Swap two modules."""
    one.module, other.module = other.module, one.module
    one.durability, other.durability = other.durability, one.durability


@kernel
def put_away(s: Any, slot: int) -> None:
    """V10: move a module from its slot into the bag."""
    swap(s.slots[slot], s.bag[free_place(s)])
