"""Compiling kernels, the cache they are found in again, and the note while it takes long.

numba's own cache watches only the file a kernel stands in. A kernel also depends on the kernels
and tables it uses, so the cache folder is named after a hash of all the sources it can reach by
imports.
"""

import contextlib
import hashlib
import importlib.util
import os
import re
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core import event

PACKAGE = __name__.partition(".")[0]
IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n#]*)|import[ \t]+([\w., \t]+))",
    re.MULTILINE,
)
KEEP_DAYS = 30
PATIENCE = 1.0  # seconds that compiling may take before anything is said of it
COMPILING = "numba:compile"  # numba's event: not sent for what is loaded from the cache
CONFIG: Any = numba.config
TYPES: Any = numba.types
INTERPRETED = bool(CONFIG.DISABLE_JIT)

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """Compile `function`: cached on disk, without the GIL. NUMBA_DISABLE_JIT=1 leaves it as is."""
    return compiled_in(cache_of(function), function)


def compiled_in(folder: Path | None, function: F) -> F:
    """`function` compiled, with its cache in `folder`; None does not cache it."""
    with _numba_cache(folder):
        compiled: Any = numba.njit(cache=folder is not None, nogil=True)(function)
    if not INTERPRETED:
        _widen_arguments(compiled)
    return cast(F, compiled)


def _widen_arguments(dispatcher: Any) -> None:
    """Compile one version for all widths of integers, enums and literals that kernels pass on.

    A record's fields are narrow, loop counters wide: without this, most kernels are compiled two
    to six times over (measured: a third of the compile time).
    """
    narrow = dispatcher.get_call_template

    def wide(args: Any, kws: Any) -> Any:
        return narrow(tuple(_wide(arg) for arg in args), kws)

    dispatcher.get_call_template = wide


def _wide(argument: Any) -> Any:
    plain = TYPES.unliteral(argument)
    if isinstance(plain, TYPES.IntEnumMember):
        return TYPES.int64
    if isinstance(plain, TYPES.Integer) and plain is not TYPES.uint64:
        return TYPES.int64
    return argument


@contextlib.contextmanager
def _numba_cache(folder: Path | None) -> Iterator[None]:
    """Let numba choose `folder` for what is decorated inside; its settings stay as they were."""
    before = CONFIG.CACHE_DIR
    CONFIG.CACHE_DIR = str(folder or before)
    try:
        yield
    finally:
        CONFIG.CACHE_DIR = before


def cache_of(*functions: Any, name: str = "") -> Path | None:
    """The cache of what calls these functions; None if one of them stands in no file.

    Without a name it is the cache of the first one's folder.
    """
    plain = [getattr(function, "py_func", function) for function in functions]
    files = [Path(function.__code__.co_filename) for function in plain]
    if not all(file.is_file() for file in files):
        return None
    packages = [
        _package_of(function.__module__, file) for function, file in zip(plain, files, strict=True)
    ]
    hashes = [
        source_hash(file.parent, package) for file, package in zip(files, packages, strict=True)
    ]
    if not name:
        return _cache_folder(f"{files[0].parent.name}-{hashes[0]}")
    digest = hashlib.sha256("".join(sorted(set(hashes))).encode()).hexdigest()
    return _cache_folder(f"{name}-{digest[:16]}")


@cache
def _cache_folder(name: str) -> Path:
    folder = cache_root() / name
    if not folder.exists():
        _prune(cache_root())
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    return folder


@cache
def cache_root() -> Path:
    """$COGARENA_CACHE_DIR, else the user's cache folder, else (not writable) a temporary one."""
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    root = Path(os.environ.get("COGARENA_CACHE_DIR") or Path(home) / PACKAGE)
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            return root
    except OSError:
        return Path(tempfile.mkdtemp(prefix=f"{PACKAGE}-"))


@cache
def source_hash(folder: Path, package: str) -> str:
    """A hash of the files of a package's folder that hold kernels, and of all that they import.

    Imports are followed inside this package and the kernel's own, not to other libraries.
    """
    found: dict[str, str] = {}
    for path in sorted(folder.glob("*.py")):
        if "@kernel" in path.read_text(encoding="utf-8"):
            stem = "" if path.stem == "__init__" else path.stem
            _follow(f"{package}.{stem}".strip("."), path, found)
    digest = hashlib.sha256()
    for module in sorted(found):
        digest.update(f"{module}\0{found[module]}\0".encode())
    return digest.hexdigest()[:16]


def _package_of(module: str, path: Path) -> str:
    """The package that a module's relative imports start from: itself, if it is a package."""
    return module if path.stem == "__init__" else module.rpartition(".")[0]


