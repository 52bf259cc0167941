"""Connection to a Ray cluster, or to one started on this machine, and its nodes."""

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
    """A cluster that cannot be reached or cannot do the work."""


@contextmanager
def connected(address: str | None, game: str, workers: int) -> Iterator[None]:
    """Connect to a cluster, or start one on this machine, and compile the game on its nodes.

    A program that is already connected stays connected.
    """
    registry.load(game).compile()
    own = not ray.is_initialized()
    if own:
        _connect(address, workers)
    try:
        if workers:
            _require_cpus(workers)
            _compile_on_nodes(game)
        yield
    finally:
        if own:
            ray.shutdown()


def _connect(address: str | None, workers: int) -> None:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    logging.getLogger("ray.rllib").setLevel(logging.ERROR)
    quiet = {"log_to_driver": False, "logging_level": logging.ERROR}
    if address is None:
        cpus = max(workers, os.cpu_count() or 1)
        ray.init(address="local", num_cpus=cpus, include_dashboard=False, **quiet)
        return
    try:
        ray.init(address=address, **quiet)
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise ClusterError(f"cannot connect to a Ray cluster at {address!r}: {error}") from error


def _require_cpus(workers: int) -> None:
    cpus = int(ray.cluster_resources().get("CPU", 0))
    if workers > cpus:
        raise SettingError(
            f"[ray] workers is {workers}, but must be at most {cpus}, the CPUs of the cluster"
        )


def _compile_on_nodes(game: str) -> None:
    """Compile once on each other node, so that its workers find the kernels in the cache."""
    here = ray.get_runtime_context().get_node_id()
    others = [node for node in ray.nodes() if node["Alive"] and node["NodeID"] != here]
    task = ray.remote(num_cpus=0)(_compile)
    waiting = {}
    for node in others:
        place = NodeAffinitySchedulingStrategy(node["NodeID"], soft=False)
        waiting[node["NodeName"]] = task.options(scheduling_strategy=place).remote(game)
    for name, reply in waiting.items():
        error = _error(reply)
        if error:
            raise ClusterError(f"node {name} cannot play {game}: {error}")


def _error(reply: Any) -> str:
    try:
        message: str = ray.get(reply)
    except RayError as error:  # such as a node where Cogarena is not installed
        message = str(error).strip().splitlines()[-1]
    return message


def _compile(game: str) -> str:
    """Compile the game; the error message, empty if there is none."""
    try:
        registry.load(game).compile()
    except CogarenaError as error:
        return str(error)
    return ""
