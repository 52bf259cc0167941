"""The conformance suite: what holds for every game, tested by random play.

`check(game)` runs all of it, on a game of any package.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from cogarena.envs.core import contract, records, registry
from cogarena.envs.core.batch import Autoreset, Batch
from cogarena.envs.core.episode import Episode
from cogarena.envs.core.errors import CheckFailedError, EpisodeOverError, IllegalActionError
from cogarena.envs.core.game import Game
from cogarena.envs.core.layout import Layout
from cogarena.envs.core.results import form
from cogarena.envs.core.traces import random_actions, random_play, trace, trace_elsewhere

Array = np.ndarray[Any, Any]
Settings = Mapping[str, Any]

EPISODES = 3  # that a check plays of each example
DECISIONS_TRACED = 150  # traced for each example
GAMES_FOR_CONSTANTS = 1000
ROWS = 64
FILLS = (77, -77)  # what buffers hold before a kernel must write them


def claim(holds: Any, message: str) -> None:
    """Raise CheckFailedError unless the claim holds."""
    if not holds:
        raise CheckFailedError(message)


def same_seed_same_bytes(game: Game, settings: Settings) -> None:
    """Seed and actions determine everything, in another process too."""
    here = trace(game, settings, 7, DECISIONS_TRACED)
    claim(
        trace(game, settings, 7, DECISIONS_TRACED) == here,
        "the same seed gave different bytes",
    )
    if game.name in registry.names():
        there = trace_elsewhere(game, settings, 7, DECISIONS_TRACED, jit=True)
        claim(there == here, "the same seed gave different bytes in another process")


def compiled_is_interpreted(game: Game, settings: Settings) -> None:
    """Compiled and interpreted kernels agree byte for byte."""
    if game.name not in registry.names():
        return
    here = trace(game, settings, 11, DECISIONS_TRACED)
    plain = trace_elsewhere(game, settings, 11, DECISIONS_TRACED, jit=False)
    claim(plain == here, "compiled and interpreted kernels disagree")


def seeds_differ(game: Game, settings: Settings) -> None:
    """Different seeds give different games."""
    episode = Episode(game, settings)
    endings = set()
    for seed in range(EPISODES):
        for _ in random_play(episode, seed):
            pass
        endings.add(episode.states.tobytes())
    claim(len(endings) == EPISODES, "different seeds gave the same game")


def batch_is_singles(game: Game, settings: Settings) -> None:
    """A row of a batch equals the single episode of its seed, on any number of threads."""
    singles = [Episode(game, settings) for _ in range(5)]
    batches = [Batch(game, 5, settings, threads=t, autoreset=Autoreset.SAME_STEP) for t in (1, 2)]
    for row, single in enumerate(singles):
        single.reset(100 + row)
    for batch in batches:
        batch.reset(100)
    generator = np.random.default_rng(0)
    for _ in range(2 * DECISIONS_TRACED):
        actions = random_actions(batches[0], generator)
        for batch in batches:
            batch.step(actions)
        for row, single in enumerate(singles):
            single.act(int(actions[row]))
            if single.over:
                single.reset_next()
            for batch in batches:
                claim(
                    batch.states[row].tobytes() == single.states.tobytes()
                    and np.array_equal(batch.masks[row], single.mask)
                    and np.array_equal(batch.observations[row], single.observation),
                    f"row {row} of a batch on {batch.threads} threads is not its single episode",
                )
    for batch in batches:
        batch.close()


def copies_continue_alike(game: Game, settings: Settings) -> None:
    """A copy and a restored snapshot continue like the original, and leave it unchanged."""
    episode, other = Episode(game, settings), Episode(game, settings)
    for number, action in enumerate(random_play(episode, 5)):
        if number % 17 == 0:
            copied = episode.copy()
            copied.act(action)
            other.restore(episode.state_bytes())
            other.act(action)
        elif number % 17 == 1:
            for twin in (copied, other):
                claim(twin.state_bytes() == episode.state_bytes(), "a copy's record differs")
                claim(np.array_equal(twin.mask, episode.mask), "a copy's mask differs")
                claim(
                    np.array_equal(twin.observation, episode.observation),
                    "a copy's observation differs",
                )


def masks_are_sound(game: Game, settings: Settings) -> None:
    """A seat has a legal action if and only if it is asked; a masked action changes nothing."""
    episode = Episode(game, settings)
    for seed in range(EPISODES):
        for number, _ in enumerate(random_play(episode, seed)):
            claim(
                episode.mask.any(),
                f"seed {seed}: {episode.agent} is asked, but has no legal action",
            )
            claim(set(np.unique(episode.mask)) <= {0, 1}, "a mask has values other than 0 and 1")
            if number % 20 == 0:
                _check_refusal(episode)
                _check_seats(episode)
        claim(not episode.mask.any(), "there is a legal action after the end of the episode")
        try:
            episode.act(0)
        except EpisodeOverError:
            continue
        raise CheckFailedError("an action after the end of the episode was accepted")


def _check_refusal(episode: Episode) -> None:
    masked = np.flatnonzero(episode.mask == 0)
    if not len(masked):
        return
    before = episode.state_bytes()
    try:
        episode.act(int(masked[len(masked) // 2]))
    except IllegalActionError:
        claim(episode.state_bytes() == before, "a refused action changed the record")
        return
    raise CheckFailedError(f"the masked action {masked[len(masked) // 2]} was accepted")


def _check_seats(episode: Episode) -> None:
    for seat in range(len(episode.agents)):
        mask, _ = episode.view(seat)
        asked = bool(int(episode.s.pending) >> seat & 1)
        claim(
            bool(mask.any()) == asked,
            f"seat {seat}: asked is {asked}, but its mask is {mask.tolist()}",
        )


def declared_facts_hold(game: Game, settings: Settings) -> None:
    """Rewards are as the game declares them, and every episode ends in one way."""
    episode = Episode(game, settings)
    low, high = game.reward_range(episode.settings)
    for seed in range(EPISODES * 3):
        total = np.zeros(len(episode.agents))
        for _ in random_play(episode, seed):
            total += episode.rewards[: len(total)] if episode.s.tick else 0
        total += episode.rewards[: len(total)]
        if game.zero_sum:
            claim(abs(total.sum()) < 1e-4, f"seed {seed}: rewards {total} do not sum to 0")
        if game.shared_reward:
            claim(np.ptp(total) == 0, f"seed {seed}: rewards {total} are not equal")
        inside = (total >= low - 1e-4).all() and (total <= high + 1e-4).all()
        claim(inside, f"seed {seed}: rewards {total} are outside {low}…{high}")
        claim(
            episode.terminated != episode.truncated,
            "an episode must be either terminated or truncated at its end",
        )


def simultaneous_choices_are_blind(game: Game, settings: Settings) -> None:
    """While several seats are asked, no choice changes another seat's mask or observation."""
    episode = Episode(game, settings)
    for action in random_play(episode, 3):
        pending = int(episode.s.pending)
        others = [i for i in range(len(episode.agents)) if pending >> i & 1 and i != episode.to_act]
        if not others:
            continue
        twin = episode.copy()
        twin.act(action)
        for seat in others:
            for mine, theirs in zip(episode.view(seat), twin.view(seat), strict=True):
                claim(
                    np.array_equal(mine, theirs),
                    f"seat {seat} sees a secret choice of another seat",
                )


