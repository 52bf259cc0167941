"""Legacy campaigns: C24."""

from dataclasses import replace

import numpy as np
import pytest

from cogarena.envs.coop_td import legacy
from cogarena.envs.coop_td.game import GAME
from cogarena.envs.coop_td.legacy import Sheet, Veteran, new_sheet, read_sheet, write_sheet
from cogarena.envs.coop_td.scenario import read_scenario
from cogarena.envs.coop_td.state import ACTIONS, CardKind, Decision, Outcome
from cogarena.envs.coop_td.tables import Event, Tower, Upgrade
from cogarena.envs.core.episode import Episode
from cogarena.envs.core.errors import FileError, SettingError, UnknownNameError
from support.scenes.coop_td import Scene

HEROES = ("glorbud", "keith")


def started(sheet: Sheet, heroes: tuple[str, ...] = HEROES) -> Episode:
    episode = Episode(GAME, {"heroes": heroes, "legacy": write_sheet(sheet)})
    episode.reset(0)
    return episode


def won(sheet: Sheet, heroes: tuple[str, ...] = HEROES) -> Episode:
    """A campaign scenario at the moment after it is won."""
    episode = started(sheet, heroes)
    episode.s.outcome = Outcome.WON
    episode.act(0)
    return episode


def lost(sheet: Sheet, gate: tuple[int, ...]) -> Episode:
    """A campaign scenario that was lost with these dice of the gate."""
    episode = started(sheet)
    episode.s.gate[:] = 0
    episode.s.gate[: len(gate)] = gate
    episode.s.outcome = Outcome.LOST
    episode.act(0)
    return episode


def out_of_rounds(sheet: Sheet) -> Episode:
    """A campaign scenario that nobody decided."""
    episode = Episode(GAME, {"heroes": HEROES, "legacy": write_sheet(sheet), "max_rounds": 1})
    episode.reset(0)
    episode.s.gate[0] -= 1
    episode.s.heroes[1].wounds = 2
    while not episode.over:
        episode.act(0)
    assert episode.truncated
    return episode


def offered(episode: Episode) -> set[Upgrade]:
    """What the hero who is asked can learn."""
    return {upgrade for upgrade in Upgrade if episode.mask[ACTIONS.number("learn", upgrade)]}


def next_sheet(episode: Episode) -> Sheet:
    assert episode.over
    return read_sheet(episode.final_info()["legacy"])


FIRST = read_sheet(new_sheet())


def test_c24_the_sheet_is_a_small_text_file_that_round_trips():
    text = new_sheet()
    assert write_sheet(read_sheet(text)) == text
    assert len(text) < 1000


def test_c24_the_sheet_can_be_given_as_a_path(tmp_path):
    path = tmp_path / "sheet.toml"
    path.write_text(new_sheet())
    assert read_sheet(str(path)) == FIRST


def test_c24_a_won_scenario_lets_one_hero_take_an_upgrade():
    episode = won(FIRST)
    assert (episode.s.decision, episode.agent) == (Decision.UPGRADE, "glorbud")
    episode.act(ACTIONS.number("learn", Upgrade.SWIFT))
    assert episode.terminated
    assert next_sheet(episode).veteran("glorbud").upgrades == (Upgrade.SWIFT,)


def test_c24_a_hero_can_leave_the_upgrade_to_the_next_one():
    episode = won(FIRST)
    episode.act(0)
    assert episode.agent == "keith"
    episode.act(ACTIONS.number("learn", Upgrade.TOUGH))
    assert next_sheet(episode).veteran("keith").upgrades == (Upgrade.TOUGH,)


@pytest.mark.parametrize(
    ("hero", "useless"),
    [
        ("glorbud", {Upgrade.TOUGH}),
        ("keith", {Upgrade.KEEN}),
        ("henry", set()),
        ("mongo", {Upgrade.KEEN}),
        ("edward", set()),
    ],
)
def test_c24_an_upgrade_that_does_nothing_is_not_offered(hero, useless):
    party = (hero, "keith" if hero != "keith" else "henry")
    episode = won(FIRST, party)
    assert offered(episode) == set(Upgrade) - useless


