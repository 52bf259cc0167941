"""The replay page in a real browser, driven by its keys and buttons."""

import base64
import shutil
from types import SimpleNamespace

import numpy as np
import pytest

from cogarena.wrappers.narration import choice_words
from cogarena.wrappers.pages import PageOptions, write_page
from support.episodes import HOSTILE, pictures, recorded

webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")

from selenium.webdriver.chrome.service import Service  # noqa: E402
from selenium.webdriver.common.action_chains import ActionChains  # noqa: E402
from selenium.webdriver.common.keys import Keys  # noqa: E402
from selenium.webdriver.support.wait import WebDriverWait  # noqa: E402

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
DRIVER = shutil.which("chromedriver")
pytestmark = pytest.mark.skipif(
    not (CHROMIUM and DRIVER),
    reason="needs a browser: on Debian, apt-get install chromium chromium-driver",
)
FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--no-first-run", "--disable-dev-shm-usage",
)  # fmt: skip
DESKTOP, PHONE = (1280, 800), (360, 740)
SECONDS = 60  # for anything to happen, on a busy machine
PIXELS = """
const canvas = document.getElementById("picture"), copy = document.createElement("canvas");
Object.assign(copy, { width: canvas.width, height: canvas.height });
const pen = copy.getContext("2d", { willReadFrequently: true });
pen.drawImage(canvas, 0, 0);
const data = pen.getImageData(0, 0, canvas.width, canvas.height).data;
let text = "";
for (let i = 0; i < data.length; i += 4096) {
  text += String.fromCharCode(...data.subarray(i, i + 4096));
}
return [canvas.height, canvas.width, btoa(text)];
"""
GAMES = ("coop_td", "race")
each_game = pytest.mark.parametrize("name", GAMES)


@pytest.fixture(scope="module")
def chromium(tmp_path_factory):
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(DRIVER))
    yield driver
    driver.quit()


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """The pages, each made when it is first asked for."""
    made = {}

    def page_of(name, players=("random",), **look):
        key = (name, players, *look.items())
        if key not in made:
            replay, out = recorded(name, players), tmp_path_factory.mktemp("pages") / "page.html"
            write_page(replay, out, PageOptions(**look))
            made[key] = SimpleNamespace(replay=replay, address=out.as_uri())
        return made[key]

    return page_of


class Page:
    """A page in the browser: what it shows, and what a person can do with it."""

    def __init__(self, driver, replay):
        self.driver, self.replay = driver, replay
        self.last = len(replay.actions)

    def text(self, name):
        return self.driver.execute_script(
            "return document.getElementById(arguments[0]).textContent", name
        )

    @property
    def at(self):
        return int(self.text("decision").split(" / ")[0])

    @property
    def turn(self):
        return int(self.text("turn").split(" / ")[0])

    def press(self, *keys, shift=False):
        chain = ActionChains(self.driver)
        if shift:
            chain.key_down(Keys.SHIFT)
        chain.send_keys(*keys)
        if shift:
            chain.key_up(Keys.SHIFT)
        chain.perform()

    def click(self, selector):
        self.driver.find_element("css selector", selector).click()

    def scrub(self, step):
        self.driver.execute_script(
            "const bar = document.getElementById('scrub'); bar.value = arguments[0];"
            "bar.dispatchEvent(new Event('input'))",
            step,
        )

    def pixels(self):
        height, width, text = self.driver.execute_script(PIXELS)
        colours = np.frombuffer(base64.b64decode(text), np.uint8).reshape(height, width, 4)
        assert (colours[..., 3] == 255).all()
        return colours[..., :3]

    def wait(self, condition):
        WebDriverWait(self.driver, SECONDS, poll_frequency=0.02).until(lambda _: condition())

    def fits(self):
        """Nothing is wider than the window."""
        return self.driver.execute_script(
            "return document.documentElement.scrollWidth <= window.innerWidth"
        )


@pytest.fixture
def opened(chromium, written):
    """Opens a page; afterwards the browser must have had nothing to complain of."""

    def open_page(name, size=DESKTOP, players=("random",), scheme="light", **look):
        made = written(name, players, **look)
        width, height = size
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        chromium.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        chromium.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
        chromium.get(made.address)
        page = Page(chromium, made.replay)
        state = "return document.body.dataset.state"
        page.wait(lambda: chromium.execute_script(state) is not None)
        assert chromium.execute_script(state) == "ready", page.text("message")
        return page

    chromium.get_log("browser")
    yield open_page
    assert chromium.get_log("browser") == []
    chromium.get("about:blank")


