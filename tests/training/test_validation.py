import numpy as np
import pytest
from sb3_contrib import MaskablePPO

from cogarena.agents.checkpoint import Network
from cogarena.agents.random import RandomAgent
from cogarena.agents.trained import build_policy
from cogarena.envs.core import registry
from cogarena.envs.core.errors import CogarenaError
from cogarena.training import sb3, validation
from cogarena.training.config import read_tables
from cogarena.training.evaluation.evaluate import VALIDATION_SEEDS
from cogarena.training.evaluation.tasks import reference
from cogarena.training.model import scheduled
from cogarena.training.validation import RECENT_EPISODES, RecentEpisodes, Validation
from cogarena.wrappers.sb3 import BatchVecEnv
from support.experiments import ROLLOUT, STEPS, TABLES, experiment, progress
from support.games import luck

NETWORK = Network(layers=(4,))


def rates(**changes):
    """The step size of each update, as SB3 asks for it."""
    config = experiment("folder", **changes).train
    done = range(ROLLOUT, sb3.whole_rollouts(config) + 1, ROLLOUT)
    value, schedule = config.learning_rate, config.schedule
    return [scheduled(value, schedule, config, 1 - steps / config.steps) for steps in done]


def test_a_constant_step_size_is_the_same_always():
    assert rates(learning_rate=0.5) == [0.5] * 4


def test_a_linear_step_size_falls_from_the_whole_one_and_never_is_none():
    assert rates(learning_rate=0.5, schedule="linear") == pytest.approx([0.5, 0.375, 0.25, 0.125])


def test_a_linear_step_size_stays_positive_where_the_last_rollout_is_not_whole():
    assert min(rates(schedule="linear", steps=STEPS - ROLLOUT + 1)) > 0


def test_a_resumed_run_goes_on_with_its_step_size(tmp_path):
    sb3.start(experiment(tmp_path / "run", schedule="linear", steps=2 * ROLLOUT))
    sb3.resume(tmp_path / "run", [f"train.steps={STEPS}"])
    logged = [float(row["train/learning_rate"]) for row in progress(tmp_path / "run")]
    assert logged[2:] == pytest.approx([3e-4 / 2, 3e-4 / 4])


def test_the_weight_of_the_entropy_falls_if_wanted_and_a_resumed_run_goes_on_with_it(
    tmp_path, monkeypatch
):
    used = []
    learn = MaskablePPO.train
    monkeypatch.setattr(
        MaskablePPO, "train", lambda model: used.append(model.ent_coef) or learn(model)
    )
    falling = {"ent_coef": 0.4, "ent_schedule": "linear"}
    sb3.start(experiment(tmp_path / "run", **falling, steps=2 * ROLLOUT))
    sb3.resume(tmp_path / "run", [f"train.steps={STEPS}"])
    sb3.start(experiment(tmp_path / "constant", ent_coef=0.3))
    assert used == pytest.approx([0.4, 0.2, 0.2, 0.1, *[0.3] * 4])


def ended(**told):
    return {"episode": {"r": 1.0, "l": 5, "t": 9.9}, "terminal_observation": np.ones(3)} | told


def test_numbers_of_finales_are_averaged():
    recent = RecentEpisodes()
    recent.add([{}, ended(won=True, gate=4), ended(won=False, gate=8)])
    assert recent.averages() == {"return": 1.0, "length": 5.0, "won": 0.5, "gate": 6.0}


def test_numbers_by_seat_are_averaged_and_words_left_out():
    recent = RecentEpisodes()
    recent.add([ended(points=[1, 3], winner="red", teams={"red": 1}, nothing=[])])
    assert recent.averages() == {"return": 1.0, "length": 5.0, "points": 2.0}


def test_only_recent_episodes_count():
    recent = RecentEpisodes()
    recent.add([ended(gate=100)] + [ended(gate=1)] * RECENT_EPISODES)
    assert recent.averages()["gate"] == 1.0


