"""A replay as a page for the browser: one file that needs no network and no server.

The page knows no game: it gets the pictures as blocks, and everything else as words and numbers.
"""

import base64
import hashlib
import html
import json
import re
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from cogarena.envs.core import registry
from cogarena.envs.core.episode import Episode
from cogarena.envs.core.errors import SettingError
from cogarena.version import __version__
from cogarena.wrappers.picture_blocks import ATLAS_COLUMNS, ATLAS_ROWS, BLOCK, Array, Blocks
from cogarena.wrappers.replay import Replay, turn_of

TEMPLATE = Path(__file__).with_name("replay_page.html")
PLACE = re.compile(r"\{\{(\w+)\}\}")  # of the template, to be filled
SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)  # the only one that runs
MAX_FRAMES = 10_000
MOST_DECISIONS = 100_000
NOBODY, NO_STAGE = -1, -1
COLOURS = 8  # of the page's seats, as pictures have them
NAMED = {"red": 1, "yellow": 2, "green": 3, "pink": 4, "blue": 5, "orange": 6}  # which of them
YES_OR_NO = {True: "yes", False: "no"}


@dataclass(frozen=True)
class Look:
    """How a page shows its episode."""

    tile: int = 32  # pixels of a square
    fps: int = 4  # frames a second, at the usual speed
    on_the_way: bool = False  # frames also for what happens between two decisions
    only_turns: bool = False  # a new picture for each turn instead of each decision
    turn: int = 0  # the page opens at this one
    max_frames: int = MAX_FRAMES

    def __post_init__(self) -> None:
        for name in ("tile", "fps", "max_frames"):
            number = getattr(self, name)
            if number < 1:
                raise SettingError(f"{name} is {number}, but must be at least 1")


def write_page(
    replay: Replay, out: Path, look: Look | None = None,
    progress: Callable[[int], object] = lambda decisions: None,
) -> None:  # fmt: skip
    """Write the page of a replay to the file `out`, whole or not at all."""
    text = page(replay, look or Look(), progress)
    out.parent.mkdir(parents=True, exist_ok=True)
    unfinished = out.with_name(f".unfinished-{out.name}")
    try:
        unfinished.write_text(text, encoding="utf-8")
        unfinished.replace(out)
    finally:
        unfinished.unlink(missing_ok=True)


def page(
    replay: Replay, look: Look, progress: Callable[[int], object] = lambda decisions: None
) -> str:
    """The page of a replay."""
    _check(replay, look)
    blocks, story = Blocks(), Story(replay)
    for episode in replay.episodes(on_the_way=look.on_the_way):
        if story.is_on_the_way(episode):
            if blocks.add(_picture(episode, look), only_if_new=True):
                story.note_on_the_way(episode)
            _check_frames(len(story.turns), look)
            continue
        story.note(episode)
        if story.begins_turn() or not look.only_turns or story.is_complete():
            blocks.add(_picture(episode, look))
        else:
            blocks.repeat()
        progress(1)
    start = next(i for i, turn in enumerate(story.turns) if turn >= look.turn)
    told = about(replay) | story.told() | geometry(blocks) | {"fps": look.fps, "start": start}
    return _filled(told["title"], _packed(told, blocks))


def _check(replay: Replay, look: Look) -> None:
    """Refuse what cannot be shown, before anything is drawn."""
    if len(replay.actions) > MOST_DECISIONS:
        raise SettingError(
            f"a page holds {MOST_DECISIONS:,} decisions, but {replay.where} has "
            f"{len(replay.actions):,}: --out makes a film of it"
        )
    turns = [turn_of(episode) for episode in replay.episodes()]
    if max(turns) < look.turn:
        raise SettingError(f"there is no turn {look.turn}: the episode has {max(turns)}")
    _check_frames(len(set(turns)) + 1 if look.only_turns else len(turns), look)


