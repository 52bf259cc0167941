"""What everybody may know of a robot besides its line."""

from types import SimpleNamespace

import pytest

from cogarena.envs.core.grid import Direction
from cogarena.envs.moba.state import ACTIONS
from cogarena.envs.moba.text import objective_in_row
from cogarena.envs.race.game import GAME as RACE
from cogarena.envs.race.state import Stage
from cogarena.envs.rally.cards import SECOND_COPY, Option
from cogarena.envs.rally.phases import Phase
from cogarena.envs.rally.robot_text import object_text, robot_lines
from cogarena.envs.rally.state import FLYWHEEL_SLOT, Ask, Place, Power
from cogarena.envs.rally.text import OPTION_TEXTS, action_text, cards_in_play, option_notes
from support.scenes.rally import Scene


def more(scene, i=0, stage=Phase.PROGRAM):
    """The second line of a robot."""
    s = SimpleNamespace(rally=scene.r, stage=stage)
    lines = robot_lines(s, i, Stage.CLEAN_UP, "")
    return lines[1].strip() if len(lines) > 1 else ""


def test_the_facing_is_told():
    assert more(Scene(":   A>:")) == "faces east; archive 0, 0"


def test_a_robot_that_is_out_has_no_more_facts():
    scene = Scene(":   A>:")
    scene.robot("A").place = Place.OUT
    assert more(scene) == ""


def test_a_destroyed_robot_was_last_somewhere():
    scene = Scene(":   A>:")
    scene.robot("A").place, scene.robot("A").fell = Place.DESTROYED, 1
    assert (
        more(scene)
        == "faces east; archive 0, 0; was last at 0, 0; number 1 to be destroyed in this turn"
    )


def test_closed_registers_are_not_told():
    assert "registers" not in more(Scene(":   A>:").program("A", 49, 67))


def test_locked_registers_are_told_before_they_are_revealed():
    scene = Scene(":   A>:").program("A", 49, 67, 79, 7, 8)
    scene.robot("A").locks = 1 << 4
    assert more(scene) == "faces east; archive 0, 0; registers 5 Rotate Right (80) locked"


def test_revealed_registers_are_told():
    scene = Scene(":   A>:", register=2).program("A", 49, 67)
    assert "registers 1 Move 1 (490) · 2 Move 2 (670)" in more(scene, stage=Phase.MOVE)
    assert "registers 1 Move 1 (490)" in more(scene, stage=Phase.SWAP)


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("announced", 1, "powers down next turn"),
        ("radio", 2, "runs the program of robot_1"),
        ("aborting", 1, "its cards come from the deck (Abort Switch)"),
        ("gyroscope", 1, "gyroscope on"),
        ("spare", 49, "keeps a card for Conditional Program"),
        ("power", Power.STATIONED, "a turret this turn"),
        ("mover", 1, "last moved by robot_1 in this register"),
        ("moved", 1, "has executed its card"),
        ("braked", 1, "kept still by its Brakes"),
        ("weapon", Option.TRACTOR_BEAM + 1, "fires with Tractor Beam"),
        ("hitters", 0b10, "hit by robot_1"),
        ("incoming", 3, "about to receive 3 damage"),
        ("locks", 1 << 4, "registers 5 empty locked"),
        ("owes", 1, "must still discard an option"),
        ("own", 0b110, "its own registers 2, 3 count under Radio Control"),
        ("forced", 1, "its program of this turn is random"),
        ("anchored", 1, "nothing moves it"),
        ("shots", 2, "its main laser hits 2×"),
        ("shield", 0b101, "its shield has stopped a token from the north and the south"),
        ("aimed", 0b10001, "the damage goes onto registers 1, 5"),
        ("doomed", 1 << Option.BRAKES, "then loses Brakes"),
        ("fell", 2, "number 2 to be destroyed in this turn"),
        ("banked", 2, "has a point for a ramp to the east"),
    ],
)
def test_what_holds_for_a_robot_now_is_told(field, value, words):
    scene = Scene(":   A>:   B>:")
    scene.robot("A")[field] = value
    assert words in more(scene, stage=Phase.MOVE).split("; ")