@each_game
def test_the_canvas_shows_exactly_what_was_drawn(opened, name):
    page = opened(name)
    drawn = pictures(page.replay)
    last = page.last
    for step in (0, 1, last // 2, last, last // 2 - 1, 0, last - 1):
        page.scrub(step)
        assert page.at == step
        np.testing.assert_array_equal(page.pixels(), drawn[step])


def test_pictures_are_right_on_both_sides_of_a_keyframe(opened):
    page = opened("coop_td", tile=16)
    drawn = pictures(page.replay, tile=16)
    for step in (63, 64, 65, 63, 64, 0):
        page.scrub(step)
        np.testing.assert_array_equal(page.pixels(), drawn[step])


@each_game
def test_keys_step_by_decision_and_by_turn(opened, name):
    page = opened(name)
    page.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_LEFT)
    assert page.at == 2
    page.press(Keys.ARROW_RIGHT, shift=True)
    assert page.turn == 2
    second = page.at
    page.press(Keys.ARROW_LEFT)
    assert (page.at, page.turn) == (second - 1, 1)
    page.press(Keys.END)
    assert page.at == page.last
    page.press(Keys.ARROW_RIGHT)
    assert page.at == page.last
    page.press(Keys.HOME)
    assert page.at == 0
    page.press(Keys.ARROW_LEFT, shift=True)
    assert page.at == 0


def stages(replay):
    return [(int(episode.s.turn), int(episode.s.stage)) for episode in replay.episodes()]


def test_keys_and_buttons_step_by_phase(opened):
    page = opened("race")
    places = stages(page.replay)
    changes = [i for i in range(1, len(places)) if places[i] != places[i - 1]]
    assert len({turn for turn, _ in places}) < len(set(places))
    for place in changes[:4]:
        page.press(Keys.ARROW_DOWN)
        assert page.at == place
    page.click("[data-step=phase][data-way='-1']")
    assert page.at == changes[2]
    page.press(Keys.ARROW_UP)
    assert page.at == changes[1]


def test_between_decisions_phases_lead_on(opened):
    page = opened("race", stepwise=True)
    while "on the way" not in page.text("who"):
        assert page.at < page.last
        page.press(Keys.ARROW_DOWN)
    decision, before = page.at, page.pixels()
    page.press(Keys.ARROW_DOWN)
    assert page.at == decision
    assert (page.pixels() != before).any()
    page.press(Keys.ARROW_RIGHT)
    assert page.at == decision
    assert "on the way" not in page.text("who")
    np.testing.assert_array_equal(page.pixels(), pictures(page.replay)[decision])
    page.press(Keys.ARROW_LEFT)
    assert page.at == decision - 1


def test_buttons_step_and_say_when_there_is_nowhere_to_go(opened):
    page = opened("race")
    back = page.driver.find_element("css selector", "[data-step=turn][data-way='-1']")
    assert not back.is_enabled()
    page.click("[data-step=decision][data-way='1']")
    assert page.at == 1
    page.click("[data-step=turn][data-way='1']")
    assert page.turn == 2
    assert back.is_enabled()
    page.click("[data-step=decision][data-way='-1']")
    assert page.turn == 1


def test_the_page_plays_pauses_and_stops_at_the_end(opened):
    page = opened("race")
    page.press(Keys.SPACE)
    page.wait(lambda: page.at >= 3)
    page.press(Keys.SPACE)
    paused = page.at
    assert paused < page.last
    page.driver.execute_async_script("setTimeout(arguments[0], 600)")
    assert page.at == paused
    for _ in range(3):
        page.press("+")
    assert page.text("speed") == "8×"
    page.click("#play")
    page.wait(lambda: page.at == page.last)
    play = page.driver.find_element("id", "play")
    assert play.get_attribute("aria-label") == "Play"
    play.click()
    page.wait(lambda: 0 < page.at < page.last)


def test_playing_takes_the_time_it_should(opened):
    page = opened("coop_td", fps=10)
    page.press(" ")
    page.driver.execute_async_script("setTimeout(arguments[0], 1000)")
    page.press(" ")
    assert 3 <= page.at <= 20


