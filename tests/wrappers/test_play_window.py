import os
from contextlib import contextmanager

import numpy as np
import pytest

from cogarena.envs.core import registry
from cogarena.wrappers.play.picker import Picker
from cogarena.wrappers.play.scene import SMALLEST_WINDOW, Scene, Viewport, wrapped
from cogarena.wrappers.play.session import Session, seating
from cogarena.wrappers.play.window import INSTEAD, Window
from cogarena.wrappers.rendering import DisplayError, toolkit
from support.episodes import choose, session

pygame = pytest.importorskip("pygame")


@pytest.fixture(autouse=True)
def unseen(monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    yield
    pygame.quit()


def opened(name, pace=0.0, seed=5, **settings):
    """A window at the first decision."""
    game = registry.load(name)
    seated = seating(game, settings, None, None if game.shared_reward else "random")
    window = Window(Session(game, settings, seated, seed), pace=pace)
    window.draw()
    return window


NAMED = {"enter": pygame.K_RETURN, "esc": pygame.K_ESCAPE, "space": pygame.K_SPACE,
         "up": pygame.K_UP, "down": pygame.K_DOWN, "end": pygame.K_END}  # fmt: skip


def key(name):
    """The event of a key."""
    code = NAMED.get(name) or pygame.key.key_code(name)
    return pygame.event.Event(
        pygame.KEYDOWN, key=code, unicode="" if name in NAMED else name, mod=0
    )


def click(place):
    return pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=place)


def do(window, *events):
    for event in events:
        window.handle(event)
        window.advance()
    window.draw()


def middle(window, action):
    """The middle of the smallest place of an action: rows of the list are larger than others."""
    places = [target.box for target in window.scene.targets if action in target.actions]
    x, y, width, height = min(places, key=lambda box: box[2] * box[3])
    return x + width // 2, y + height // 2


def chosen(window):
    return window.session.recorder.actions


@pytest.mark.parametrize("name", registry.names())
def test_a_window_shows_the_game_and_takes_a_click_on_every_choice_of_the_list(name):
    window = opened(name)
    choices = window.session.choices
    assert np.array_equal(
        pygame.surfarray.array3d(window.surface).swapaxes(0, 1), window.scene.pixels
    )
    last = choices[-1].action
    rows = [t for t in window.scene.targets if t.actions == (last,)]
    x, y, _, _ = rows[-1].box
    do(window, click((x + 3, y + 3)))
    assert chosen(window)[0] == last


def test_cards_of_the_hand_are_clicked_into_the_registers():
    window = opened("race")
    hand = window.session.episode.s.rally.robots[0].hand.tolist()
    for slot in (4, 0, 7):
        action = next(c.action for c in window.session.choices if c.keys == str(slot + 1))
        do(window, click(middle(window, action)))
    program = window.session.episode.s.rally.robots[0].program.tolist()
    assert program[:3] == [hand[4], hand[0], hand[7]]


def test_a_click_on_a_square_moves_the_rover():
    window = opened("rover")
    at = window.session.episode.s.entities[0][["x", "y"]].item()
    east = next(c.action for c in window.session.choices if c.words == "move east")
    do(window, click(middle(window, east)))
    assert window.session.episode.s.entities[0][["x", "y"]].item() == (at[0] + 1, at[1])