@pytest.mark.parametrize("field", ["moved", "braked", "mover"])
def test_moves_of_the_last_register_are_not_told_while_the_next_turn_is_programmed(field):
    scene = Scene(":   A>:   B>:")
    scene.robot("A")[field] = 1
    assert more(scene) == "faces east; archive 0, 0"


def test_the_robot_that_executes_its_card_has_squares_to_go():
    scene = Scene(":   A>:   B>:")
    scene.r.walker, scene.r.steps, scene.r.heading = 1, 2, Direction.EAST
    assert "executes its card now, 2 squares to the east to go" in more(scene)
    assert "executes" not in more(scene, 1)


def test_an_object_that_was_hit_is_told_with_the_culprits():
    thing = SimpleNamespace(incoming=3, hitters=0b101)
    told = ["tower 2 is about to lose 3 (hit by robot_0 and robot_2)"]
    assert object_text("tower 2", thing) == told
    assert object_text("tower 2", SimpleNamespace(incoming=0, hitters=0)) == []


def test_a_card_on_the_flywheel_is_told_but_not_which():
    scene = Scene(":   A>:")
    scene.robot("A").hand[FLYWHEEL_SLOT] = 49
    assert more(scene) == "faces east; archive 0, 0; a card on its Flywheel"


def test_a_scrambled_register_is_told_with_the_culprit():
    scene = Scene(":   A>:   B>:")
    scene.robot("A").jammers[2] = 2
    assert more(scene).endswith("register 3 scrambled by robot_1")


def test_tokens_and_shells_that_lie_on_options_are_told():
    scene = Scene(":   A>:").give("A", Option.ABLATIVE_COAT, Option.MINI_HOWITZER)
    scene.robot("A").coat, scene.robot("A").shells = 1, 3
    assert "1 of 3 tokens on its Ablative Coat" in more(scene)
    assert "Mini Howitzer: 2 shots left" in more(scene)


def test_every_option_card_is_explained():
    assert set(OPTION_TEXTS) == set(Option)
    assert all(text and "\n" not in text for text in OPTION_TEXTS.values())


def test_the_options_of_all_robots_are_in_play():
    scene = Scene(":   A>:   B>:").give("A", Option.BRAKES).give("B", Option.FLYWHEEL)
    notes = option_notes(cards_in_play(scene.r, [Option.RECOMPILE]))
    assert [note.split(":")[0] for note in notes] == ["Brakes", "Flywheel", "Recompile"]


def test_a_game_may_explain_an_option_in_its_own_way():
    assert option_notes(1 << Option.BRAKES, {Option.BRAKES: "stops"}) == ["Brakes: stops"]


def test_the_second_copy_of_an_option_has_a_name_of_its_own():
    s = SimpleNamespace(decision=Ask.PREVENT)
    cards = Option.HIGH_POWER_LASER, SECOND_COPY[Option.HIGH_POWER_LASER]
    numbers = [ACTIONS.number("option", int(card)) for card in cards]
    assert [action_text(ACTIONS, {}, None, s, number) for number in numbers] == [
        "choose the option High Power Laser",
        "choose the option High Power Laser (second copy)",
    ]


def test_the_own_hand_tells_what_lies_on_the_flywheel_and_what_is_kept():
    scene = Scene(":   A>:")
    robot = scene.robot("A")
    robot.hand[0], robot.hand[FLYWHEEL_SLOT], robot.spare = 49, 79, 67
    held = RACE.human.held(None, SimpleNamespace(rally=scene.r), 0).splitlines()
    assert held[1] == "your hand: Move 1 (490) · Move 3 (790) on the Flywheel"
    assert held[2] == "kept for Conditional Program: Move 2 (670)"


@pytest.mark.parametrize(
    ("row", "name"),
    [(0, "the red base"), (1, "red tower 1"), (5, "the blue base"), (9, "blue tower 4")],
)
def test_objectives_are_named_by_their_rows(row, name):
    s = SimpleNamespace(rally=SimpleNamespace(robots=[SimpleNamespace(team=1)]), to_act=0)
    assert objective_in_row(s, row) == name
