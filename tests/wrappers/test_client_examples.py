"""The examples for other libraries run as they stand, only shorter."""

import runpy
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"


def main_of(name):
    return runpy.run_path(str(EXAMPLES / f"{name}.py"))["main"]


def test_torchrl_checks_and_plays_all_three_kinds_of_environments(capsys):
    main_of("torchrl_environments")(20)
    told = capsys.readouterr().out
    assert all(f"{name}: TensorDict" in told for name in ("one_agent", "all_agents", "together"))


def test_torchrl_never_chooses_an_illegal_action():
    env = runpy.run_path(str(EXAMPLES / "torchrl_environments.py"))["one_agent"]()
    played = env.rollout(200)
    assert not played["next", "illegal"].any()
    assert played["next", "seat"].isfinite().all()


def test_tianshou_trains_in_one_seat():
    told = main_of("tianshou_dqn")(256, max_turns=2)
    assert told.train_step >= 256
    assert told.update_step > 0


def test_minari_stores_and_reads_games_with_masks_and_results(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    dataset = main_of("minari_dataset")(2)
    assert dataset.total_episodes == 2
    assert capsys.readouterr().out.count("won: ") == 2


def test_sb3_learns_without_masks():
    assert -1 <= main_of("sb3_ppo")(256, envs=2, episodes=2) <= 1


def test_the_ppo_of_one_file_learns_over_the_native_vector_environment(capsys):
    main_of("cleanrl_ppo")(4096)
    assert capsys.readouterr().out.count("decisions, mean return") == 1