@pytest.mark.parametrize(("wounds", "is_offered"), [(1, True), (2, False)])
def test_c24_a_scar_of_this_scenario_counts_for_what_is_offered(wounds, is_offered):
    # With four scars Keith has two health left, and Tough would not change that.
    episode = started(replace(FIRST, heroes={"keith": Veteran((), 3)}), ("keith", "henry"))
    episode.s.heroes[0].wounds = wounds
    episode.s.outcome = Outcome.WON
    episode.act(0)
    assert (Upgrade.TOUGH in offered(episode)) == is_offered


def test_c24_a_hero_with_nothing_to_learn_is_not_asked():
    episode = won(replace(FIRST, heroes={"glorbud": Veteran(tuple(range(1, len(Upgrade))))}))
    assert episode.agent == "keith"


def test_c24_a_scenario_teaches_only_at_its_first_victory():
    episode = won(replace(FIRST, played=("scenario_1: lost", "scenario_1: won")))
    assert episode.terminated
    assert next_sheet(episode).heroes["glorbud"].upgrades == ()


def test_c24_an_upgrade_is_learnt_once():
    episode = won(Sheet("long_siege", "scenario_1", 0, (0,), (), {"glorbud": Veteran((1,))}))
    assert not episode.mask[ACTIONS.number("learn", 1)]
    assert episode.mask[ACTIONS.number("learn", 2)]


@pytest.mark.parametrize(
    ("upgrade", "column", "change"),
    [(Upgrade.SWIFT, "movement", 1), (Upgrade.FIERCE, "dice", 1), (Upgrade.MASON, "repair", -5)],
)
def test_c24_upgrades_change_the_hero(upgrade, column, change):
    veteran = {"keith": Veteran((int(upgrade),))}
    plain = started(FIRST).setup[0].heroes[1][column]
    learnt = started(Sheet("long_siege", "scenario_1", 0, (0,), (), veteran)).setup[0].heroes[1]
    assert learnt[column] == plain + change


def test_c24_tough_raises_health_up_to_six_thrifty_every_discount_and_keen_sees_flyers():
    veterans = {
        "glorbud": Veteran((Upgrade.TOUGH, Upgrade.KEEN)),
        "keith": Veteran((Upgrade.THRIFTY,)),
    }
    heroes = started(Sheet("long_siege", "scenario_1", 0, (0,), (), veterans)).setup[0].heroes
    assert heroes[0].health == 6
    assert heroes[0].targets == 3
    assert heroes[1].discount.tolist() == [2, 1, 1, 1, 1, 1]


def test_c24_a_hero_wounded_twice_is_scarred():
    episode = started(FIRST)
    episode.s.heroes[1].wounds = 2
    episode.s.heroes[0].wounds = 1
    episode.s.outcome = Outcome.LOST
    episode.act(0)
    sheet = next_sheet(episode)
    assert (sheet.veteran("glorbud").scars, sheet.veteran("keith").scars) == (0, 1)


def test_c24_a_scar_costs_one_maximum_health_but_leaves_two():
    def health(scars):
        sheet = Sheet("long_siege", "scenario_1", 0, (0,), (), {"keith": Veteran((), scars)})
        return started(sheet).setup[0].heroes[1].health

    assert [health(n) for n in (0, 1, 3, 9)] == [5, 4, 2, 2]


def test_c24_gate_damage_is_carried_into_the_next_start():
    episode = won(FIRST)
    episode.s.gate[:3] = (0, 2, 3)
    episode.act(ACTIONS.number("learn", Upgrade.SWIFT))
    sheet = next_sheet(episode)
    assert sheet.gate_damage == 4
    gate = read_scenario("scenario_2").gate
    assert started(sheet).setup[0].gate.sum() == sum(gate) - 4
    assert started(sheet).setup[0].gate[0] == 0


def test_c24_carried_damage_leaves_the_gate_a_pip():
    assert started(Sheet("long_siege", "scenario_1", 60, (0,), ())).setup[0].gate.sum() == 1


