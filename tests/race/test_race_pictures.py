import numpy as np
import pytest

from cogarena.envs.core.draw.canvas import Canvas
from cogarena.envs.core.draw.transform import Transform
from cogarena.envs.core.episode import Episode
from cogarena.envs.race.game import GAME
from cogarena.envs.race.render import RACE_STEPS, draw
from cogarena.envs.race.state import SETUP, STATE, Stage
from cogarena.envs.race.text import LOG
from cogarena.envs.rally import boards
from cogarena.envs.rally.cards import KIND, Card
from cogarena.envs.rally.floor import NOWHERE
from cogarena.envs.rally.floor_pictures import floor_size
from cogarena.envs.rally.panel import last_mover
from cogarena.envs.rally.robot_pictures import SEAT_STYLES
from cogarena.envs.rally.square_pictures import GROUND, Plate, draw_plate
from cogarena.envs.rally.state import NOBODY, ROBOTS, Ask, Place, Power
from cogarena.envs.rally.text import robot_name
from support.pictures import assert_all_differ, differing

TILE = 32
small_tiles = pytest.mark.parametrize("tile", [17, 24])


class Race:
    def __init__(self, board="first_steps", robots=4):
        self.setup = np.zeros(1, SETUP)[0]
        self.setup.floor = boards.read_course(board)[0]
        self.s = np.zeros(1, STATE)[0]
        self.s.turn, self.s.stage = 1, Stage.MOVE
        self.r = self.s.rally
        self.r.count = robots
        for i in range(robots):
            robot, dock = self.r.robots[i], self.setup.floor.dock[i]
            robot.x = robot.archive_x = dock.x
            robot.y = robot.archive_y = dock.y
            robot.facing, robot.lives = dock.facing, 3
            robot.program[:] = range(10 * i + 1, 10 * i + 6)
        self.robot = self.r.robots[1]

    def draw(self, tile=TILE):
        return draw(self.setup, self.s, tile=tile)

    def panel(self, tile=TILE):
        return self.draw(tile)[:, floor_size(self.setup.floor, tile)[0] :]


@pytest.mark.parametrize("board", boards.courses())
@small_tiles
def test_both_sides_of_a_race_are_multiples_of_16_and_eight_robots_fit(board, tile):
    pixels = Race(board, ROBOTS).draw(tile)
    assert pixels.dtype == np.uint8
    assert [side % 16 for side in pixels.shape[:2]] == [0, 0]


def test_drawing_a_race_changes_neither_the_record_nor_the_setup():
    race = Race()
    before = race.setup.tobytes(), race.s.tobytes()
    race.draw()
    assert (race.setup.tobytes(), race.s.tobytes()) == before


def test_the_same_race_makes_the_same_pixels_and_they_are_the_callers():
    first = Race().draw()
    kept = first.copy()
    first[:] = 0
    assert (Race().draw() == kept).all()


@pytest.mark.parametrize(
    "change",
    [
        lambda race: setattr(race.s, "turn", 2),
        lambda race: setattr(race.s, "stage", Stage.PROGRAM),
        lambda race: setattr(race.s, "pending", 0b10),
        lambda race: setattr(race.s, "winners", 0b10),
        lambda race: setattr(race.s, "truncated", True),
        lambda race: setattr(race.r, "register", 1),
        lambda race: setattr(race.robot, "damage", 1),
        lambda race: setattr(race.robot, "lives", 2),
        lambda race: setattr(race.robot, "lives", 5),
        lambda race: setattr(race.robot, "touched", 1),
        lambda race: setattr(race.robot, "touched", race.setup.floor.flag_count),
        lambda race: setattr(race.robot, "power", Power.DOWN),
        lambda race: setattr(race.robot, "announced", 1),
        lambda race: setattr(race.robot, "place", Place.DESTROYED),
        lambda race: setattr(race.robot, "place", Place.OUT),
        lambda race: setattr(race.robot, "locks", 0b10000),
        lambda race: setattr(race.robot, "options", 0b1),
        lambda race: setattr(race.robot, "options", 0b11),
        lambda race: setattr(race.robot, "options", 0b11111),
        lambda race: race.robot.program.__setitem__(0, 84),
        lambda race: race.robot.program.__setitem__(0, 0),
        lambda race: race.robot.program.__setitem__(4, 0),
        lambda race: race.robot.pairs.__setitem__(0, 84),
    ],
)
def test_the_panel_shows_the_change(change):
    race = Race()
    before = race.panel()
    change(race)
    assert differing(before, race.panel()) > 0