def test_a_click_on_a_place_of_several_choices_asks_which_one():
    window = opened("coop_td")
    build = [c.action for c in window.session.choices if c.words.endswith("tower space 8")]
    assert len(build) > 1
    spot = next(t for t in window.scene.targets if set(t.actions) == set(build))
    x, y, width, height = spot.box
    do(window, click((x + width // 2, y + height // 2)))
    assert not chosen(window)
    assert {c.action for c in window.picker.open} == set(build)
    do(window, key("esc"))
    assert len(window.picker.open) == len(window.session.choices)


def test_keys_and_arrows_choose():
    window = opened("race")
    do(window, key("3"))
    do(window, key("down"), key("down"), key("enter"))
    first, second = (window.session.recorder.actions[i] for i in (0, 4))
    assert window.session.game.actions.name(first) == ("card", (2,))
    assert window.session.game.actions.name(second) == ("card", (1,))


def test_a_key_without_a_meaning_changes_nothing_and_says_so():
    window = opened("race")
    do(window, key("z"))
    assert not chosen(window)
    assert window.picker.message == "Z does nothing now"


def test_the_list_scrolls_to_the_marked_choice_and_by_the_wheel():
    window = opened("coop_td", scenario="scenario_6")
    window.view.size = (800, 560)
    window.scene = None
    window.draw()
    count = len(window.session.choices)
    assert window.scene.rows_shown < count
    do(window, key("end"))
    assert window.view.scroll == count - window.scene.rows_shown
    shown = {action for target in window.scene.targets for action in target.actions}
    assert window.session.choices[-1].action in shown
    do(window, pygame.event.Event(pygame.MOUSEWHEEL, y=100))
    assert window.view.scroll == 0


def test_the_others_are_watched_step_by_step_and_can_be_skipped():
    window = opened("race", pace=100.0)
    for name in "12345":
        do(window, key(name))
    assert window.waiting
    assert window.session.headline() == "The game continues …"
    first, made = window.session.moment, len(chosen(window))
    do(window, key("6"))
    assert window.waiting
    assert len(chosen(window)) == made
    do(window, click((5, 5)))
    assert not window.waiting
    assert window.session.moment > first + 10
    assert window.session.choices


def test_the_window_can_be_resized_and_is_never_too_small():
    window = opened("race")
    do(window, pygame.event.Event(pygame.VIDEORESIZE, w=1000, h=700))
    assert window.surface.get_size() == (1000, 700)
    do(window, pygame.event.Event(pygame.VIDEORESIZE, w=10, h=10))
    assert window.scene.pixels.shape[:2] == (600, 960)


def test_a_wanted_size_of_squares_makes_the_window_as_large_as_it_must_be():
    game = registry.load("race")
    table = Session(game, {}, seating(game, {}, None, "random"), 5)
    window = Window(table, tile=60, pace=0)
    window.draw()
    height, width, _ = table.picture(60).shape
    assert window.surface.get_size()[0] >= width + window.view.line
    assert window.surface.get_size()[1] > height
    do(window, pygame.event.Event(pygame.VIDEORESIZE, w=960, h=600))
    assert all(target.box[0] + target.box[2] <= 960 for target in window.scene.targets)


def test_posted_events_play_until_the_window_is_closed():
    window = opened("race")
    for event in (key("2"), key("5"), pygame.event.Event(pygame.QUIT)):
        pygame.event.post(event)
    window.run()
    names = [window.session.game.actions.name(a) for a in chosen(window)[::4]]
    assert names == [("card", (1,)), ("card", (4,))]
    assert not pygame.display.get_init()


def test_at_the_end_the_result_is_shown_and_q_closes():
    window = opened("race", max_turns=1)
    while not window.session.over:
        do(window, click(middle(window, window.session.choices[0].action)))
    do(window, key("1"))
    assert window.open
    do(window, key("q"))
    assert not window.open


@contextmanager
def drawn(name, size, **settings):
    table = session(name, **settings)
    for actions in range(3):
        if table.choices:
            choose(table, table.choices[actions % len(table.choices)].action)
    yield Scene(table, Picker(table.choices), Viewport(size))


@pytest.mark.parametrize("name", registry.names())
@pytest.mark.parametrize("size", [(1280, 800), (960, 600)])
def test_nothing_that_can_be_clicked_lies_outside_the_window_or_over_something_else(name, size):
    with drawn(name, size) as scene:
        assert scene.pixels.shape == (size[1], size[0], 3)
        boxes = {target.box for target in scene.targets}
        for x, y, width, height in boxes:
            assert 0 <= x < x + width <= size[0]
            assert 0 <= y < y + height <= size[1]
        rows = [target for target in scene.targets if target.box[0] >= scene._side]
        assert len(rows) == min(len(scene.session.choices), scene.rows_shown)


@pytest.mark.parametrize("name", registry.names())
def test_a_place_that_can_be_chosen_looks_different(name):
    with drawn(name, (1280, 800)) as scene:
        plain = Scene(scene.session, Picker(), scene.view)
        for target in scene.targets:
            x, y, width, height = target.box
            area = np.s_[y : y + height, x : x + width]
            assert not np.array_equal(scene.pixels[area], plain.pixels[area])


@pytest.mark.parametrize("name", registry.names())
def test_the_whole_picture_fits_into_the_smallest_window(name):
    with drawn(name, SMALLEST_WINDOW) as scene:
        hand = scene.session.hand_view(scene._hand_cell(scene._side))
        below = 0 if hand is None else hand.pixels.shape[0]
        height, width, _ = scene.view.picture(scene.session).shape
        assert width <= scene._side
        assert height <= scene._bottom - below


def test_what_is_under_the_mouse_is_lit():
    with drawn("race", (1280, 800)) as scene:
        x, y, _, _ = scene.targets[-1].box
        lit = Scene(scene.session, scene.picker, Viewport((1280, 800), mouse=(x + 2, y + 2)))
        assert not np.array_equal(lit.pixels[y + 4, x + 100], scene.pixels[y + 4, x + 100])


def test_words_are_wrapped_to_a_width():
    lines = wrapped("one two three four five six", 16, 90)
    assert len(lines) > 1
    assert " ".join(lines) == "one two three four five six"
    assert wrapped("", 16, 90) == [""]


def test_without_a_display_the_terminal_is_recommended(monkeypatch):
    for name in ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    if os.path.exists("/dev/dri"):  # noqa: PTH110
        pytest.skip("SDL may find a screen without a window system")
    with pytest.raises(DisplayError, match=r"no display .* play with --tty"):
        toolkit(INSTEAD)


def test_an_unknown_video_driver_is_told(monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "canvas")
    with pytest.raises(DisplayError, match=r"canvas not available.* play with --tty"):
        toolkit(INSTEAD)
