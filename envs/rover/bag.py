"""The rover's modules: slots, bag and the transport's mount (V9–V11)."""

from typing import Any

from cogarena.envs.core.jit import kernel
from cogarena.envs.rover.modules import EMPTY, MODULE, SPARE, SPARE_DURABILITY
from cogarena.envs.rover.state import BAG, NOWHERE


@kernel
def free_place(s: Any) -> int:
    """The first free place of the bag, or NOWHERE."""
    for b in range(BAG):
        if s.bag[b].module == EMPTY:
            return b
    return NOWHERE


@kernel
def stow(s: Any, module: int) -> None:
    """V22: a new module goes into the bag."""
    place = s.bag[free_place(s)]
    place.module = module
    place.durability = MODULE[module].durability


@kernel
def mount_transport(s: Any) -> None:
    """V11: a chassis comes with a new transport module."""
    s.transport.module = SPARE
    s.transport.durability = SPARE_DURABILITY


@kernel
def wears_out(mount: Any) -> bool:
    """V9: a use less; at 0 the module disintegrates."""
    mount.durability -= 1
    if mount.durability > 0:
        return False
    empty(mount)
    return True


@kernel
def empty(mount: Any) -> None:
    """Nothing is left in a slot or a place of the bag."""
    mount.module = EMPTY
    mount.durability = 0


@kernel
def install(s: Any, b: int, slot: int) -> None:
    """V10, V11: what was in the slot goes into the bag; a transport goes into its mount."""
    if s.bag[b].module == SPARE:
        swap(s.bag[b], s.transport)
    else:
        swap(s.bag[b], s.slots[slot])


@kernel
def swap(one: Any, other: Any) -> None:
    """Two modules change places."""
    one.module, other.module = other.module, one.module
    one.durability, other.durability = other.durability, one.durability


@kernel
def put_away(s: Any, slot: int) -> None:
    """V10: a module goes from its slot into the bag."""
    swap(s.slots[slot], s.bag[free_place(s)])