def test_c24_a_gate_that_fell_is_rebuilt():
    assert next_sheet(lost(FIRST, ())).gate_damage == 0


def test_c24_a_defeat_with_the_gate_standing_keeps_its_damage():
    assert next_sheet(lost(FIRST, (0, 2, 3))).gate_damage == 4


def test_c24_a_scenario_that_ran_out_of_rounds_is_neither_won_nor_lost():
    after = next_sheet(out_of_rounds(Sheet("long_siege", "scenario_2", 0, (0,), ())))
    assert after.chapter == "scenario_2"
    assert after.played == ("scenario_2: out of rounds",)
    assert after.towers == (0,)


def test_c24_damage_and_scars_of_a_scenario_that_ran_out_of_rounds_stay():
    after = next_sheet(out_of_rounds(FIRST))
    assert (after.gate_damage, after.veteran("keith").scars) == (1, 1)


def test_c24_only_unlocked_towers_can_be_built():
    allowed = started(FIRST).setup[0].allowed
    assert [bool(a) for a in allowed] == [t in FIRST.towers for t in range(len(Tower))]


def test_c24_a_victory_unlocks_towers_and_events_for_good():
    episode = won(Sheet("long_siege", "scenario_2", 0, (0, 1), ()))
    episode.act(ACTIONS.number("learn", Upgrade.SWIFT))
    sheet = next_sheet(episode)
    assert sheet.towers == (0, 1, Tower.MAGE_TOWER)
    assert sheet.events == (Event.HEALING_SPRING,)


def test_c24_unlocked_events_lie_on_top_of_the_next_deck():
    sheet = Sheet("long_siege", "scenario_4", 0, (0,), (int(Event.HEALING_SPRING),))
    setup = started(sheet).setup[0]
    assert setup.deck[0].tolist() == (CardKind.CUSTOM, Event.HEALING_SPRING, 0)


def test_c24_a_deck_that_outgrows_64_cards_is_refused(tmp_path):
    cards = ", ".join(['"Gremlin x 1"'] * 63)
    (tmp_path / "long.toml").write_text(
        f'title = "Long"\nmap = "road"\nobjective = "defeat all enemies"\ngate = [3]\n'
        f"gold = 5\ndeck = [{cards}]\n"
    )
    scenario = str(tmp_path / "long.toml")
    campaign = tmp_path / "mine.toml"
    campaign.write_text(CAMPAIGN.replace("chapters.scenario_1", f"chapters.'{scenario}'")
                        .replace('"scenario_1"', f"'{scenario}'"))  # fmt: skip
    sheet = read_sheet(new_sheet(str(campaign)))
    events = (int(Event.PLAGUE), int(Event.SAPPERS))
    assert started(replace(sheet, events=events[:1])).setup[0].cards == 64
    with pytest.raises(FileError, match="2 unlocked events on top of 63 cards make a deck of 65"):
        started(replace(sheet, events=events))


def test_c24_a_scenario_that_a_campaign_would_decide_at_its_start_is_refused():
    sheet = replace(FIRST, gate_damage=60, events=(int(Event.SAPPERS),))
    with pytest.raises(FileError, match="scenario_1: the first card destroys the gate"):
        started(sheet)


@pytest.mark.parametrize(("outcome", "chapter"), [("won", "scenario_4"), ("lost", "scenario_3")])
def test_c24_the_campaign_branches_on_victory_and_defeat(outcome, chapter):
    sheet = Sheet("long_siege", "scenario_2", 0, (0,), ())
    if outcome == "won":
        episode = won(sheet)
        episode.act(ACTIONS.number("learn", Upgrade.SWIFT))
    else:
        episode = started(sheet)
        episode.s.outcome = Outcome.LOST
        episode.act(0)
    after = next_sheet(episode)
    assert after.chapter == chapter
    assert after.played == (f"scenario_2: {outcome}",)