def test_the_speed_has_a_lowest_and_a_highest_step(opened):
    page = opened("race")
    shown = [page.text("speed")]
    for key in "--" + "+" * 6:
        page.press(key)
        shown.append(page.text("speed"))
    assert shown == ["1×", "½×", "¼×", "½×", "1×", "2×", "4×", "8×", "8×"]
    assert not page.driver.find_element("id", "faster").is_enabled()


@each_game
def test_words_tell_who_chose_what(opened, name):
    page = opened(name)
    assert page.text("who") == "The beginning"
    for number, episode in enumerate(page.replay.episodes()):
        if number == 5:
            break
        words = choice_words(episode, page.replay.actions[number])
        page.scrub(number + 1)
        assert page.text("choice") == words
        assert page.text("who").split() == [episode.agent, "random"]
        current = page.driver.find_element("css selector", "#log [aria-current]")
        assert f"{episode.agent}: {words}" in current.text.splitlines()


def test_a_line_of_the_log_is_a_way_to_its_decision(opened):
    page = opened("race")
    page.click("#log li:nth-child(4) button")
    assert page.at == 3


def test_the_plot_shows_the_scores_and_a_click_jumps(opened):
    page = opened("coop_td")
    totals = [episode.score()[0] for episode in page.replay.episodes()]
    assert len(set(totals)) > 1
    assert page.text("plot-title") == "Score over time: health of the gate, shared by all"
    for share in (-0.25, 0.0, 0.3):
        plot = page.driver.find_element("id", "plot")
        offset = int(share * plot.size["width"])
        ActionChains(page.driver).move_to_element_with_offset(plot, offset, 0).click().perform()
        assert abs(page.at / page.last - (0.5 + share)) < 0.1
        shown = page.text("players").replace("−", "-")
        assert f"{float(f'{totals[page.at]:.4g}'):g}" in shown


def test_a_phone_shows_all_of_it_without_scrolling_sideways(opened):
    page = opened("race", size=PHONE)
    for step in (0, page.last // 2, page.last):
        page.scrub(step)
        assert page.fits()
    for name in ("play", "slower", "faster", "zoom", "scrub", "plot"):
        box = page.driver.find_element("id", name).rect
        assert box["x"] >= 0 and box["x"] + box["width"] <= PHONE[0], name
    for selector in ("#play", "[data-step]"):
        for button in page.driver.find_elements("css selector", selector):
            assert min(button.size.values()) >= 36  # a finger's width


def test_a_large_picture_scrolls_in_its_own_box(opened):
    page = opened("coop_td", size=PHONE)
    picture = page.driver.find_element("id", "picture")
    before = picture.size["width"]
    page.press("z")
    assert picture.size["width"] >= 1.9 * before
    assert page.fits()
    page.click("#zoom")
    assert picture.size["width"] == before


def test_light_and_dark_follow_the_system(opened):
    def brightness(scheme):
        page = opened("race", scheme=scheme)
        colour = page.driver.find_element("tag name", "body").value_of_css_property(
            "background-color"
        )
        return sum(int(part) for part in colour.strip("rgba()").split(",")[:3])

    assert brightness("dark") + 400 < brightness("light")


def test_names_of_strangers_are_shown_as_text(opened):
    page = opened("race", players=(HOSTILE,))
    page.press(Keys.ARROW_RIGHT)
    assert HOSTILE in page.text("who")
    assert HOSTILE in page.text("subtitle")
    assert page.driver.title == "Race (Robo Rally) – replay"
    assert page.driver.find_elements("css selector", "main img, header img, main script") == []
    assert page.fits()


def test_nothing_is_fetched(opened):
    page = opened("race")
    fetched = page.driver.execute_script(
        "return performance.getEntriesByType('resource').map((entry) => entry.name)"
    )
    assert [name for name in fetched if not name.startswith("data:")] == []


def test_the_page_opens_where_it_was_asked_to(opened):
    page = opened("race", turn=2)
    assert page.turn == 2


def test_the_end_is_told_from_the_beginning(opened):
    page = opened("race")
    assert page.driver.find_element("id", "result").is_displayed()
    assert "turns" in page.text("result") and "won" in page.text("result")
