"""Who may import whom, and how large things may grow."""

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FOLDERS = ("envs", "wrappers", "agents", "training")
SOURCES = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
STANDARD = {"numpy", "numba"}
ALLOWED = {
    "envs": set(),
    "agents": {"envs"},
    "wrappers": {"envs", "agents"},
    "training": {"envs", "wrappers", "agents"},
}
RALLY_VARIANTS = {"race", "moba", "powerball", "tower_defense"}
LONGEST_FILE, LONGEST_FUNCTION = 400, 60


def imports(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or "."


def own(path):
    """The imports of a file from our own package, as parts after `cogarena`."""
    return [name.split(".")[1:] for name in imports(path) if name.split(".")[0] == "cogarena"]


def label(path):
    return str(path.relative_to(ROOT))


def module(path):
    """The name of a module inside the package, such as `training.config`."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module(path): path for path in SOURCES}


def imported_modules(path):
    """The modules of our own that a file imports, wherever in the file it does so."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from _known(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            modules = _known(f"{node.module}.{alias.name}" for alias in node.names)
            yield from modules or _known([node.module])


def _known(names):
    inside = [name.removeprefix("cogarena.") for name in names]
    return [name for name in inside if name in MODULES]


# Imports against the street that are still to be turned round.
STILL_OPEN = {
    "agents.registry": {"agents.baselines", "agents.trained"},
    "envs.core.share": {"envs.core.batch"},
}


def graph_of_modules():
    return {
        name: set(imported_modules(path)) - STILL_OPEN.get(name, set())
        for name, path in MODULES.items()
    }


def folder(name):
    """The folder of a module."""
    return str(MODULES[name].parent.relative_to(ROOT))


def assert_no_cycle(graph):
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as found:
        pytest.fail(" → ".join(reversed(found.args[1])))


@pytest.mark.parametrize("path", SOURCES, ids=label)
def test_layers_import_only_what_lies_below(path):
    layer = path.relative_to(ROOT).parts[0]
    for parts in own(path):
        assert not parts or parts[0] in ALLOWED[layer] | {layer, "version"}


def test_no_module_imports_itself_by_way_of_others():
    assert_no_cycle(graph_of_modules())


def test_no_folder_imports_itself_by_way_of_others():
    graph = {}
    for name, imported in graph_of_modules().items():
        others = {folder(other) for other in imported} - {folder(name)}
        graph.setdefault(folder(name), set()).update(others)
    assert_no_cycle(graph)


@pytest.mark.parametrize("path", [p for p in SOURCES if label(p).startswith("envs/")], ids=label)
def test_envs_import_numpy_numba_and_the_standard_library_alone(path):
    import sys

    for name in imports(path):
        top = name.split(".")[0]
        assert top in STANDARD | {"cogarena"} or top in sys.stdlib_module_names, name


@pytest.mark.parametrize("path", [p for p in SOURCES if label(p).startswith("envs/")], ids=label)
def test_games_import_core_alone_and_variants_of_rally_also_rally(path):
    parts = path.relative_to(ROOT / "envs").parts
    folder = parts[0] if len(parts) > 1 else "envs"
    allowed = {"core", folder} | ({"rally"} if folder in RALLY_VARIANTS else set())
    for name in own(path):
        if name[:1] == ["envs"] and len(name) > 1:
            assert name[1] in allowed


@pytest.mark.parametrize("path", SOURCES, ids=label)
def test_files_and_functions_stay_short(path):
    text = path.read_text()
    assert text.count("\n") <= LONGEST_FILE
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno - node.lineno < LONGEST_FUNCTION, f"{node.name} is too long"


def test_every_module_says_what_it_holds():
    for path in SOURCES:
        assert ast.get_docstring(ast.parse(path.read_text())), label(path)
