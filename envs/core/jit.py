"""Compiling kernels, and the cache they are found in again.

numba's own cache watches only the file a kernel stands in. A kernel also depends on the kernels
and tables it uses, so the cache folder is named after a hash of all the sources it imports.
"""

import contextlib
import hashlib
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

ENVS = Path(__file__).resolve().parent.parent
IMPORT = re.compile(r"^from cogarena\.envs\.([\w.]+) import (.*)$", re.MULTILINE)
KEEP_DAYS = 30
CONFIG: Any = numba.config
TYPES: Any = numba.types
INTERPRETED = bool(CONFIG.DISABLE_JIT)

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """Compile `function`: cached on disk, without the GIL. NUMBA_DISABLE_JIT=1 leaves it as is."""
    with _cache_in(cache_folder(source_folder(function))):
        compiled: Any = numba.njit(cache=True, nogil=True)(function)
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


def source_folder(function: Any) -> Path:
    """The folder of the file that `function`, compiled or not, is written in."""
    plain = getattr(function, "py_func", function)
    return Path(plain.__code__.co_filename).resolve().parent


@contextlib.contextmanager
def _cache_in(folder: Path) -> Iterator[None]:
    """Let numba choose `folder` for what is decorated inside; its settings stay as they were."""
    before = CONFIG.CACHE_DIR
    CONFIG.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        CONFIG.CACHE_DIR = before


@cache
def cache_folder(source: Path) -> Path:
    """The cache of the kernels in the folder `source`, named after all they can depend on."""
    folder = cache_root() / f"{source.name}-{source_hash(source)}"
    if not folder.exists():
        _prune(cache_root())
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    return folder


@cache
def cache_root() -> Path:
    """$COGARENA_CACHE_DIR, else the user's cache folder, else (not writable) a temporary one."""
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    root = Path(os.environ.get("COGARENA_CACHE_DIR") or Path(home) / "cogarena")
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            return root
    except OSError:
        return Path(tempfile.mkdtemp(prefix="cogarena-"))


def source_hash(source: Path) -> str:
    """A hash of the files of `source` that hold kernels and of all that these import from here."""
    found: dict[Path, str] = {}
    for path in source.glob("*.py"):
        if "@kernel" in path.read_text(encoding="utf-8"):
            _follow(path, found)
    digest = hashlib.sha256()
    for path in sorted(found):
        digest.update(f"{path.name}\0{found[path]}\0".encode())
    return digest.hexdigest()[:16]


def _follow(path: Path, found: dict[Path, str]) -> None:
    """Add a file and what it imports from the games and their core."""
    if path in found or not path.exists():
        return
    found[path] = path.read_text(encoding="utf-8")
    for module, names in IMPORT.findall(found[path]):
        folder = ENVS / module.replace(".", "/")
        _follow(folder.with_suffix(".py"), found)
        for name in names.split(","):
            _follow(folder / f"{name.strip()}.py", found)


def _prune(root: Path) -> None:
    """Remove caches of sources that nobody has used for a month."""
    limit = time.time() - KEEP_DAYS * 24 * 3600
    for folder in root.glob("*-*"):
        with contextlib.suppress(OSError):
            if folder.stat().st_mtime < limit:
                shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def announced(name: str, marker: Path) -> Iterator[None]:
    """Say on stderr that `name` is being compiled, unless `marker` shows that it was before."""
    if INTERPRETED or marker.exists():
        yield
        return
    done = threading.Event()
    ticker = threading.Thread(target=_tick, args=(name, done), daemon=True)
    start = time.perf_counter()
    ticker.start()
    try:
        yield
        marker.touch()
    finally:
        done.set()
        ticker.join()
    _say(f"cogarena: compiled {name} in {time.perf_counter() - start:.0f} s\n")


def _tick(name: str, done: threading.Event) -> None:
    message = f"cogarena: compiling {name} (once; later runs load it from the cache) …"
    _say(message if sys.stderr.isatty() else message + "\n")
    start = time.perf_counter()
    while not done.wait(1.0):
        if sys.stderr.isatty():
            _say(f"\r{message} {time.perf_counter() - start:.0f} s")
    if sys.stderr.isatty():
        _say("\r\033[K")


def _say(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()
