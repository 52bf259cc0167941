"""The subcommands of `cogarena` that have no module of their own; each returns its exit code."""

from argparse import Namespace
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from cogarena.agents import registry as players
from cogarena.agents.protocol import Player
from cogarena.agents.script import scripted_choices
from cogarena.envs.core import checks, registry
from cogarena.envs.core.episode import Episode
from cogarena.envs.core.errors import SettingError, needs
from cogarena.envs.core.game import Game
from cogarena.envs.core.settings import markdown
from cogarena.training.config import assignments, read_config
from cogarena.training.progress import bar
from cogarena.wrappers.film import (
    Every,
    RecordedMatch,
    frames,
    from_turn,
    moments,
    tile_for,
    write,
)
from cogarena.wrappers.film import check as check_film
from cogarena.wrappers.pages import PageOptions, write_page
from cogarena.wrappers.play.command import PlayOptions
from cogarena.wrappers.play.command import play as play_game
from cogarena.wrappers.replay import Replay, read_replay, turn_of

DONE = 0
INTERRUPTED = 130


def games(given: Namespace) -> int:
    """List the games."""
    for name in registry.names():
        spec = registry.spec(name)
        print(f"{name}  {spec.title}, {_players(registry.load(name))}. {spec.summary}")
        against = "" if spec.single_agent else ', opponents="scripted"'
        print(f'    gymnasium.make("{spec.gym_id}"{against})')
        print(f'    pettingzoo.make("aec", "cogarena/{name}-v{spec.version}")')
    return DONE


def _players(game: Game) -> str:
    counts = {len(game.agents(game.read(example))) for example in game.examples}
    low, high = min(counts), max(counts)
    return f"{low} to {high} players" if low < high else f"{low} player{'s' * (low > 1)}"


def docs(given: Namespace) -> int:
    """Print the tables of a game."""
    game = registry.load(given.game)
    registered = game.name in registry.names()  # an adopted game has no spec
    print(f"# {registry.spec(game.name).title if registered else game.name}\n")
    tables = [
        ("Settings", markdown(game.settings)),
        ("Actions", game.actions.markdown()),
        ("Observation", game.layout.markdown()),
    ]
    if game.global_layout is not None:
        tables.append(("Global state", game.global_layout.markdown()))
    if game.tallies is not None:
        tables.append(("Tallies", game.tallies.markdown()))
    if game.endings is not None:
        tables.append(("Endings", game.endings.markdown()))
    for title, rows in tables:
        print(f"## {title}\n\n{rows}\n")
    return DONE


def check(given: Namespace) -> int:
    """Run the conformance checks on a game."""
    game = registry.load(given.game)
    checks.check(
        game,
        report=lambda claim: print(f"holds: {claim}", flush=True),
        players=partial(scripted_choices, game),
    )
    print(f"{game.name} passes all conformance checks")
    return DONE


def compile(given: Namespace) -> int:  # noqa: A001 - the name of the subcommand
    """Compile games."""
    for game in [registry.load(name) for name in given.games or registry.names()]:
        game.compile()
        print(f"{game.name} is compiled")
    return DONE


def train(given: Namespace) -> int:
    """Train a policy, or resume a run."""
    training, options = _engine(given)
    if given.resume:
        outcome = training.resume(given.resume, given.changes, **options)
    else:
        outcome = training.start(read_config(given.config, given.changes), **options)
    print(f"{outcome.steps:,} of {outcome.wanted:,} steps done in {outcome.folder}")
    if not outcome.finished:
        print(_resume_hint(outcome, given.engine))
        return INTERRUPTED
    print(f"best policy: {outcome.folder / 'best'}")
    print(f"curves: tensorboard --logdir {outcome.folder / 'logs'}")
    return DONE


def _engine(given: Namespace) -> tuple[Any, dict[str, Any]]:
    """The module that trains, and its arguments besides the experiment."""
    if given.engine == "ray":
        module = needs("cogarena.training.ray.run", "ray", "--engine ray")
        return module, {"address": given.ray_address}
    if given.ray_address is not None:
        raise SettingError(f"--ray-address {given.ray_address} needs --engine ray")
    return needs("cogarena.training.sb3", "train", "training"), {}


def export(given: Namespace) -> int:
    """Write a trained policy to a file that needs only torch."""
    module = needs("cogarena.training.export", "train", "exporting")
    note = module.export(given.checkpoint, given.out)
    print(
        f"{given.out}: {note.game} version {note.game_version}, {note.steps:,} steps; "
        f"takes observations (n, {note.observation_width}) and masks (n, {note.actions}), "
        "returns logits and values"
    )
    return DONE