def secrets_stay_hidden(game: Game, settings: Settings) -> None:
    """A seat's mask and observation do not depend on what it may not know."""
    episode = Episode(game, settings)
    generator = np.random.default_rng(1)
    for number, _ in enumerate(random_play(episode, 2)):
        if number % 10:
            continue
        for seat in range(len(episode.agents)):
            twin = episode.copy()
            game.resample_hidden(twin.setup[0], twin.s, seat, generator)
            for mine, theirs in zip(episode.view(seat), twin.view(seat), strict=True):
                claim(np.array_equal(mine, theirs), f"seat {seat} sees what it may not know")


def observations_are_whole(game: Game, settings: Settings) -> None:
    """Every element is written and within its bounds; observations share no memory."""
    episode = Episode(game, settings)
    last = None
    for number, _ in enumerate(random_play(episode, 4)):
        seen = episode.observation
        _check_bounds(game.layout, seen)
        claim(
            last is None or not np.shares_memory(last, seen),
            "consecutive observations share memory",
        )
        last = seen
        if number % 10 == 0:
            _check_overwriting(episode)


def _check_bounds(layout: Layout, values: Array) -> None:
    inside = (values >= layout.low) & (values <= layout.high)
    if not inside.all():
        at = int(np.argmin(inside))
        raise CheckFailedError(
            f"{layout.names[at]} is {values[at]}, outside its bounds "
            f"{layout.low[at]}…{layout.high[at]}"
        )


def _check_overwriting(episode: Episode) -> None:
    game = episode.game
    masks = np.full((1, game.actions.count), 99, np.int8)
    written = [np.full((1, game.layout.width), fill, game.layout.number) for fill in FILLS]
    for observations in written:
        rows = game.layout.rows(observations)
        game.view(episode.setup, episode.states, np.array([episode.to_act]), masks, rows)
    claim((masks != 99).all(), "`legal` does not write every element of the mask")
    _check_written(game.layout, "observe", *written)


def _check_written(layout: Layout, kernel: str, one: Array, other: Array) -> None:
    """What was filled with one number or another before must be the same now."""
    unwritten = [layout.names[i] for i in np.flatnonzero(one != other)]
    claim(not unwritten, f"`{kernel}` does not write {unwritten}")