def _check_frames(count: int, look: Look) -> None:
    if count > look.max_frames:
        fewer = "" if look.only_turns else "--every turn draws fewer, "
        raise SettingError(
            f"the page would have {count:,} frames or more, but at most {look.max_frames:,} are "
            f"wanted: {fewer}--max-frames allows more"
        )


def _picture(episode: Episode, look: Look) -> Array:
    return episode.game.draw(episode.setup[0], episode.s, tile=look.tile)


class Story:
    """What happened in an episode, frame by frame, in words and numbers."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.done = -1  # decisions
        self.turns: list[int] = []
        self.stages: list[int] = []
        self.decisions: list[int] = []  # the number of the one that led to the frame
        self.seats: list[int] = []  # who made it
        self.texts: list[str] = []  # what was chosen
        self.events: list[list[str]] = []
        self.scores: list[tuple[int, list[float]]] = []  # the frame they changed in, and by seat
        self._sums: Any = 0.0  # of the rewards up to now, by seat
        self._choice = (NOBODY, "")  # whose decision is carried out, and what it is

    def is_on_the_way(self, episode: Episode) -> bool:
        """It is a copy that was halted between two decisions."""
        return self.done >= 0 and episode is not self.last

    def is_complete(self) -> bool:
        """All decisions are noted."""
        return self.done == len(self.replay.actions)

    def begins_turn(self) -> bool:
        """The last frame is the first of its turn."""
        return self.turns[-2:-1] != self.turns[-1:]

    def note(self, episode: Episode) -> None:
        """The state after the next decision, and at first that before all of them."""
        self.done, self.last = self.done + 1, episode
        self._sums = self._sums + episode.rewards[: len(episode.agents)].astype(np.float64)
        self._note_frame(episode, self.done, [event_words(event) for event in episode.events()])
        if not self.is_complete():
            action = self.replay.actions[self.done]
            self._choice = (episode.to_act, choice_words(episode, action))

    def note_on_the_way(self, episode: Episode) -> None:
        """A state that the next decision passes through."""
        self._note_frame(episode, self.done + 1, [])

    def _note_frame(self, episode: Episode, decision: int, events: list[str]) -> None:
        s = episode.s
        self.turns.append(turn_of(episode))
        self.stages.append(int(s.stage) if "stage" in s.dtype.names else NO_STAGE)
        self.decisions.append(decision)
        self.seats.append(self._choice[0])
        self.texts.append(self._choice[1])
        self.events.append(events)
        counted = episode.score()
        totals = [float(f"{t:.6g}") for t in (self._sums if counted is None else counted)]
        if not self.scores or self.scores[-1][1] != totals:
            self.scores.append((len(self.turns) - 1, totals))

    def told(self) -> dict[str, Any]:
        """All of it, for the page."""
        last = self.last
        return {
            "agents": last.agents,
            "players": _seated(self.replay.players, len(last.agents)),
            "colours": [_colour(agent, seat) for seat, agent in enumerate(last.agents)],
            "shared": last.game.shared_reward and len(last.agents) > 1,
            "score": "reward" if last.game.score is None else last.game.score.name,
            "over": last.over,
            "result": result(last.final_info(), last.agents),
            "turns": self.turns,
            "decisions": self.decisions,
            "seats": self.seats,
            "texts": self.texts,
            "stages": self.stages,
            "events": self.events,
            "scores": self.scores,
        }


def _seated(players: Sequence[str], seats: int) -> list[str]:
    """Who played each seat: one for all, or one for each; else nobody knows."""
    if len(players) == 1:
        return list(players) * seats
    return list(players) if len(players) == seats else [""] * seats


def _colour(agent: str, seat: int) -> int:
    """The colour that an agent is called after, such as red_1, else that of its seat."""
    return NAMED.get(agent.partition("_")[0], seat % COLOURS)


def about(replay: Replay) -> dict[str, Any]:
    """What episode it is."""
    own = replay.game in registry.names()  # a game from outside the package has no card
    settings = [(name, words(value)) for name, value in replay.settings.items()]
    return {
        "title": registry.spec(replay.game).title if own else replay.game,
        "facts": [
            ("game", f"{replay.game}, version {replay.version}"),
            ("seed", str(replay.seed)),
            *settings,
            ("last record", replay.final),
            ("written by", f"Cogarena {__version__}"),
        ],
    }


def geometry(blocks: Blocks) -> dict[str, int]:
    """What the page must know of the blocks to draw a picture of them."""
    height, width, _ = blocks.shape
    return {
        "width": width,
        "height": height,
        "block": BLOCK,
        "columns": ATLAS_COLUMNS,
        "rows": ATLAS_ROWS,
    }


def choice_words(episode: Episode, action: int) -> str:
    """What is chosen; a mere yes or no together with the kind of decision it answers."""
    game, s = episode.game, episode.s
    text = game.action_text(episode.setup[0], s, action)
    if " " in text or len(game.decisions) == 1:
        return text
    return f"{game.decisions(s.decision).name.replace('_', ' ').lower()}: {text}"


def event_words(event: Mapping[str, Any]) -> str:
    """An event such as {"event": "killed", "robot": "red_1", "by": ["blue_0"]} as a line."""
    name = words(event.get("event", "event")).replace("_", " ")
    rest = ", ".join(
        f"{key} {words(value)}" for key, value in event.items() if key != "event" and value != []
    )
    return f"{name}: {rest}" if rest else name


def words(value: Any) -> str:
    """Any value of a game's events, settings or result, for people to read."""
    if isinstance(value, bool | np.bool_):
        return YES_OR_NO[bool(value)]
    if isinstance(value, float | np.floating):
        return f"{value:.6g}"
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {words(member)}" for name, member in value.items())
    if isinstance(value, list | tuple | np.ndarray):
        return ", ".join(words(member) for member in value) or "none"
    return str(value)


