"""Maps the top-level folders into the one package `cogarena`; the rest is in pyproject.toml."""

from setuptools import find_packages, setup

FOLDERS = ("envs", "wrappers", "agents", "training")

setup(
    package_dir={"cogarena": "package"} | {f"cogarena.{folder}": folder for folder in FOLDERS},
    packages=["cogarena"]
    + [
        f"cogarena.{package}"
        for folder in FOLDERS
        for package in find_packages(include=[folder, f"{folder}.*"])
    ],
)