def _resume_hint(outcome: Any, engine: str) -> str:
    if not outcome.saved:
        return "stopped before the first update: nothing is saved"
    how = "" if engine == "sb3" else f" --engine {engine}"
    return f"stopped; resume with: cogarena train --resume {outcome.folder}{how}"


def _seated(names: str, game: Game, settings: Mapping[str, Any]) -> Player | list[Player]:
    """One agent for all seats, or one for each if commas separate their names."""
    agents = [players.find(name, game, settings) for name in names.split(",")]
    return agents[0] if len(agents) == 1 else agents


def record(given: Namespace) -> int:
    """Play an episode and write it to a video or a replay."""
    if given.out is None and given.replay is None:
        raise SettingError("nothing to write: give --out FILE for pictures or --replay FILE")
    game = registry.load(given.game)
    settings = assignments(given.changes)
    names = given.agent.split(",")
    agents = _seated(given.agent, game, settings)
    match = RecordedMatch(game, settings, agents, given.seed, names)
    if given.out is None:
        for _ in match:
            pass
    else:
        stepwise = Every(given.every) is Every.PHASE
        _film(match.episodes(stepwise=stepwise), game, settings, given)
    if given.replay is not None:
        match.replay().write(given.replay)
        print(f"{given.replay}: {len(match.recorder.actions)} decisions")
    return DONE


def _film(
    episodes: Iterable[Episode], game: Game, settings: Mapping[str, Any], given: Namespace
) -> None:
    """Write the pictures of an episode to --out."""
    check_film(given.out, fps=given.fps, tile=given.tile, max_frames=given.max_frames)
    tile = _tile(game, settings, given)
    pictures = frames(episodes, tile=tile, max_frames=given.max_frames, every=Every(given.every))
    with bar("drawing", None, " frames") as shown:
        count = write(pictures, given.out, fps=given.fps, progress=shown.update)
    length = "" if given.out.suffix == ".png" else f", {count / given.fps:.0f} s"
    print(f"{given.out}: {count} frames{length}")


def _tile(game: Game, settings: Mapping[str, Any], given: Namespace) -> int:
    """The pixels of a square: --tile, or those that give a picture of --size."""
    if given.size is None:
        return int(given.tile)
    if given.size < 1:
        raise SettingError(f"--size is {given.size}, but must be at least 1")
    return tile_for(game, settings, given.size)


def replay(given: Namespace) -> int:
    """Verify a replay; print it, or write a page or a video of it."""
    recorded = read_replay(given.file)
    last = recorded.verify()
    who = f", played by {', '.join(recorded.players)}" if recorded.players else ""
    print(f"{given.file}: {recorded.game} version {recorded.version}, seed {recorded.seed}{who}")
    print(f"{len(recorded.actions)} decisions, turn {turn_of(last)}, verified: {recorded.final}")
    if last.over:
        print(", ".join(f"{name} {value}" for name, value in last.final_info().items()))
    stepwise = Every(given.every) is Every.PHASE
    episodes = from_turn(recorded.episodes(stepwise=stepwise), given.turn)
    if given.html is not None:
        _write_page(recorded, last.game, given)
    if given.show:
        for episode in moments(episodes, Every(given.every)):
            print(f"\n{episode.game.ansi(episode.setup[0], episode.s)}")
    elif given.out is not None:
        _film(episodes, last.game, recorded.settings, given)
    return DONE


def play(given: Namespace) -> int:
    """Let a person play."""
    options = PlayOptions(
        given.seat,
        given.opponents,
        given.seed,
        given.replay,
        given.tty,
        given.lines,
        given.tile,
    )
    play_game(registry.load(given.game), assignments(given.changes), options)
    return DONE


def _write_page(recorded: Replay, game: Game, given: Namespace) -> None:
    """Write the page of a replay to --html."""
    options = PageOptions(
        tile=_tile(game, recorded.settings, given),
        fps=given.fps,
        stepwise=Every(given.every) is Every.PHASE,
        only_turns=Every(given.every) is Every.TURN,
        turn=given.turn,
        max_frames=given.max_frames,
    )
    with bar("drawing", len(recorded.actions) + 1, " decisions") as shown:
        write_page(recorded, given.html, options, progress=shown.update)
    print(f"{given.html}: {given.html.stat().st_size / 1e6:.1f} MB")
