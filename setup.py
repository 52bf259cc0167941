"""Maps the top-level folders into the one package `cogworks`; the rest is in pyproject.toml."""

from setuptools import find_packages, setup

FOLDERS = ("envs", "wrappers", "agents", "training")

setup(
    package_dir={"cogworks": "package"} | {f"cogworks.{folder}": folder for folder in FOLDERS},
    packages=["cogworks"]
    + [
        f"cogworks.{package}"
        for folder in FOLDERS
        for package in find_packages(include=[folder, f"{folder}.*"])
    ],
)
