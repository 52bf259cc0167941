"""Who may import whom, and how large things may grow."""

import ast
import sys
from collections import defaultdict
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FOLDERS = ("envs", "wrappers", "agents", "training")
SOURCES = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
ENVS = [path for path in SOURCES if path.is_relative_to(ROOT / "envs")]
LIBRARIES = {"numpy", "numba"}  # all that envs needs
ALLOWED = {
    "envs": set(),
    "agents": {"envs"},
    "wrappers": {"envs", "agents"},
    "training": {"envs", "wrappers", "agents"},
}
RALLY = "rally"  # the one folder of envs, beside core, that a game may build on
LONGEST_FILE, LONGEST_FUNCTION = 400, 60
RUN, MOST_REPEATED = 4, 200  # lines that variants of the rally may have in common


def module(path):
    """The name of a module inside the package, such as `training.config`."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module(path): path for path in SOURCES}


@cache
def tree(path):
    return ast.parse(path.read_text(encoding="utf-8"))


def imports(path):
    """The full names that a file imports, wherever in the file it does so."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module or ''}.{alias.name}" for alias in node.names)


def imported_modules(path):
    """The modules of our own that a file imports."""
    for name in imports(path):
        inside = name.removeprefix("cogarena.")
        if inside != name:
            parent = inside.rpartition(".")[0]
            yield from [known for known in (inside, parent) if known in MODULES][:1]


def faults(found):
    """Fail with all that was found, a line each."""
    found = list(found)
    assert not found, "\n".join(found)


def assert_no_cycle(graph):
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as found:
        pytest.fail(" → ".join(reversed(found.args[1])))


def test_layers_import_only_what_lies_below():
    faults(
        f"{name} imports {other}"
        for name, path in MODULES.items()
        for other in imported_modules(path)
        if other.split(".")[0] not in ALLOWED[name.split(".")[0]] | {name.split(".")[0]}
    )


def test_no_module_imports_itself_by_way_of_others():
    assert_no_cycle({name: set(imported_modules(path)) for name, path in MODULES.items()})


def test_no_folder_imports_itself_by_way_of_others():
    graph = {}
    for path in SOURCES:
        folder = str(path.parent.relative_to(ROOT))
        others = {str(MODULES[m].parent.relative_to(ROOT)) for m in imported_modules(path)}
        graph.setdefault(folder, set()).update(others - {folder})
    assert_no_cycle(graph)


def test_envs_import_numpy_numba_and_the_standard_library_alone():
    faults(
        f"{path.relative_to(ROOT)} imports {name}"
        for path in ENVS
        for name in imports(path)
        if name.split(".")[0] not in LIBRARIES | {"cogarena"} | sys.stdlib_module_names
    )


def test_games_import_core_and_variants_of_rally_also_rally():
    for path in ENVS:
        _, folder, *_ = *path.relative_to(ROOT).parts, "core"
        used = {m.split(".")[1] for m in imported_modules(path) if m.startswith("envs.")}
        allowed = {"core", folder} | (set() if folder == "core" else {RALLY})
        assert used <= allowed, f"{path.relative_to(ROOT)} imports {used - allowed}"


def variants():
    """The games that are variants of the rally."""
    base = "envs.rally.variant"
    return {path.parent.name for path in ENVS if base in set(imported_modules(path))}


def test_only_variants_of_rally_import_it():
    users = {
        path.parent.name
        for path in ENVS
        if path.parent.name != RALLY
        and any(other.startswith(f"envs.{RALLY}.") for other in imported_modules(path))
    }
    assert users == variants()


def test_files_and_functions_stay_short():
    faults(
        f"{path.relative_to(ROOT)} has more than {LONGEST_FILE} lines"
        for path in SOURCES
        if path.read_text(encoding="utf-8").count("\n") > LONGEST_FILE
    )
    faults(
        f"{path.relative_to(ROOT)}: {node.name} has {LONGEST_FUNCTION} lines or more"
        for path in SOURCES
        for node in ast.walk(tree(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.end_lineno - node.lineno >= LONGEST_FUNCTION
    )


def test_every_module_says_what_it_holds():
    faults(name for name, path in MODULES.items() if not ast.get_docstring(tree(path)))


def repeated_lines(folders):
    """How many lines of these folders stand in runs of four or more that another folder has too."""
    texts = [(path, stripped_lines(path)) for path in ENVS if path.parent.name in folders]
    homes = defaultdict(set)
    for path, lines in texts:
        for start in range(len(lines) - RUN + 1):
            homes[tuple(lines[start : start + RUN])].add(path.parent.name)
    repeated = 0
    for _, lines in texts:
        starts = range(len(lines) - RUN + 1)
        shared = [start for start in starts if len(homes[tuple(lines[start : start + RUN])]) > 1]
        repeated += len({start + k for start in shared for k in range(RUN)})
    return repeated


def stripped_lines(path):
    """The lines of a file that are not empty, without their indentation."""
    lines = (line.strip() for line in path.read_text(encoding="utf-8").splitlines())
    return [line for line in lines if line]


def test_a_variant_of_rally_states_only_what_differs():
    assert len(variants()) == 4
    assert repeated_lines(variants()) < MOST_REPEATED