def test_measures_that_not_all_episodes_tell_are_averaged_over_those_that_do():
    recent, twin = RecentEpisodes(), RecentEpisodes()
    recent.add([ended(gate=3), ended()])
    twin.load(recent.arrays())
    assert twin.averages() == recent.averages()
    assert twin.averages()["gate"] == 3.0


def test_what_a_game_counts_is_logged(run):
    names = set(progress(run)[-1])
    assert {"rollout/ep_rew_mean", "rollout/ep_len_mean", "time/fps"} <= names
    measures = {name for name in names if name.startswith("game/")}
    final_info = set(
        luck.GAME.final_info(luck.GAME.read({}), None, np.zeros(1, luck.GAME.state)[0])
    )
    assert measures == {f"game/{name}" for name in final_info}


def validated(name="secret_bids", **settings):
    """The validation of a policy with random weights."""
    tables = {
        "game": {"name": name, "evaluation": settings},
        "evaluate": {"episodes": 6, "opponents": ["random"]},
    }
    game = registry.load(name)
    return Validation(game, read_tables(tables, "test")).validate(build_policy(game, NETWORK))


def test_a_competitive_game_is_validated_against_each_opponent():
    score, figures = validated()
    assert score == figures["validation_random/mean"]
    assert figures["validation_random/low"] <= score <= figures["validation_random/high"]


def test_partners_are_validated_with_themselves():
    score, figures = validated("luck")
    assert score == figures["validation/mean"]


def test_a_learner_is_validated_in_every_seat_on_validation_seeds(monkeypatch):
    played = []

    def noted(game, settings, agents, seeds):
        played.append(([isinstance(agent, RandomAgent) for agent in agents], list(seeds)))
        return original(game, settings, agents, seeds)

    original = validation.evaluate
    monkeypatch.setattr(validation, "evaluate", noted)
    validated()
    seats = len(registry.load("secret_bids").agents(registry.load("secret_bids").read({})))
    assert len(played) == seats
    for own, (random, seeds) in enumerate(played):
        assert random == [seat != own for seat in range(seats)]
        assert seeds == list(range(VALIDATION_SEEDS, VALIDATION_SEEDS + -(-6 // seats)))


def test_settings_may_differ_in_validation():
    (_, plain), (_, short) = validated("luck"), validated("luck", max_rounds=1)
    assert short["validation/length"] < plain["validation/length"]


def test_an_unknown_opponent_is_refused_before_anything_is_learned(tmp_path):
    tables = TABLES | {"output": str(tmp_path), "game": {"name": "secret_bids"}}
    config = read_tables(tables | {"evaluate": {"opponents": ["skripted"]}}, "test")
    with pytest.raises(CogarenaError, match="unknown agent 'skripted'"):
        sb3.start(config)


def test_an_environment_goes_on_from_its_state():
    first, second = (BatchVecEnv(luck.GAME, 5) for _ in range(2))
    first.seed(3)
    first.reset()
    for _ in range(30):
        first.step(first.action_masks().argmax(axis=1))
    second.load_state(first.state())
    for _ in range(60):
        masks = first.action_masks()
        assert (masks == second.action_masks()).all()
        one, other = (env.step(masks.argmax(axis=1)) for env in (first, second))
        assert np.array_equal(one[0], other[0])
        assert np.array_equal(one[2], other[2])
        totals = [[info["episode"]["r"] for info in told[3] if info] for told in (one, other)]
        assert totals[0] == totals[1]


STANDARD = {
    "race": {"settings": {"reward": "flags"}, "evaluation": {"reward": "rank"}},
    "coop_td": {
        "settings": {
            "scenario": "scenario_6", "heroes": ["glorbud", "keith", "mongo", "edward"],
            "reward": "shaped",
        },
        "evaluation": {"reward": "outcome"},
    },
}  # fmt: skip


@pytest.mark.parametrize("name", STANDARD)
def test_standard_conditions_are_recognised_whatever_is_learned_from(name):
    game = registry.load(name)
    tables = {"game": {"name": name} | STANDARD[name], "evaluate": {"opponents": ["scripted"]}}
    validation = Validation(game, read_tables(tables, "test"))
    assert reference(game, validation.settings, None if game.shared_reward else "scripted")
