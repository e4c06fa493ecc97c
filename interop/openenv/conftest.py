"""Where the servers are, and what an oracle would answer. `run.ts` starts the servers and sets the variables."""

import json
import os
from pathlib import Path

import pytest


def lines(variable):
    return [json.loads(line) for line in Path(os.environ[variable]).read_text().splitlines()]


@pytest.fixture(scope="session")
def url():
    return os.environ["FETTLE_URL"]


@pytest.fixture(scope="session")
def small_url():
    """A server with room for two sessions."""
    return os.environ["FETTLE_SMALL_URL"]


@pytest.fixture(scope="session")
def oracle():
    """Per level and seed: the reset, the actions that solve it, the return they earn."""
    return lines("FETTLE_ORACLE")


@pytest.fixture(scope="session")
def original_oracle():
    """The same for `actions="original"`: only what the first API debug environment could say."""
    return lines("FETTLE_ORIGINAL_ORACLE")
