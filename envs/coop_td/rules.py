"""The course of an episode of Co-op Tower Defense. Ids such as C14 are those of RULES.md."""

from typing import Any

from cogarena.envs.coop_td.effects import collect, judge
from cogarena.envs.coop_td.enemies import enemy_phase, event_phase
from cogarena.envs.coop_td.heroes import act_with_hero, legal_for_hero, players_phase
from cogarena.envs.coop_td.log import note_deed
from cogarena.envs.coop_td.state import (
    ACTIONS,
    NOWHERE,
    TOWER_SPACES,
    WOUNDS_FOR_A_SCAR,
    Decision,
    Note,
    Outcome,
    Stage,
)
from cogarena.envs.coop_td.tables import Upgrade
from cogarena.envs.coop_td.towers import (
    best_target,
    chooser,
    dice_of,
    fire,
    legal_for_tower,
    must_ask,
    next_tower,
    target_action,
)
from cogarena.envs.core.header import PASS, ask, begin_step, is_asked, over
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.rng import seed_rng

LEARN = ACTIONS.start("learn")
UPGRADES = len(Upgrade)
WIN_REWARD, LOSS_REWARD = 1.0, -1.0  # C25


@kernel
def init(setup: Any, s: Any, seed: int) -> None:
    """Set up the scenario, then run to the first decision."""
    seed_rng(s, seed)
    s.gold = setup.gold
    s.gate[:] = setup.gate
    s.learner = NOWHERE
    for h in range(setup.seats):
        s.heroes[h].space = setup.gate_space
        s.heroes[h].tower = NOWHERE
        s.heroes[h].health = setup.heroes[h].health
    s.turn = 1
    advance(setup, s)


@kernel
def legal(setup: Any, s: Any, seat: int, mask: Any) -> None:
    """The legal actions of a seat; none if it is not asked."""
    mask[:] = 0
    if not is_asked(s, seat):
        return
    if s.decision == Decision.HERO:
        legal_for_hero(setup, s, seat, mask)
    elif s.decision == Decision.TOWER:
        legal_for_tower(setup, s, s.cursor, mask)
    else:
        legal_upgrades(setup, s, seat, mask)


@kernel
def legal_upgrades(setup: Any, s: Any, seat: int, mask: Any) -> None:
    """C24: a hero may learn an upgrade that changes it, or leave that to the next hero."""
    mask[PASS] = 1
    for upgrade in range(UPGRADES):
        mask[LEARN + upgrade] = (offers(setup, s, seat) >> upgrade) & 1


@kernel
def offers(setup: Any, s: Any, seat: int) -> int:
    """C24: the bit set of upgrades that change the hero, with the scars of this scenario."""
    scarred = 1 if s.heroes[seat].wounds >= WOUNDS_FOR_A_SCAR else 0
    return int(setup.heroes[seat].offers[scarred])


@kernel
def step(setup: Any, s: Any, action: int) -> None:
    """Apply a legal action of the seat to act, then run to the next decision."""
    begin_step(s)
    s.noted = 0
    if s.decision == Decision.HERO:
        act_with_hero(setup, s, s.to_act, action)
        collect(setup, s)
        judge(setup, s)
    elif s.decision == Decision.TOWER:
        fire_next(setup, s, action)
    elif action != PASS:
        s.learner = s.to_act
        s.learnt_upgrade = action - LEARN
        note_deed(s, Note.LEARNT, s.to_act, s.learnt_upgrade)
    else:
        s.cursor += 1
    advance(setup, s)


@kernel
def advance(setup: Any, s: Any) -> None:
    """Run the phases of the rules until a seat must choose or the episode ends."""
    while not over(s):
        if s.outcome != Outcome.OPEN and s.stage != Stage.UPGRADE:
            close(setup, s)
        elif s.stage == Stage.EVENT:
            event_phase(setup, s)
            s.stage = Stage.ENEMY
        elif s.stage == Stage.ENEMY:
            enemy_phase(setup, s)
            collect(setup, s)
            judge(setup, s)
            players_phase(setup, s)
            s.stage = Stage.PLAYERS
        elif s.stage == Stage.PLAYERS:
            if ask_hero(setup, s):
                return
            s.cursor = 0
            s.stage = Stage.TOWERS
        elif s.stage == Stage.TOWERS:
            if tower_phase(setup, s):
                return
            end_round(setup, s)
        elif ask_learner(setup, s):
            return


@kernel
def ask_hero(setup: Any, s: Any) -> bool:
    """C14: the heroes act in the order of their seats, each with all its actions [D]."""
    for h in range(setup.seats):
        if s.heroes[h].actions > 0:
            ask(s, h, Decision.HERO)
            return True
    return False


@kernel
def tower_phase(setup: Any, s: Any) -> bool:
    """C20: towers fire in the order of their numbers [D]; true if a seat must choose a target."""
    while s.outcome == Outcome.OPEN and s.fog == 0:
        if s.dice == 0:
            s.cursor = next_tower(setup, s)
            if s.cursor == TOWER_SPACES:
                break
            s.dice = dice_of(s, s.cursor)
        if must_ask(setup, s, s.cursor):
            ask(s, chooser(setup, s, s.cursor), Decision.TOWER)
            return True
        fire_next(setup, s, target_action(s, s.cursor, best_target(setup, s, s.cursor)))
    return False


@kernel
def fire_next(setup: Any, s: Any, action: int) -> None:
    """The tower at the cursor fires; with its last die the cursor moves to the next one."""
    fire(setup, s, s.cursor, action)
    if s.dice == 0:
        s.cursor += 1
    judge(setup, s)


@kernel
def end_round(setup: Any, s: Any) -> None:
    """C25: after the last round the episode is truncated, and worth as little as a lost one."""
    s.cursor = 0
    s.dice = 0
    s.stage = Stage.EVENT
    if s.outcome != Outcome.OPEN:
        return
    if s.turn == setup.rounds:
        s.truncated = True
        note_deed(s, Note.OUT_OF_ROUNDS, NOWHERE, 0)
        pay(setup, s, LOSS_REWARD)
    else:
        s.turn += 1


@kernel
def close(setup: Any, s: Any) -> None:
    """End a decided scenario; in a campaign one of the winners may learn an upgrade first (C24)."""
    s.cursor = 0
    s.stage = Stage.UPGRADE
    note_deed(s, Note.WON if s.outcome == Outcome.WON else Note.LOST, NOWHERE, 0)
    if s.outcome != Outcome.WON or setup.teaches == 0:
        finish(setup, s)


@kernel
def ask_learner(setup: Any, s: Any) -> bool:
    """C24: the first hero in the order of seats that can and wants to learns an upgrade."""
    while s.learner == NOWHERE and s.cursor < setup.seats:
        if offers(setup, s, s.cursor) != 0:
            ask(s, s.cursor, Decision.UPGRADE)
            return True
        s.cursor += 1
    finish(setup, s)
    return False


@kernel
def finish(setup: Any, s: Any) -> None:
    """C25: +1 for a won scenario, −1 for a lost one."""
    s.terminated = True
    s.pending = 0
    pay(setup, s, WIN_REWARD if s.outcome == Outcome.WON else LOSS_REWARD)


@kernel
def pay(setup: Any, s: Any, reward: float) -> None:
    """C1: every hero gets the same reward."""
    s.reward[: setup.seats] += reward