def result(final_info: Mapping[str, Any], agents: Sequence[str]) -> dict[str, Any]:
    """The end of an episode: a table of what is said of each agent, and the other facts."""
    columns: dict[str, list[str]] = {}
    facts: list[tuple[str, str]] = []
    for name, value in final_info.items():
        members = _by_agent(value, agents)
        if members is None:
            facts.append((name, words(value)))
        elif all(isinstance(member, Mapping) for member in members):
            for key in members[0]:
                columns[key] = [words(member.get(key, "")) for member in members]
        else:
            columns[name] = [words(member) for member in members]
    return {"columns": list(columns.items()), "facts": facts}


def _by_agent(value: Any, agents: Sequence[str]) -> list[Any] | None:
    """The members of a value that has one for each agent."""
    if isinstance(value, Mapping) and set(value) == set(agents):
        return [value[agent] for agent in agents]
    if isinstance(value, list | tuple | np.ndarray) and len(value) == len(agents):
        return list(value)
    return None


def _packed(told: Mapping[str, Any], blocks: Blocks) -> dict[str, Any]:
    """The data of the page. Nothing in it can be taken for HTML: all is in base 64."""
    story = json.dumps(told, allow_nan=False, separators=(",", ":"))
    return {
        "story": _base64(zlib.compress(story.encode(), 9)),
        "changes": _base64(zlib.compress(blocks.changes(), 9)),
        "atlases": [f"data:image/png;base64,{_base64(atlas)}" for atlas in blocks.atlases()],
    }


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def _filled(title: str, data: Mapping[str, Any]) -> str:
    """The template with its places filled; its own script is the only one that may run."""
    template = TEMPLATE.read_text(encoding="utf-8")
    script = SCRIPT.search(template)
    if script is None:
        raise ValueError(f"{TEMPLATE.name} has no script")
    places = {
        "title": html.escape(title),
        "digest": _base64(hashlib.sha256(script[1].encode()).digest()),
        "data": json.dumps(data),
    }
    return PLACE.sub(lambda place: places[place[1]], template)