def global_states_are_whole(game: Game, settings: Settings) -> None:
    """Every element of the global state is written and within its bounds, at the end too."""
    if game.global_layout is None:
        return
    episode = Episode(game, settings)
    layout = game.global_layout
    written = [np.full((1, layout.width), fill, layout.number) for fill in FILLS]
    for _ in random_play(episode, 4):
        for values, fill in zip(written, FILLS, strict=True):
            values[:] = fill
            game.write_global_states(episode.setup, episode.states, layout.rows(values))
        _check_written(layout, "observe_all", *written)
        _check_bounds(layout, written[0][0])
    _check_bounds(game.global_layout, episode.global_state())


def events_are_public(game: Game, settings: Settings) -> None:
    """Events have names, and reveal nothing that a seat may not know."""
    episode = Episode(game, settings)
    generator = np.random.default_rng(1)
    for _ in random_play(episode, 2):
        events = episode.events()
        claim(all("event" in event for event in events), f"an event without a name: {events}")
        for seat in range(len(episode.agents) if events else 0):
            twin = episode.copy()
            game.resample_hidden(twin.setup[0], twin.s, seat, generator)
            claim(twin.events() == events, f"events reveal what seat {seat} may not know: {events}")


def results_keep_their_form(game: Game, settings: Settings) -> None:
    """The result has the same names and shapes at the beginning, in play and at the end."""
    episode = Episode(game, settings)
    facts = episode.settings, episode.setup[0], episode.s
    seen = [form(game.result(*facts)) for _ in random_play(episode, 2) if episode.s.tick % 25 == 0]
    for later in (*seen, form(game.result(*facts))):
        claim(later == seen[0], f"the result changes its form in play: {seen[0]} → {later}")


def words_and_pictures(game: Game, settings: Settings) -> None:
    """Every action has a text, every record a text and a picture that fits into a video."""
    episode = Episode(game, settings)
    setup = episode.setup[0]
    episode.reset(0)
    for action in range(game.actions.count):
        claim(game.action_text(setup, episode.s, action), f"action {action} has no text")
    for number, _ in enumerate(random_play(episode, 6)):
        if number % 25:
            continue
        claim(game.ansi(setup, episode.s).strip(), "`ansi` gives an empty text")
        claim(records.text(episode.s), "the record cannot be shown as text")
        picture = game.draw(setup, episode.s, tile=32)
        sides = picture.shape[0] % 16 == 0 and picture.shape[1] % 16 == 0
        claim(
            picture.dtype == np.uint8 and picture.ndim == 3 and sides,
            "a picture must be height × width × 3 uint8 with sides divisible by 16, not "
            f"{picture.shape} {picture.dtype}",
        )


def no_element_is_constant(game: Game, report: Callable[[str], None]) -> None:
    """In random games of all examples every element of the observation varies, as declared."""
    low, high = game.layout.high.copy(), game.layout.low.copy()
    each = -(-GAMES_FOR_CONSTANTS // len(game.examples))
    for settings in game.examples:
        batch = Batch(game, ROWS, settings, threads=1)
        generator = np.random.default_rng(0)
        batch.reset(0)
        ended = 0
        while ended < each:
            np.minimum(low, batch.observations.min(axis=0), out=low)
            np.maximum(high, batch.observations.max(axis=0), out=high)
            batch.step(random_actions(batch, generator))
            ended += int(batch.over.sum())
    constant = {game.layout.names[i] for i in np.flatnonzero(low == high)}
    wrong = sorted(name for name in constant ^ game.constants if not _is_rare(game, name))
    claim(
        not wrong,
        f"over {GAMES_FOR_CONSTANTS} games, constant but not in `constants`, or the reverse: "
        f"{', '.join(wrong)}",
    )
    report("no element is constant")


def _is_rare(game: Game, element: str) -> bool:
    """The element is of a piece or column that random games may never get to change."""
    column = re.sub(r"\[\d+\]", "", element)
    return column in game.rare or column.partition(".")[0] in game.rare


CHECKS: tuple[Callable[[Game, Settings], None], ...] = (
    same_seed_same_bytes,
    compiled_is_interpreted,
    seeds_differ,
    batch_is_singles,
    copies_continue_alike,
    masks_are_sound,
    declared_facts_hold,
    simultaneous_choices_are_blind,
    secrets_stay_hidden,
    observations_are_whole,
    global_states_are_whole,
    events_are_public,
    results_keep_their_form,
    words_and_pictures,
)


def check(
    game: Game,
    report: Callable[[str], None] = lambda line: None,
    players: Callable[[Settings], tuple[contract.Choose, ...]] = lambda settings: (),
) -> None:
    """Run every check on every example of the game; the first failure raises.

    The contract of observations is checked in random play, and in that of `players` too.
    """

    def observations_keep_the_contract(game: Game, settings: Settings) -> None:
        contract.check(game, settings, (contract.by_chance, *players(settings)))

    for one in (*CHECKS, observations_keep_the_contract):
        for settings in game.examples:
            try:
                one(game, settings)
            except CheckFailedError as failure:
                raise CheckFailedError(
                    f"{game.name}, {one.__name__}, settings {dict(settings)}: {failure}"
                ) from None
        report(one.__name__.replace("_", " "))
    no_element_is_constant(game, report)
