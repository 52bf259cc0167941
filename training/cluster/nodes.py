"""Joining a Ray cluster, or starting one on this machine, and preparing its nodes."""

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import ray
from ray.exceptions import RayError
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

from cogarena.envs.core import registry
from cogarena.envs.core.errors import CogarenaError, SettingError


class ClusterError(CogarenaError, RuntimeError):
    """A cluster that cannot be reached, or that cannot do the work."""


@contextmanager
def joined(address: str | None, game: str, workers: int) -> Iterator[None]:
    """A cluster whose nodes have compiled the game; without an address one on this machine.

    A program that has joined a cluster by itself stays there.
    """
    registry.load(game).compile()
    own = not ray.is_initialized()
    if own:
        _join(address, workers)
    try:
        if workers:
            _require_room(workers)
            _compile_on_nodes(game)
        yield
    finally:
        if own:
            ray.shutdown()


def _join(address: str | None, workers: int) -> None:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    logging.getLogger("ray.rllib").setLevel(logging.ERROR)
    quiet = {"log_to_driver": False, "logging_level": logging.ERROR}
    if address is None:
        cpus = max(workers, os.cpu_count() or 1)
        ray.init(address="local", num_cpus=cpus, include_dashboard=False, **quiet)
        return
    try:
        ray.init(address=address, **quiet)
    except (ConnectionError, RuntimeError, ValueError) as wrong:
        raise ClusterError(f"no Ray cluster can be joined at {address!r}: {wrong}") from wrong


def _require_room(workers: int) -> None:
    cpus = int(ray.cluster_resources().get("CPU", 0))
    if workers > cpus:
        raise SettingError(
            f"[ray] workers = {workers} needs a CPU for each, but the cluster has {cpus}"
        )


def _compile_on_nodes(game: str) -> None:
    """Once on each other node, so that its workers find the kernels in the cache."""
    here = ray.get_runtime_context().get_node_id()
    others = [node for node in ray.nodes() if node["Alive"] and node["NodeID"] != here]
    task = ray.remote(num_cpus=0)(_compile)
    waiting = {}
    for node in others:
        place = NodeAffinitySchedulingStrategy(node["NodeID"], soft=False)
        waiting[node["NodeName"]] = task.options(scheduling_strategy=place).remote(game)
    for name, reply in waiting.items():
        fault = _answer(reply)
        if fault:
            raise ClusterError(f"node {name} cannot play {game}: {fault}")


def _answer(reply: Any) -> str:
    try:
        fault: str = ray.get(reply)
    except RayError as wrong:  # such as a node where Cogarena is not installed
        fault = str(wrong).strip().splitlines()[-1]
    return fault


def _compile(game: str) -> str:
    """What is wrong, if anything is."""
    try:
        registry.load(game).compile()
    except CogarenaError as wrong:
        return str(wrong)
    return ""