def test_c24_a_campaign_can_be_played_to_its_end():
    sheet, chapters = new_sheet(), []
    while read_sheet(sheet).chapter:
        chapters.append(read_sheet(sheet).chapter)
        episode = won(read_sheet(sheet))
        episode.act(max(ACTIONS.number("learn", upgrade) for upgrade in offered(episode)))
        sheet = episode.final_info()["legacy"]
    assert chapters == ["scenario_1", "scenario_2", "scenario_4", "scenario_5", "scenario_6"]
    with pytest.raises(SettingError, match="campaign of this legacy sheet is over"):
        Episode(GAME, {"legacy": sheet})


def test_c24_without_a_sheet_nothing_is_learnt():
    scene = Scene("").turn_of("keith", 1)
    scene.s.drawn = 1
    assert scene.act("pass").s.terminated


def test_c24_a_scenario_and_a_sheet_together_are_refused():
    with pytest.raises(SettingError, match="not both"):
        Episode(GAME, {"scenario": "scenario_1", "legacy": new_sheet()})


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("gate_damage = 0", "gate_damage = -1", "gate_damage must be an integer from 0 to 60"),
        ("gate_damage", "gate_damages", "unknown key 'gate_damages'. Did you mean 'gate_damage'"),
        ('"Bombers"', '"Bomberz"', "unknown tower 'Bomberz'. Did you mean 'Bombers'"),
        ('"scenario_1"', '"scenario_9"', "unknown chapter 'scenario_9'"),
        ('"long_siege"', '"short_siege"', "unknown campaign"),
        ("events = []", "events = [", "legacy sheet: is not valid TOML"),
        (
            "played = []",
            "played = []\n[heroes.bob]\nupgrades = []\nscars = 0",
            "unknown hero 'bob'",
        ),
    ],
)
def test_c24_a_damaged_sheet_is_refused_with_the_place(old, new, message):
    text = new_sheet()
    assert old in text
    with pytest.raises((FileError, LookupError), match=message.replace("(", r"\(")):
        read_sheet(text.replace(old, new))


def test_c24_the_name_of_a_campaign_begins_it():
    episode = Episode(GAME, {"legacy": "long_siege"})
    episode.reset(0)
    assert np.flatnonzero(episode.setup[0].allowed).tolist() == list(FIRST.towers)
    assert read_sheet("long_siege") == FIRST


def test_c24_the_file_of_a_campaign_begins_it(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(CAMPAIGN)
    assert read_sheet(str(path)) == read_sheet(new_sheet(str(path)))


def test_c24_an_unknown_campaign_names_the_known_ones():
    with pytest.raises(UnknownNameError, match="Did you mean 'long_siege'"):
        Episode(GAME, {"legacy": "long_seige"})


def test_c24_the_title_of_the_campaign_is_shown_before_that_of_the_scenario():
    episode = started(replace(FIRST, chapter="scenario_6"))
    text = GAME.ansi(episode.setup[0], episode.s)
    assert text.startswith("The long siege: Three crowns\n")


def test_c24_a_sheet_that_is_not_there_is_named():
    with pytest.raises(FileError, match=r"nowhere\.toml"):
        read_sheet("nowhere.toml")


CAMPAIGN = """
title = "Mine"
start = "scenario_1"
towers = ["Stables"]
[chapters.scenario_1]
victory = ""
defeat = "scenario_1"
"""


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('defeat = "scenario_1"', 'defeat = "scenario_7"', "unknown chapter 'scenario_7'"),
        ('victory = ""', 'victori = ""', "unknown key 'victori'"),
        ('victory = ""', 'victory = ""\nunlocks = ["Moat"]', "unknown tower or event 'Moat'"),
    ],
)
def test_c24_a_campaign_with_a_fault_is_refused_with_the_place(tmp_path, old, new, message):
    path = tmp_path / "mine.toml"
    path.write_text(CAMPAIGN.replace(old, new))
    with pytest.raises(FileError, match=message):
        legacy.read_campaign(str(path))


def test_c24_a_campaign_of_ones_own_can_be_played(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(CAMPAIGN)
    sheet = read_sheet(new_sheet(str(path)))
    assert np.flatnonzero(started(sheet).setup[0].allowed).tolist() == [Tower.STABLES]