def _follow(module: str, path: Path, found: dict[str, str]) -> None:
    """Add a module and what it imports."""
    if module in found:
        return
    found[module], imported = _read(path)
    package = _package_of(module, path)
    for name, members in imported:
        absolute = importlib.util.resolve_name(name, package) if name[0] == "." else name
        if absolute.partition(".")[0] not in (PACKAGE, module.partition(".")[0]):
            continue
        for full in (absolute, *(f"{absolute}.{member}" for member in members)):
            file = _file_of(full)
            if file is not None:
                _follow(full, file, found)


@cache
def _read(path: Path) -> tuple[str, list[tuple[str, list[str]]]]:
    """The text of a source, and its imports: a module each, and the names taken from it."""
    text = path.read_text(encoding="utf-8")
    imported = []
    for module, names, modules in IMPORT.findall(text):
        if module:
            imported.append((module, _first_words(names.strip("()"))))
        else:
            imported += [(name, []) for name in _first_words(modules)]
    return text, imported


def _first_words(names: str) -> list[str]:
    """The names of a list such as `a, b as c`."""
    return [name.split()[0] for name in names.split(",") if name.strip()]


@cache
def _file_of(module: str) -> Path | None:
    """The file of a module; None for what is none, such as a name that a module defines."""
    parent, _, _ = module.rpartition(".")
    if parent and _file_of(parent) is not None and not _is_package(parent):
        return None  # looking for it would import the parent
    with contextlib.suppress(ImportError, ValueError):
        spec = importlib.util.find_spec(module)
        if spec is not None and spec.origin is not None and spec.origin.endswith(".py"):
            return Path(spec.origin)
    return None


def _is_package(module: str) -> bool:
    file = _file_of(module)
    return file is not None and file.stem == "__init__"


def _prune(root: Path) -> None:
    """Remove caches of sources that nobody has used for a month."""
    limit = time.time() - KEEP_DAYS * 24 * 3600
    for folder in root.glob("*-*"):
        with contextlib.suppress(OSError):
            if folder.stat().st_mtime < limit:
                shutil.rmtree(folder, ignore_errors=True)


class _Announcer(event.Listener):
    """Says on stderr that numba is compiling, when it really is and takes long.

    What is compiled inside `announced` is told as one thing, anything else kernel by kernel.
    """

    def __init__(self) -> None:
        self.label = ""
        self._depth = 0
        self._note: _Note | None = None

    def on_start(self, event: Any) -> None:
        """A kernel is compiled, maybe for the sake of another one."""
        self._depth += 1
        if self._note is None:
            function = event.data["dispatcher"].py_func
            name = self.label or f"{function.__module__}.{function.__name__}"
            self._note = _Note(name, cached=Path(function.__code__.co_filename).is_file())

    def on_end(self, event: Any) -> None:
        """It is done."""
        self._depth -= 1
        if self._depth == 0 and not self.label:
            self.close(failed=not event.data["dispatcher"].overloads)

    def close(self, *, failed: bool) -> None:
        """What was compiled is complete, or could not be."""
        if self._note is not None:
            self._note.close(failed=failed)
            self._note = None


class _Note:
    """The words about one compilation, from when it takes long on."""

    def __init__(self, name: str, *, cached: bool = True) -> None:
        self._name, self._start, self._done = name, time.perf_counter(), threading.Event()
        self._promise = " (once; later runs load it from the cache)" if cached else ""
        self._said = False
        self._thread = threading.Thread(target=self._tick, daemon=True)
        self._thread.start()

    def _tick(self) -> None:
        message = f"{PACKAGE}: compiling {self._name}{self._promise} …"
        terminal = sys.stderr.isatty()
        while not self._done.wait(PATIENCE):
            if terminal:
                _say(f"\r{message} {self._seconds():.0f} s")
            elif not self._said:
                _say(message + "\n")
            self._said = True
        if self._said and terminal:
            _say("\r\033[K")

    def close(self, *, failed: bool) -> None:
        """Say how long it took, if anything was said."""
        self._done.set()
        self._thread.join()
        if self._said and not failed:
            _say(f"{PACKAGE}: compiled {self._name} in {self._seconds():.0f} s\n")

    def _seconds(self) -> float:
        return time.perf_counter() - self._start


_ANNOUNCER = _Announcer()
event.register(COMPILING, _ANNOUNCER)  # type: ignore[no-untyped-call]


@contextlib.contextmanager
def announced(name: str) -> Iterator[None]:
    """Call all that is compiled inside `name` when users are told of it."""
    before, _ANNOUNCER.label = _ANNOUNCER.label, _ANNOUNCER.label or name
    failed = True
    try:
        yield
        failed = False
    finally:
        _ANNOUNCER.label = before
        if not before:
            _ANNOUNCER.close(failed=failed)


def _say(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()