def test_the_panel_hides_that_a_closed_register_has_a_second_card():
    race = Race()
    before = race.panel()
    race.robot.pairs[4] = 84
    assert differing(before, race.panel()) == 0


@pytest.mark.parametrize(
    ("stage", "register", "shown"),
    [
        (Stage.PROGRAM, 0, []),
        (Stage.ANNOUNCE, 0, []),
        (Stage.MOVE, 0, [0]),
        (Stage.DAMAGE, 2, [0, 1, 2]),
        (Stage.MOVE, 4, [0, 1, 2, 3, 4]),
    ],
)
def test_only_revealed_registers_show_their_cards(stage, register, shown):
    race = Race()
    race.s.stage, race.r.register = stage, register
    before = race.draw()
    seen = []
    for k in range(5):
        kept = int(race.robot.program[k])
        race.robot.program[k] = 84
        seen += [k] if differing(before, race.draw()) else []
        race.robot.program[k] = kept
    assert seen == shown


def test_a_locked_register_shows_its_card_while_programs_are_made():
    race = Race()
    race.s.stage, race.robot.locks = Stage.PROGRAM, 0b10000
    before = race.panel()
    race.robot.program[4] = 84
    assert differing(before, race.panel()) > 0


def test_hands_do_not_show():
    race = Race()
    race.s.stage = Stage.PROGRAM
    before = race.draw()
    race.robot.hand[:] = 84
    assert (race.draw() == before).all()


def test_cards_of_all_kinds_look_different():
    race = Race()
    first = {kind: int(np.argmax(kind == KIND)) for kind in Card if kind != Card.NONE}
    pictures = {}
    for kind, card in first.items():
        race.robot.program[0] = card
        pictures[kind] = race.panel()
    assert_all_differ(pictures, least=8)


def test_nobody_is_highlighted_when_the_race_is_over():
    race = Race()
    race.s.truncated = True
    before = race.draw()
    race.s.pending = 0b10
    assert (race.draw() == before).all()


@pytest.mark.parametrize("seat", range(ROBOTS))
def test_the_label_of_a_robot_is_the_number_in_its_agents_name(seat):
    assert SEAT_STYLES[seat].label == robot_name(seat).removeprefix("robot_")
    assert LOG.name(seat) == robot_name(seat)
    assert robot_name(seat) == GAME.agents(GAME.read({"robots": ROBOTS}))[seat]


@pytest.mark.parametrize("seat", range(ROBOTS))
def test_a_dock_has_the_number_of_the_robot_that_starts_on_it(seat, monkeypatch):
    episode = Episode(GAME, {"robots": ROBOTS})
    episode.reset(0)
    robot, floor = episode.s.rally.robots[seat], episode.setup[0].floor
    square = floor.squares[robot.x, robot.y]
    written = []
    monkeypatch.setattr(
        Transform, "text", lambda self, x, y, text, *rest, **more: written.append(text)
    )
    draw_plate(
        Canvas(TILE, TILE), TILE,
        Plate(GROUND, pit=0, belt=0, leads=0, feeders=(), gear=0, wrench=0,
              dock=int(square.dock), faces=NOWHERE),
    )  # fmt: skip
    assert written == [SEAT_STYLES[seat].label]


def test_questions_look_different_and_light_up_one_row():
    race = Race()
    race.s.pending = 0b10
    pictures = {}
    for question in Ask:
        race.robot.asked = question
        pictures[question] = race.panel()
    assert_all_differ(pictures, least=4)


def test_every_stage_of_a_race_has_words():
    assert {stage.name for stage in Stage} <= set(RACE_STEPS)


def test_what_just_happened_is_told():
    race = Race()
    pictures = {"nothing": race.panel()}
    for kind in sorted(LOG.panel):
        race.r.log[0], race.r.logged = (kind, 1, 0, 0, 0, 0, 0), 1
        pictures[kind] = race.panel()
    assert_all_differ(pictures, least=8)


def test_the_card_that_is_executed_is_lit_and_the_last_one_stays_so_until_the_next():
    race = Race()
    cards = [60, 80, 40, 70]
    race.r.robots["program"][:4, 0] = cards
    assert last_mover(race.r) == NOBODY
    pictures = [race.panel()]
    for seat in sorted(range(4), key=lambda seat: -cards[seat]):
        race.r.robots[seat].moved = 1
        assert last_mover(race.r) == seat
        pictures.append(race.panel())
    assert_all_differ(dict(enumerate(pictures)), least=TILE)
    race.s.stage = Stage.MACHINES
    done = race.panel()
    race.r.robots["moved"] = 0
    assert (race.panel() == done).all()
